"""The list of public tables, as everybody who watches is told it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from sheepfold.server.live import lobby
from sheepfold.server.live.lobby import LobbyFeed
from sheepfold.server.ops.limits import Limits
from sheepfold.server.socket.channel import Message
from sheepfold.server.socket.lobby import watch
from sheepfold.server.store import rows
from sheepfold.server.store.database import NotStored
from sheepfold.server.store.store import Store
from sheepfold.server.table.settings import NoClock, SeatPlan, Settings
from sheepfold.server.wire.updates import TableSeen
from tests.server.nodes import a_hub
from tests.server.samples import a_person, in_a_loop
from tests.server.waiting import until

PATIENCE = 20.0


class Board(LobbyFeed):
    """Looks when the test lets it: the list has a table more each time."""

    def __init__(self) -> None:
        hub: Any = None
        super().__init__(hub)
        self.looks = 0
        self.go = [asyncio.Event(), asyncio.Event()]

    async def tables(self) -> list[TableSeen]:
        look, self.looks = self.looks, self.looks + 1
        await self.go[look].wait()
        return [a_table(f"table {number}") for number in range(look)]


def a_table(name: str) -> TableSeen:
    return TableSeen(
        id=name,
        game="toy",
        status="open",
        options={},
        public=True,
        clock=NoClock(),
        chat=True,
        chairs=[],
        commitment="",
        created=1.0,
    )


class Socket:
    is_writable = True

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, text: bytes) -> None:
        self.written.append(text)

    async def listen(self, _hear: Callable[[Message], None]) -> None:
        await asyncio.Event().wait()


class Leaving(Socket):
    async def listen(self, _hear: Callable[[Message], None]) -> None:
        """Gone as soon as it has seen the list."""


@in_a_loop
async def test_nobody_is_told_an_older_list_after_a_newer_one() -> None:
    board = Board()
    socket: Any = Socket()
    watching = asyncio.create_task(watch(board, socket, Limits()))
    await asyncio.sleep(0)
    telling = asyncio.create_task(board._publish())
    board.go[1].set()  # the second look would be the quicker one
    for _ in range(5):
        await asyncio.sleep(0)
    board.go[0].set()
    await telling
    watching.cancel()
    await asyncio.wait({watching})
    assert [b"table 0" in message for message in socket.written] == [False, True]


@in_a_loop
async def test_who_has_gone_does_not_watch_any_more() -> None:
    board = Board()
    board.go[0].set()
    socket: Any = Leaving()
    await watch(board, socket, Limits())
    assert len(socket.written) == 1
    assert not board._watchers


@in_a_loop
async def test_when_the_database_fails_once_the_list_is_told_all_the_same(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "INTERVAL_SECONDS", 0.01)
    async with await Store.open(sqlite_url) as store, a_hub(store) as hub:
        await store.add_person(a_person("ada"))
        board = LobbyFeed(hub)
        board.start()
        socket: Any = Socket()
        watching = asyncio.create_task(watch(board, socket, Limits()))
        await until(lambda: len(socket.written) == 1)
        look = store.lobby
        failures = [NotStored("away for a moment")]

        async def fail_once(limit: int) -> list[rows.Table]:
            if failures:
                raise failures.pop()
            return await look(limit)

        monkeypatch.setattr(store, "lobby", fail_once)
        hub.public_change.set()
        await until(lambda: not failures)
        settings = Settings(game="haste-bock", seats=[SeatPlan("me"), SeatPlan("friend")], public=True)
        await hub.make("meadow", settings, a_person("ada"), "")
        await until(lambda: b"meadow" in socket.written[-1])
        watching.cancel()
        await asyncio.wait({watching})
        await board.stop()
