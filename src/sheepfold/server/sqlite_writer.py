"""Appending to SQLite: a whole batch is one visit to one thread, with the driver itself.

SQLAlchemy over aiosqlite visits its thread for each statement, which takes longer than the statements do. The meaning
is that of `writer.write`, and simpler: nobody else writes in between, so appends are written one after another.
"""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from sheepfold.server.rows import Append
from sheepfold.server.verdicts import Verdict, judge

VERSION: Final = "SELECT version FROM tables WHERE id = ?"
ENTRY: Final = "INSERT INTO entries (table_id, number, body, at) VALUES (?, ?, ?, ?)"
SEND: Final = "INSERT INTO sends (table_id, person_id, message_id, number) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
MOVE_ON: Final = "UPDATE tables SET version = ?, status = ?, due = ?, changed = ? WHERE id = ?"
MEMBER: Final = "INSERT INTO seats (table_id, person_id) VALUES (?, ?) ON CONFLICT DO NOTHING"


class SqliteWriter:
    """A connection of its own in a thread of its own."""

    def __init__(self, file: str, pragmas: tuple[str, ...]) -> None:
        self._file = file
        self._pragmas = pragmas
        self._thread = ThreadPoolExecutor(1, "sqlite-writer")
        self._connection: sqlite3.Connection | None = None

    async def write(self, batch: list[Append]) -> dict[str, Verdict]:
        """Write what can be written of a batch with one append a table, committed when this returns."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transaction, batch)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._disconnect)
        self._thread.shutdown()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def _transaction(self, batch: list[Append]) -> dict[str, Verdict]:
        if self._connection is None:
            self._connection = sqlite3.connect(self._file, isolation_level=None)
            for pragma in self._pragmas:
                self._connection.execute(f"PRAGMA {pragma}")
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            verdicts = {append.table_id: _append(connection, append) for append in batch}
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return verdicts


def _append(connection: sqlite3.Connection, new: Append) -> Verdict:
    found = connection.execute(VERSION, (new.table_id,)).fetchone()
    verdict = judge(new, None if found is None else found[0])
    if verdict is not True:
        return verdict
    if new.message_id is not None:
        send = (new.table_id, new.person_id, new.message_id, new.number)
        if connection.execute(SEND, send).rowcount == 0:  # it became an entry before
            return False
    connection.execute(ENTRY, (new.table_id, new.number, new.body, new.at))
    connection.execute(MOVE_ON, (new.number, new.status, new.due, new.at, new.table_id))
    for member in new.members:
        connection.execute(MEMBER, (new.table_id, member))
    return True
