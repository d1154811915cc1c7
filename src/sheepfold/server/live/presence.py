"""Who is at which table, told from node to node. It is kept in memory only: with a node, its people are gone."""

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
from sheepfold.server.store.notify import tell_presence
from sheepfold.server.table.model import Guests, Here

logger = logging.getLogger("sheepfold")

GATHERING: Final = 0.2
"""Seconds in which changes are gathered: however often people come and go, nodes are told five times a second."""
BEAT: Final = 10.0
"""Seconds after which what has not changed is told again."""
LOOK: Final = 1.0
"""Seconds between looks for nodes that are silent."""
FORGOTTEN: Final = 25.0
"""Seconds of silence after which a node is taken for dead."""


class News(msgspec.Struct, frozen=True):
    """The players who are connected to a node at one table; all others are not there."""

    node: str
    table: str
    people: dict[str, Here]


class Whereabouts:
    """Tells the sockets of this node, and the other nodes, who is here. On SQLite there are no other nodes."""

    def __init__(self, database: Database, rooms: Mapping[str, Room], clock: Clock) -> None:
        self._database = database
        self._rooms = rooms
        self._clock = clock
        self._node = secrets.token_hex(8)
        self._stirred = asyncio.Event()
        self._to_tell: set[str] = set()
        self._with_guests: set[str] = set()
        """Tables at which somebody is on another node."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self._database.is_postgres:
            self._task = asyncio.create_task(self._run(), name="whereabouts")

    async def stop(self) -> None:
        """Sockets are closed by now: the others hear that nobody is here any more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
            await self._tell()

    def changed(self, room: Room) -> None:
        """Somebody has come or gone, or hidden the page."""
        room.tell_presence(self._clock.monotonic())
        self._tell_soon(room.table.id)

    def heard(self, line: str) -> None:
        news = msgspec.json.decode(line, type=News)
        room = self._rooms.get(news.table)
        if room is None or news.node == self._node:
            return
        if news.node not in room.elsewhere and news.people:
            self._tell_soon(news.table)  # whoever is new there does not know yet who is here
        now = self._clock.monotonic()
        if news.people:
            room.elsewhere[news.node] = Guests(news.people, now + FORGOTTEN)
            self._with_guests.add(news.table)
        else:
            room.elsewhere.pop(news.node, None)
        room.tell_presence(now)

    def _tell_soon(self, table_id: str) -> None:
        if self._task is not None:
            self._to_tell.add(table_id)
            self._stirred.set()

    async def _run(self) -> None:
        beat = 0.0
        while True:
            with suppress(TimeoutError):
                async with self._clock.timeout(LOOK):
                    await self._stirred.wait()
                await self._clock.sleep(GATHERING)
            now = self._clock.monotonic()
            self._forget(now)
            if now >= beat:
                beat = now + BEAT
                self._to_tell |= {table_id for table_id, room in self._rooms.items() if room.here()}
            await self._tell()

    async def _tell(self) -> None:
        self._stirred.clear()
        tables, self._to_tell = self._to_tell, set()
        rooms = [self._rooms[table_id] for table_id in tables if table_id in self._rooms]
        lines = [msgspec.json.encode(News(self._node, room.table.id, room.here())).decode() for room in rooms]
        if not lines:
            return
        try:
            async with self._database.writing() as connection:
                await tell_presence(connection, lines)
        except NotStored as error:  # the next beat tells who is here, and silence who is not
            logger.warning("cannot tell the other nodes who is here: %s", error)

    def _forget(self, now: float) -> None:
        """Whoever was on a node that is silent is gone."""
        for table_id in list(self._with_guests):
            room = self._rooms.get(table_id)
            silent = [] if room is None else [node for node, guests in room.elsewhere.items() if guests.until <= now]
            if room is not None and silent:
                for node in silent:
                    del room.elsewhere[node]
                room.tell_presence(now)
            if room is None or not room.elsewhere:
                self._with_guests.discard(table_id)
