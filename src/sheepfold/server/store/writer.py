"""Group commit: what arrives while one transaction is on its way shares the next one."""

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

# So much is written in one transaction, and so much may wait for one.
LARGEST_BATCH = 256
LONGEST_QUEUE = 10_000
PATIENCE: Final = 5.0
"""Seconds after which a write that gets no answer is not tried again."""
PAUSE: Final = 0.01
"""Seconds before the next attempt when there is nothing else to write."""

VERSIONS = select(tables.c.id, tables.c.version).where(tables.c.id.in_(bindparam("ids", expanding=True)))
LOCKED_VERSIONS = VERSIONS.with_for_update(key_share=True, skip_locked=True)
"""Whoever gets a table's row writes to the table alone. Nobody waits for it: its holder may be frozen."""
MOVE_ON = (
    update(tables)
    .where(tables.c.id == bindparam("table_id"))
    .values(version=bindparam("number"), status=bindparam("status"), due=bindparam("due"), changed=bindparam("at"))
)
NO_MEMBER = delete(seats).where(seats.c.table_id == bindparam("table"), seats.c.person_id == bindparam("person"))

Kind = TypeVar("Kind")


class Writer:
    """One task writes for all, and tells after the commit that holds what was to be written, never before."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._clock = database.clock
        self._waiting = Queue(one_per_table=database.sqlite_writer is None)
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="writer")

    def write(self, new: Append | NewTable, on_result: OnResult) -> Pending:
        """Whoever is to be told is told later, never at once."""
        pending = Pending(new, on_result, self._clock.monotonic() + PATIENCE)
        if self._closing:
            self._refuse(pending, "the store is closed")
        elif len(self._waiting) >= LONGEST_QUEUE:
            self._refuse(pending, "too much waits to be written")
        else:
            self._waiting.add(pending)
            self._wake.set()
        return pending

    def _refuse(self, pending: Pending, reason: str) -> None:
        pending.result = NotStored(reason)
        asyncio.get_running_loop().call_soon(pending.notify)

    async def close(self) -> None:
        """What was let in is still written."""
        self._closing = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        while self._waiting or not self._closing:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
            await self._gather()
            if (batch := self._waiting.next_batch(LARGEST_BATCH)) and not await self._commit(batch):
                await self._pause()

    async def _pause(self) -> None:
        """Nothing could be written: wait a moment, or for something that perhaps can."""
        self._wake.clear()
        with suppress(TimeoutError):
            async with self._clock.timeout(PAUSE):
                await self._wake.wait()

    async def _gather(self) -> None:
        """Until a turn of the event loop brings nothing more: what is about to come shares the transaction."""
        known = 0
        while known < len(self._waiting) < LARGEST_BATCH:
            known = len(self._waiting)
            await asyncio.sleep(0)

    async def _commit(self, batch: list[Pending]) -> bool:
        """Whether anything is decided."""
        try:
            results = await self._write([pending.new for pending in batch])
            await self._recognise(batch, results)
        except Unanswered as error:
            logger.warning("%d writes have no answer: %s", len(batch), error)
            results = [_not_stored(error) for _ in batch]
        except Exception as error:  # noqa: BLE001 - whatever it is, it is for those who wait to deal with
            results = [_not_stored(error) for _ in batch]
        return self._waiting.settle(batch, results, self._clock.monotonic())

    async def _recognise(self, batch: list[Pending], results: list[WriteResult]) -> None:
        """An earlier attempt whose answer got lost may have succeeded: then the race was lost against ourselves."""
        lost = [place for place, pending in enumerate(batch) if pending.tried and results[place] is False]
        if lost:
            appends = [new for place in lost if isinstance(new := batch[place].new, Append)]
            async with self._database.reading() as connection:
                there = await find(connection, appends)
            for place in lost:
                new = batch[place].new
                # Nobody else makes a table with the same random id.
                results[place] = isinstance(new, NewTable) or new.table_id in there

    async def _write(self, batch: list[Append | NewTable]) -> list[WriteResult]:
        made = [new for new in batch if isinstance(new, NewTable)]
        appends = [new for new in batch if isinstance(new, Append)]
        if self._database.sqlite_writer is not None:
            async with self._database.write_lock:
                results = await self._database.sqlite_writer.write(made, appends)
            added = {new.table_id for new in made}
        else:
            async with self._database.writing() as connection:
                added = await add_tables(connection, made)
                results = await write(connection, appends)
        found = iter(results)
        return [new.table_id in added if isinstance(new, NewTable) else next(found) for new in batch]


def _not_stored(error: Exception) -> NotStored:
    """One for each who waits: whoever raises it adds to it where that was."""
    failure = Unanswered(str(error)) if isinstance(error, Unanswered) else NotStored(str(error))
    failure.__cause__ = error
    return failure


def settle(answer: asyncio.Future[Kind], outcome: Kind | Exception) -> None:
    if answer.done():  # who waited was cancelled
        return
    if isinstance(outcome, Exception):
        answer.set_exception(outcome)
    else:
        answer.set_result(outcome)


async def add_tables(connection: AsyncConnection, made: list[NewTable]) -> set[str]:
    """The ids of those that were not there yet."""
    if not made:
        return set()
    statement = postgresql.insert(tables).on_conflict_do_nothing().returning(tables.c.id)
    added = set(await connection.scalars(statement, [asdict(new.table) for new in made]))
    made = [new for new in made if new.table_id in added]
    first = [{"table_id": new.table_id} | asdict(entry) for new in made for entry in new.entries]
    if first:
        await connection.execute(insert(entries), first)
    members = [{"table_id": new.table_id, "person_id": member} for new in made for member in new.members]
    await insert_new(connection, seats, members)
    await notify(connection, [(new.table_id, new.table.version) for new in made])
    return added


async def write(connection: AsyncConnection, batch: list[Append]) -> list[WriteResult]:
    """Write what can be written of a batch with one append a table, and say of each whether it won."""
    if not batch:
        return []
    results = await judge_all(connection, batch)
    winners = [append for append in batch if results[append.table_id] is True]
    if winners:
        await connection.execute(insert(entries), [_entry(new) for new in winners])
        await connection.execute(
            MOVE_ON,
            [
                {"table_id": new.table_id, "number": new.number, "status": new.status, "due": new.due, "at": new.at}
                for new in winners
            ],
        )
        members = [{"table_id": new.table_id, "person_id": member} for new in winners for member in new.members]
        await insert_new(connection, seats, members)
        leavers = [{"table": new.table_id, "person": leaver} for new in winners for leaver in new.leavers]
        if leavers:
            await connection.execute(NO_MEMBER, leavers)
        await notify(connection, [(new.table_id, new.number) for new in winners])
    return [results[append.table_id] for append in batch]


async def judge_all(connection: AsyncConnection, batch: list[Append]) -> dict[str, WriteResult]:
    """By table; those where an append can be written are locked until the transaction ends."""
    ours = await _versions(connection, LOCKED_VERSIONS, batch)
    results = {new.table_id: check_append(new, ours[new.table_id]) for new in batch if new.table_id in ours}
    others = [new for new in batch if new.table_id not in ours]
    if others:  # locked by another node, or not there
        seen = await _versions(connection, VERSIONS, others)
        for new in others:
            result = check_append(new, seen.get(new.table_id))
            results[new.table_id] = Locked(new.table_id) if result is True else result
    return results


async def _versions(connection: AsyncConnection, query: Select[str, int], batch: list[Append]) -> dict[str, int]:
    found = await connection.execute(query, {"ids": [new.table_id for new in batch]})
    return {row.id: row.version for row in found}


async def find(connection: AsyncConnection, batch: list[Append]) -> set[str]:
    """The tables whose log has the append, exactly as it was to be written."""
    found = await connection.execute(
        select(entries).where(tuple_(entries.c.table_id, entries.c.number).in_([(n.table_id, n.number) for n in batch]))
    )
    there = [dict(row) for row in found.mappings()]
    return {new.table_id for new in batch if _entry(new) in there}


def _entry(new: Append) -> dict[str, object]:
    return {
        "table_id": new.table_id,
        "number": new.number,
        "body": new.body,
        "at": new.at,
        "person_id": new.person_id,
        "message_id": new.message_id,
    }
