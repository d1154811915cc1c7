"""MS-1 The structure of the component file. MS-1.5 Our tiles agree with everything known about the printed ones."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, ClassVar, Literal

import msgspec

from sheepfold.core.components import Components, Path, Table
from sheepfold.games.meine_schafe.motifs import COLOURS, LETTERS

PLAYERS = range(2, 5)

Edges = Annotated[str, msgspec.Meta(pattern=rf"^[{LETTERS}]{{4}}\Z")]
TileId = Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{1,3}(?:[1-9][0-9]{0,3}|0[1-9])?\Z")]
Reach = Annotated[int, msgspec.Meta(ge=1, le=15)]
"""MS-1.10 How far the table reaches from the start tile.

Every cell costs memory for every face of a tile, so both are limited to one and a half times ours.
"""
Points = Annotated[int, msgspec.Meta(ge=0, le=99)]


class StartTile(Table, frozen=True):
    edges: Edges


class Questions(Table, frozen=True):
    edges: Annotated[list[Edges], msgspec.Meta(max_length=4)]


class Hand(Table, frozen=True):
    tiles: Annotated[int, msgspec.Meta(ge=1, le=8)]


class Bonus(Table, frozen=True):
    points: Annotated[list[Points], msgspec.Meta(max_length=3)]


class Area(Table, frozen=True):
    reach: Reach


class TileFaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Edges go clockwise from the top; a beast is on side a."""

    id: TileId
    a: Edges
    b: Edges
    beast: Literal["wolf", "hunter"] | None = None


class Tiles(Table, frozen=True):
    faces: Annotated[list[TileFaces], msgspec.Meta(max_length=102)]


class MeineSchafeComponents(Components, frozen=True):
    """MS-1.1 A start tile, '?' tiles and the tiles of the bag. Markers need no data (MS-5.3)."""

    package: ClassVar[str] = "sheepfold.games.meine_schafe"

    start: StartTile
    questions: Questions
    hand: Hand
    bonus: Bonus
    table: Area
    tiles: Tiles

    def problems(self) -> list[tuple[Path, str]]:
        found: list[tuple[Path, str]] = []
        if self.start.edges != "VVVV":
            found.append((("start", "edges"), "the start tile shows the village on four edges, VVVV"))
        colours = [letter * 4 for letter in LETTERS[: len(COLOURS)]]
        if self.questions.edges != colours:
            found.append((("questions", "edges"), f"the '?' tiles are {', '.join(colours)}, in this order"))
        if len(self.bonus.points) != PLAYERS[-1] - 1:
            found.append((("bonus", "points"), "a bonus for the first, the second and the third"))
        found += self._problems_of_tiles()
        hands = PLAYERS[-1] * self.hand.tiles
        if len(self.tiles.faces) < hands:
            found.append((("tiles", "faces"), f"four hands are {hands} tiles, here are {len(self.tiles.faces)}"))
        village = sum("V" in tile.a + tile.b for tile in self.tiles.faces)
        if village <= (PLAYERS[-1] - 1) * self.hand.tiles:  # MS-7.4: otherwise new hands might be drawn forever
            found.append((("tiles", "faces"), "three hands could hold all tiles with a village, so nobody could begin"))
        return found

    def _problems_of_tiles(self) -> list[tuple[Path, str]]:
        found: list[tuple[Path, str]] = []
        ids = Counter(_plain(tile.id) for tile in self.tiles.faces)
        for place, tile in enumerate(self.tiles.faces):
            path: Path = ("tiles", "faces", place)
            if ids[_plain(tile.id)] > 1:
                found.append((path, f"the id '{tile.id}' is taken"))
            if any({"V", "F"} <= set(side) for side in (tile.a, tile.b)):  # MS-1.3
                found.append((path, "no side shows both village and forest"))
            if tile.beast and tile.a != "FFFF":  # MS-1.4
                found.append((path, "a wolf or a hunter has forest on four edges of side a, FFFF"))
        return found


def _plain(tile_id: str) -> str:
    """T07 and T7 are too easy to confuse in notation."""
    letters = tile_id.rstrip("0123456789")
    number = tile_id.removeprefix(letters)
    return f"{letters}{int(number)}" if number else letters
