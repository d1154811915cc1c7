"""Writing new tables and entries to SQLite: a whole batch is one visit to one thread, with the driver itself.

SQLAlchemy over aiosqlite visits its thread for each statement, which takes longer than the statements do. The meaning
is that of `writer.write`, and simpler: nobody else writes in between.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import chain
from typing import Final

from msgspec.structs import astuple

from sheepfold.server.store.results import WriteResult, check_append
from sheepfold.server.store.rows import Append, NewTable

MOVE_ON: Final = (
    "UPDATE tables SET version = moved.column3, status = moved.column4, due = moved.column5, changed = moved.column6 "
    "FROM (VALUES {}) AS moved WHERE id = moved.column1 AND version = moved.column2"
)
ENTRIES: Final = "INSERT INTO entries (table_id, number, body, at, person_id, message_id) VALUES {}"
TABLES: Final = "INSERT INTO tables (id, settings, status, public, secret, created, changed, due, version) VALUES {}"
MEMBERS: Final = "INSERT INTO seats (table_id, person_id) VALUES {} ON CONFLICT DO NOTHING"
NO_MEMBER: Final = "DELETE FROM seats WHERE table_id = ? AND person_id = ?"
VERSION: Final = "SELECT version FROM tables WHERE id = ?"
STATEMENTS: Final = 1000
"""So many are kept prepared: one for each number of rows."""

Row = tuple[str | int | float | bytes | None, ...]


class SqliteWriter:
    """A connection of its own in a thread of its own."""

    def __init__(self, file: str, pragmas: tuple[str, ...]) -> None:
        self._file = file
        self._pragmas = pragmas
        self._executor = ThreadPoolExecutor(1, "sqlite-writer")
        self._connection: sqlite3.Connection | None = None

    async def write(self, made: list[NewTable], batch: list[Append]) -> list[WriteResult]:
        """New tables, and what can be written of a batch of appends; of each of these whether it is committed."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, self._transaction, made, batch)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._executor, self._disconnect)
        self._executor.shutdown()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._file, isolation_level=None, cached_statements=STATEMENTS)
        try:
            for pragma in self._pragmas:
                connection.execute(f"PRAGMA {pragma}")
        except BaseException:  # without them it is not to be relied on
            connection.close()
            raise
        return connection

    def _transaction(self, made: list[NewTable], batch: list[Append]) -> list[WriteResult]:
        if self._connection is None:
            self._connection = self._connect()
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            _add_tables(connection, made)
            connection.execute("SAVEPOINT appends")
            if _append(connection, batch):
                results: list[WriteResult] = [True] * len(batch)
            else:  # it is seldom that one of them is too late
                connection.execute("ROLLBACK TO appends")
                results = _judge_all(connection, batch)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return results


def _add_tables(connection: sqlite3.Connection, made: list[NewTable]) -> None:
    _write(connection, TABLES, [astuple(new.table) for new in made])
    _write(connection, ENTRIES, [(new.table_id, *astuple(entry)) for new in made for entry in new.entries])
    _write(connection, MEMBERS, [(new.table_id, member) for new in made for member in new.members])


def _append(connection: sqlite3.Connection, batch: list[Append]) -> bool:
    """All of them; False if the number of one is not next, and then what was changed is to be rolled back."""
    before: dict[str, int] = {}
    last: dict[str, Append] = {}
    for new in batch:
        if new.table_id in last and last[new.table_id].number != new.number - 1:
            return False
        before.setdefault(new.table_id, new.number - 1)
        last[new.table_id] = new
    moved = [(name, before[name], new.number, new.status, new.due, new.at) for name, new in last.items()]
    if _write(connection, MOVE_ON, moved) < len(moved):
        return False
    entries = [(new.table_id, new.number, new.body, new.at, new.person_id, new.message_id) for new in batch]
    _write(connection, ENTRIES, entries)
    _write_members(connection, batch)
    return True


def _write_members(connection: sqlite3.Connection, batch: list[Append]) -> None:
    """What each of them is in the end, who may come and go in one batch."""
    belongs: dict[Row, bool] = {}
    for new in batch:
        for member in new.members:
            belongs[new.table_id, member] = True
        for member in new.leavers:
            belongs[new.table_id, member] = False
    _write(connection, MEMBERS, [row for row, stays in belongs.items() if stays])
    for row in [row for row, stays in belongs.items() if not stays]:  # seldom any
        connection.execute(NO_MEMBER, row)


def _judge_all(connection: sqlite3.Connection, batch: list[Append]) -> list[WriteResult]:
    """One by one; with one that does not go in, all behind it at its table have failed."""
    failed: dict[str, WriteResult] = {}
    results: list[WriteResult] = []
    for new in batch:
        result = failed[new.table_id] if new.table_id in failed else _judge(connection, new)
        if result is not True:
            failed[new.table_id] = result
        results.append(result)
    return results


def _judge(connection: sqlite3.Connection, new: Append) -> WriteResult:
    found = connection.execute(VERSION, (new.table_id,)).fetchone()
    result = check_append(new, None if found is None else found[0])
    return _append(connection, [new]) if result is True else result


def _write(connection: sqlite3.Connection, statement: str, rows: Sequence[Row]) -> int:
    """How many went in. One statement: between two, this thread and the event loop's would wait for each other."""
    if not rows:
        return 0
    return connection.execute(_for(statement, len(rows), len(rows[0])), [*chain.from_iterable(rows)]).rowcount


@lru_cache(STATEMENTS)
def _for(statement: str, rows: int, columns: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return statement.format(", ".join([row] * rows))
