"""Phases: what the game waits for."""

from __future__ import annotations

from typing import Final

BOARDS: Final = 0
"""Chance deals a bidding board to each seat (VW-1.6)."""
LAYING_OUT: Final = 1
"""Chance lays out a card (VW-2.1)."""
BIDDING: Final = 2
"""All players bid, in secret (VW-2.3)."""
ROLLING: Final = 3
"""Chance rolls for the active player (VW-3.1)."""
HELP: Final = 4
"""The active player decides whether to use plus and chips (VW-3.7)."""
LEAVING: Final = 5
"""The active player chooses a die to leave (VW-3.2, VW-3.3)."""
TAKING: Final = 6
"""The active player chooses cards to take (VW-3.5)."""
TOPPING: Final = 7
"""The taker chooses the top sheep (VW-4.1)."""
GRABBING: Final = 8
"""The taker decides whether to take the bone (VW-4.4)."""
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
"""Their names in views."""
