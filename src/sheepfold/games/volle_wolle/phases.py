"""What the game waits for."""

from __future__ import annotations

from typing import Final

BOARDS: Final = 0
"""Chance: a bidding board for each seat (VW-1.6)."""
LAYING_OUT: Final = 1
"""Chance: a card for the middle (VW-2.1)."""
BIDDING: Final = 2
"""Everybody who has not bid yet (VW-2.3)."""
ROLLING: Final = 3
"""Chance: the active seat's throw (VW-3.1)."""
HELP: Final = 4
"""The active seat: plus and chips, or not (VW-3.7)."""
LEAVING: Final = 5
"""The active seat: which die to leave (VW-3.2, VW-3.3)."""
TAKING: Final = 6
"""The active seat: which cards to take (VW-3.5)."""
TOPPING: Final = 7
"""The taker: which sheep lies on top (VW-4.1)."""
GRABBING: Final = 8
"""The taker: the bone, or not (VW-4.4)."""
OVER: Final = 9

NAMES: Final = [
    "boards",
    "laying out",
    "bidding",
    "rolling",
    "help",
    "leaving",
    "taking",
    "topping",
    "grabbing",
    "over",
]
"""What views call them."""
