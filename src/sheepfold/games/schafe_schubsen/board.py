"""SS-1.2 The dyke: fields 0 to 99 on the first board, 100 to 199 on the second."""

from __future__ import annotations

from typing import Final

BOARD: Final = 100
END: Final = 200
"""The first field beyond the dyke (SS-4.5)."""
OUT: Final = -1
"""The field of a sheep that is out of the game."""
COLUMN: Final = 10

NOT_YET: Final = -1
"""The distance of a seat that has not compared yet."""

SIDES: Final = ["1A", "1B", "2A", "2B"]
"""Two boards, two sides each. A side and its back differ in the last bit of their index."""

LAYOUTS: Final = [f"{first} {second}" for first in SIDES for second in SIDES if first[0] != second[0]]
"""SS-1.3 The eight possible dykes at the start."""


def back_of(side: int) -> int:
    return side ^ 1
