"""Waiting for what happens outside the test: in threads, processes, databases and sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

PATIENCE = 300.0
"""Seconds; far more than anything takes, so that a busy machine is no failure."""
MOMENT = 0.005


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(MOMENT)
