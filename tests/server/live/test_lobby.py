"""The list of public tables, as sent to all watchers."""

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
from tests.server.nodes import hub_on
from tests.server.samples import a_person, in_a_loop
from tests.server.waiting import until

PATIENCE = 20.0


class ManualFeed(LobbyFeed):
    """Reads when the test lets it: the list has one more table each time."""

    def __init__(self) -> None:
        hub: Any = None
        super().__init__(hub)
        self.reads = 0
        self.go = [asyncio.Event(), asyncio.Event()]

    async def tables(self) -> list[TableSeen]:
        read, self.reads = self.reads, self.reads + 1
        await self.go[read].wait()
        return [a_table(f"table {number}") for number in range(read)]


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

    async def deliver_to(self, _on_message: Callable[[Message], None]) -> None:
        await asyncio.Event().wait()


class Leaving(Socket):
    async def deliver_to(self, _on_message: Callable[[Message], None]) -> None:
        """Disconnects as soon as it has the list."""


@pytest.mark.interpreted
@in_a_loop
async def test_a_watcher_never_gets_an_older_list_after_a_newer_one() -> None:
    feed = ManualFeed()
    socket: Any = Socket()
    watching = asyncio.create_task(watch(feed, socket, Limits()))
    await asyncio.sleep(0)
    publishing = asyncio.create_task(feed._publish())
    feed.go[1].set()  # the second read would be the faster one
    for _ in range(5):
        await asyncio.sleep(0)
    feed.go[0].set()
    await publishing
    watching.cancel()
    await asyncio.wait({watching})
    assert [b"table 0" in message for message in socket.written] == [False, True]


@pytest.mark.interpreted
@in_a_loop
async def test_a_disconnected_client_does_not_watch() -> None:
    feed = ManualFeed()
    feed.go[0].set()
    socket: Any = Leaving()
    await watch(feed, socket, Limits())
    assert len(socket.written) == 1
    assert not feed._watchers


@pytest.mark.interpreted
@in_a_loop
async def test_the_list_is_published_after_a_database_failure(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "INTERVAL_SECONDS", 0.01)
    async with await Store.open(sqlite_url) as store, hub_on(store) as hub:
        await store.add_person(a_person("ada"))
        feed = LobbyFeed(hub)
        feed.start()
        socket: Any = Socket()
        watching = asyncio.create_task(watch(feed, socket, Limits()))
        await until(lambda: len(socket.written) == 1)
        read = store.lobby
        failures = [NotStored("away for a moment")]

        async def fail_once(limit: int) -> list[rows.Table]:
            if failures:
                raise failures.pop()
            return await read(limit)

        monkeypatch.setattr(store, "lobby", fail_once)
        hub.public_change.set()
        await until(lambda: not failures)
        settings = Settings(game="haste-bock", seats=[SeatPlan("me"), SeatPlan("friend")], public=True)
        await hub.make("meadow", settings, a_person("ada"), "")
        await until(lambda: b"meadow" in socket.written[-1])
        watching.cancel()
        await asyncio.wait({watching})
        await feed.stop()
