"""How many unfinished tables one person or one address may have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from sheepfold.server.ops.task_locks import TaskLocks
from sheepfold.server.room.room import Room
from sheepfold.server.store.store import Store
from sheepfold.server.table.refusals import Refused
from sheepfold.server.table.table import Table

MAX_PEOPLE: Final = 10_000
"""People whose number of tables is remembered."""


class Origin(msgspec.Struct, frozen=True):
    """The address that a request to create a table comes from."""

    address: str = ""
    bot_tables: int | None = None
    """Unfinished tables of bots alone that the address may have; None means any number."""


UNKNOWN_ORIGIN: Final = Origin()


class Quota:
    """Counts the tables of people and addresses."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._counts: dict[str, int] = {}
        """By person: an upper bound of unfinished tables, since some may be over by now."""
        self._task_locks = TaskLocks()
        self._addresses: dict[str, str] = {}
        """By table: the address that created it, as far as this node knows. It is never stored."""

    async def check_person(self, person: str, limit: int | None) -> None:
        """Refuse one table too many. The database is read only if there may be too many."""
        if limit is None:
            return
        await self._task_locks.acquire(person)  # a table created by an earlier request counts
        tables = self._counts.get(person, limit)
        if tables >= limit or self._store.database.is_postgres:  # there may be tables on other nodes
            tables = await self._store.unfinished_of(person)
        if tables >= limit:
            raise Refused("limit.tables", limit=limit)
        if len(self._counts) >= MAX_PEOPLE:
            self._counts.clear()
        self._counts[person] = tables + 1

    def check_bots(self, origin: Origin, rooms: Iterable[Room]) -> None:
        """Refuse one more table of bots alone if the address has too many among these rooms."""
        if origin.bot_tables is None:
            return
        theirs = [room for room in rooms if self.address_of(room) == origin.address]
        if sum(is_bots_only(room.table) for room in theirs) >= origin.bot_tables:
            raise Refused("limit.bot_tables", limit=origin.bot_tables)

    def address_of(self, room: Room) -> str:
        return self._addresses.get(room.table.id, "")

    def remember(self, room: Room, origin: Origin) -> None:
        self._addresses[room.table.id] = origin.address

    def forget(self, table_id: str) -> None:
        self._addresses.pop(table_id, None)


def is_bots_only(table: Table) -> bool:
    """Whether only bots play at the table."""
    return table.status != "over" and all(chair.bot is not None and chair.person is None for chair in table.chairs)
