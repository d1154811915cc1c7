"""Writes batches of new tables and entries to SQLite in one call to a thread, with the driver itself.

SQLAlchemy over aiosqlite calls its thread for each statement, which takes longer than the statements do. This does the
same as `writer.write`, but is simpler, because no other node writes in between.
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

UPDATE_TABLES: Final = (
    "UPDATE tables SET version = moved.column3, status = moved.column4, due = moved.column5, changed = moved.column6 "
    "FROM (VALUES {}) AS moved WHERE id = moved.column1 AND version = moved.column2"
)
ENTRIES: Final = "INSERT INTO entries (table_id, number, body, at, person_id, message_id) VALUES {}"
TABLES: Final = "INSERT INTO tables (id, settings, status, public, secret, created, changed, due, version) VALUES {}"
MEMBERS: Final = "INSERT INTO seats (table_id, person_id) VALUES {} ON CONFLICT DO NOTHING"
REMOVE_MEMBER: Final = "DELETE FROM seats WHERE table_id = ? AND person_id = ?"
VERSION: Final = "SELECT version FROM tables WHERE id = ?"
STATEMENTS: Final = 1000
"""The size of the caches of statements; there is one statement for each number of rows."""

Row = tuple[str | int | float | bytes | None, ...]


class SqliteWriter:
    """A connection used only by its own thread."""

    def __init__(self, file: str, pragmas: tuple[str, ...]) -> None:
        self._file = file
        self._pragmas = pragmas
        self._executor = ThreadPoolExecutor(1, "sqlite-writer")
        self._connection: sqlite3.Connection | None = None

    async def write(self, new_tables: list[NewTable], batch: list[Append]) -> list[WriteResult]:
        """Write new tables and appends in one transaction, and return the result of each append."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, self._transaction, new_tables, batch)

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
        except BaseException:  # without the pragmas, commits are not durable
            connection.close()
            raise
        return connection

    def _transaction(self, new_tables: list[NewTable], batch: list[Append]) -> list[WriteResult]:
        if self._connection is None:
            self._connection = self._connect()
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            _add_tables(connection, new_tables)
            connection.execute("SAVEPOINT appends")
            if _append(connection, batch):
                results: list[WriteResult] = [True] * len(batch)
            else:  # rare: one of them is too late
                connection.execute("ROLLBACK TO appends")
                results = _append_each(connection, batch)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return results


def _add_tables(connection: sqlite3.Connection, new_tables: list[NewTable]) -> None:
    _execute(connection, TABLES, [astuple(new.table) for new in new_tables])
    _execute(connection, ENTRIES, [(new.table_id, *astuple(entry)) for new in new_tables for entry in new.entries])
    _execute(connection, MEMBERS, [(new.table_id, member) for new in new_tables for member in new.members])


def _append(connection: sqlite3.Connection, batch: list[Append]) -> bool:
    """Append all of them. Return False if one's number is not next; the caller must then roll back."""
    before: dict[str, int] = {}
    last: dict[str, Append] = {}
    for new in batch:
        if new.table_id in last and last[new.table_id].number != new.number - 1:
            return False
        before.setdefault(new.table_id, new.number - 1)
        last[new.table_id] = new
    moved = [(name, before[name], new.number, new.status, new.due, new.at) for name, new in last.items()]
    if _execute(connection, UPDATE_TABLES, moved) < len(moved):
        return False
    entries = [(new.table_id, new.number, new.body, new.at, new.person_id, new.message_id) for new in batch]
    _execute(connection, ENTRIES, entries)
    _write_members(connection, batch)
    return True


def _write_members(connection: sqlite3.Connection, batch: list[Append]) -> None:
    """Write the final membership, because a person may join and leave within one batch."""
    belongs: dict[Row, bool] = {}
    for new in batch:
        for member in new.members:
            belongs[new.table_id, member] = True
        for member in new.leavers:
            belongs[new.table_id, member] = False
    _execute(connection, MEMBERS, [row for row, stays in belongs.items() if stays])
    for row in [row for row, stays in belongs.items() if not stays]:  # rarely any
        connection.execute(REMOVE_MEMBER, row)


def _append_each(connection: sqlite3.Connection, batch: list[Append]) -> list[WriteResult]:
    """Append one by one. When one fails, all later ones of its table fail with it."""
    failed: dict[str, WriteResult] = {}
    results: list[WriteResult] = []
    for new in batch:
        result = failed[new.table_id] if new.table_id in failed else _append_one(connection, new)
        if result is not True:
            failed[new.table_id] = result
        results.append(result)
    return results


def _append_one(connection: sqlite3.Connection, new: Append) -> WriteResult:
    found = connection.execute(VERSION, (new.table_id,)).fetchone()
    result = check_append(new, None if found is None else found[0])
    return _append(connection, [new]) if result is True else result


def _execute(connection: sqlite3.Connection, statement: str, rows: Sequence[Row]) -> int:
    """Run one statement for all rows and return the number of changed rows.

    Between two statements, this thread and the event loop's would compete for the interpreter lock.
    """
    if not rows:
        return 0
    return connection.execute(_with_rows(statement, len(rows), len(rows[0])), [*chain.from_iterable(rows)]).rowcount


@lru_cache(STATEMENTS)
def _with_rows(statement: str, rows: int, columns: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return statement.format(", ".join([row] * rows))
