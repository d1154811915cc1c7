"""What goes to one socket: it waits its turn in a bounded queue, and nobody waits for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from sheepfold.server.limits import Limits
from sheepfold.server.metrics import METRICS

logger = logging.getLogger("sheepfold")

TOO_SLOW: Final = 1013


class Postbox:
    """A queue and the task that empties it into the socket."""

    def __init__(self, socket: WebSocket[Any, Any, Any], limits: Limits) -> None:
        self._socket = socket
        self._seconds = limits.write_seconds
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(limits.waiting_messages)
        self._closing = False
        """Nothing more is taken in."""
        self._task = asyncio.create_task(self._write(), name="write")

    def push(self, message: bytes) -> None:
        if self._closing:
            return
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self._hang_up()

    def _hang_up(self) -> None:
        """The socket does not keep up: what waits is dropped, and the browser will come back for a fresh view."""
        METRICS.slow.inc()
        self._closing = True
        while not self._queue.empty():
            self._queue.get_nowait()
        self._queue.put_nowait(None)

    async def _write(self) -> None:
        try:
            while True:
                message = await self._queue.get()
                async with asyncio.timeout(self._seconds):
                    if message is None:
                        await self._socket.close(TOO_SLOW, "too slow; come back for a fresh view")
                        return
                    await self._socket.send_data(message, mode="text")
        except (OSError, RuntimeError, WebSocketDisconnect) as error:  # a timeout is an OSError
            logger.debug("gone", extra={"error": str(error)})
        finally:
            self._closing = True

    async def stay_with(self, reading: Coroutine[Any, Any, None], answering: asyncio.Lock) -> None:
        """Until one of the two is done: whom nothing can be told any more need not be heard either.

        What is being answered, while the lock is held, is done to its end.
        """
        task = asyncio.create_task(reading, name="read")
        try:
            await asyncio.wait({task, self._task}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            async with answering:
                task.cancel()
            self._task.cancel()
            failure, _ = await asyncio.gather(task, self._task, return_exceptions=True)
        if isinstance(failure, Exception):
            raise failure
