"""A browser that takes nothing any more is let go, and comes back when it can."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from sheepfold.server.channel import Message
from sheepfold.server.hub import Hub
from sheepfold.server.limits import Limits
from sheepfold.server.people import People
from sheepfold.server.postbox import TOO_SLOW
from sheepfold.server.room import Room
from sheepfold.server.settings import SeatPlan, Settings
from sheepfold.server.sockets import Visit
from sheepfold.server.store import Store
from sheepfold.server.thinking import Thinkers
from tests.server.samples import in_a_loop

PATIENCE = 20.0


class Stuck:
    """A socket that says hello, and whose other end then neither reads nor writes."""

    def __init__(self, token: str) -> None:
        self._hello: list[Any] = [{"type": "hello", "token": token}]
        self.stuck = asyncio.Event()
        self.keeps_up = True
        self.when_that_changes: Callable[[], None] = asyncio.Event().set
        self.closed: int | None = None
        self._end = asyncio.Event()

    async def first(self) -> str:
        return msgspec.json.encode(self._hello.pop()).decode()

    async def listen(self, _hear: Callable[[Message], None]) -> None:
        await self._end.wait()

    def write(self, text: bytes) -> None:
        assert self.keeps_up
        self.keeps_up = False
        self.when_that_changes()
        self.stuck.set()

    def close(self, code: int, reason: str) -> None:
        self.closed = code
        self._end.set()


@asynccontextmanager
async def a_table(url: str) -> AsyncIterator[tuple[Hub, People, Room, str]]:
    """Of somebody who waits there for a friend, and their token."""
    async with await Store.open(url) as store:
        thinkers = Thinkers(1)
        hub = Hub(store, thinkers)
        people = People(store)
        ada, token = await people.add("Ada")
        settings = Settings(game="volle-wolle", seats=[SeatPlan("me"), SeatPlan("friend")])
        yield hub, people, await hub.make("meadow", settings, ada, ""), token
        await hub.stop()
        thinkers.stop()


@in_a_loop
async def test_who_does_not_read_is_let_go(sqlite_url: str) -> None:
    async with a_table(sqlite_url) as (hub, people, room, token):
        socket: Any = Stuck(token)
        visit = asyncio.create_task(Visit(socket, hub, people, Limits(write_seconds=0.3)).run("meadow"))
        async with asyncio.timeout(PATIENCE):
            await socket.stuck.wait()
            assert room.presence() == ["here", "free"]
            await visit
        assert room.presence() == ["gone", "free"]
        assert socket.closed == TOO_SLOW


class Leaving(Stuck):
    """A browser that says something and is gone before it is answered."""

    keeps_up = True

    def __init__(self, token: str, *said: dict[str, Any]) -> None:
        super().__init__(token)
        self._said = said

    async def listen(self, hear: Callable[[Message], None]) -> None:
        for one in self._said:
            hear(msgspec.json.encode(one).decode())

    def write(self, text: bytes) -> None:
        """It is not there any more."""

    def hear_no_more(self) -> None:
        """It says nothing more."""

    def hear_again(self) -> None:
        """Nor now."""


@in_a_loop
async def test_what_was_begun_is_done_and_nothing_else_for_who_is_gone(sqlite_url: str) -> None:
    async with a_table(sqlite_url) as (hub, people, room, token):
        say = {"type": "say", "id": "1", "text": "baa"}
        look = {"type": "look", "id": "2", "seat": 0}
        socket: Any = Leaving(token, say, look)
        async with asyncio.timeout(PATIENCE):
            await Visit(socket, hub, people, Limits()).run("meadow")
        assert [said.text for said in room.said] == ["baa"]
        assert room.perspectives == {}
