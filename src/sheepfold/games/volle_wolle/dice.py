"""VW-1.3 The dice: a d12, a d10 and a d8, always in this order."""

from __future__ import annotations

from typing import Final

SIDES: Final = [12, 10, 8]
DICE: Final = 3
ALL_DICE: Final = 0b111
"""Dice as a bit set: the d12 is 1, the d10 is 2, the d8 is 4."""
THROWS: Final = 3
CARDS_OF_THROW: Final = [0, 3, 2, 1]
"""VW-3.5 The number of cards earned by reaching the bid, by throw."""

LOWEST_BID: Final = 14
"""VW-1.5 A bidding board has the settings 14, 15 … 26 and 26+."""
HIGHEST_BID: Final = 26
BEYOND: Final = 27
"""The bid 26+: it acts first, and 26 is enough (VW-2.6)."""
SAFE: Final = 14
"""VW-3.10 A lower result brings black sheep."""


def target_of(bid: int) -> int:
    """VW-2.6 The result that a bid needs."""
    return HIGHEST_BID if bid == BEYOND else bid
