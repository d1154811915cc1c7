"""The actions of Meine Schafe, Deine Schafe and their notation.

Every action has exactly one notation: of rotations that look the same, the smallest is used.
"""

from __future__ import annotations

from typing import Final

from sheepfold.core.action import Action, canonical_order
from sheepfold.games.meine_schafe.motifs import COLOURS


class DealColour(Action):
    """Chance: `colour black`, for the next '?' tile (MS-1.7)."""

    __slots__ = ("colour",)

    def __init__(self, colour: int) -> None:
        super().__init__(f"colour {COLOURS[colour]}")
        self.colour = colour


class Draw(Action):
    """Chance: `draw T17` (MS-1.11)."""

    __slots__ = ("tile",)

    def __init__(self, tile: int, name: str) -> None:
        super().__init__(f"draw {name}")
        self.tile = tile


class Start(Action):
    """Chance: `start 2` (MS-1.9)."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        super().__init__(f"start {seat}")
        self.seat = seat


class Lay(Action):
    """`lay T17a n2e3 1`: lay a tile with this side up on a cell, after this many quarter turns clockwise (MS-2.2)."""

    __slots__ = ("cell", "face")

    def __init__(self, text: str, face: int, cell: int) -> None:
        super().__init__(text)
        self.face = face
        """An index of setup.faces."""
        self.cell = cell


class Send(Action):
    """`send WK n2`: lay a wolf or a hunter in a special action (MS-4.1)."""

    __slots__ = ("cell", "face")

    def __init__(self, text: str, face: int, cell: int) -> None:
        super().__init__(text)
        self.face = face
        self.cell = cell


class Show(Action):
    """`show black n2`: turn the '?' tile over and lay it (MS-5.1)."""

    __slots__ = ("cell", "colour")

    def __init__(self, colour: int, cell: int, cell_name: str) -> None:
        super().__init__(f"show {COLOURS[colour]} {cell_name}")
        self.colour = colour
        self.cell = cell


class Say(Action):
    """`done`, `out` and `skip`."""


DONE: Final[Action] = Say("done")
"""MS-3.7 The special action ends."""
OUT: Final[Action] = Say("out")
"""MS-6.1 The player drops out."""
SKIP: Final[Action] = Say("skip")
"""MS-2.4 No tile of the hand can be laid."""

STARTS: Final[list[Action]] = [Start(seat) for seat in range(4)]
DEALS: Final[list[Action]] = [DealColour(colour) for colour in range(len(COLOURS))]
DEALS.sort(key=canonical_order)
