"""The server's only source of time: the time of day, a monotonic time, and timers. A test moves a clock of its own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol


class Timer(Protocol):
    """A callback that is still to come."""

    def cancel(self) -> None: ...


class Clock:
    """The system's clock. `serve` makes it, and every object that needs the time is given it by its owner."""

    def now(self) -> float:
        """The time of day, in seconds since 1970, as logs and databases keep it. It may be set back."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds for limits and deadlines. They never go back."""
        return time.monotonic()

    def call_later(self, seconds: float, callback: Callable[..., object], *arguments: object) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, callback, *arguments)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def timeout(self, seconds: float | None) -> AbstractAsyncContextManager[object]:
        """Raise TimeoutError unless the block ends in time; None: it may take any time."""
        return asyncio.timeout(seconds)
