"""A clock that stands still until the test moves it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count

from sheepfold.server.ops.clock import Clock, Timer
from tests.server.waiting import MOMENT, PATIENCE

START = 1_000_000.0
TURNS = 50
"""Turns of the event loop for everything that a timer starts, as long as it waits for nothing real."""
SHORT = 0.01
"""Seconds. Shorter waits are real, and the clock moves with them: no test is about them."""


class ManualTimer:
    def __init__(self, callback: Callable[[], object]) -> None:
        self._callback: Callable[[], object] | None = callback

    def cancel(self) -> None:
        self._callback = None

    def is_cancelled(self) -> bool:
        return self._callback is None

    def fire(self) -> None:
        if self._callback is not None:
            self._callback()


class ManualClock(Clock):
    """Timers fire in the order of their times, and tasks run after each of them."""

    def __init__(self) -> None:
        self._passed = 0.0
        self._timers: list[tuple[float, int, ManualTimer]] = []
        self._numbers = count()

    def now(self) -> float:
        return START + self._passed

    def monotonic(self) -> float:
        return self._passed

    def call_later(self, seconds: float, callback: Callable[..., object], *arguments: object) -> Timer:
        if seconds <= SHORT:
            return asyncio.get_running_loop().call_later(seconds, self._after, seconds, callback, arguments)
        timer = ManualTimer(lambda: callback(*arguments))
        heappush(self._timers, (self._passed + seconds, next(self._numbers), timer))
        return timer

    def _after(self, seconds: float, callback: Callable[..., object], arguments: tuple[object, ...]) -> None:
        self._passed += max(0.0, seconds)
        callback(*arguments)

    async def sleep(self, seconds: float) -> None:
        woken = asyncio.Event()
        timer = self.call_later(seconds, woken.set)
        try:
            await woken.wait()
        finally:
            timer.cancel()

    @asynccontextmanager
    async def timeout(self, seconds: float | None) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(None) as limit:
            timer = None if seconds is None else self.call_later(seconds, lambda: limit.reschedule(loop.time()))
            try:
                yield
            finally:
                if timer is not None:
                    timer.cancel()

    def pending(self) -> int:
        """How many timers wait for time to pass."""
        return sum(not timer.is_cancelled() for _, _, timer in self._timers)

    async def advance(self, seconds: float) -> None:
        """Let this much time pass."""
        end = self._passed + seconds
        await let_tasks_run()
        while self._timers and self._timers[0][0] <= end:
            when, _, timer = heappop(self._timers)
            if not timer.is_cancelled():
                self._passed = max(self._passed, when)
                timer.fire()
                await let_tasks_run()
        self._passed = max(self._passed, end)

    async def until(self, holds: Callable[[], bool], step: float) -> None:
        """Let time pass step by step until a condition holds that depends on threads, processes or sockets, too."""
        async with asyncio.timeout(PATIENCE):
            while not holds():
                await self.advance(step)
                await asyncio.sleep(MOMENT)


async def let_tasks_run() -> None:
    for _ in range(TURNS):
        await asyncio.sleep(0)
