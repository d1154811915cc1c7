"""MS-1 The components and options of a table, in a form that the rules read quickly."""

from __future__ import annotations

from typing import Final, final

from sheepfold.core.action import Action, canonical_order
from sheepfold.core.pickling import Pickled
from sheepfold.games.meine_schafe.actions import Draw, Lay, Send, Show
from sheepfold.games.meine_schafe.cells import Cells
from sheepfold.games.meine_schafe.faces import BEASTS, NO_BEAST, Face
from sheepfold.games.meine_schafe.motifs import EDGES, FITTING, LETTERS, NEEDS, ONE_EDGE_NEEDS, edges_of, fits, one_edge

STANDARD: Final = 0
TWO_HERDS: Final = 1
"""MS-9.1"""
MAEHR: Final = 2
"""MS-9.2"""
VARIANTS: Final = ["standard", "two-herds", "maehr"]

SIDES: Final = "ab"


class Tile(Pickled):
    """A tile of the bag. Each side has one face for each rotation that looks different."""

    __slots__ = ("beast", "letters", "name", "sides")

    def __init__(self, name: str, letters: list[str], beast: int) -> None:
        self.name = name
        self.letters = letters
        """Both sides without rotation."""
        self.beast = beast
        self.sides: list[list[int]] = []
        """By side: its faces."""


FACES_IN: Final = [[place for place in range(EDGES) if faces >> place & 1] for faces in range(1 << EDGES)]
"""The elements of a bit set of the faces of one side. A face is counted from the first of its side."""


@final
class Setup(Pickled):
    """Shared by all positions of a game and never modified."""

    __slots__ = (
        "bonus", "cells", "columns", "draws", "faces", "first_faces", "fits", "hand", "herds", "lays", "most",
        "players", "reach", "sends", "showing", "shows", "start", "tiles", "uniform", "variant",
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
        self.first_faces: list[int] = []
        """By `tile * 2 + side`: the first face of the side. The others follow."""
        self.tiles: list[Tile] = []
        """In the order of notation."""
        for name, front, back, beast in sorted(tiles, key=_order):
            self._add_tile(name, [front, back], BEASTS.index(beast))
        self.showing = {need: self._showing(need) for need in ONE_EDGE_NEEDS}
        """By the need of a cell with one neighbour: the faces that fit, except beasts."""
        self.uniform = len(self.first_faces)
        self.columns = self.uniform + len(LETTERS)
        """The length of a result of `fitting`, and where its second part begins."""
        self.fits: list[bytes | None] = [None] * NEEDS
        """By need: the result of `fitting`, created on first use."""
        self.most = max([self._most(need) for need in ONE_EDGE_NEEDS])
        """The most faces of one tile that fit the same cell."""
        self.draws: list[Action] = [Draw(tile, found.name) for tile, found in enumerate(self.tiles)]
        self.lays: list[Lay | None] = [None] * (len(self.faces) * self.cells.count)
        """By `face * cells + cell`, created on first use."""
        self.sends: dict[int, Send] = {}
        self.shows: dict[int, Show] = {}

    def _add_tile(self, name: str, sides: list[str], beast: int) -> None:
        tile = Tile(name, sides, beast)
        number = len(self.tiles)
        self.tiles.append(tile)
        seen: set[tuple[int, int]] = set()
        for side, letters in enumerate(sides):
            faces: list[int] = []
            self.first_faces.append(len(self.faces))
            for turn in range(EDGES):
                edges = turned(edges_of(letters), turn)
                face = Face(len(self.faces), number, side, turn, edges, beast if side == 0 else NO_BEAST)
                if (face.code, face.beast) not in seen:
                    seen.add((face.code, face.beast))
                    faces.append(face.number)
                    self.faces.append(face)
            tile.sides.append(faces)

    def fitting(self, need: int) -> bytes:
        """MS-2.3 By `tile * 2 + side`: the faces that fit a cell with this need, which is not ANYTHING.

        They are bit sets (FACES_IN) of the side's faces. Beasts are left out: more rules apply to them (MS-4.6).
        Then follows, by motif, 1 if a tile with this motif on four edges fits.
        """
        found = self.fits[need]
        if found is None:
            found = self._find_fitting(need)
            self.fits[need] = found
        return found

    def _find_fitting(self, need: int) -> bytes:
        """Check only the faces that fit one of the edges, a sixth of all."""
        found = [0] * self.uniform + [int(fitting[need]) for fitting in FITTING]
        for face in self.showing[one_edge(need)]:
            if fits(face.code, need):
                side = 2 * face.tile + face.side
                found[side] |= 1 << face.number - self.first_faces[side]
        return bytes(found)

    def _showing(self, need: int) -> list[Face]:
        return [face for face in self.faces if face.beast == NO_BEAST and fits(face.code, need)]

    def _most(self, need: int) -> int:
        found = [len(FACES_IN[faces]) for faces in self.fitting(need)[: self.uniform]]
        return max([found[2 * tile] + found[2 * tile + 1] for tile in range(len(self.tiles))])

    def lay(self, face: int, cell: int) -> Lay:
        number = face * self.cells.count + cell
        action = self.lays[number]
        return self.new_lay(number) if action is None else action

    def new_lay(self, number: int) -> Lay:
        face, cell = divmod(number, self.cells.count)
        shown = self.faces[face]
        name = f"{self.tiles[shown.tile].name}{SIDES[shown.side]}"
        action = Lay(f"lay {name} {self.cells.names[cell]} {shown.turn}", face, cell)
        self.lays[number] = action
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


def turned(edges: list[int], turn: int) -> list[int]:
    """MS-2.2 Rotate edges by quarter turns clockwise."""
    return [edges[(edge - turn) % EDGES] for edge in range(EDGES)]


def _order(tile: list[str]) -> tuple[list[str | int], str]:
    return canonical_order(Action(f"lay {tile[0]}a"))
