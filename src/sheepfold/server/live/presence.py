"""Presence: which players are connected, on all nodes. It is kept only in memory, and does not affect clocks."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import msgspec

from sheepfold.server.ops.clock import Clock
from sheepfold.server.room.room import Room
from sheepfold.server.store.database import Database, NotStored
from sheepfold.server.store.notify import notify_presence
from sheepfold.server.table.model import PageState
from sheepfold.server.wire import updates

logger = logging.getLogger("sheepfold")

GONE_SECONDS: Final = 30.0
"""Seconds after which a bot may replace an absent player: phones lose the network for a moment."""
BATCH_SECONDS: Final = 0.2
"""Seconds between two notifications, which limits them to five per second."""
HEARTBEAT_SECONDS: Final = 10.0
"""Seconds after which a node repeats an unchanged report."""
CHECK_SECONDS: Final = 1.0
"""Seconds between checks for silent nodes."""
NODE_TIMEOUT: Final = 25.0
"""Seconds of silence after which a node counts as dead."""


class NodeReport(msgspec.Struct, frozen=True):
    """The players of one table who are connected to one node."""

    node: str
    table: str
    people: dict[str, PageState]


class RemotePlayers(msgspec.Struct, frozen=True):
    """The players of a table who are connected to another node."""

    people: dict[str, PageState]
    until: float
    """When they expire unless the node repeats its report: a killed node sends no farewell."""


class TablePresence:
    """The presence at one table."""

    def __init__(self) -> None:
        self.nodes: dict[str, RemotePlayers] = {}
        """By other node."""
        self.published: list[str] = []
        self.gone_since: dict[int, float] = {}
        """By seat, as far as this node knows."""


class Presence:
    """Publishes presence to the clients and the other nodes. On SQLite there are no other nodes."""

    def __init__(self, database: Database, rooms: Mapping[str, Room], clock: Clock) -> None:
        self._database = database
        self._rooms = rooms
        self._clock = clock
        self._node = secrets.token_hex(8)
        self._tables: dict[str, TablePresence] = {}
        self._changed = asyncio.Event()
        self._to_notify: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self._database.is_postgres:
            self._task = asyncio.create_task(self._run(), name="presence")

    async def stop(self) -> None:
        """Notify the other nodes that no player is connected here: all sockets are closed by now."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
            await self._notify()

    def seats(self, room: Room) -> list[str]:
        """Return the presence of each seat, on all nodes: here, away, gone, bot or free."""
        everywhere = [room.here(), *(players.people for players in self._remote_players(room))]
        found: list[str] = []
        for chair in room.table.chairs:
            pages = [people[chair.person] for people in everywhere if chair.person in people]
            if chair.bot is not None:
                found.append("bot")
            elif not pages:
                found.append("gone" if chair.person else "free")
            else:
                found.append("here" if "here" in pages else "away")
        return found

    def is_gone(self, room: Room, seat: int) -> bool:
        """Whether the seat's player has been gone for so long that a bot may replace them."""
        table = self._tables.get(room.table.id)
        if table is None or seat not in table.gone_since:
            return False
        return self._clock.monotonic() - table.gone_since[seat] >= GONE_SECONDS

    def is_watched(self, room: Room) -> bool:
        """Whether any client is connected to the table, on any node."""
        return bool(room.perspectives) or any(players.people for players in self._remote_players(room))

    def forget(self, table_id: str) -> None:
        self._tables.pop(table_id, None)

    def _remote_players(self, room: Room) -> list[RemotePlayers]:
        table = self._tables.get(room.table.id)
        return [] if table is None else list(table.nodes.values())

    def changed(self, room: Room) -> None:
        """Publish that a client has connected or disconnected, or that its page was hidden or shown."""
        self._publish(room)
        self._notify_soon(room.table.id)

    def on_notification(self, line: str) -> None:
        """Handle another node's report."""
        report = msgspec.json.decode(line, type=NodeReport)
        room = self._rooms.get(report.table)
        if room is None or report.node == self._node:
            return
        nodes = self._tables.setdefault(report.table, TablePresence()).nodes
        if report.node not in nodes and report.people:
            self._notify_soon(report.table)  # a node that is new to the table does not know who is connected here
        if report.people:
            nodes[report.node] = RemotePlayers(report.people, self._clock.monotonic() + NODE_TIMEOUT)
        else:
            nodes.pop(report.node, None)
        self._publish(room)

    def _publish(self, room: Room) -> None:
        """Publish presence if it has changed. New clients know it from the welcome."""
        table = self._tables.setdefault(room.table.id, TablePresence())
        presence = self.seats(room)
        if presence != table.published:
            table.published = presence
            now = self._clock.monotonic()
            gone = [seat for seat, state in enumerate(presence) if state == "gone"]
            table.gone_since = {seat: table.gone_since.get(seat, now) for seat in gone}
            room.broadcast(updates.Presence(presence))

    def _notify_soon(self, table_id: str) -> None:
        if self._task is not None:
            self._to_notify.add(table_id)
            self._changed.set()

    async def _run(self) -> None:
        next_heartbeat = 0.0
        while True:
            with suppress(TimeoutError):
                async with self._clock.timeout(CHECK_SECONDS):
                    await self._changed.wait()
                await self._clock.sleep(BATCH_SECONDS)
            now = self._clock.monotonic()
            self._forget_silent_nodes(now)
            if now >= next_heartbeat:
                next_heartbeat = now + HEARTBEAT_SECONDS
                self._to_notify |= {table_id for table_id, room in self._rooms.items() if room.here()}
            await self._notify()

    async def _notify(self) -> None:
        self._changed.clear()
        tables, self._to_notify = self._to_notify, set()
        rooms = [self._rooms[table_id] for table_id in tables if table_id in self._rooms]
        lines = [msgspec.json.encode(NodeReport(self._node, room.table.id, room.here())).decode() for room in rooms]
        if not lines:
            return
        try:
            async with self._database.writing() as connection:
                await notify_presence(connection, lines)
        except NotStored as error:  # the next heartbeat repeats it
            logger.warning("cannot notify the other nodes of presence: %s", error)

    def _forget_silent_nodes(self, now: float) -> None:
        for table_id, table in list(self._tables.items()):
            silent = [node for node, players in table.nodes.items() if players.until <= now]
            for node in silent:
                del table.nodes[node]
            if silent and table_id in self._rooms:
                self._publish(self._rooms[table_id])
