"""Raw connections, for what no well-behaved client sends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from tests.server.waiting import PATIENCE

STRANGER, BYSTANDER = "127.0.0.2", "127.0.0.3"
"""Addresses of this machine."""


class Line(asyncio.Protocol):
    """A raw connection from one of this machine's addresses. It keeps what it received, however it ends."""

    def __init__(self) -> None:
        self.received = b""
        self.closed = asyncio.Event()
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.received += data

    def connection_lost(self, _error: Exception | None) -> None:
        self.closed.set()

    async def answer(self) -> bytes:
        """Return everything until the server closes the connection."""
        async with asyncio.timeout(PATIENCE):
            await self.closed.wait()
        return self.received

    async def wait_for(self, text: bytes) -> None:
        async with asyncio.timeout(PATIENCE):
            while text not in self.received:
                await asyncio.sleep(0.01)


@asynccontextmanager
async def lines(port: int) -> AsyncIterator[Callable[..., Coroutine[Any, Any, Line]]]:
    """A function that opens connections, all of which are closed at the end."""
    opened: list[Line] = []

    async def open_one(sent: bytes = b"", host: str = STRANGER) -> Line:
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(Line, "127.0.0.1", port, local_addr=(host, 0))
        line.transport.write(sent)
        opened.append(line)
        return line

    try:
        yield open_one
    finally:
        for line in opened:
            line.transport.abort()
        await asyncio.sleep(0)
