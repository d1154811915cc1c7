"""MS-1.10 The cells of the table and their names: `n2e3` is two north and three east of the start tile."""

from __future__ import annotations

from typing import Final

from sheepfold.core.action import Action, canonical_order
from sheepfold.core.pickling import Pickled
from sheepfold.games.meine_schafe.motifs import EDGES

START: Final = "start"
OFF_TABLE: Final = -1

_STEPS: Final = [(-1, 0), (0, 1), (1, 0), (0, -1)]
"""Rows and columns, by direction."""


class Cells(Pickled):
    """The cells of a table with a given reach, numbered in the order of notation."""

    __slots__ = ("count", "names", "neighbours", "start")

    def __init__(self, reach: int) -> None:
        span = range(-reach, reach + 1)
        places = {cell_name(row, column): (row, column) for row in span for column in span}
        self.names = sorted(places, key=_order)
        self.count = len(self.names)
        number = {name: cell for cell, name in enumerate(self.names)}
        self.start = number[START]
        self.neighbours = [OFF_TABLE] * (self.count * EDGES)
        """Index `cell * EDGES + direction`."""
        for cell, name in enumerate(self.names):
            row, column = places[name]
            for direction, (down, right) in enumerate(_STEPS):
                beside = cell_name(row + down, column + right)
                self.neighbours[cell * EDGES + direction] = number.get(beside, OFF_TABLE)


def cell_name(row: int, column: int) -> str:
    """Rows count downwards and columns to the right, both from the start tile."""
    north = f"{'n' if row < 0 else 's'}{abs(row)}" if row else ""
    east = f"{'w' if column < 0 else 'e'}{abs(column)}" if column else ""
    return north + east or START


def _order(name: str) -> tuple[list[str | int], str]:
    return canonical_order(Action(f"{name} "))
