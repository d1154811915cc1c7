"""Group commit: what arrives while one transaction is on its way shares the next one."""

from __future__ import annotations

import asyncio
from typing import TypeVar

from msgspec.structs import asdict
from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sheepfold.server.database import Database, NotStored, insert_new
from sheepfold.server.neighbours import tell
from sheepfold.server.rows import Append, NewTable
from sheepfold.server.schema import entries, seats, tables
from sheepfold.server.verdicts import Verdict, judge
from sheepfold.server.waiting import Pending, Queue, Told

# So much is written in one transaction, and so much may wait for one.
LARGEST_BATCH = 256
LONGEST_QUEUE = 10_000

VERSIONS = select(tables.c.id, tables.c.version).where(tables.c.id.in_(bindparam("ids", expanding=True)))
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
        self._waiting = Queue(one_a_table=database.quick is None)
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="writer")

    def write(self, new: Append | NewTable, told: Told) -> Pending:
        """Whoever is to be told is told later, never at once."""
        pending = Pending(new, told)
        if self._closing:
            self._refuse(pending, "the store is closed")
        elif len(self._waiting) >= LONGEST_QUEUE:
            self._refuse(pending, "too much waits to be written")
        else:
            self._waiting.add(pending)
            self._wake.set()
        return pending

    def _refuse(self, pending: Pending, reason: str) -> None:
        pending.verdict = NotStored(reason)
        asyncio.get_running_loop().call_soon(pending.tell)

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
            if batch := self._waiting.next_batch(LARGEST_BATCH):
                await self._commit(batch)

    async def _gather(self) -> None:
        """Until a turn of the event loop brings nothing more: what is about to come shares the transaction."""
        known = 0
        while known < len(self._waiting) < LARGEST_BATCH:
            known = len(self._waiting)
            await asyncio.sleep(0)

    async def _commit(self, batch: list[Pending]) -> None:
        try:
            verdicts = await self._write([pending.new for pending in batch])
        except Exception as error:  # noqa: BLE001 - whatever it is, it is for those who wait to deal with
            verdicts = [_not_stored(error) for _ in batch]
        self._waiting.settle(batch, verdicts)

    async def _write(self, batch: list[Append | NewTable]) -> list[Verdict]:
        made = [new for new in batch if isinstance(new, NewTable)]
        appends = [new for new in batch if isinstance(new, Append)]
        if self._database.quick is not None:
            async with self._database.turn:
                verdicts = await self._database.quick.write(made, appends)
        else:
            async with self._database.writing() as connection:
                await add_tables(connection, made)
                verdicts = await write(connection, appends)
        found = iter(verdicts)
        return [True if isinstance(new, NewTable) else next(found) for new in batch]


def _not_stored(error: Exception) -> NotStored:
    failure = NotStored(str(error))
    failure.__cause__ = error
    return failure


def settle(answer: asyncio.Future[Kind], outcome: Kind | Exception) -> None:
    if answer.done():  # who waited was cancelled
        return
    if isinstance(outcome, Exception):
        answer.set_exception(outcome)
    else:
        answer.set_result(outcome)


async def add_tables(connection: AsyncConnection, made: list[NewTable]) -> None:
    if not made:
        return
    await connection.execute(insert(tables), [asdict(new.table) for new in made])
    first = [{"table_id": new.table_id} | asdict(entry) for new in made for entry in new.entries]
    if first:
        await connection.execute(insert(entries), first)
    members = [{"table_id": new.table_id, "person_id": member} for new in made for member in new.members]
    await insert_new(connection, seats, members)
    await tell(connection, [(new.table_id, new.table.version) for new in made])


async def write(connection: AsyncConnection, batch: list[Append]) -> list[Verdict]:
    """Write what can be written of a batch with one append a table, and say of each whether it won."""
    if not batch:
        return []
    found = await connection.execute(VERSIONS, {"ids": [append.table_id for append in batch]})
    versions = {row.id: row.version for row in found}
    verdicts = {append.table_id: judge(append, versions.get(append.table_id)) for append in batch}
    timely = [append for append in batch if verdicts[append.table_id] is True]
    # Another node may be writing the same number at this moment; the database lets one of us through.
    winners = await insert_entries(connection, timely)
    if winners:
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
        await tell(connection, [(new.table_id, new.number) for new in winners])
    lost = {append.table_id: False for append in timely}
    won = {append.table_id: True for append in winners}
    verdicts |= lost | won
    return [verdicts[append.table_id] for append in batch]


async def insert_entries(connection: AsyncConnection, batch: list[Append]) -> list[Append]:
    rows = [
        {
            "table_id": new.table_id,
            "number": new.number,
            "body": new.body,
            "at": new.at,
            "person_id": new.person_id,
            "message_id": new.message_id,
        }
        for new in batch
    ]
    inserted = await insert_new(connection, entries, rows)
    return [append for append in batch if append.table_id in inserted]
