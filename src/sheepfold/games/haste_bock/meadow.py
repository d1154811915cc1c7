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

ORDERED_CELLS: Final = sorted(range(CELLS), key=NAMES.__getitem__)
CELL_RANK: Final = [ORDERED_CELLS.index(cell) for cell in range(CELLS)]
"""The rank of each field in the order of notation: a1, a2 … i9."""
ORDERED_DIRECTIONS: Final = sorted(range(EIGHT), key=DIRECTIONS.__getitem__)


class Line:
    """A row, column or diagonal with a direction. Its name is the row, the column or the western end of a diagonal."""

    __slots__ = ("cells", "direction", "name")

    def __init__(self, name: str, cells: list[int], direction: int) -> None:
        self.name = f"{name} {DIRECTIONS[direction]}"
        self.cells = cells
        """In the direction of the line: the last field is at the edge."""
        self.direction = direction


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

ORTHOGONAL: Final = [[beyond(cell, direction) for direction in (0, 2, 4, 6)] for cell in range(CELLS)]
DIAGONAL: Final = [[beyond(cell, direction) for direction in (1, 3, 5, 7)] for cell in range(CELLS)]
"""The neighbours of each field (HB-7.1), which may include OFF."""


NEXT: Final = [beyond(cell, direction) for cell in range(CELLS) for direction in range(EIGHT)]
"""The next field or OFF, index `cell * EIGHT + direction`."""


def _depth(cell: int, facing: int) -> int:
    row, column = cell // SIZE, cell % SIZE
    return [row, SIZE - 1 - column, SIZE - 1 - row, column][facing // 2]


DEPTH: Final = [[_depth(cell, facing) for cell in range(CELLS)] for facing in range(EIGHT)]
"""The distance of a field from the edge in a direction (n, e, s or w)."""
FILE: Final = [
    [(cell % SIZE if facing in (0, 4) else cell // SIZE) for cell in range(CELLS)] for facing in range(EIGHT)
]
"""The index of a field's file along a direction."""


def _lines_of(lines: list[Line], cell: int) -> list[int]:
    return [place for place, line in enumerate(lines) if cell in line.cells]


def _ends_of(lines: list[Line], cell: int) -> list[int]:
    return [place for place, line in enumerate(lines) if cell == line.cells[-1]]


STRAIGHTS_OF: Final = [_lines_of(STRAIGHTS, cell) for cell in range(CELLS)]
DIAGONALS_OF: Final = [_lines_of(DIAGONALS, cell) for cell in range(CELLS)]
"""The lines through a field, as indices of STRAIGHTS and DIAGONALS."""
STRAIGHT_ENDS_OF: Final = [_ends_of(STRAIGHTS, cell) for cell in range(CELLS)]
DIAGONAL_ENDS_OF: Final = [_ends_of(DIAGONALS, cell) for cell in range(CELLS)]
"""The lines that end at a field."""
