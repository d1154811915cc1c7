"""Phases: what the game waits for."""

from __future__ import annotations

from typing import Final

COLOURS: Final = 0
"""Chance deals a '?' tile (MS-1.7)."""
DRAWING: Final = 1
"""Chance draws a tile from the bag (MS-1.8, MS-2.5)."""
STARTING: Final = 2
"""Chance draws the start player (MS-1.9)."""
TURN: Final = 3
"""The active player's turn, which others may interrupt (MS-3.1)."""
BEASTS: Final = 4
"""A player lays wolves and hunters until done (MS-4.1)."""
EXTRA: Final = 5
"""A player who has shown a colour may lay one more tile (MS-5.2)."""
OVER: Final = 6

NAMES: Final = ["colours", "drawing", "starting", "turn", "beasts", "extra", "over"]
"""Their names in views."""

WAIT_FOR: Final = [[seat] for seat in range(4)]
"""By seat: shared results of `waiting_for`."""

# What follows once all tiles are drawn
DEAL_ON: Final = 0
END_TURN: Final = 1
GO_ON: Final = 2
"""Back to the interrupted turn."""
ONE_MORE: Final = 3
"""MS-5.2 One more tile may be laid."""
