"""Presence on all nodes: here, away, and gone when a node is silent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import msgspec

from sheepfold.server.live import presence
from sheepfold.server.live.presence import GONE_SECONDS, Presence
from sheepfold.server.ops.clock import Clock
from sheepfold.server.room.room import Room
from sheepfold.server.store.notify import Notifications
from sheepfold.server.store.store import Store
from sheepfold.server.table.settings import SeatPlan, Settings
from sheepfold.server.table.table import new_table
from tests.server.manual_clock import ManualClock
from tests.server.samples import in_a_loop
from tests.server.waiting import until

PATIENCE = 20.0


class Page:
    """A client that keeps what it receives."""

    def __init__(self, person: str | None) -> None:
        self.person = person
        self.seat: int | None = None
        self.hidden = False
        self.received: asyncio.Queue[Any] = asyncio.Queue()

    def push(self, message: bytes) -> None:
        self.received.put_nowait(msgspec.json.decode(message)["seats"])

    async def hears(self, *seats: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while await self.received.get() != list(seats):
                pass


class HalfANode:
    """As much of a node as presence needs: one table, for Ada, Bea and a bot."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._clock = clock
        settings = Settings(game="haste-bock", seats=[SeatPlan("me"), SeatPlan("friend"), SeatPlan("bot")])
        table = new_table("meadow", settings, "0" * 64, "ada", "Ada")
        proposal = table.sit(1, "bea", "Bea")
        table.apply(proposal, 1.0)
        self.room = Room(table, 0.0, "")
        self.presence = Presence(store.database, {"meadow": self.room}, self._clock)
        self.heard: list[str] = []
        self._notifications = Notifications(store.database, lambda *_: None, lambda: None, self._hear)

    async def start(self) -> None:
        await self._notifications.start()
        self.presence.start()

    async def stop(self) -> None:
        await self.presence.stop()
        await self._notifications.close()

    def _hear(self, line: str) -> None:
        self.heard.append(line)
        self.presence.on_notification(line)

    def gone_for(self, seat: int) -> float | None:
        """Seconds; None if the player is present."""
        since = self.presence._tables[self.room.table.id].gone_since.get(seat)
        return None if since is None else self._clock.monotonic() - since

    def comes(self, person: str | None) -> Page:
        page = Page(person)
        self.room.enter(page, None)
        self.presence.changed(self.room)
        return page

    def goes(self, page: Page) -> None:
        self.room.exit(page)
        self.presence.changed(self.room)


@asynccontextmanager
async def two_nodes(url: str, clock: Clock | None = None) -> AsyncIterator[tuple[HalfANode, HalfANode]]:
    async with await Store.open(url) as store:
        clock = clock or Clock()
        nodes = HalfANode(store, clock), HalfANode(store, clock)
        for node in nodes:
            await node.start()
        try:
            yield nodes
        finally:
            for node in nodes:
                await node.stop()


@in_a_loop
async def test_presence_is_published_only_when_it_changes(sqlite_url: str) -> None:
    async with await Store.open(sqlite_url) as store:
        node = HalfANode(store, Clock())
        ada = node.comes("ada")
        node.presence.changed(node.room)
        node.comes("ada")
        bea = node.comes("bea")
        node.goes(node.comes("bea"))
        node.goes(bea)
        received = [ada.received.get_nowait() for _ in range(ada.received.qsize())]
        assert received == [["here", "gone", "bot"], ["here", "here", "bot"], ["here", "gone", "bot"]]


@in_a_loop
async def test_friends_on_other_nodes_are_here(postgres_url: str) -> None:
    async with two_nodes(postgres_url) as (one, two):
        ada = one.comes("ada")
        bea = two.comes("bea")
        await ada.hears("here", "here", "bot")
        await bea.hears("here", "here", "bot")
        bea.hidden = True
        two.presence.changed(two.room)
        await ada.hears("here", "away", "bot")
        second_page = one.comes("bea")
        await bea.hears("here", "here", "bot")
        one.goes(second_page)
        await bea.hears("here", "away", "bot")
        two.goes(bea)
        await ada.hears("here", "gone", "bot")


@in_a_loop
async def test_a_player_is_gone_only_if_connected_to_no_node(postgres_url: str) -> None:
    """The node of the player who asks for a stand-in decides, not that of the absent player."""
    async with two_nodes(postgres_url) as (one, two):
        ada = one.comes("ada")
        assert one.gone_for(1) is not None
        bea = two.comes("bea")
        await ada.hears("here", "here", "bot")
        assert one.gone_for(1) is None
        two.goes(bea)
        await ada.hears("here", "gone", "bot")
        assert not one.presence.is_gone(one.room, 1), "but for too short a time"
        attendance = one.presence._tables[one.room.table.id]
        since = attendance.gone_since[1] = attendance.gone_since[1] - GONE_SECONDS
        ada.hidden = True
        one.presence.changed(one.room)
        await ada.hears("away", "gone", "bot")
        assert one.presence.is_gone(one.room, 1)
        assert attendance.gone_since == {1: since}, "what others do does not begin the time again"


@in_a_loop
async def test_a_new_client_learns_who_is_connected_to_other_nodes(postgres_url: str) -> None:
    """Though presence has not changed there since."""
    async with two_nodes(postgres_url) as (one, two):
        one.comes("ada")
        watcher = two.comes("bea")
        await watcher.hears("here", "here", "bot")
        tables = [node.presence._tables[node.room.table.id] for node in (one, two)]
        assert tables[0].nodes.keys().isdisjoint(tables[1].nodes)


@in_a_loop
async def test_a_silent_node_is_forgotten_and_a_quiet_one_is_not(postgres_url: str) -> None:
    clock = ManualClock()
    async with two_nodes(postgres_url, clock) as (one, two):

        def heartbeat_since(line: int) -> bool:
            return any("bea" in report for report in one.heard[line:])

        ada = one.comes("ada")
        two.comes("bea")
        await clock.until(partial(heartbeat_since, 0), step=presence.BATCH_SECONDS)
        for _ in range(4):
            line = len(one.heard)
            for _ in range(round(presence.HEARTBEAT_SECONDS / presence.CHECK_SECONDS) + 1):
                await until(lambda: clock.pending() == 2)  # both nodes have sent their notifications
                await clock.advance(presence.CHECK_SECONDS)
            await until(partial(heartbeat_since, line))
        assert one.presence.seats(one.room) == ["here", "here", "bot"], "the report is repeated, so nothing changes"
        task = two.presence._task
        assert task is not None
        task.cancel()
        await clock.advance(presence.NODE_TIMEOUT + presence.CHECK_SECONDS)
        await ada.hears("here", "gone", "bot")


@in_a_loop
async def test_a_stopping_node_notifies_the_others(postgres_url: str) -> None:
    async with two_nodes(postgres_url) as (one, two):
        ada = one.comes("ada")
        bea = two.comes("bea")
        await ada.hears("here", "here", "bot")
        two.goes(bea)
        await two.presence.stop()
        await ada.hears("here", "gone", "bot")


@in_a_loop
async def test_frequent_changes_cause_few_notifications(postgres_url: str) -> None:
    async with two_nodes(postgres_url) as (one, two):
        for _ in range(500):
            one.goes(one.comes("ada"))
        one.comes("ada")
        await until(lambda: bool(two.heard))
        two.comes("bea")
        await until(lambda: one.presence.seats(one.room)[1] == "here")
        assert len(two.heard) <= 4


@in_a_loop
async def test_spectators_are_not_published(postgres_url: str) -> None:
    async with two_nodes(postgres_url) as (one, two):
        one.comes(None)
        one.comes("eve")
        ada = one.comes("ada")
        two.comes("bea")
        await ada.hears("here", "here", "bot")
        assert not any("eve" in line or "null" in line for line in two.heard)


@in_a_loop
async def test_sqlite_sends_no_notifications(sqlite_url: str) -> None:
    async with two_nodes(sqlite_url) as (one, two):
        ada = one.comes("ada")
        two.comes("bea")
        await ada.hears("here", "gone", "bot")
        assert one.presence._task is None
        assert not one.presence._to_notify
