"""Phases: what the game waits for."""

from __future__ import annotations

from typing import Final

LAYOUT: Final = 0
"""Chance draws the first layout (SS-1.3)."""
START: Final = 1
"""Chance draws the start player (SS-1.7)."""
LAYING: Final = 2
"""All players lay cards, in secret (SS-2)."""
CLOVERS: Final = 3
"""The active player uses clovers and then moves (SS-3.2)."""
TURNING: Final = 4
"""The active player chooses a side of the empty board (SS-4.6)."""
TAKING: Final = 5
"""The player with the angel takes a clover (SS-6.2)."""
OVER: Final = 6

NAMES: Final = ["layout", "start", "laying", "clovers", "turning", "taking", "over"]
"""Their names in views."""
