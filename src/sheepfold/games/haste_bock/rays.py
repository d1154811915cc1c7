"""HB-2, HB-5.1 to 5.3 What a sheep sees: the fields on its eight rays as one bit set.

The rays of a field follow each other in the order of notation, and the fields of a ray from the sheep outwards. So the
next bit is the next field of the ray, and one expression finds all steps, or all rams and leaps, of a sheep.
"""

from __future__ import annotations

from typing import Final

from sheepfold.games.haste_bock.bits import count_bits, lowest_bit
from sheepfold.games.haste_bock.meadow import CELLS, DIRECTIONS, EIGHT, NAMES, RAYS

BITS: Final = 32
"""The centre sees the most fields: four lines with eight other fields each."""
WAYS: Final = CELLS * BITS
"""The number of ways to move a sheep. A way is `cell * BITS + bit`; the bit stands for a direction and a count.

The way of a step is the first field of its ray, and the way that rams or leaps over n sheep is the n-th.
"""

ORDERED_CELLS: Final = sorted(range(CELLS), key=NAMES.__getitem__)
CELL_RANK: Final = [ORDERED_CELLS.index(cell) for cell in range(CELLS)]
"""The rank of each field in the order of notation: a1, a2 … i9."""
_ORDERED_DIRECTIONS: Final = sorted(range(EIGHT), key=DIRECTIONS.__getitem__)

_SEEN: Final = [0] * (CELLS * CELLS)
"""The bit of another field, or 0 if it is on no ray, index `cell * CELLS + other`."""
_NEXT_TO: Final = [0] * CELLS
"""The first fields of the rays."""
_NOT_LAST: Final = [0] * CELLS
"""All fields of the rays but the last of each."""
_FIRST: Final = [0] * WAYS
"""The first bit of the ray that a bit is on, index `cell * BITS + bit`."""
DIRECTION_OF: Final = [0] * WAYS
COUNT_OF: Final = [0] * WAYS
"""The direction and the count that a way stands for."""


def _fill() -> None:
    for cell in range(CELLS):
        first = 0
        for direction in _ORDERED_DIRECTIONS:
            ray = RAYS[cell * EIGHT + direction]
            for place, spot in enumerate(ray):
                _SEEN[cell * CELLS + spot] = 1 << first + place
                _FIRST[cell * BITS + first + place] = first
                DIRECTION_OF[cell * BITS + first + place] = direction
                COUNT_OF[cell * BITS + first + place] = place + 1
            if ray:
                _NEXT_TO[cell] |= 1 << first
                _NOT_LAST[cell] |= (1 << first + len(ray) - 1) - (1 << first)
            first += len(ray)


_fill()


def seen_from(cell: int, where: list[int]) -> int:
    """The sheep on the rays of a field."""
    row = cell * CELLS
    seen = 0
    for other in where:
        seen |= _SEEN[row + other]
    return seen


def steps_from(cell: int, seen: int) -> int:
    """HB-5.1 The free neighbouring fields."""
    return _NEXT_TO[cell] & ~seen


def rams_from(cell: int, seen: int) -> int:
    """HB-2.1, HB-2.4 The sheep that can be the last one rammed; HB-5.3 the same holds for leaps.

    HB-2.3 The field behind it must be on the meadow and empty.
    """
    return seen & ~(seen >> 1) & _NOT_LAST[cell]


def way_of_ram(cell: int, seen: int, last: int) -> int:
    """The way of a ram or leap, given the bit of the last sheep."""
    first = _FIRST[cell * BITS + last]
    count = count_bits(seen >> first & (2 << last - first) - 1)
    return cell * BITS + first + count - 1


def ways_of_rams(cell: int, seen: int) -> int:
    """All ways to ram or leap from a field, as a bit set."""
    lasts = rams_from(cell, seen)
    ways = 0
    while lasts:
        ways |= 1 << way_of_ram(cell, seen, lowest_bit(lasts)) - cell * BITS
        lasts &= lasts - 1
    return ways
