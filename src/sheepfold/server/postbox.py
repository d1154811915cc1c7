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
        self._end: asyncio.Future[None] = self._loop.create_future()
        """Nothing more can be told: the socket is too slow, or something went wrong."""
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
        METRICS.slow += 1
        self._stop()
        self._end.set_result(None)

    def give_up(self, error: Exception) -> None:
        """A mistake of ours; whoever stays with the socket is told."""
        if not self._end.done():
            self._stop()
            self._end.set_exception(error)

    def _stop(self) -> None:
        self._closing = True
        self._waiting.clear()
        self._stop_patience()

    async def stay_with(self, listening: Coroutine[Any, Any, None]) -> None:
        """Until the listening is done, or is of no use: whom nothing can be told any more need not be heard either."""
        task = asyncio.create_task(listening, name="listen")
        try:
            await asyncio.wait({task, self._end}, return_when=asyncio.FIRST_COMPLETED)
            if self._end.done():
                self._end.result()
                await self._channel.close(TOO_SLOW, "too slow; come back for a fresh view")
        finally:
            task.cancel()
            self._stop()
            [failure] = await asyncio.gather(task, return_exceptions=True)
        if isinstance(failure, Exception):
            raise failure
