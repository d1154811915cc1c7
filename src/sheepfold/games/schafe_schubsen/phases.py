"""What the game waits for."""

from __future__ import annotations

from typing import Final

LAYOUT: Final = 0
"""Chance: how the dyke lies (SS-1.3)."""
START: Final = 1
"""Chance: who begins (SS-1.7)."""
LAYING: Final = 2
"""Everybody who has not laid cards yet (SS-2)."""
CLOVERS: Final = 3
"""The active seat: clovers, then walking (SS-3.2)."""
TURNING: Final = 4
"""The active seat: which side of the freed board (SS-4.6)."""
TAKING: Final = 5
"""The angel's holder: a clover (SS-6.2)."""
OVER: Final = 6

NAMES: Final = ["layout", "start", "laying", "clovers", "turning", "taking", "over"]
"""What views call them."""
