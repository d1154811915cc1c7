"""Where a card is when no seat has it, and other kinds of nothing."""

from __future__ import annotations

from typing import Final

DECK: Final = -2
MIDDLE: Final = -3
NO_CARD: Final = -1
NO_BID: Final = 0
