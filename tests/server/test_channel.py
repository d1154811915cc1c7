"""The short way to a socket: every message arrives whole and in its turn, also at one that is slow for a while."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from uvicorn.server import ServerState
from websockets.asyncio.client import ClientConnection, connect

from sheepfold.server.channel import KEPT_AT, Channel
from tests.server.house import in_a_loop

PATIENCE = 20.0


@asynccontextmanager
async def port_of(tell: Callable[[Channel], Awaitable[None]]) -> AsyncIterator[int]:
    """Where sockets are told something as soon as they are open."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await tell(scope["state"][KEPT_AT])
        while (await receive())["type"] != "websocket.disconnect":
            pass

    config = uvicorn.Config(app, log_config=None, lifespan="off", ws=Channel, ws_per_message_deflate=False)
    config.load()
    loop = asyncio.get_running_loop()
    async with await loop.create_server(lambda: Channel(config, ServerState(), {}), "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1]


@asynccontextmanager
async def other_end(tell: Callable[[Channel], Awaitable[None]]) -> AsyncIterator[ClientConnection]:
    """A browser at such a socket."""
    async with (
        asyncio.timeout(PATIENCE),
        port_of(tell) as port,
        connect(f"ws://127.0.0.1:{port}", max_queue=1, close_timeout=0.1) as browser,
    ):
        yield browser


@in_a_loop
async def test_much_that_leaves_at_once_keeps_nobody_else_waiting() -> None:
    """As when all that has waited for a slow socket goes on."""
    seconds: list[float] = []

    async def tell(channel: Channel) -> None:
        began = time.process_time()
        for _ in range(1000):
            channel.write(b"x" * 20_000)
        seconds.append(time.process_time() - began)

    async with other_end(tell) as browser:
        await browser.recv()
    assert seconds[0] < 1
