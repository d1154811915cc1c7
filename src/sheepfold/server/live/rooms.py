"""The tables in memory: loaded from their logs, and unloaded when memory is needed."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from sheepfold.core.errors import UnknownGame
from sheepfold.core.game import Game
from sheepfold.server.live.setups import Setups, rules_for
from sheepfold.server.ops.tokens import is_id
from sheepfold.server.room.inflight import key_of
from sheepfold.server.room.room import Room
from sheepfold.server.store import rows
from sheepfold.server.store.snapshots import decode_snapshot
from sheepfold.server.store.store import Store
from sheepfold.server.table.entries import decode_entry
from sheepfold.server.table.refusals import NoSuchTable, Refused
from sheepfold.server.table.settings import Rules, Settings
from sheepfold.server.table.table import new_table

MAX_ROOMS: Final = 5000
SETUP_BYTES: Final = 256_000_000
"""For the setups of all tables in memory."""
FOLDED_AT_ONCE: Final = 50
"""Entries folded before other tasks get a turn."""


class Stored(msgspec.Struct, frozen=True):
    """How a table was created, as stored in the database."""

    settings: Settings
    host: str
    host_name: str
    invitation: str
    """Its hash."""


class Rooms:
    """The rooms of this node, least recently used first."""

    def __init__(
        self,
        store: Store,
        on_load: Callable[[Room], Awaitable[None]],
        on_add: Callable[[Room], None],
        on_unload: Callable[[Room], None],
        has_work: Callable[[Room], bool],
    ) -> None:
        self.all: OrderedDict[str, Room] = OrderedDict()
        self._store = store
        self._on_load = on_load
        self._on_add = on_add
        self._on_unload = on_unload
        self._has_work = has_work
        """Whether the server will have to act at the table, even without clients."""
        self.loading: dict[str, asyncio.Lock] = {}
        self._setups = Setups()

    async def get(self, table_id: str) -> Room:
        """Return a table, from memory or from its log."""
        room = self.all.get(table_id)
        if room is not None:
            self.all.move_to_end(table_id)
            return room
        if not is_id(table_id):
            raise NoSuchTable
        while table_id not in self.all:  # it may be unloaded again before a waiting caller sees it
            await self._load_once(table_id)
        return self.all[table_id]

    async def _load_once(self, table_id: str) -> None:
        lock = self.loading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                if table_id not in self.all:
                    loaded = await self._load(table_id)
                    if table_id not in self.all:
                        self.add(loaded)
        finally:
            self.loading.pop(table_id, None)

    async def _load(self, table_id: str) -> Room:
        row = await self._store.table(table_id)
        if row is None:
            raise NoSuchTable
        try:
            return await self._build(row)
        except msgspec.DecodeError as error:
            raise Refused("table.unreadable") from error
        except UnknownGame as error:
            raise Refused("table.game_missing") from error

    async def _build(self, row: rows.Table) -> Room:
        stored = msgspec.json.decode(row.settings, type=Stored)
        rules = await rules_for(stored.settings)
        table = new_table(row.id, stored.settings, row.secret, stored.host, stored.host_name, rules)
        room = Room(table, row.created, stored.invitation)
        snapshot = await self._store.snapshot(row.id)
        entries = [] if snapshot is None else decode_snapshot(snapshot.body)
        entries += await self._store.entries(row.id, len(entries))
        for entry in entries:
            room.table.apply_entry(decode_entry(entry.body), entry.at)
            room.in_flight.remember(key_of(entry.person_id, entry.message_id), entry.number)
            if entry.number % FOLDED_AT_ONCE == 0:
                await asyncio.sleep(0)  # a long game must not block the others
        await self._on_load(room)
        return room

    # Memory

    def add(self, room: Room) -> None:
        self.all[room.table.id] = room
        self._setups.add(room.table.rules)
        self._on_add(room)
        self.free_memory(room)

    def hold_setup(self, rules: Rules) -> None:
        """Count the setup of a table that is being stored for the first time."""
        self._setups.add(rules)

    def release_setup(self, rules: Rules) -> None:
        self._setups.remove(rules)

    def free_memory(self, room: Room) -> None:
        """Unload the least recently used rooms except this one, and first those where the server has no work."""
        if self._has_space():
            return
        others = [other for other in self.all.values() if other is not room]
        others.sort(key=self._has_work)
        for other in others:
            self.unload(other)
            if self._has_space():
                return

    def _has_space(self, setup_bytes: int = 0) -> bool:
        """Whether this many more bytes of setups fit into memory."""
        return len(self.all) <= MAX_ROOMS and self._setups.bytes + setup_bytes <= SETUP_BYTES

    def check_memory(self, game: Game) -> None:
        """Refuse custom components, which share no setup, unless theirs fits without unloading a running game."""
        for room in list(self.all.values()):
            if self._has_space(game.setup_bytes):
                return
            if not self._has_work(room):
                self.unload(room)
        if not self._has_space(game.setup_bytes):
            raise Refused("limit.components")

    def unload(self, room: Room) -> None:
        """Unload a room unless a client is connected or something is in flight."""
        if not room.perspectives and not room.is_busy():
            del self.all[room.table.id]
            self._setups.remove(room.table.rules)
            self._on_unload(room)

    def unload_if_finished(self, room: Room) -> None:
        """Unload a finished game that is no longer in use."""
        if room.table.status == "over" and self.all.get(room.table.id) is room:
            self.unload(room)
