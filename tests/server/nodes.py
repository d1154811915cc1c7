"""Nodes at one table, each with a gate before its database."""

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
from tests.server.waiting import PATIENCE
from tests.server.worlds import FakeListener

PEOPLE = ["ada", "ben", "cleo"]
TABLE = "meadow"


class Gate:
    """A gate before the database: writes wait here until the test lets them through."""

    def __init__(self, store: Store) -> None:
        self.batches: list[list[Append | NewTable]] = []
        self.open = asyncio.Event()
        self.open.set()
        self.failures_before: list[Exception] = []
        """Raised instead of writing, one per batch."""
        self.failures_after: list[Exception] = []
        """Raised after writing, one per batch."""
        self.losses = 0
        """This many batches lose a race, though there is no other node."""
        self.on_written = asyncio.Event().set
        """Called after writing, before any callback is notified."""
        self._write = store._writer._write
        store._writer._write = self._write_batch  # type: ignore[method-assign]

    async def _write_batch(self, batch: list[Append | NewTable]) -> list[WriteResult]:
        self.batches.append(batch)
        await self.open.wait()
        if self.failures_before:
            raise self.failures_before.pop()
        if self.losses:
            self.losses -= 1
            return [False] * len(batch)
        verdicts = await self._write(batch)
        self.on_written()
        if self.failures_after:
            raise self.failures_after.pop()
        return verdicts


class Node:
    """A hub, and one table there."""

    def __init__(self, hub: Hub, room: Room) -> None:
        self.hub = hub
        self.room = room
        self.start = room.table.version
        self.gate = Gate(hub.store)
        self.listener = FakeListener("ada")
        room.enter(self.listener, 0)

    def submit(self, propose: Propose, person: str | None = None, message: str | None = None) -> asyncio.Task[int]:
        return asyncio.create_task(self.hub.commits.commit(self.room, propose, person, message))

    async def log(self) -> list[Any]:
        """Return the entries since the test began."""
        return [decode_entry(line.body) for line in await self.hub.store.entries(TABLE, self.start)]

    async def seats(self) -> list[int]:
        return [entry.seat for entry in await self.log()]

    def versions_published(self) -> list[int]:
        return [msgspec.json.decode(message)["version"] - self.start for message in self.listener.received]

    async def check_against_log(self) -> None:
        """Check that another hub reads the same table from the log."""
        async with hub_on(self.hub.store) as other:
            again = (await other.room(TABLE)).table
            assert (again.version, again.lines, again.moves) == (
                self.room.table.version,
                self.room.table.lines,
                self.room.table.moves,
            )
        assert self.versions_published() == list(range(1, self.room.table.version - self.start + 1))


@asynccontextmanager
async def hub_on(store: Store) -> AsyncIterator[Hub]:
    thinkers = Thinkers(1)
    hub = Hub(store, thinkers, Clock())
    try:
        yield hub
    finally:
        await hub.stop()
        thinkers.stop()


@asynccontextmanager
async def game_node(url: str) -> AsyncIterator[Node]:
    """A table where three players lay sheep at once."""
    async with asyncio.timeout(PATIENCE), await Store.open(url) as store, hub_on(store) as hub:
        for name in PEOPLE:
            await store.add_person(a_person(name))
        seats = [SeatPlan("me"), SeatPlan("friend"), SeatPlan("friend")]
        room = await hub.make(TABLE, Settings(game="schafe-schubsen", seats=seats), a_person("ada"), "")
        for seat in (1, 2):
            await hub.commits.commit(room, partial(Table.sit, seat=seat, person=PEOPLE[seat], name="Somebody"))
        await begin(hub, room)
        yield Node(hub, room)


async def begin(hub: Hub, room: Room) -> None:
    """Begin without nonces."""
    await hub.commits.commit(room, Table.seal)
    with suppress(Refused):  # the steward may be faster
        await hub.commits.commit(room, Table.begin)


@asynccontextmanager
async def second_node(url: str) -> AsyncIterator[Node]:
    """Another node at the same table."""
    async with await Store.open(url) as store, hub_on(store) as hub:
        yield Node(hub, await hub.room(TABLE))


class Lay:
    """Lay a seat's sheep, as at the beginning."""

    def __init__(self, node: Node, seat: int) -> None:
        self.since = node.room.table.version
        self.seat = seat
        self.action = node.room.table.legal(seat)[0].text

    def __call__(self, table: Table) -> Proposal:
        return table.act_if_current(self.since, self.seat, self.action)


def lay_next(table: Table) -> Proposal:
    """Lay for any seat that is waited for, so that it can be repeated."""
    assert table.state is not None
    seat = table.state.waiting_for()[0]
    return table.act(seat, table.legal(seat)[0].text)


def undo(table: Table) -> Proposal:
    return table.undo(0)


async def settle() -> None:
    """Run the event loop until everything that does not wait is done."""
    for _ in range(50):
        await asyncio.sleep(0)


def record_loop_errors() -> list[dict[str, Any]]:
    failures: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, failure: failures.append(failure))
    return failures
