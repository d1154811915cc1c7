"""HB-2 and HB-5 How sheep move. A flock is the list of the fields of its nine sheep, which moves in place."""

from __future__ import annotations

from typing import Final

from sheepfold.core.state import NOBODY
from sheepfold.games.haste_bock.bits import count_bits
from sheepfold.games.haste_bock.meadow import (
    ALONG,
    CELLS,
    DEPTH,
    DIAGONAL_ENDS_OF,
    DIAGONALS_OF,
    EIGHT,
    FILE,
    IN_FILE,
    NEXT,
    RAYS,
    SIZE,
    STRAIGHT_ENDS_OF,
    STRAIGHTS_OF,
    Line,
)

COLOURS: Final = ["blue", "yellow", "green", "red", "black"]
FLOCK: Final = 9
THEA: Final = 8
"""Sheep 0 and 1 are blue, 2 and 3 yellow, 4 and 5 green, 6 and 7 red; 8 is Thea, the black one."""
BLACK: Final = 4
WHITE: Final = 5
"""On the die, it stands for any sheep."""
NOTHING_BANNED: Final = -1
"""HB-5.8, HB-5.10 No trough or turn is banned."""

TROUGHS: Final = [2, 0, 4, 6]
"""The four directions in the order of notation: e, n, s, w."""
_EAST: Final = 1
_NORTH: Final = 2
_SOUTH: Final = 4
_WEST: Final = 8
"""Directions of troughs as a bit set, in the same order."""


def colour_of(sheep: int) -> int:
    return sheep // 2


def sheep_of(colour: int) -> list[int]:
    """HB-3.1 The sheep that a side of the die stands for."""
    return _SHEEP_OF[colour]


_SHEEP_OF: Final = [[0, 1], [2, 3], [4, 5], [6, 7], [THEA], list(range(FLOCK))]


# HB-2, HB-5.1 to 5.3 One sheep and those that it rams


def step(where: list[int], cell: int, direction: int) -> None:
    """HB-5.1 The sheep moves to the next field."""
    where[sheep_on(where, cell)] = NEXT[cell * EIGHT + direction]


def ram(where: list[int], cell: int, direction: int, count: int) -> None:
    """HB-2.2 The last sheep is pushed one field; the others and the rammer line up behind it without gaps."""
    rammer = sheep_on(where, cell)
    line = sheep_along(where, cell, direction)
    ray = RAYS[cell * EIGHT + direction]
    place = place_of(line, count)
    free = place + 1
    while place >= 0:
        if line[place] != NOBODY:
            where[line[place]] = ray[free]
            free -= 1
        place -= 1
    where[rammer] = ray[free]


def leap(where: list[int], cell: int, direction: int, count: int) -> None:
    """HB-5.3 Only the leaping sheep moves."""
    place = place_of(sheep_along(where, cell, direction), count)
    where[sheep_on(where, cell)] = RAYS[cell * EIGHT + direction][place + 1]


def sheep_on(where: list[int], cell: int) -> int:
    """The sheep on a field."""
    sheep = 0
    while where[sheep] != cell:
        sheep += 1
    return sheep


def sheep_along(where: list[int], cell: int, direction: int) -> list[int]:
    """The sheep on each field of a ray, or NOBODY."""
    line = [NOBODY] * SIZE
    for sheep in range(FLOCK):
        place = ALONG[cell * CELLS + where[sheep]] - direction * SIZE
        if 0 <= place < SIZE:
            line[place] = sheep
    return line


def place_of(line: list[int], count: int) -> int:
    """The place of the last of so many sheep in a line."""
    place = -1
    while count:
        place += 1
        if line[place] != NOBODY:
            count -= 1
    return place


# HB-5.4 to 5.6 Caravans


def open_diagonals(where: list[int]) -> int:
    """HB-5.6 The diagonals that have sheep on them of which none would leave the meadow, as a bit set."""
    lines = 0
    blocked = 0
    for cell in where:
        lines |= DIAGONALS_OF[cell]
        blocked |= DIAGONAL_ENDS_OF[cell]
    return lines & ~blocked


def open_straights(where: list[int]) -> int:
    """HB-5.6 The same for rows and columns."""
    lines = 0
    blocked = 0
    for cell in where:
        lines |= STRAIGHTS_OF[cell]
        blocked |= STRAIGHT_ENDS_OF[cell]
    return lines & ~blocked


def drive(where: list[int], line: Line) -> None:
    """HB-5.4, HB-5.5 Move all sheep on the line one field along it."""
    after = line.after
    for sheep in range(FLOCK):
        where[sheep] = after[where[sheep]]


# HB-5.7 Troughs


def feed(where: list[int], direction: int) -> None:
    """HB-5.7 In every file the sheep close up, the first one to the line of the farthest sheep of all."""
    depths = DEPTH[direction]
    files = FILE[direction]
    cells = IN_FILE[direction]
    taken = [0] * SIZE
    front = SIZE
    for cell in where:
        depth = depths[cell]
        taken[files[cell]] = taken[files[cell]] | 1 << depth
        front = min(front, depth)
    for sheep in range(FLOCK):
        cell = where[sheep]
        file = files[cell]
        ahead = count_bits(taken[file] & (1 << depths[cell]) - 1)
        where[sheep] = cells[file * SIZE + front + ahead]


_SPLIT: Final = 0b11
_TOP: Final = SIZE + 1


def _fronts(file: int) -> int:
    """The first taken place of a file from its start and, shifted by _TOP, from its end; _SPLIT if it has gaps."""
    if not file:
        return 0
    first = file & -file
    last = 1 << file.bit_length() - 1
    if file != 2 * last - first:
        return _SPLIT | _SPLIT << _TOP
    return first | last << _TOP


_FRONTS: Final = [_fronts(file) for file in range(1 << SIZE)]
_HALF: Final = 5 * SIZE
"""Five files, or the other four, are one bit set of at most 45 bits."""
_TURNED: Final = [cell % SIZE * SIZE + cell // SIZE for cell in range(CELLS)]
"""The number of a field if fields are numbered column by column."""


def open_troughs(where: list[int]) -> int:
    """HB-4.5, HB-5.7 The troughs that move a sheep, as a bit set.

    None moves if no file has a gap and all begin at the same line.
    """
    upper = lower = left = right = 0
    for cell in where:
        if cell < _HALF:
            upper |= 1 << cell
        else:
            lower |= 1 << cell - _HALF
        turned = _TURNED[cell]
        if turned < _HALF:
            left |= 1 << turned
        else:
            right |= 1 << turned - _HALF
    across = _fronts_of_all(upper) | _fronts_of_all(lower)
    down = _fronts_of_all(left) | _fronts_of_all(right)
    found = _EAST if _differ(across >> _TOP) else 0
    found |= _NORTH if _differ(down & (1 << _TOP) - 1) else 0
    found |= _SOUTH if _differ(down >> _TOP) else 0
    return found | (_WEST if _differ(across & (1 << _TOP) - 1) else 0)


def _fronts_of_all(files: int) -> int:
    fronts = 0
    while files:
        fronts |= _FRONTS[files & (1 << SIZE) - 1]
        files >>= SIZE
    return fronts


def _differ(fronts: int) -> bool:
    """Check whether there is more than one."""
    return fronts & fronts - 1 != 0
