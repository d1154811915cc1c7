"""Places of cards that belong to no seat, and values that stand for nothing."""

from __future__ import annotations

from typing import Final

DECK: Final = -2
MIDDLE: Final = -3
NO_CARD: Final = -1
NO_BID: Final = 0
