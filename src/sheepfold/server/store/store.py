"""Persistent storage. It knows nothing of games: entries, snapshots and chat are bytes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from types import TracebackType
from typing import Any, Self, TypeVar
from weakref import WeakValueDictionary

from msgspec.structs import asdict
from sqlalchemy import Select, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from sheepfold.server.ops.clock import Clock
from sheepfold.server.store.database import DEFAULT_URL, Database, NotStored
from sheepfold.server.store.notify import notify
from sheepfold.server.store.queue import OnResult, Pending
from sheepfold.server.store.results import OutOfOrder
from sheepfold.server.store.rows import Append, ChatLine, Entry, NewTable, Person, Snapshot, Table
from sheepfold.server.store.schema import chat, entries, people, seats, snapshots, tables
from sheepfold.server.store.writer import Writer, resolve

Kind = TypeVar("Kind")


class Store:
    """Stores people, tables, logs and chat. Every method is one transaction and raises NotStored if it fails."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.clock = database.clock
        self._chatting: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By table, while a line of its chat is being written."""
        self._writer = Writer(database)

    @classmethod
    async def open(cls, url: str = DEFAULT_URL, clock: Clock | None = None) -> Self:
        """Open the database, and create or migrate it as needed. Without a clock, use the system's."""
        database = Database(url, clock or Clock())
        try:
            await database.migrate()
        except BaseException:
            await database.close()
            raise
        return cls(database)

    async def close(self) -> None:
        await self._writer.close()
        await self.database.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # People

    async def add_person(self, person: Person) -> None:
        async with self.database.writing() as connection:
            await connection.execute(insert(people), [asdict(person)])

    async def person_by_token(self, token_hash: str) -> Person | None:
        return await self._one(Person, select(people).where(people.c.token_hash == token_hash))

    async def person(self, person_id: str) -> Person | None:
        return await self._one(Person, select(people).where(people.c.id == person_id))

    async def rename_person(self, person_id: str, name: str) -> None:
        async with self.database.writing() as connection:
            await connection.execute(update(people).where(people.c.id == person_id).values(name=name))

    # Tables

    async def add_table(self, table: Table, first_entries: Sequence[Entry] = (), members: Sequence[str] = ()) -> None:
        if [entry.number for entry in first_entries] != list(range(1, table.version + 1)):
            raise OutOfOrder(f"table {table.id} is at version {table.version} and needs its entries up to that")
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._writer.write(NewTable(table, first_entries, members), partial(resolve, done))
        if not await done:
            raise NotStored(f"table {table.id} already exists")

    async def table(self, table_id: str) -> Table | None:
        return await self._one(Table, select(tables).where(tables.c.id == table_id))

    async def lobby(self, limit: int) -> list[Table]:
        """Return public tables that are open or running, most recently changed first."""
        return await self._newest(
            select(tables).where(tables.c.public, tables.c.status.in_(["open", "running"])), limit
        )

    async def tables_of(self, person_id: str, limit: int) -> list[Table]:
        """Return the tables of a person, most recently changed first."""
        return await self._newest(select(tables).join(seats).where(seats.c.person_id == person_id), limit)

    async def unfinished_of(self, person_id: str) -> int:
        """Return the number of a person's tables that are not over."""
        query = select(func.count()).select_from(tables).join(seats)
        query = query.where(seats.c.person_id == person_id, tables.c.status != "over")
        return await self._one(int, query) or 0

    async def due_tables(self, now: float, limit: int) -> list[Table]:
        """Return the tables at which the steward must act by now, longest due first."""
        return await self._all(Table, select(tables).where(tables.c.due <= now).order_by(tables.c.due).limit(limit))

    async def set_due(self, table_id: str, version: int, due: float | None) -> None:
        """Set when the steward must act at a table next, unless the table has changed since that version.

        A table to which another node is writing is skipped; the search for due tables finds it again.
        """
        mine = select(tables.c.id).where(tables.c.id == table_id, tables.c.version == version)
        mine = mine.with_for_update(key_share=True, skip_locked=True)
        async with self.database.writing() as connection:
            await connection.execute(update(tables).where(tables.c.id.in_(mine)).values(due=due))

    # Logs

    def append(self, append: Append, on_result: OnResult) -> Pending:
        """Append an entry. The next entry of the table may be appended without waiting for the result.

        `on_result` gets True once the entry is committed. It gets False, and nothing changes, if the number of this
        entry, or of one before it, is taken. It gets NotStored if the entry may be missing, and OutOfOrder if its
        number is not next.
        """
        return self._writer.write(append, on_result)

    async def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        query = select(entries.c.number, entries.c.body, entries.c.at, entries.c.person_id, entries.c.message_id)
        query = query.where(entries.c.table_id == table_id, entries.c.number > after).order_by(entries.c.number)
        return await self._all(Entry, query)

    async def snapshot(self, table_id: str) -> Snapshot | None:
        query = select(snapshots.c.number, snapshots.c.body).where(snapshots.c.table_id == table_id)
        return await self._one(Snapshot, query)

    async def save_snapshot(self, table_id: str, snapshot: Snapshot) -> None:
        """Save a snapshot, unless a later one exists."""
        upsert = postgresql.insert if self.database.is_postgres else sqlite.insert
        statement = upsert(snapshots).values(table_id=table_id, number=snapshot.number, body=snapshot.body)
        async with self.database.writing() as connection:
            await connection.execute(
                statement.on_conflict_do_update(
                    index_elements=[snapshots.c.table_id],
                    set_={"number": statement.excluded.number, "body": statement.excluded.body},
                    where=snapshots.c.number < statement.excluded.number,
                )
            )

    # Chat

    async def add_chat(
        self, table_id: str, body: bytes, at: float, person_id: str | None = None, message_id: str | None = None
    ) -> int:
        """Add a line and return its number. A message that is sent again keeps its line."""
        last = select(func.max(chat.c.number)).where(chat.c.table_id == table_id)
        sent = {"table_id": table_id, "person_id": person_id, "message_id": message_id}
        # Lines of one table are numbered consecutively, under a lock on its row. The lock here keeps lines of this node
        # from waiting in the database.
        lock = self._chatting.setdefault(table_id, asyncio.Lock())
        async with lock, self.database.writing() as connection:
            await connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update(key_share=True))
            if message_id is not None:
                earlier: int | None = await connection.scalar(select(chat.c.number).filter_by(**sent))
                if earlier is not None:
                    return earlier
            line = ChatLine((await connection.scalar(last) or 0) + 1, body, at)
            await connection.execute(insert(chat), [sent | asdict(line)])
            await notify(connection, [(table_id, 0)])
        return line.number

    async def chat(self, table_id: str, after: int = 0) -> list[ChatLine]:
        query = select(chat.c.number, chat.c.body, chat.c.at)
        query = query.where(chat.c.table_id == table_id, chat.c.number > after).order_by(chat.c.number)
        return await self._all(ChatLine, query)

    # Queries

    async def _one(self, kind: Callable[..., Kind], query: Select[*tuple[Any, ...]]) -> Kind | None:
        found = await self._all(kind, query)
        return found[0] if found else None

    async def _all(self, kind: Callable[..., Kind], query: Select[*tuple[Any, ...]]) -> list[Kind]:
        async with self.database.reading() as connection:
            return [kind(*row) for row in await connection.execute(query)]

    async def _newest(self, query: Select[*tuple[Any, ...]], limit: int) -> list[Table]:
        return await self._all(Table, query.order_by(tables.c.changed.desc()).limit(limit))
