"""The server's only source of time: time of day, monotonic time and timers. Tests use a clock that they control."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol


class Timer(Protocol):
    """A scheduled callback."""

    def cancel(self) -> None: ...


class Clock:
    """The system clock. `serve` creates it, and every object that needs the time gets it from its owner."""

    # The system's own functions: they are called several times for every move, and a wrapper costs twice as much.
    now = staticmethod(time.time)
    """Return the time of day in seconds since 1970, as stored in logs and databases. It may be set back."""
    monotonic = staticmethod(time.monotonic)
    """Return seconds for limits and deadlines, which never go back."""

    def call_later(self, seconds: float, callback: Callable[..., object], *arguments: object) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, callback, *arguments)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def timeout(self, seconds: float | None) -> AbstractAsyncContextManager[object]:
        """Raise TimeoutError unless the block ends in time; None means no limit."""
        return asyncio.timeout(seconds)
