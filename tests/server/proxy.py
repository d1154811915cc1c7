"""A TCP proxy in front of PostgreSQL that can fall silent: it forwards nothing more, and closes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Literal

from sqlalchemy.engine import make_url

COMMIT = b"COMMIT;"
Lost = Literal["request", "answer"]
"""Which part of a COMMIT is lost: the request, so that the transaction stays open, or the response."""


class Line:
    """One connection, in both directions."""

    def __init__(self, *, is_silent: bool) -> None:
        self.is_silent = is_silent
        self.ends: list[asyncio.StreamWriter] = []


class Proxy:
    def __init__(self, database: str) -> None:
        place = make_url(database)
        self._socket = f"{place.query['host']}/.s.PGSQL.5432"
        self._name = place.database
        self._lines: dict[Line, asyncio.Task[Any] | None] = {}
        self._ended = asyncio.Event()
        self._is_silent = False
        self._to_lose: Lost | None = None
        self.lost_commit = asyncio.Event()
        """Set when a connection fell silent at a COMMIT."""
        self.url = ""

    def fall_silent(self, *, for_good: bool) -> None:
        """Fall silent on all open connections, and on new ones if it is for good."""
        self._is_silent = for_good
        for line in self._lines:
            line.is_silent = True

    def work_again(self) -> None:
        """Forward new connections again; silent ones stay silent."""
        self._is_silent = False

    def lose_next_commit(self, lost: Lost) -> None:
        """One connection falls silent when it is about to commit, or has just done so."""
        self._to_lose = lost

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = Line(is_silent=self._is_silent)
        self._lines[line] = asyncio.current_task()
        there, back = await asyncio.open_unix_connection(self._socket)
        line.ends = [writer, back]
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._forward(line, reader, back, is_request=True))
                group.create_task(self._forward(line, there, writer, is_request=False))
        finally:
            for end in line.ends:
                end.close()
                with suppress(OSError):  # one end has disconnected
                    await end.wait_closed()
            del self._lines[line]

    async def _forward(
        self, line: Line, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_request: bool
    ) -> None:
        with suppress(OSError):  # one end has disconnected
            while data := await reader.read(65536):
                if is_request and self._to_lose is not None and COMMIT in data:
                    if self._to_lose == "answer":
                        writer.write(data)
                    self._to_lose = None
                    line.is_silent = True
                    self.lost_commit.set()
                if line.is_silent:
                    break
                writer.write(data)
                await writer.drain()
        if line.is_silent:
            await self._ended.wait()
        writer.close()

    async def end(self) -> None:
        self._ended.set()
        for line in self._lines:
            for end in line.ends:
                end.close()
        await asyncio.gather(*[task for task in self._lines.values() if task is not None])


@asynccontextmanager
async def a_proxy(database: str) -> AsyncIterator[Proxy]:
    proxy = Proxy(database)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.url = f"postgresql://postgres@127.0.0.1:{server.sockets[0].getsockname()[1]}/{proxy._name}"
    try:
        yield proxy
    finally:
        server.close()
        await proxy.end()
        await server.wait_closed()
