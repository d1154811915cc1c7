"""A client that stops reading is disconnected, and can come back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sheepfold.server.live.hub import Hub
from sheepfold.server.live.people import People
from sheepfold.server.ops.clock import Clock
from sheepfold.server.ops.limits import Limits
from sheepfold.server.room.room import Room
from sheepfold.server.socket.outbox import TOO_SLOW
from sheepfold.server.socket.session import Session
from sheepfold.server.store.store import Store
from sheepfold.server.table.settings import SeatPlan, Settings
from sheepfold.server.thinking.thinkers import Thinkers
from tests.server.manual_clock import ManualClock
from tests.server.pipes import Pipe, close_frame
from tests.server.samples import in_a_loop

PATIENCE = 20.0


class Stuck(Pipe):
    """A socket whose client reads the first messages and then no more."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock)
        self.stuck = asyncio.Event()

    def write(self, data: bytes) -> None:
        super().write(data)
        self.channel.pause_writing()
        self.stuck.set()


@asynccontextmanager
async def a_table(url: str, clock: Clock) -> AsyncIterator[tuple[Hub, People, Room, str]]:
    """A table where a player waits for a friend, and their token."""
    async with await Store.open(url) as store:
        thinkers = Thinkers(1)
        hub = Hub(store, thinkers, clock)
        people = People(store, clock)
        ada, token = await people.add("Ada")
        settings = Settings(game="volle-wolle", seats=[SeatPlan("me"), SeatPlan("friend")])
        yield hub, people, await hub.make("meadow", settings, ada, ""), token
        await hub.stop()
        thinkers.stop()


@in_a_loop
async def test_a_client_that_does_not_read_is_disconnected(sqlite_url: str) -> None:
    clock = ManualClock()
    async with a_table(sqlite_url, clock) as (hub, people, room, token):
        pipe = Stuck(clock)
        session = asyncio.create_task(Session(pipe.channel, hub, people, Limits(write_seconds=10.0)).run("meadow"))
        pipe.send({"type": "hello", "token": token})
        async with asyncio.timeout(PATIENCE):
            await pipe.stuck.wait()
            await clock.advance(9.0)
            assert hub.presence.seats(room) == ["here", "free"]
            await clock.advance(1.0)
            await session
        assert hub.presence.seats(room) == ["gone", "free"]
        assert pipe.written.endswith(close_frame(TOO_SLOW, "too slow; come back for a fresh view"))


@in_a_loop
async def test_a_command_in_progress_is_completed_for_a_disconnected_client_and_no_other(sqlite_url: str) -> None:
    async with a_table(sqlite_url, Clock()) as (hub, people, room, token):
        pipe = Pipe()
        pipe.send({"type": "hello", "token": token})
        pipe.send({"type": "say", "id": "1", "text": "baa"})
        pipe.send({"type": "look", "id": "2", "seat": 0})
        pipe.abort()
        async with asyncio.timeout(PATIENCE):
            await Session(pipe.channel, hub, people, Limits()).run("meadow")
        assert [said.text for said in room.chat] == ["baa"]
        assert room.perspectives == {}
