"""What the game waits for."""

from __future__ import annotations

from typing import Final

COLOURS: Final = 0
"""Chance: which colour the next '?' tile has (MS-1.7)."""
DRAWING: Final = 1
"""Chance: the next tile out of the bag (MS-1.8, MS-2.5)."""
STARTING: Final = 2
"""Chance: who begins (MS-1.9)."""
TURN: Final = 3
"""The player in turn; the others may act unasked (MS-3.1)."""
BEASTS: Final = 4
"""Whoever lays wolves and hunters: one more, or done (MS-4.1)."""
EXTRA: Final = 5
"""Whoever has shown a colour: one more tile, or done (MS-5.2)."""
OVER: Final = 6

NAMES: Final = ["colours", "drawing", "starting", "turn", "beasts", "extra", "over"]
"""What views call them."""

# What follows when all tiles are drawn.
DEAL_ON: Final = 0
END_TURN: Final = 1
GO_ON: Final = 2
"""Back to the turn that was interrupted."""
ONE_MORE: Final = 3
"""MS-5.2"""
