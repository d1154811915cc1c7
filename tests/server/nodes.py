"""Nodes at one table, and a gate before the database of each."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import msgspec

from sheepfold.server.live.hub import Hub
from sheepfold.server.ops.clock import Clock
from sheepfold.server.room.inflight import Propose
from sheepfold.server.room.room import Room
from sheepfold.server.store.results import WriteResult
from sheepfold.server.store.rows import Append, NewTable
from sheepfold.server.store.store import Store
from sheepfold.server.table.entries import decode_entry
from sheepfold.server.table.model import Proposal
from sheepfold.server.table.refusals import Refused
from sheepfold.server.table.settings import SeatPlan, Settings
from sheepfold.server.table.table import Table
from sheepfold.server.thinking.thinkers import Thinkers
from tests.server.samples import a_person
from tests.server.worlds import FakeListener

PATIENCE = 10.0
PEOPLE = ["ada", "ben", "cleo"]
TABLE = "meadow"


class Gate:
    """Before the database: what is to be written waits here until the test lets it through."""

    def __init__(self, store: Store) -> None:
        self.batches: list[list[Append | NewTable]] = []
        self.open = asyncio.Event()
        self.open.set()
        self.failures_before: list[Exception] = []
        """Raised instead of writing, one a batch."""
        self.failures_after: list[Exception] = []
        """Raised when it is written all the same."""
        self.losses = 0
        """So many batches lose a race against nobody."""
        self.when_written = asyncio.Event().set
        """Called before anybody is told."""
        self._write = store._writer._write
        store._writer._write = self._pass  # type: ignore[method-assign]

    async def _pass(self, batch: list[Append | NewTable]) -> list[WriteResult]:
        self.batches.append(batch)
        await self.open.wait()
        if self.failures_before:
            raise self.failures_before.pop()
        if self.losses:
            self.losses -= 1
            return [False] * len(batch)
        verdicts = await self._write(batch)
        self.when_written()
        if self.failures_after:
            raise self.failures_after.pop()
        return verdicts


class Node:
    """A hub, and what happens at one table there."""

    def __init__(self, hub: Hub, room: Room) -> None:
        self.hub = hub
        self.room = room
        self.start = room.table.version
        self.gate = Gate(hub.store)
        self.listener = FakeListener("ada")
        room.enter(self.listener, 0)

    def wish(self, propose: Propose, person: str | None = None, message: str | None = None) -> asyncio.Task[int]:
        return asyncio.create_task(self.hub.commits.commit(self.room, propose, person, message))

    async def log(self) -> list[Any]:
        """The entries since the test began."""
        return [decode_entry(line.body) for line in await self.hub.store.entries(TABLE, self.start)]

    async def seats(self) -> list[int]:
        return [entry.seat for entry in await self.log()]

    def heard(self) -> list[int]:
        return [msgspec.json.decode(message)["version"] - self.start for message in self.listener.received]

    async def agrees_with_its_log(self) -> None:
        """What is in memory is what anybody else would read."""
        async with a_hub(self.hub.store) as other:
            again = (await other.room(TABLE)).table
            assert (again.version, again.lines, again.moves) == (
                self.room.table.version,
                self.room.table.lines,
                self.room.table.moves,
            )
        assert self.heard() == list(range(1, self.room.table.version - self.start + 1))


@asynccontextmanager
async def a_hub(store: Store) -> AsyncIterator[Hub]:
    thinkers = Thinkers(1)
    hub = Hub(store, thinkers, Clock())
    try:
        yield hub
    finally:
        await hub.stop()
        thinkers.stop()


@asynccontextmanager
async def a_game(url: str) -> AsyncIterator[Node]:
    """Three people lay sheep at once."""
    async with asyncio.timeout(PATIENCE), await Store.open(url) as store, a_hub(store) as hub:
        for name in PEOPLE:
            await store.add_person(a_person(name))
        seats = [SeatPlan("me"), SeatPlan("friend"), SeatPlan("friend")]
        room = await hub.make(TABLE, Settings(game="schafe-schubsen", seats=seats), a_person("ada"), "")
        for seat in (1, 2):
            await hub.commits.commit(room, partial(Table.sit, seat=seat, person=PEOPLE[seat], name="Somebody"))
        await begin(hub, room)
        yield Node(hub, room)


async def begin(hub: Hub, room: Room) -> None:
    """Without any nonces."""
    await hub.commits.commit(room, Table.seal)
    with suppress(Refused):  # the server itself may be quicker
        await hub.commits.commit(room, Table.begin)


@asynccontextmanager
async def a_neighbour(url: str) -> AsyncIterator[Node]:
    """Another node at the same table."""
    async with await Store.open(url) as store, a_hub(store) as hub:
        yield Node(hub, await hub.room(TABLE))


class Lay:
    """A seat lays its sheep, as it is asked to at the beginning."""

    def __init__(self, node: Node, seat: int) -> None:
        self.since = node.room.table.version
        self.seat = seat
        self.action = node.room.table.legal(seat)[0].text

    def __call__(self, table: Table) -> Proposal:
        return table.act_if_current(self.since, self.seat, self.action)


def lay_as_next(table: Table) -> Proposal:
    """Whoever it is: so it can be done several times."""
    assert table.state is not None
    seat = table.state.waiting_for()[0]
    return table.act(seat, table.legal(seat)[0].text)


def take_back(table: Table) -> Proposal:
    return table.undo(0)


async def a_while() -> None:
    """Enough for everything that waits for nobody."""
    for _ in range(50):
        await asyncio.sleep(0)


def failures_of_the_loop() -> list[dict[str, Any]]:
    failures: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, failure: failures.append(failure))
    return failures
