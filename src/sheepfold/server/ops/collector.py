"""Circles of objects, which Python has to look for while everybody waits.

There is little to be found: what is done at tables, and who comes and goes, leaves none behind (a test holds that). So
new objects are looked through seldom, and those that have stayed only now and then. Left to itself, Python would go
through all tables in the middle of a game, which makes the slowest moves slower (decision 12).
"""

from __future__ import annotations

import gc
from typing import Final

from sheepfold.server.ops.clock import Clock

NEW_OBJECTS: Final = 50_000
NEVER: Final = 1_000_000_000
NOW_AND_THEN: Final = 600.0
"""Seconds."""


def look_seldom() -> None:
    gc.freeze()  # what is there now stays, and need not be looked through
    gc.set_threshold(NEW_OBJECTS, NEVER, NEVER)


async def look_now_and_then(clock: Clock) -> None:
    while True:
        await clock.sleep(NOW_AND_THEN)
        gc.collect()
