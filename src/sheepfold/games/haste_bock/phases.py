"""What the game waits for."""

from __future__ import annotations

from typing import Final

LAYOUT: Final = 0
"""Chance: how the flock stands (HB-1.3)."""
START: Final = 1
"""Chance: who begins (HB-1.8)."""
ROLLING: Final = 2
"""Chance: the colour die, in the scramble or a panic (HB-3.1, HB-4.4)."""
RAMMING: Final = 3
"""The active seat: a ram with the colour that was rolled."""
PLAYING: Final = 4
"""The active seat: an action card (HB-4.1)."""
WALKING: Final = 5
"""The active seat: a movement card, or none (HB-9.3, HB-10.3)."""
OVER: Final = 6

NAMES: Final = ["layout", "start", "rolling", "ramming", "playing", "walking", "over"]
"""What views call them."""
