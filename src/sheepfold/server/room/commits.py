"""Turns commands into entries: proposed at once, committed in batches, and published after the commit.

A table does not wait for its commits: the next command is proposed to the table as it will be, so players who act
at the same time share a transaction. No client learns of an entry before it is committed. If a commit fails,
everything built on it is proposed again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from types import TracebackType
from typing import Final

from sheepfold.core.errors import SheepfoldError
from sheepfold.server.ops.clock import Clock
from sheepfold.server.ops.metrics import METRICS
from sheepfold.server.ops.tasks import Tasks
from sheepfold.server.room.inflight import Command, Propose, Step, key_of
from sheepfold.server.room.room import Listener, Room, Shape
from sheepfold.server.store import rows
from sheepfold.server.store.database import Unanswered
from sheepfold.server.store.results import WriteResult
from sheepfold.server.store.snapshots import encode_snapshot
from sheepfold.server.store.store import Store
from sheepfold.server.store.writer import resolve
from sheepfold.server.table.entries import (
    Appointed,
    Left,
    Sat,
    Stood,
    Whistled,
    decode_entry,
    encode_entry,
)
from sheepfold.server.table.model import FoldedEntry, Proposal
from sheepfold.server.table.refusals import Refused
from sheepfold.server.table.table import Table

logger = logging.getLogger("sheepfold")

OVERDUE: Final = 3.0
"""Seconds after which another node does the work that this one has left undone."""
SNAPSHOT_EVERY: Final = 500
"""Entries. Fewer are read just as fast one by one, and making a snapshot delays other writes."""


class Commits:
    """Commits commands to the logs of this node's tables."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        tasks: Tasks,
        on_published: Callable[[Room, Shape, list[Listener]], None],
        on_unknown_outcome: Callable[[str], None],
    ) -> None:
        self._store = store
        self._clock = clock
        self._tasks = tasks
        self._on_published = on_published
        """Called with the shape before the entry, and the listeners that need a welcome."""
        self._on_unknown_outcome = on_unknown_outcome
        """Called with a table whose log may have an entry that this node does not know of."""

    async def commit(self, room: Room, propose: Propose, person: str | None = None, message: str | None = None) -> int:
        """Return the number of the entry that the command becomes, or has already become if the message is known."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.submit(room, Command(propose, partial(resolve, done), person, message))
        return await done

    def submit(self, room: Room, command: Command) -> None:
        """Propose a command as soon as possible, unless its message has already become an entry."""
        in_flight = room.in_flight
        number = in_flight.number_of(command.key)
        if number is not None:
            self._answer_soon(command, number)
        elif in_flight.must_wait(command):
            in_flight.wait(command)
        elif not command.attempts:
            self._answer_soon(command, Refused("table.busy"))
        else:
            self._propose(room, command)

    def _propose(self, room: Room, command: Command) -> None:
        in_flight = room.in_flight
        try:
            table = in_flight.ahead(room.table)
            proposal = command.propose(table)
        except SheepfoldError as error:
            if len(in_flight):  # perhaps because of a step that will not be committed
                in_flight.wait(command)
            else:
                self._refuse(room, command, error)
        except Exception as bug:  # noqa: BLE001 - for the caller to handle
            command.answer(bug)
        else:
            self._begin(room, table, command, proposal)

    def _begin(self, room: Room, table: Table, command: Command, proposal: Proposal) -> None:
        at = self._clock.now()
        entry = proposal.entry
        status = table.status_with(entry, proposal.state)
        work = table.has_work(status) or isinstance(entry, (Left, Whistled))  # these two create work
        step = Step(command, proposal, at)
        step.pending = self._store.append(
            rows.Append(
                table_id=table.id,
                number=proposal.number,
                body=encode_entry(entry),
                at=at,
                status=status,
                due=at + OVERDUE if work else None,
                person_id=command.person,
                message_id=command.message,
                members=(entry.person,) if isinstance(entry, Sat) else (),
                leavers=leavers(table, entry) if isinstance(entry, (Stood, Appointed)) else (),
            ),
            partial(self._settle, room, step),
        )
        room.in_flight.begin(step)

    def _settle(self, room: Room, step: Step, result: WriteResult) -> None:
        in_flight = room.in_flight
        if not in_flight.has(step):  # the step before it has failed, and so has this one
            return
        if result is not True:  # a lost race, NotStored, or a bug, for the caller to handle
            self._abandon(room, result if isinstance(result, Exception) else None)
            return
        in_flight.complete(step)
        METRICS.entries += 1
        before = room.shape()
        if step.after is None or step.happened is None:
            happened = room.table.apply(step.proposal, step.at)
        else:
            room.table, happened = step.after, step.happened
        in_flight.remember(step.command.key, step.proposal.number)
        try:
            self._publish(room, happened, before, step.at)
            self._after(room, before[0])
        finally:  # what is committed stays committed, even if publishing fails
            self.resume(room)
            step.command.answer(step.proposal.number)

    def _abandon(self, room: Room, error: Exception | None) -> None:
        commands = room.in_flight.abandon()
        if error is None:
            METRICS.races += 1
            room.in_flight.lose(commands)
            self._tasks.run(self._retry(room))
        else:
            if isinstance(error, Unanswered):
                self._on_unknown_outcome(room.table.id)
            for command in commands:
                command.answer(error)
        self.resume(room)

    def resume(self, room: Room) -> None:
        """Submit the commands that no longer need to wait."""
        for command in room.in_flight.ready():
            self.submit(room, command)

    # Lost races

    def exclusive(self, room: Room) -> Exclusive:
        return Exclusive(self, room)

    async def _retry(self, room: Room) -> None:
        """Read the entries that won the race, and propose again."""
        in_flight = room.in_flight
        try:
            async with self.exclusive(room):
                await self.catch_up(room)
                lost = in_flight.take_lost()
                for command in lost:
                    command.attempts -= 1
                in_flight.wait_first(lost)
        except Exception as error:  # noqa: BLE001 - for the caller to handle
            for command in in_flight.take_lost():
                command.answer(error)
            self.resume(room)

    def _answer_soon(self, command: Command, outcome: int | Exception) -> None:
        """Defer the answer: it may submit another command, and others have waited longer."""
        asyncio.get_running_loop().call_soon(command.answer, outcome)

    def _refuse(self, room: Room, command: Command, error: SheepfoldError) -> None:
        if command.key is None:
            self._answer_soon(command, error)
        else:
            self._tasks.run(self._refuse_if_new(room, command, error))

    async def _refuse_if_new(self, room: Room, command: Command, error: SheepfoldError) -> None:
        """Refuse a command unless its message has become an entry that this node does not know of yet."""
        try:
            done = await self.number_of(room, command.key)
        except Exception as failure:  # noqa: BLE001 - for the caller to handle
            command.answer(failure)
        else:
            command.answer(error if done is None else done)

    async def number_of(self, room: Room, key: str | None) -> int | None:
        """Return the number of the entry that a message has become, even if this node has not read that entry yet."""
        known = room.in_flight.number_of(key)
        if known is not None:
            return known
        for row in await self._store.entries(room.table.id, room.table.version):
            if key_of(row.person_id, row.message_id) == key:
                return row.number
        return None

    async def catch_up(self, room: Room) -> None:
        """Fold the entries that other nodes have appended. The caller holds the table exclusively."""
        for row in await self._store.entries(room.table.id, room.table.version):
            if row.number == room.table.version + 1:
                before = room.shape()
                happened = room.table.apply_entry(decode_entry(row.body), row.at)
                room.in_flight.remember(key_of(row.person_id, row.message_id), row.number)
                self._publish(room, happened, before, row.at)

    # After a commit

    def _publish(self, room: Room, happened: FoldedEntry, before: Shape, at: float) -> None:
        moved = room.publish(happened, before, at)
        self._on_published(room, before, moved)

    def _after(self, room: Room, status: str) -> None:
        """Log a change of status and save a snapshot, after a commit by this node."""
        table = room.table
        if table.status != status:
            logger.info(table.status, extra={"table": table.id, "game": table.game.id, "version": table.version})
        if table.version % SNAPSHOT_EVERY == 0:
            self._tasks.run(self._save_snapshot(table.id))

    async def _save_snapshot(self, table_id: str) -> None:
        entries = await self._store.entries(table_id)
        await self._store.save_snapshot(table_id, rows.Snapshot(len(entries), encode_snapshot(entries)))


class Exclusive:
    """Exclusive access to a table: while held (`async with`), no step is in flight, and none begins."""

    def __init__(self, commits: Commits, room: Room) -> None:
        self._commits = commits
        self._room = room

    async def __aenter__(self) -> None:
        try:
            await self._room.in_flight.acquire()
        except BaseException:
            self._commits.resume(self._room)
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._room.in_flight.release()
        self._commits.resume(self._room)


def leavers(table: Table, entry: Stood | Appointed) -> tuple[str, ...]:
    """Return the person who no longer belongs to the table, unless they have another seat or are the host."""
    person = table.chairs[entry.seat].person
    others = [table.host, *(chair.person for seat, chair in enumerate(table.chairs) if seat != entry.seat)]
    return () if person is None or person in others else (person,)
