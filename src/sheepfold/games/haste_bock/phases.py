"""Phases: what the game waits for."""

from __future__ import annotations

from typing import Final

LAYOUT: Final = 0
"""Chance draws the layout (HB-1.3)."""
START: Final = 1
"""Chance draws the start player (HB-1.8)."""
ROLLING: Final = 2
"""Chance rolls the colour die, in the scramble or a panic (HB-3.1, HB-4.4)."""
RAMMING: Final = 3
"""The active player rams with a sheep of the rolled colour."""
PLAYING: Final = 4
"""The active player plays an action card (HB-4.1)."""
WALKING: Final = 5
"""The active player chooses a movement card (HB-9.3, HB-10.3)."""
OVER: Final = 6

NAMES: Final = ["layout", "start", "rolling", "ramming", "playing", "walking", "over"]
"""Their names in views."""
