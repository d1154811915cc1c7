"""The tables of this node: creating and finding them, and following what other nodes append to them."""

from __future__ import annotations

import asyncio
import logging
from typing import Final, Protocol

import msgspec

from sheepfold.core.registry import find_game
from sheepfold.core.state import CHANCE
from sheepfold.server.live.chat import Chat
from sheepfold.server.live.presence import Presence
from sheepfold.server.live.quota import UNKNOWN_ORIGIN, Origin, Quota, is_bots_only
from sheepfold.server.live.rooms import Rooms, Stored
from sheepfold.server.live.setups import rules_for
from sheepfold.server.live.steward import NONCE_SECONDS, Steward
from sheepfold.server.ops.clock import Clock
from sheepfold.server.ops.logs import RateLimitedWarning
from sheepfold.server.ops.tasks import Tasks
from sheepfold.server.ops.tokens import new_secret
from sheepfold.server.room.commits import Commits
from sheepfold.server.room.room import Listener, Room, Shape
from sheepfold.server.store import rows
from sheepfold.server.store.database import NotStored
from sheepfold.server.store.store import Store
from sheepfold.server.table.entries import Imported, encode_entry
from sheepfold.server.table.refusals import Refused
from sheepfold.server.table.settings import Settings
from sheepfold.server.table.table import new_table
from sheepfold.server.thinking.thinkers import Thinkers
from sheepfold.server.wire.updates import Welcome, encode_down

logger = logging.getLogger("sheepfold")

REFRESHED_AT_ONCE: Final = 8
"""Tables. After an outage all of them are read again, and players need connections as well."""
RETRY_SECONDS: Final = 0.5
"""Seconds until a table is read again when the database does not answer."""


class Host(Protocol):
    """The person who creates a table."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...


class Hub:
    """The tables of this node."""

    def __init__(self, store: Store, thinkers: Thinkers, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.thinkers = thinkers
        self._tasks = Tasks()
        self.commits = Commits(store, clock, self._tasks, self._on_published, self._refresh_soon)
        self.chat = Chat(store, clock, self.commits)
        self.steward = Steward(self, thinkers)
        self.rooms = Rooms(store, self.chat.refresh, self.steward.wake, self._on_unload, self.steward.has_work)
        self.presence = Presence(store.database, self.rooms.all, clock)
        self.quota = Quota(store)
        self.public_change = asyncio.Event()
        """Set when a public table has changed."""
        self._outdated: set[str] = set()
        """Tables to be read again."""
        self._refreshing = asyncio.Semaphore(REFRESHED_AT_ONCE)
        self._unreadable = RateLimitedWarning(logger, "tables cannot be opened", clock)
        self._new: set[Room] = set()
        """Tables that are being stored for the first time."""

    def start(self) -> None:
        self.steward.start()
        self.presence.start()

    async def stop(self) -> None:
        """Start nothing new, and cancel what is not done: the log has everything that matters."""
        await self.steward.stop()
        await self._tasks.stop()
        await self.presence.stop()

    # Tables

    async def make(
        self,
        table_id: str,
        settings: Settings,
        host: Host,
        invitation: str,
        imported: Imported | None = None,
        origin: Origin = UNKNOWN_ORIGIN,
    ) -> Room:
        """Create a table. If something is imported, it begins in the middle of a game, or with a finished one."""
        if settings.components is not None:
            self.rooms.check_memory(find_game(settings.game))  # before anything is built
        now = self.clock.now()
        secret = new_secret()
        table = new_table(table_id, settings, secret, host.id, host.name, await rules_for(settings))
        first = [] if imported is None else [rows.Entry(1, encode_entry(imported), now)]
        if imported is not None:
            table.apply_entry(imported, now)
            if table.state is not None and table.state.waiting_for() == [CHANCE]:
                raise Refused("replay.chance")
        row = rows.Table(
            id=table_id,
            settings=msgspec.json.encode(Stored(settings, host.id, host.name, invitation)),
            status=table.status,
            public=settings.public,
            secret=secret,
            created=now,
            changed=now,
            due=None if table.status == "over" or not table.is_full() else now + NONCE_SECONDS,
            version=table.version,
        )
        room = Room(table, now, invitation)
        if is_bots_only(table):
            self.quota.check_bots(origin, [*self.rooms.all.values(), *self._new])
        if settings.components is not None:
            self.rooms.check_memory(table.game)  # other setups may have been built in the meantime
        await self._add(room, row, first, origin)
        logger.info("made", extra={"table": table_id, "game": settings.game})
        return room

    async def _add(self, room: Room, row: rows.Table, first: list[rows.Entry], origin: Origin) -> None:
        self._new.add(room)
        self.quota.remember(room, origin)
        self.rooms.hold_setup(room.table.rules)
        try:
            await self.store.add_table(row, first, members=[room.table.host])
        except BaseException:
            self.quota.forget(row.id)
            raise
        finally:
            self._new.discard(room)
            self.rooms.release_setup(room.table.rules)
        self.public_change.set()
        self.rooms.add(room)

    async def room(self, table_id: str) -> Room:
        return await self.rooms.get(table_id)

    async def readable(self, found: list[rows.Table]) -> list[Room]:
        """Return the tables of these rows. One that cannot be read does not hide the others."""
        rooms: list[Room] = []
        for row in found:
            try:
                rooms.append(await self.room(row.id))
            except NotStored:
                raise
            except Exception as error:  # noqa: BLE001 it concerns one table only
                self._unreadable.warn(error, table=row.id)
        return rooms

    async def latest(self, table_id: str) -> Room:
        """Return a table with everything that any node has appended to it so far."""
        room = await self.room(table_id)
        if self.store.database.is_postgres:
            async with self.commits.exclusive(room):
                await self.commits.catch_up(room)
        return room

    # Listeners

    def welcome(self, room: Room, listener: Listener, seen: int) -> Welcome:
        """Return everything that a client may know at first."""
        return room.welcome(listener, seen, self.clock.now(), self.presence.seats(room))

    def on_listener_left(self, room: Room) -> None:
        """Update presence, and unload the room if nothing needs it."""
        self.presence.changed(room)
        self.rooms.unload_if_finished(room)
        self.rooms.free_memory(room)

    def _on_published(self, room: Room, before: Shape, moved: list[Listener]) -> None:
        table = room.table
        for listener in moved:
            listener.push(encode_down(self.welcome(room, listener, table.version)))
        if table.has_work(table.status):
            self.steward.nudge(room)
        shape = room.shape()
        if shape != before and self.rooms.all.get(table.id) is room:  # a listener who has taken a seat is a player now
            self.presence.changed(room)
        if table.settings.public and (shape[0] != before[0] or shape[0] == "open"):
            self.public_change.set()

    def _on_unload(self, room: Room) -> None:
        """Forget everything about a table that is unloaded."""
        table_id = room.table.id
        self.steward.forget(table_id)
        self.presence.forget(table_id)
        self.quota.forget(table_id)

    # Other nodes

    def on_notification(self, table_id: str, number: int) -> None:
        """Handle the notification that another node has appended an entry, or (at 0) a chat line."""
        self.public_change.set()  # the lobby checks whether a public table has changed
        room = self.rooms.all.get(table_id)
        # An entry with the number of a step in flight is that step, or is read when that step loses the race.
        behind = room is not None and (number == 0 or number > room.table.version + len(room.in_flight))
        if behind or table_id in self.rooms.loading:
            self._refresh_soon(table_id)

    def on_notifications_lost(self) -> None:
        """Read everything in memory again, since notifications may be lost."""
        for table_id in self.rooms.all.keys() | self.rooms.loading.keys():
            self._refresh_soon(table_id)

    def _refresh_soon(self, table_id: str) -> None:
        if table_id not in self._outdated:
            self._outdated.add(table_id)
            self._tasks.run(self._refresh(table_id))

    async def _refresh(self, table_id: str) -> None:
        """Read what is new at a table, as soon as the database answers."""
        while table_id in self._outdated:
            try:
                async with self._refreshing:
                    self._outdated.discard(table_id)  # a notification from now on causes another read
                    room = await self.room(table_id)
                    async with self.commits.exclusive(room):
                        await self.commits.catch_up(room)
                        await self.chat.refresh(room)
            except NotStored as error:
                logger.debug("cannot read a table", extra={"table": table_id, "error": str(error)})
                self._outdated.add(table_id)
                await self.clock.sleep(RETRY_SECONDS)
