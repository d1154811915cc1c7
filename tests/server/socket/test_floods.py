"""One stranger with one socket cannot disturb others."""

from __future__ import annotations

import asyncio

from sheepfold.bench.stranger import FIRST_FRAME, FLOODS
from sheepfold.server.client import connected_client
from sheepfold.server.ops.limits import FRAMES_AT_ONCE, Limits
from sheepfold.server.socket.upgrade import LOBBY
from tests.server.lines import Line, lines
from tests.server.pipes import close_frame
from tests.server.processes import Caller, Node
from tests.server.running_server import in_a_loop
from tests.server.waiting import PATIENCE

UPGRADE = (
    "GET {} HTTP/1.1\r\nHost: sheepfold\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2hlZXAgc2hlZXAgc2hlZQ==\r\n\r\n"
)
PONG = b"\x8a\x00"
ENOUGH = 200_000
"""Bytes that wait here because the server does not read them."""


async def flood(line: Line, kind: str) -> float:
    """Send until the server closes the connection, and return how long that took."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    await line.wait_for(b"\r\n\r\n")
    line.transport.write(FIRST_FRAME.get(kind, b""))
    many = FLOODS[kind] * (100_000 // len(FLOODS[kind]))
    async with asyncio.timeout(PATIENCE):
        while not line.closed.is_set():
            if line.transport.get_write_buffer_size() < ENOUGH:
                line.transport.write(many)
            await asyncio.sleep(0.01)
    return loop.time() - begun


@in_a_loop
async def test_a_flooding_client_is_disconnected_without_affecting_others(sqlite_url: str) -> None:
    limits = Limits()
    async with Node(sqlite_url) as node, lines(node.port) as open_one:
        caller = Caller(node.http)
        _, token = await caller.person("Ada")
        settings = {"game": "haste-bock", "seats": [{"who": "me"}, {"who": "friend"}], "public": True}
        table, _ = await caller.make(token, settings)
        places = dict.fromkeys(FLOODS, LOBBY) | {"table texts": f"/api/tables/{table}/socket"}
        strangers = {kind: await open_one(UPGRADE.format(place).encode()) for kind, place in places.items()}
        async with connected_client(node.web, table, token) as client, asyncio.TaskGroup() as group:
            floods = {kind: group.create_task(flood(line, kind)) for kind, line in strangers.items()}
            while not all(task.done() for task in floods.values()):
                assert (await client.ask("say", text="baa"))["type"] == "ack"
                await asyncio.sleep(0.1)
        for kind, line in strangers.items():
            assert line.received.endswith(close_frame(1008, "too many frames")), kind
        pongs = strangers["pings"].received.count(PONG)
        most = limits.frames_burst + limits.frames_per_second * floods["pings"].result() + FRAMES_AT_ONCE
        assert limits.frames_burst <= pongs <= most
        metrics = (await caller.ask("GET", "/metrics")).text
        assert f"sheepfold_floods_total {len(FLOODS)}.0" in metrics
        await caller.close()
        assert node.errors() == ""
