"""HTTP and WebSocket clients with little overhead, so that benchmarks measure the server and not the clients."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any, Final, cast

import msgspec

END_OF_HEAD: Final = b"\r\n\r\n"
TEXT: Final = 0x81
PONG: Final = 0x8A
PING: Final = 0x9 | 0x80
MASKED: Final = 0x80
MASK: Final = b"\0\0\0\0"
"""Clients must mask what they send; this mask changes nothing."""

KEPT_SECONDS: Final = 3.0
"""How long an idle connection may be reused; the server closes it after five."""


class Refused(Exception):
    """The server answered with an error."""


class Socket(asyncio.Protocol):
    """A WebSocket client without fragments, extensions or a closing handshake, which our server does not need."""

    def __init__(self, host: str, path: str, on_text: Callable[[bytes], None]) -> None:
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2hlZXBmb2xkLWJlbmNoIQ==\r\n\r\n"
        )
        self._on_text = on_text
        self._buffer = b""
        self._transport: asyncio.Transport | None = None
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's transports are not subclasses
        self._transport.write(self._request.encode())

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data
        at = 0
        if not self.open.done():
            at = data.find(END_OF_HEAD) + len(END_OF_HEAD)
            if at < len(END_OF_HEAD):
                self._buffer = data
                return
            if b" 101 " not in data[:at]:
                self.open.set_exception(Refused(data[:at].decode()))
                return
            self.open.set_result(None)
        while (frame := _frame(data, at)) is not None:
            kind, begin, at = frame
            if kind == TEXT:
                self._on_text(data[begin:at])
            elif kind == PING:
                self._send(PONG, data[begin:at])
        self._buffer = data[at:]

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if not self.open.done():
            self.open.set_exception(Refused("the connection was closed"))

    def send(self, text: bytes) -> None:
        self._send(TEXT, text)

    def _send(self, kind: int, content: bytes) -> None:
        length = len(content)
        size = (MASKED | length,) if length < 126 else (MASKED | 126, length >> 8, length & 255)
        if self._transport is not None:
            self._transport.write(bytes((kind, *size)) + MASK + content)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


def _frame(data: bytes, at: int) -> tuple[int, int, int] | None:
    """The kind of the frame at this offset, and where its content begins and ends; None if it is incomplete."""
    if len(data) < at + 2:
        return None
    length = data[at + 1]
    begin = at + 2
    if length >= 126:
        begin += 2 if length == 126 else 8
        length = int.from_bytes(data[at + 2 : begin], "big")
    end = begin + length
    return (data[at], begin, end) if end <= len(data) else None


async def connect(host: str, port: int, path: str, on_text: Callable[[bytes], None]) -> Socket:
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(host, path, on_text), host, port)
    await socket.open
    return socket


class HttpConnection:
    """Posts requests, one after another, over one connection."""

    def __init__(self, host: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._host = host
        self._reader = reader
        self._writer = writer
        self.idle_since = 0.0

    async def post(self, path: str, content: object, token: str = "") -> Any:
        body = msgspec.json.encode(content)
        credentials = f"Authorization: Bearer {token}\r\n" if token else ""
        head = f"POST {path} HTTP/1.1\r\nHost: {self._host}\r\n{credentials}Content-Type: application/json\r\n"
        self._writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        answer = (await self._reader.readuntil(END_OF_HEAD)).decode().lower()
        length = int(answer.partition("content-length:")[2].split(maxsplit=1)[0])
        text = await self._reader.readexactly(length)
        if answer.split()[1] != "201":
            raise Refused(text.decode())
        return msgspec.json.decode(text)

    def close(self) -> None:
        self._writer.close()


class HttpPool:
    """Reuses connections, as a browser would, unless the server may be about to close them."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._idle: list[HttpConnection] = []

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[HttpConnection]:
        connection = self._reusable() or HttpConnection(
            self._host, *await asyncio.open_connection(self._host, self._port)
        )
        yield connection
        connection.idle_since = monotonic()
        self._idle.append(connection)

    def _reusable(self) -> HttpConnection | None:
        while self._idle:
            connection = self._idle.pop()
            if monotonic() - connection.idle_since < KEPT_SECONDS:
                return connection
            connection.close()
        return None
