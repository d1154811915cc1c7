"""What goes to one socket: at once while it keeps up, else in its turn out of a bounded queue; nobody waits for it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine
from typing import Any, Final

from sheepfold.server.channel import Channel
from sheepfold.server.limits import Limits
from sheepfold.server.metrics import METRICS

TOO_SLOW: Final = 1013


class Postbox:
    """All that is said to one browser."""

    def __init__(self, channel: Channel, limits: Limits) -> None:
        self._channel = channel
        self._longest = limits.waiting_messages
        self._seconds = limits.write_seconds
        self._waiting: deque[bytes] = deque()
        self._patience: asyncio.TimerHandle | None = None
        """Runs while the socket does not keep up."""
        self._closing = False
        """Nothing more is taken in."""
        self._loop = asyncio.get_running_loop()
        self._too_slow: asyncio.Future[None] = self._loop.create_future()
        channel.when_that_changes = self._wait_or_go_on

    def push(self, message: bytes) -> None:
        if self._closing:
            return
        if self._channel.keeps_up:
            self._channel.write(message)
        elif len(self._waiting) < self._longest:
            self._waiting.append(message)
        else:
            self._hang_up()

    def _wait_or_go_on(self) -> None:
        self._stop_patience()
        while self._waiting and self._channel.keeps_up:
            self._channel.write(self._waiting.popleft())
        if not self._channel.keeps_up and not self._closing:
            self._patience = self._loop.call_later(self._seconds, self._hang_up)

    def _stop_patience(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _hang_up(self) -> None:
        """The socket does not keep up: what waits is dropped, and the browser will come back for a fresh view."""
        METRICS.slow.inc()
        self._closing = True
        self._waiting.clear()
        self._stop_patience()
        self._too_slow.set_result(None)

    async def stay_with(self, reading: Coroutine[Any, Any, None], answering: asyncio.Lock) -> None:
        """Until the reading is done, or is of no use: whom nothing can be told any more need not be heard either.

        What is being answered, while the lock is held, is done to its end.
        """
        task = asyncio.create_task(reading, name="read")
        try:
            await asyncio.wait({task, self._too_slow}, return_when=asyncio.FIRST_COMPLETED)
            if self._too_slow.done():
                await self._channel.close(TOO_SLOW, "too slow; come back for a fresh view")
        finally:
            async with answering:
                task.cancel()
            self._closing = True
            self._waiting.clear()
            self._stop_patience()
            [failure] = await asyncio.gather(task, return_exceptions=True)
        if isinstance(failure, Exception):
            raise failure
