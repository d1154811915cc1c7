"""What goes to one socket: it waits its turn in a bounded queue, and nobody waits for it."""

from __future__ import annotations

import asyncio
import logging
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
        self._gone = False
        """Nothing more can be written."""
        self._hearing: asyncio.Timeout | None = None
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

    async def receive(self) -> Any:
        """The next frame from the socket. Who takes nothing any more is not listened to either."""
        if not self._gone:
            try:
                async with asyncio.timeout(None) as self._hearing:
                    return await self._socket.receive()
            except TimeoutError:
                logger.debug("too slow")
            finally:
                self._hearing = None
        raise WebSocketDisconnect(detail="gone", code=TOO_SLOW)

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
            self._closing = self._gone = True
            if self._hearing is not None:
                self._hearing.reschedule(0)  # at once

    async def close(self) -> None:
        """What still waits is dropped: the other side has gone."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
