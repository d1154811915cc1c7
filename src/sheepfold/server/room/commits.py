"""What is done at tables: proposed at once, committed together with what others do, and told when it is committed.

A table does not wait for its commits: what comes next is proposed to the table as it will be. So several who choose at
once share a transaction. Until something is committed, nobody is told or shown anything of it; and should it not come
to be, all that was built upon it is proposed anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from types import TracebackType
from typing import Final

from sheepfold.core.errors import SheepfoldError
from sheepfold.server.ops.clock import Clock
from sheepfold.server.ops.metrics import METRICS
from sheepfold.server.ops.tasks import Tasks
from sheepfold.server.room.inflight import Propose, Step, Wish, key_of
from sheepfold.server.room.room import Room, Shape
from sheepfold.server.store import rows
from sheepfold.server.store.database import Unanswered
from sheepfold.server.store.snapshots import encode_snapshot
from sheepfold.server.store.store import Store
from sheepfold.server.store.verdicts import Verdict
from sheepfold.server.store.writer import settle
from sheepfold.server.table.entries import (
    Appointed,
    Left,
    Sat,
    Stood,
    Whistled,
    decode_entry,
    encode_entry,
)
from sheepfold.server.table.model import Happened, Proposal
from sheepfold.server.table.refusals import Refused
from sheepfold.server.table.table import Table

logger = logging.getLogger("sheepfold")

OVERDUE: Final = 3.0
"""Seconds after which another node does what one was to do."""
SNAPSHOT_EVERY: Final = 500
"""Entries. Fewer are read as fast one by one, and to put them together holds up what else is written."""


class Commits:
    """The way of everything that happens at the tables of this node into their logs."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        tasks: Tasks,
        told: Callable[[Room, Shape], None],
        unsure: Callable[[str], None],
    ) -> None:
        self._store = store
        self._clock = clock
        self._tasks = tasks
        self._told = told
        """Called when an entry is published, with what the table looked like before."""
        self._unsure = unsure
        """Called with a table whose log may have an entry that we do not know of."""

    async def make(self, room: Room, propose: Propose, person: str | None = None, message: str | None = None) -> int:
        """The number of the entry which this has become, or has been before if the message is known."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.wish(room, Wish(propose, partial(settle, done), person, message))
        return await done

    def wish(self, room: Room, wish: Wish) -> None:
        """Do it, in one transaction, when it is its turn, unless it is a message that is done already."""
        progress = room.progress
        if wish.key in progress.sent:
            self._answer_soon(wish, progress.sent[wish.key])
            return
        if progress.is_held() or progress.waiting or progress.is_decided() or progress.is_under_way(wish.key):
            progress.waiting.append(wish)
            return
        if not wish.attempts:
            self._answer_soon(wish, Refused("table.busy"))
            return
        try:
            table = progress.ahead(room.table)
            proposal = wish.propose(table)
        except SheepfoldError as error:
            if progress.steps:  # perhaps because of one of them, which may not come to be
                progress.waiting.append(wish)
            else:
                self._refuse(room, wish, error)
        except Exception as mistake:  # noqa: BLE001 - of ours, for whoever waits to deal with
            wish.answer(mistake)
        else:
            self._begin(room, table, wish, proposal)

    def _begin(self, room: Room, table: Table, wish: Wish, proposal: Proposal) -> None:
        at = self._clock.now()
        status = table.status_with(proposal.entry, proposal.state)
        work = table.has_work(status) or isinstance(proposal.entry, (Left, Whistled))  # those two make work
        step = Step(wish, proposal, at)
        step.pending = self._store.append(
            rows.Append(
                table_id=table.id,
                number=proposal.number,
                body=encode_entry(proposal.entry),
                at=at,
                status=status,
                due=at + OVERDUE if work else None,
                person_id=wish.person,
                message_id=wish.message,
                members=(proposal.entry.person,) if isinstance(proposal.entry, Sat) else (),
                leavers=leavers(table, proposal.entry) if isinstance(proposal.entry, (Stood, Appointed)) else (),
            ),
            partial(self._settle, room, step),
        )
        room.progress.steps.append(step)

    def _settle(self, room: Room, step: Step, verdict: Verdict) -> None:
        progress = room.progress
        if step not in progress.steps:  # the one before it has failed, and so has it
            return
        if verdict is not True:  # a lost race, NotStored, or a mistake of ours, for whoever waits to deal with
            self._give_up(room, verdict if isinstance(verdict, Exception) else None)
            return
        assert progress.steps[0] is step, "entries are committed one by one"
        progress.steps.popleft()
        METRICS.entries += 1
        before = room.shape()
        if step.after is None or step.happened is None:
            happened = room.table.take(step.proposal, step.at)
        else:
            room.table, happened = step.after, step.happened
        progress.remember(step.wish.key, step.proposal.number)
        try:
            self._publish(room, happened, before, step.at)
            self._after(room, before[0])
        finally:  # a mistake in telling it changes nothing of what is committed
            self.go_on(room)
            step.wish.answer(step.proposal.number)

    def _give_up(self, room: Room, error: Exception | None) -> None:
        """What is under way was proposed to a table that never was."""
        progress = room.progress
        wishes = [step.wish for step in progress.steps]
        progress.steps.clear()
        if error is None:
            METRICS.races += 1
            progress.lost = wishes
            self._tasks.run(self._run_again(room))
        else:
            if isinstance(error, Unanswered):
                self._unsure(room.table.id)
            for wish in wishes:
                wish.answer(error)
        self.go_on(room)

    def go_on(self, room: Room) -> None:
        """Those who have waited, as far as they need not wait any longer."""
        progress = room.progress
        if progress.steps:
            return
        if progress.is_held():
            room.still.set()
            return
        waiting, progress.waiting = progress.waiting, deque()
        for wish in waiting:
            self.wish(room, wish)

    # Lost races

    def alone_with(self, room: Room) -> Alone:
        return Alone(self, room)

    async def _run_again(self, room: Room) -> None:
        """Whoever has lost a race looks again and proposes anew."""
        progress = room.progress
        try:
            async with self.alone_with(room):
                await self.catch_up(room)
                lost, progress.lost = progress.lost, []
                for wish in lost:
                    wish.attempts -= 1
                progress.waiting.extendleft(reversed(lost))
        except Exception as error:  # noqa: BLE001 - for whoever waits to deal with
            lost, progress.lost = progress.lost, []
            for wish in lost:
                wish.answer(error)
            self.go_on(room)

    def _answer_soon(self, wish: Wish, outcome: int | Exception) -> None:
        """Whoever is answered may wish for something else at once, but others have waited for longer."""
        asyncio.get_running_loop().call_soon(wish.answer, outcome)

    def _refuse(self, room: Room, wish: Wish, error: SheepfoldError) -> None:
        if wish.key is None:
            self._answer_soon(wish, error)
        else:
            self._tasks.run(self._refuse_if_new(room, wish, error))

    async def _refuse_if_new(self, room: Room, wish: Wish, error: SheepfoldError) -> None:
        """A message may be refused here just because it has become an entry, and that is not known here yet."""
        try:
            done = await self.sent(room, wish.key)
        except Exception as trouble:  # noqa: BLE001 - for whoever waits to deal with
            wish.answer(trouble)
        else:
            wish.answer(error if done is None else done)

    async def sent(self, room: Room, key: str | None) -> int | None:
        """The number of the entry which a message has become, whether or not the table here has got that far."""
        if key in room.progress.sent:
            return room.progress.sent[key]
        for line in await self._store.entries(room.table.id, room.table.version):
            if key_of(line.person_id, line.message_id) == key:
                return line.number
        return None

    async def catch_up(self, room: Room) -> None:
        """Take the entries that other nodes have appended; alone with the table."""
        for line in await self._store.entries(room.table.id, room.table.version):
            if line.number == room.table.version + 1:
                before = room.shape()
                happened = room.table.take_entry(decode_entry(line.body), line.at)
                room.progress.remember(key_of(line.person_id, line.message_id), line.number)
                self._publish(room, happened, before, line.at)

    # What follows

    def _publish(self, room: Room, happened: Happened, before: Shape, at: float) -> None:
        room.publish(happened, before, at)
        if room.table.has_work(room.table.status):
            room.awake.set()
        self._told(room, before)

    def _after(self, room: Room, status: str) -> None:
        """What follows a commit of ours."""
        table = room.table
        if table.status != status:
            logger.info(table.status, extra={"table": table.id, "game": table.game.id, "version": table.version})
        if table.version % SNAPSHOT_EVERY == 0:
            self._tasks.run(self._save_snapshot(table.id))

    async def _save_snapshot(self, table_id: str) -> None:
        """The log so far in one piece, so that it is read at once."""
        entries = await self._store.entries(table_id)
        await self._store.save_snapshot(table_id, rows.Snapshot(len(entries), encode_snapshot(entries)))


class Alone:
    """Nothing is under way at the table, and nothing begins (`async with`)."""

    def __init__(self, commits: Commits, room: Room) -> None:
        self._commits = commits
        self._room = room

    async def __aenter__(self) -> None:
        room = self._room
        await room.lock.acquire()
        room.progress.held = True
        try:
            while room.progress.steps:
                room.still.clear()
                await room.still.wait()
        except BaseException:
            self._release()
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._release()

    def _release(self) -> None:
        self._room.progress.held = False
        self._room.lock.release()
        self._commits.go_on(self._room)


def leavers(table: Table, entry: Stood | Appointed) -> tuple[str, ...]:
    """Who does not belong to the table any more: whoever had the seat, unless it was not their only one."""
    person = table.chairs[entry.seat].person
    others = [table.host, *(chair.person for seat, chair in enumerate(table.chairs) if seat != entry.seat)]
    return () if person is None or person in others else (person,)
