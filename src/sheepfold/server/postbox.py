"""What goes to one socket: at once if it can, else in its turn out of a bounded queue, and nobody waits for it."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Coroutine, Generator
from typing import Any, Final

from sheepfold.server.channel import Channel
from sheepfold.server.limits import Limits
from sheepfold.server.metrics import METRICS

logger = logging.getLogger("sheepfold")

TOO_SLOW: Final = 1013


class Begun:
    """A message on its way, begun without a task: nearly always the socket takes it at once, and none is needed."""

    def __init__(self, sending: Awaitable[None]) -> None:
        self._steps = sending.__await__()
        self._waits_for: Any = None

    def is_done(self) -> bool:
        """Begin; False if the socket has to be waited for."""
        try:
            self._waits_for = next(self._steps)
        except StopIteration:
            return True
        return False

    def __await__(self) -> Generator[Any, Any, None]:
        """From where it stands."""
        try:
            yield self._waits_for
            yield from self._steps
        finally:
            self._steps.close()


class Postbox:
    """A queue that is emptied into the socket; a task waits for the socket only while it does not keep up."""

    def __init__(self, channel: Channel, limits: Limits) -> None:
        self._channel = channel
        self._seconds = limits.write_seconds
        self._longest = limits.waiting_messages
        self._waiting: deque[bytes | None] = deque()
        self._sending = False
        """Somebody will come for what waits."""
        self._writing: asyncio.Task[None] | None = None
        self._closing = False
        """Nothing more is taken in."""
        self._loop = asyncio.get_running_loop()
        self._gone: asyncio.Future[None] = self._loop.create_future()

    def push(self, message: bytes) -> None:
        if self._closing:
            return
        if len(self._waiting) >= self._longest:
            self._hang_up()
            return
        self._waiting.append(message)
        if not self._sending:
            self._sending = True
            self._loop.call_soon(self._send)

    def _hang_up(self) -> None:
        """The socket does not keep up: what waits is dropped, and the browser will come back for a fresh view."""
        METRICS.slow.inc()
        self._closing = True
        self._waiting.clear()
        self._waiting.append(None)

    def _send(self) -> None:
        """All that waits, as far as the socket takes it at once."""
        try:
            while self._waiting:
                begun = Begun(self._next())
                if not begun.is_done():
                    self._writing = asyncio.create_task(self._wait_for(begun), name="write")
                    return
        except (OSError, RuntimeError) as error:
            self._end(error)
        self._sending = False
        if self._closing:
            self._end(None)

    def _next(self) -> Awaitable[None]:
        message = self._waiting.popleft()
        if message is None:
            return self._channel.close(TOO_SLOW, "too slow; come back for a fresh view")
        return self._channel.send_text(message)

    async def _wait_for(self, begun: Begun) -> None:
        try:
            async with asyncio.timeout(self._seconds):
                await begun
        except (OSError, RuntimeError) as error:  # a timeout is an OSError
            self._end(error)
        else:
            self._writing = None
            self._send()

    def _end(self, error: Exception | None) -> None:
        logger.debug("gone", extra={"error": str(error)})
        self._closing = True
        if not self._gone.done():
            self._gone.set_result(None)

    async def stay_with(self, reading: Coroutine[Any, Any, None], answering: asyncio.Lock) -> None:
        """Until one of the two is done: whom nothing can be told any more need not be heard either.

        What is being answered, while the lock is held, is done to its end.
        """
        task = asyncio.create_task(reading, name="read")
        try:
            await asyncio.wait({task, self._gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            async with answering:
                task.cancel()
            self._closing = True
            self._waiting.clear()
            tasks = [task] if self._writing is None else [task, self._writing]
            for one in tasks:
                one.cancel()
            failure, *_ = await asyncio.gather(*tasks, return_exceptions=True)
        if isinstance(failure, Exception):
            raise failure
