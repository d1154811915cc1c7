"""How a socket is opened, and that nothing is left of it after closing."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from websockets.asyncio.client import connect

from sheepfold.server.room.room import Room
from sheepfold.server.socket.channel import Channel
from sheepfold.server.socket.outbox import Outbox
from sheepfold.server.socket.session import Session
from sheepfold.server.socket.upgrade import LOBBY, HttpProtocol, handshake
from tests.server.running_server import close_code, in_a_loop, running_server
from tests.server.waiting import PATIENCE

VERSION = (b"sec-websocket-version", b"13")
KEY = (b"sec-websocket-key", b"dGhlIHNhbXBsZSBub25jZQ==")


def test_the_handshake_is_that_of_the_standard() -> None:
    """The example of RFC 6455, section 1.3."""
    answer = handshake("GET", [(b"host", b"sheepfold"), VERSION, KEY])
    assert answer == (
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"
    )


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("POST", [VERSION, KEY]),
        ("GET", [KEY]),
        ("GET", [VERSION]),
        ("GET", [VERSION, VERSION, KEY]),
        ("GET", [VERSION, KEY, KEY]),
        ("GET", [(VERSION[0], b"8"), KEY]),
        ("GET", [VERSION, (KEY[0], b"c2hlZXA=")]),
        ("GET", [VERSION, (KEY[0], b"!" * 24)]),
        ("GET", [VERSION, (KEY[0], b"\xff" * 24)]),
    ],
)
def test_an_invalid_handshake_is_rejected(method: str, headers: list[tuple[bytes, bytes]]) -> None:
    assert handshake(method, headers) is None


@pytest.mark.parametrize(
    "path", ["/api/tables", "/api/tables/a/b/socket", "/api/tables//socket", "/api/lobby", "/api/lobby/socket/x"]
)
@in_a_loop
async def test_no_socket_opens_at_other_paths(sqlite_url: str, path: str) -> None:
    async with running_server(sqlite_url) as server:
        answer = await server.http.get(
            path,
            headers={
                "connection": "Upgrade",
                "upgrade": "websocket",
                "sec-websocket-version": "13",
                "sec-websocket-key": KEY[1].decode(),
            },
        )
        assert answer.status_code == 404
        assert answer.json()["reason"] == "request.unknown"


@in_a_loop
async def test_a_question_mark_ends_the_path_of_a_socket(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "friend"])
        place = type(place)(place.id + "/socket?x=/", place.invitation)
        async with server.socket(place) as bare:
            await bare.send('{"type": "hello", "token": "nobody"}')
            assert await close_code(bare) == 4400


LEAVE = (Channel, HttpProtocol, Outbox, Room, Session)


@contextmanager
def reference_cycles() -> Iterator[list[object]]:
    """Return what only the garbage collector would free: objects in reference cycles."""
    gc.collect()
    gc.disable()
    try:
        yield gc.garbage
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


@in_a_loop
async def test_closed_sessions_leave_no_reference_cycles(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada, ben = [await server.person(name) for name in ("Ada", "Ben")]
        with reference_cycles() as found:
            place = await server.table(ada, ["me", "friend"])
            await server.join(place, ben)
            async with server.running(place, ada, ben) as clients:
                for client in clients:
                    assert (await client.ask("say", text="baa"))["type"] == "ack"
            async with connect(f"{server.web}{LOBBY}") as watching:
                await watching.recv()
            async with server.socket(place) as bare:
                await bare.ping()
                await bare.send("no hello")
                assert await close_code(bare) == 4400
            room = await server.room(place)
            async with asyncio.timeout(PATIENCE):
                while room.listeners():
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
            gc.set_debug(gc.DEBUG_SAVEALL)
            gc.collect()
            assert [thing for thing in found if isinstance(thing, LEAVE)] == []
