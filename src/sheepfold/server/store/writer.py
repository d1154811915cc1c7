"""Group commit: writes that arrive during one transaction share the next one."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final, TypeVar

from msgspec.structs import asdict
from sqlalchemy import Select, bindparam, delete, insert, select, tuple_, update
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection

from sheepfold.server.store.database import Database, Locked, NotStored, Unanswered, insert_new
from sheepfold.server.store.notify import notify
from sheepfold.server.store.queue import OnResult, Pending, Queue
from sheepfold.server.store.results import WriteResult, check_append
from sheepfold.server.store.rows import Append, NewTable
from sheepfold.server.store.schema import entries, seats, tables

logger = logging.getLogger("sheepfold")

LARGEST_BATCH = 256
"""The most writes in one transaction."""
LONGEST_QUEUE = 10_000
"""The most writes that may wait."""
RETRY_TIMEOUT: Final = 5.0
"""Seconds after which a write that gets no answer is not tried again."""
RETRY_DELAY: Final = 0.01
"""Seconds before the next attempt when there is nothing else to write."""

VERSIONS = select(tables.c.id, tables.c.version).where(tables.c.id.in_(bindparam("ids", expanding=True)))
LOCKED_VERSIONS = VERSIONS.with_for_update(key_share=True, skip_locked=True)
"""The lock on its row gives exclusive access to a table. No node waits for it, because its holder may be frozen."""
UPDATE_TABLES = (
    update(tables)
    .where(tables.c.id == bindparam("table_id"))
    .values(version=bindparam("number"), status=bindparam("status"), due=bindparam("due"), changed=bindparam("at"))
)
REMOVE_MEMBER = delete(seats).where(seats.c.table_id == bindparam("table"), seats.c.person_id == bindparam("person"))

Kind = TypeVar("Kind")


class Writer:
    """One task that writes for all callers and notifies each of them after its commit, never before."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._clock = database.clock
        self._queue = Queue(one_per_table=database.sqlite_writer is None)
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="writer")

    def write(self, new: Append | NewTable, on_result: OnResult) -> Pending:
        """Queue a write. The callback is never called before this returns."""
        pending = Pending(new, on_result, self._clock.monotonic() + RETRY_TIMEOUT)
        if self._closing:
            self._refuse(pending, "the store is closed")
        elif len(self._queue) >= LONGEST_QUEUE:
            self._refuse(pending, "the write queue is full")
        else:
            self._queue.add(pending)
            self._wake.set()
        return pending

    def _refuse(self, pending: Pending, reason: str) -> None:
        pending.result = NotStored(reason)
        asyncio.get_running_loop().call_soon(pending.notify)

    async def close(self) -> None:
        """Write everything in the queue, and stop."""
        self._closing = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        while self._queue or not self._closing:
            if not self._queue:
                self._wake.clear()
                await self._wake.wait()
            await self._wait_for_more()
            if (batch := self._queue.next_batch(LARGEST_BATCH)) and not await self._commit(batch):
                await self._pause()

    async def _pause(self) -> None:
        """Nothing could be written: wait a moment, or until the next write arrives."""
        self._wake.clear()
        with suppress(TimeoutError):
            async with self._clock.timeout(RETRY_DELAY):
                await self._wake.wait()

    async def _wait_for_more(self) -> None:
        """Wait until an iteration of the event loop adds nothing, so that imminent writes share the transaction."""
        size = 0
        while size < len(self._queue) < LARGEST_BATCH:
            size = len(self._queue)
            await asyncio.sleep(0)

    async def _commit(self, batch: list[Pending]) -> bool:
        """Write a batch and return whether any write in it is decided."""
        try:
            results = await self._write([pending.new for pending in batch])
            await self._find_earlier_commits(batch, results)
        except Unanswered as error:
            logger.warning("%d writes got no answer: %s", len(batch), error)
            results = [_not_stored(error) for _ in batch]
        except Exception as error:  # noqa: BLE001 - for the callers to handle
            results = [_not_stored(error) for _ in batch]
        return self._queue.settle(batch, results, self._clock.monotonic())

    async def _find_earlier_commits(self, batch: list[Pending], results: list[WriteResult]) -> None:
        """Correct the results of writes that lost a race only against their own earlier, unanswered attempt."""
        lost = [index for index, pending in enumerate(batch) if pending.tried and results[index] is False]
        if lost:
            appends = [new for index in lost if isinstance(new := batch[index].new, Append)]
            async with self._database.reading() as connection:
                written = await find_written(connection, appends)
            for index in lost:
                new = batch[index].new
                # Ids of tables are random, so no other node adds the same one.
                results[index] = isinstance(new, NewTable) or new.table_id in written

    async def _write(self, batch: list[Append | NewTable]) -> list[WriteResult]:
        new_tables = [new for new in batch if isinstance(new, NewTable)]
        appends = [new for new in batch if isinstance(new, Append)]
        if self._database.sqlite_writer is not None:
            async with self._database.write_lock:
                results = await self._database.sqlite_writer.write(new_tables, appends)
            added = {new.table_id for new in new_tables}
        else:
            async with self._database.writing() as connection:
                added = await add_tables(connection, new_tables)
                results = await write(connection, appends)
        remaining = iter(results)
        return [new.table_id in added if isinstance(new, NewTable) else next(remaining) for new in batch]


def _not_stored(error: Exception) -> NotStored:
    """Return a new error for each caller, because raising an error adds to its traceback."""
    failure = Unanswered(str(error)) if isinstance(error, Unanswered) else NotStored(str(error))
    failure.__cause__ = error
    return failure


def resolve(future: asyncio.Future[Kind], result: Kind | Exception) -> None:
    """Set the result of a future, unless its caller was cancelled."""
    if future.done():
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)


async def add_tables(connection: AsyncConnection, new_tables: list[NewTable]) -> set[str]:
    """Add new tables, and return the ids of those that did not exist."""
    if not new_tables:
        return set()
    statement = postgresql.insert(tables).on_conflict_do_nothing().returning(tables.c.id)
    added = set(await connection.scalars(statement, [asdict(new.table) for new in new_tables]))
    new_tables = [new for new in new_tables if new.table_id in added]
    first = [{"table_id": new.table_id} | asdict(entry) for new in new_tables for entry in new.entries]
    if first:
        await connection.execute(insert(entries), first)
    members = [{"table_id": new.table_id, "person_id": member} for new in new_tables for member in new.members]
    await insert_new(connection, seats, members)
    await notify(connection, [(new.table_id, new.table.version) for new in new_tables])
    return added


async def write(connection: AsyncConnection, batch: list[Append]) -> list[WriteResult]:
    """Write a batch with at most one append per table, and return the result of each."""
    if not batch:
        return []
    results = await check_all(connection, batch)
    winners = [append for append in batch if results[append.table_id] is True]
    if winners:
        await connection.execute(insert(entries), [_row(new) for new in winners])
        await connection.execute(
            UPDATE_TABLES,
            [
                {"table_id": new.table_id, "number": new.number, "status": new.status, "due": new.due, "at": new.at}
                for new in winners
            ],
        )
        members = [{"table_id": new.table_id, "person_id": member} for new in winners for member in new.members]
        await insert_new(connection, seats, members)
        leavers = [{"table": new.table_id, "person": leaver} for new in winners for leaver in new.leavers]
        if leavers:
            await connection.execute(REMOVE_MEMBER, leavers)
        await notify(connection, [(new.table_id, new.number) for new in winners])
    return [results[append.table_id] for append in batch]


async def check_all(connection: AsyncConnection, batch: list[Append]) -> dict[str, WriteResult]:
    """Return the results by table. Tables with a valid append are locked until the transaction ends."""
    locked = await _versions(connection, LOCKED_VERSIONS, batch)
    results = {new.table_id: check_append(new, locked[new.table_id]) for new in batch if new.table_id in locked}
    others = [new for new in batch if new.table_id not in locked]
    if others:  # locked by another node, or missing
        seen = await _versions(connection, VERSIONS, others)
        for new in others:
            result = check_append(new, seen.get(new.table_id))
            results[new.table_id] = Locked(new.table_id) if result is True else result
    return results


async def _versions(connection: AsyncConnection, query: Select[str, int], batch: list[Append]) -> dict[str, int]:
    found = await connection.execute(query, {"ids": [new.table_id for new in batch]})
    return {row.id: row.version for row in found}


async def find_written(connection: AsyncConnection, batch: list[Append]) -> set[str]:
    """Return the tables whose log already holds exactly this append."""
    found = await connection.execute(
        select(entries).where(
            tuple_(entries.c.table_id, entries.c.number).in_([(new.table_id, new.number) for new in batch])
        )
    )
    rows = [dict(row) for row in found.mappings()]
    return {new.table_id for new in batch if _row(new) in rows}


def _row(new: Append) -> dict[str, object]:
    return {
        "table_id": new.table_id,
        "number": new.number,
        "body": new.body,
        "at": new.at,
        "person_id": new.person_id,
        "message_id": new.message_id,
    }
