"""Keep the garbage collector out of the hot path.

Moves and connections leave no reference cycles behind (a test checks that), so there is little to collect. By default
Python would scan all tables in the middle of a game, which makes the slowest moves slower (decision 12). Instead, new
objects are scanned rarely, and old ones only by a periodic full collection.
"""

from __future__ import annotations

import gc
from typing import Final

from sheepfold.server.ops.clock import Clock

NEW_OBJECTS: Final = 50_000
NEVER: Final = 1_000_000_000
COLLECT_SECONDS: Final = 600.0
"""How often to run a full collection."""


def tune_collector() -> None:
    gc.freeze()  # what exists now stays alive, so never scan it
    gc.set_threshold(NEW_OBJECTS, NEVER, NEVER)


async def collect_periodically(clock: Clock) -> None:
    while True:
        await clock.sleep(COLLECT_SECONDS)
        gc.collect()
