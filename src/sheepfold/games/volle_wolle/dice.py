"""VW-1.3 The dice: a d12, a d10 and a d8, always in this order."""

from __future__ import annotations

from typing import Final

SIDES: Final = [12, 10, 8]
DICE: Final = 3
ALL_DICE: Final = 0b111
"""Dice as a set of bits: the d12 is 1, the d10 is 2, the d8 is 4."""
THROWS: Final = 3
CARDS_OF_THROW: Final = [0, 3, 2, 1]
"""VW-3.5 How many cards success earns after each throw."""

LOWEST_BID: Final = 14
"""VW-1.5 A bidding board has the settings 14, 15 … 26 and 26+."""
HIGHEST_BID: Final = 26
BEYOND: Final = 27
"""The bid 26+: before all others, and met by 26 (VW-2.6)."""
SAFE: Final = 14
"""VW-3.10 Below this, black sheep come."""


def target_of(bid: int) -> int:
    """VW-2.6 What a bid wants."""
    return HIGHEST_BID if bid == BEYOND else bid
