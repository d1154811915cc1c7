"""HB-1.1 The meadow: 9 × 9 fields with a1 at the bottom left, and its lines."""

from __future__ import annotations

from typing import Final

from sheepfold.core.action import Action, canonical_order

SIZE: Final = 9
CELLS: Final = SIZE * SIZE
"""Fields are numbered row by row from the top left."""
OFF: Final = -1
"""Beyond the edge of the meadow."""

DIRECTIONS: Final = ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
EIGHT: Final = len(DIRECTIONS)
_ROW_STEP: Final = [-1, -1, 0, 1, 1, 1, 0, -1]
_COLUMN_STEP: Final = [0, 1, 1, 1, 0, -1, -1, -1]

NAMES: Final = [f"{'abcdefghi'[cell % SIZE]}{SIZE - cell // SIZE}" for cell in range(CELLS)]


def beyond(cell: int, direction: int) -> int:
    """The next field in a direction, or OFF."""
    row = cell // SIZE + _ROW_STEP[direction]
    column = cell % SIZE + _COLUMN_STEP[direction]
    return row * SIZE + column if 0 <= row < SIZE and 0 <= column < SIZE else OFF


def _ray(cell: int, direction: int) -> list[int]:
    ray: list[int] = []
    spot = beyond(cell, direction)
    while spot != OFF:
        ray.append(spot)
        spot = beyond(spot, direction)
    return ray


RAYS: Final = [_ray(cell, direction) for cell in range(CELLS) for direction in range(EIGHT)]
"""The fields from a field to the edge, index `cell * EIGHT + direction`."""


def _along() -> list[int]:
    along = [OFF] * (CELLS * CELLS)
    for cell in range(CELLS):
        for direction in range(EIGHT):
            for place, spot in enumerate(RAYS[cell * EIGHT + direction]):
                along[cell * CELLS + spot] = direction * SIZE + place
    return along


ALONG: Final = _along()
"""Where another field is on the rays of a field, `direction * SIZE + place`, or OFF; index `cell * CELLS + other`."""


class Line:
    """A row, column or diagonal with a direction. Its name is the row, the column or the western end of a diagonal."""

    __slots__ = ("after", "cells", "direction", "name")

    def __init__(self, name: str, cells: list[int], direction: int) -> None:
        self.name = f"{name} {DIRECTIONS[direction]}"
        self.cells = cells
        """In the direction of the line: the last field is at the edge."""
        self.direction = direction
        self.after = list(range(CELLS))
        """By field: where a sheep on it stands after the caravan has moved (HB-5.4, HB-5.5)."""
        for cell in cells[:-1]:
            self.after[cell] = beyond(cell, direction)


def _lines(forwards: list[int]) -> list[Line]:
    """All lines along these directions, both ways, in the order of notation. A single corner is not a line."""
    found: list[Line] = []
    for forward in forwards:
        back = (forward + EIGHT // 2) % EIGHT
        for start in range(CELLS):
            if beyond(start, back) == OFF and beyond(start, forward) != OFF:
                cells = [start, *RAYS[start * EIGHT + forward]]
                name = {"n": NAMES[start][0], "e": NAMES[start][1]}.get(DIRECTIONS[forward], NAMES[start])
                found.append(Line(name, cells, forward))
                found.append(Line(name, cells[::-1], back))
    found.sort(key=_order)
    return found


def _order(line: Line) -> tuple[list[str | int], str]:
    return canonical_order(Action(line.name))


STRAIGHTS: Final = _lines([0, 2])
DIAGONALS: Final = _lines([1, 3])

NEXT: Final = [beyond(cell, direction) for cell in range(CELLS) for direction in range(EIGHT)]
"""The next field or OFF, index `cell * EIGHT + direction`."""

ROW: Final = [cell // SIZE for cell in range(CELLS)]
COLUMN: Final = [cell % SIZE for cell in range(CELLS)]


def _depth(cell: int, facing: int) -> int:
    row, column = cell // SIZE, cell % SIZE
    return [row, SIZE - 1 - column, SIZE - 1 - row, column][facing // 2]


DEPTH: Final = [[_depth(cell, facing) for cell in range(CELLS)] for facing in range(EIGHT)]
"""The distance of a field from the edge in a direction (n, e, s or w)."""
FILE: Final = [COLUMN if facing in (0, 4) else ROW for facing in range(EIGHT)]
"""The index of a field's file along a direction."""


def _cells_of_files(facing: int) -> list[int]:
    cells = [0] * CELLS
    for cell in range(CELLS):
        cells[FILE[facing][cell] * SIZE + DEPTH[facing][cell]] = cell
    return cells


IN_FILE: Final = [_cells_of_files(facing) for facing in range(EIGHT)]
"""The field in a file, index `file * SIZE + depth`, by direction."""


def _sets_of_lines(lines: list[Line]) -> list[int]:
    return [sum([1 << place for place, line in enumerate(lines) if cell in line.cells]) for cell in range(CELLS)]


def _sets_of_ends(lines: list[Line]) -> list[int]:
    return [sum([1 << place for place, line in enumerate(lines) if cell == line.cells[-1]]) for cell in range(CELLS)]


STRAIGHTS_OF: Final = _sets_of_lines(STRAIGHTS)
DIAGONALS_OF: Final = _sets_of_lines(DIAGONALS)
"""The lines through a field, as a bit set of indices of STRAIGHTS (36) or DIAGONALS (60)."""
STRAIGHT_ENDS_OF: Final = _sets_of_ends(STRAIGHTS)
DIAGONAL_ENDS_OF: Final = _sets_of_ends(DIAGONALS)
"""The lines that end at a field."""
