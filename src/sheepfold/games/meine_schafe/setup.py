"""MS-1 The components and options of a table, in a form that the rules read quickly."""

from __future__ import annotations

from typing import Final

from sheepfold.core.action import Action, canonical_order
from sheepfold.core.pickling import Pickled
from sheepfold.games.meine_schafe.actions import Draw, Lay, Send, Show
from sheepfold.games.meine_schafe.cells import Cells
from sheepfold.games.meine_schafe.meadow import BEASTS, NO_BEAST
from sheepfold.games.meine_schafe.motifs import COLOURS, EDGES, MOTIFS, VILLAGE, bits_of, edges_of

STANDARD: Final = 0
TWO_HERDS: Final = 1
"""MS-9.1"""
MAEHR: Final = 2
"""MS-9.2"""
VARIANTS: Final = ["standard", "two-herds", "maehr"]

START_FACE: Final = -1
"""The face of the start tile. Smaller numbers are '?' tiles, by colour."""
QUESTION_FACES: Final = -2

SIDES: Final = "ab"


def question_face(colour: int) -> int:
    return QUESTION_FACES - colour


class Face(Pickled):
    """A side of a tile in one rotation."""

    __slots__ = ("beast", "bits", "edges", "side", "tile", "turn")

    def __init__(self, tile: int, side: int, turn: int, edges: list[int], beast: int) -> None:
        self.tile = tile
        self.side = side
        self.turn = turn
        """Quarter turns clockwise."""
        self.edges = edges
        self.bits = bits_of(edges)
        self.beast = beast


class Tile(Pickled):
    """A tile of the bag. Each side has one face for each rotation that looks different."""

    __slots__ = ("beast", "letters", "marked", "name", "sides")

    def __init__(self, name: str, letters: list[str], beast: int) -> None:
        self.name = name
        self.letters = letters
        """Both sides without rotation."""
        self.beast = beast
        self.sides: list[list[int]] = []
        self.marked: list[list[list[int]]] = []
        """By side and `edge * MOTIFS + motif`: the faces with this motif on this edge."""


_NONE_YET: Final[list[Lay | None]] = []


class Setup(Pickled):
    """Shared by all positions of a game and never modified."""

    __slots__ = (
        "bonus", "cells", "draws", "faces", "hand", "herds", "lays", "players", "reach", "sends", "shows", "start",
        "tiles", "variant",
    )  # fmt: skip

    def __init__(
        self,
        players: int,
        tiles: list[list[str]],
        hand: int,
        bonus: list[int],
        reach: int,
        variant: str,
        start: Action | None,
    ) -> None:
        """Each of `tiles` is a list of id, side a, side b and beast."""
        self.players = players
        self.hand = hand
        """MS-1.8"""
        self.bonus = [points for place, points in enumerate(bonus) if place < players - 1]
        """MS-7.5 By the order of going out; the last player gets none."""
        self.variant = VARIANTS.index(variant)
        self.herds = 2 if self.variant == TWO_HERDS else 1
        """The number of colours per player."""
        self.start = start
        self.reach = reach
        self.cells = Cells(reach)
        self.faces: list[Face] = []
        self.tiles: list[Tile] = []
        """In the order of notation."""
        for name, front, back, beast in sorted(tiles, key=_order):
            self._add_tile(name, [front, back], BEASTS.index(beast))
        self.draws: list[Action] = [Draw(tile, found.name) for tile, found in enumerate(self.tiles)]
        self.lays: list[list[Lay | None]] = [_NONE_YET for _ in self.faces]
        """By face and cell, created on first use."""
        self.sends: dict[int, Send] = {}
        self.shows: dict[int, Show] = {}

    def _add_tile(self, name: str, sides: list[str], beast: int) -> None:
        tile = Tile(name, sides, beast)
        number = len(self.tiles)
        self.tiles.append(tile)
        seen: set[tuple[int, int]] = set()
        for side, letters in enumerate(sides):
            faces: list[int] = []
            for turn in range(EDGES):
                edges = turned(edges_of(letters), turn)
                face = Face(number, side, turn, edges, beast if side == 0 else NO_BEAST)
                if (face.bits, face.beast) not in seen:
                    seen.add((face.bits, face.beast))
                    faces.append(len(self.faces))
                    self.faces.append(face)
            tile.sides.append(faces)
            tile.marked.append(
                [
                    [face for face in faces if self.faces[face].edges[edge] == motif]
                    for edge in range(EDGES)
                    for motif in range(MOTIFS)
                ]
            )

    def lay(self, face: int, cell: int) -> Lay:
        by_cell = self.lays[face]
        if not by_cell:
            by_cell = [None] * self.cells.count
            self.lays[face] = by_cell
        action = by_cell[cell]
        if action is None:
            shown = self.faces[face]
            name = f"{self.tiles[shown.tile].name}{SIDES[shown.side]}"
            action = Lay(f"lay {name} {self.cells.names[cell]} {shown.turn}", face, cell)
            by_cell[cell] = action
        return action

    def send(self, face: int, cell: int) -> Send:
        key = face * self.cells.count + cell
        action = self.sends.get(key)
        if action is None:
            name = self.tiles[self.faces[face].tile].name
            action = Send(f"send {name} {self.cells.names[cell]}", face, cell)
            self.sends[key] = action
        return action

    def show(self, colour: int, cell: int) -> Show:
        key = colour * self.cells.count + cell
        action = self.shows.get(key)
        if action is None:
            action = Show(colour, cell, self.cells.names[cell])
            self.shows[key] = action
        return action


COLOUR_BITS: Final = [bits_of([colour] * EDGES) for colour in range(len(COLOURS))]
"""The bits of the '?' tiles (MS-1.7)."""
START_EDGES: Final = [VILLAGE] * EDGES
"""MS-1.6 The start tile has village on all edges."""


def turned(edges: list[int], turn: int) -> list[int]:
    """MS-2.2 Rotate edges by quarter turns clockwise."""
    return [edges[(edge - turn) % EDGES] for edge in range(EDGES)]


def _order(tile: list[str]) -> tuple[list[str | int], str]:
    return canonical_order(Action(f"lay {tile[0]}a"))
