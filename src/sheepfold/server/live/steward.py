"""The steward: starts games, runs bots and enforces clocks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from random import Random, SystemRandom
from typing import Any, Final, Protocol

from sheepfold.bots.registry import best_bot
from sheepfold.core.errors import IllegalAction
from sheepfold.server.live.presence import Presence
from sheepfold.server.live.quota import Quota
from sheepfold.server.ops.clock import Clock
from sheepfold.server.ops.logs import RateLimitedWarning
from sheepfold.server.room.commits import OVERDUE, Commits
from sheepfold.server.room.inflight import Propose
from sheepfold.server.room.room import Room
from sheepfold.server.store import rows
from sheepfold.server.store.database import NotStored
from sheepfold.server.store.store import Store
from sheepfold.server.table.entries import By
from sheepfold.server.table.model import Proposal
from sheepfold.server.table.refusals import Refused
from sheepfold.server.table.table import Table
from sheepfold.server.thinking.questions import Question
from sheepfold.server.thinking.thinkers import Priority, Thinkers

logger = logging.getLogger("sheepfold")

NONCE_SECONDS: Final = 3.0
"""Seconds that a full table waits for browsers to commit to their nonces, and then to reveal them."""
RETRY_SECONDS: Final = 0.2
"""Seconds until the first retry when the database is overloaded or something fails."""
MAX_RETRY_SECONDS: Final = 60.0
"""Seconds until the next retry after repeated failures."""
REOPEN_SECONDS: Final = 60.0
"""Seconds until the next attempt to open a table that cannot be opened."""
SWEEP_SECONDS: Final = 1.0
"""Seconds between searches for overdue tables."""

UNPLANNED: Final = -1
"""The version of a plan that is not made yet."""

TURN_SECONDS: Final = (0.7, 1.6)
INTERRUPT_SECONDS: Final = (0.5, 1.8)
HOLD_SECONDS: Final = 1.5
"""How long bots take to act, like people; the last applies while others may interrupt. It reveals nothing hidden."""


class Tables(Protocol):
    """What the steward needs from the hub."""

    @property
    def store(self) -> Store: ...

    @property
    def clock(self) -> Clock: ...

    async def room(self, table_id: str) -> Room: ...

    @property
    def commits(self) -> Commits: ...

    @property
    def presence(self) -> Presence: ...

    @property
    def quota(self) -> Quota: ...


class TableWork:
    """The server's work at one table."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.task: asyncio.Task[None] | None = None
        self.awake = asyncio.Event()
        """Set when there may be something to do."""
        self.plan: dict[tuple[int, bool], float] = {}
        """When each bot thinks: by seat, and whether unasked."""
        self.planned_for = UNPLANNED
        """The version that the plan is for."""


class Steward:
    """Runs one task for each table in memory, which sleeps until there is something to do."""

    def __init__(self, tables: Tables, thinkers: Thinkers) -> None:
        self._tables = tables
        self._clock = tables.clock
        self._thinkers = thinkers
        self._random: Random = SystemRandom()
        self._work: dict[str, TableWork] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._unreadable = RateLimitedWarning(logger, "tables cannot be opened", self._clock)
        self._postponed = RateLimitedWarning(logger, "tables wait for the database", self._clock)

    def start(self) -> None:
        self._sweeper = asyncio.create_task(self._sweep(), name="sweep")

    async def stop(self) -> None:
        tasks = [work.task for work in self._work.values() if work.task is not None]
        if self._sweeper is not None:
            tasks.append(self._sweeper)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake(self, room: Room) -> None:
        """Wake the table's task, or start a new one if it has failed."""
        work = self.work_at(room)
        if work.task is None or work.task.done():
            work.planned_for = UNPLANNED
            work.task = asyncio.create_task(self._work_on(work), name=f"steward {room.table.id}")
            work.task.add_done_callback(_log_failure)
        work.awake.set()

    def nudge(self, room: Room) -> None:
        """Something has happened at a table: let its task, if it has one, look again."""
        work = self._work.get(room.table.id)
        if work is not None and work.room is room:
            work.awake.set()

    def forget(self, table_id: str) -> None:
        """Stop working on a table that is unloaded."""
        work = self._work.pop(table_id, None)
        if work is not None and work.task is not None:
            work.task.cancel()
            work.task = None  # a cancelled task refers to its frames, and those to the table

    def work_at(self, room: Room) -> TableWork:
        """Return the work at a room; work at an older room of the same table ends."""
        work = self._work.get(room.table.id)
        if work is None or work.room is not room:
            self.forget(room.table.id)
            work = self._work[room.table.id] = TableWork(room)
        return work

    async def _sweep(self) -> None:
        """Find overdue tables: after a start, or when another node has died."""
        while True:
            try:
                for row in await self._tables.store.due_tables(self._clock.now(), 100):
                    await self._adopt(row)
            except NotStored as error:
                logger.warning("cannot search for overdue tables: %s", error)
            await self._clock.sleep(SWEEP_SECONDS)

    async def _adopt(self, row: rows.Table) -> None:
        """Open an overdue table and wake its task. If it cannot be opened, try again much later."""
        try:
            room = await self._tables.room(row.id)
            async with self._tables.commits.exclusive(room):
                await self._tables.commits.catch_up(room)
        except NotStored:
            raise
        except Exception as error:  # noqa: BLE001 whatever it is, it concerns one table only
            self._unreadable.warn(error, table=row.id)
            await self._tables.store.set_due(row.id, row.version, self._clock.now() + REOPEN_SECONDS)
            return
        self.wake(room)
        await self._tables.store.set_due(row.id, room.table.version, self._check_at(room))

    def has_work(self, room: Room) -> bool:
        """Whether the server will have to act at the table, even without clients."""
        return self._check_at(room) is not None

    def _check_at(self, room: Room) -> float | None:
        """Return when another node should check that this one has done its work; None if there is none."""
        table = room.table
        if table.status == "open":
            return self._clock.now() + NONCE_SECONDS + OVERDUE if table.is_full() else None
        if table.holder is not None:
            return max(self._clock.now(), table.held_until) + OVERDUE
        if table.bots_to_act():
            return self._clock.now() + HOLD_SECONDS + OVERDUE
        clock = table.clocks.due()
        return None if clock is None else max(self._clock.now(), clock) + OVERDUE

    async def _work_on(self, work: TableWork) -> None:
        """Do the server's work at one table until the table is unloaded."""
        room = work.room
        failures = 0
        while True:
            work.awake.clear()
            try:
                wait = await self._run_due(work)
                failures = 0
            except NotStored as error:
                self._postponed.warn(table=room.table.id, reason=str(error))
                work.planned_for = UNPLANNED  # the plan was not carried out
                wait = RETRY_SECONDS
            except Exception:  # a bug in a game or here must not stop the table for good
                if not failures:
                    logger.exception("table work failed", extra={"table": room.table.id})
                work.planned_for = UNPLANNED
                wait = min(RETRY_SECONDS * 2**failures, MAX_RETRY_SECONDS)
                failures += 1
            # Not `wait_for`: before Python 3.12 it may lose a cancellation, and the server would never stop.
            with suppress(TimeoutError):
                async with self._clock.timeout(wait):
                    await work.awake.wait()

    async def _run_due(self, work: TableWork) -> float | None:
        """Do what is due. Return the seconds until the next work, or None to sleep until something happens."""
        room = work.room
        table = room.table
        now = self._clock.now()
        if table.status != "running":
            return await self._begin(room, now)
        if table.holder is not None and now >= table.held_until:
            holder = table.holder
            await self._try(room, lambda table: table.resume(holder))
            return 0.0
        plan = self.make_plan(work, now)
        due = [item for item, when in plan.items() if when <= now]
        if due:
            await _all(self._play(work, seat, unasked=unasked, by="bot") for seat, unasked in due)
            return 0.0
        expired = table.clocks.expired(now)
        if expired:
            await _all(self._play(work, seat, unasked=False, by="clock") for seat in expired)
            return 0.0
        times = [*work.plan.values(), *([when] if (when := table.clocks.due()) is not None else [])]
        if table.holder is not None:
            times.append(table.held_until)
        return max(0.0, min(times) - self._clock.now()) if times else None

    async def _begin(self, room: Room, now: float) -> float | None:
        table = room.table
        if table.status == "over" or not table.is_full():
            return None
        since = (table.full_since or now) if table.dice.sealed is None else table.dice.sealed_at
        is_complete = table.is_ready() if table.dice.sealed is None else not table.dice.unrevealed()
        if not is_complete and now < since + NONCE_SECONDS:
            return since + NONCE_SECONDS - now
        await self._try(room, _propose_next_start_step)
        return 0.0

    def make_plan(self, work: TableWork, now: float) -> dict[tuple[int, bool], float]:
        """Return when bots act in this position. Bots that may interrupt think about it whatever they hold."""
        table = work.room.table
        if work.planned_for == table.version:
            return work.plan
        work.planned_for = table.version
        work.plan = {}
        instant = table.settings.pace == "instant"
        unasked = table.bots_to_interrupt()
        held = 0.0 if instant or table.state is None or not table.state.may_act() else HOLD_SECONDS
        for place, seat in enumerate(unasked):
            work.plan[seat, True] = now if instant else now + self._random.uniform(*INTERRUPT_SECONDS) + 0.01 * place
        for seat in table.bots_to_act():
            work.plan[seat, False] = now if instant else now + self._random.uniform(*TURN_SECONDS) + held
        if instant and unasked:  # one after the other, in the order of the rules
            first = {(seat, True): now for seat in unasked}
            work.plan = first | {item: now + 0.001 for item in work.plan if not item[1]}
        return work.plan

    async def _play(self, work: TableWork, seat: int, *, unasked: bool, by: By) -> None:
        """Let a bot choose for a seat, and commit the action if it is still wanted."""
        work.plan.pop((seat, unasked), None)
        room = work.room
        table = room.table
        since = table.version
        question = Question(
            table=table.id,
            game=table.game.id,
            players=len(table.chairs),
            options=table.settings.options,
            components=table.settings.components,
            lines=table.lines[:],
            seat=seat,
            bot=table.chairs[seat].bot or best_bot(table.game.id),
            unasked=unasked,
            position=table.first_position(),
        )
        answer = await self._thinkers.think(question, self._priority_of(room))
        action = answer.action
        if action is None:
            return
        chosen_by: By = "stand-in" if by == "bot" and answer.bot != question.bot else by

        def propose(table: Table) -> Proposal:
            """Propose the action unless another node has played or the player is back."""
            if by == "bot" and table.chairs[seat].bot is None:
                raise Refused("seat.person_plays")
            return table.act_if_current(since, seat, action, chosen_by)

        await self._try(room, propose)

    def _priority_of(self, room: Room) -> Priority:
        tables = self._tables
        return Priority(tables.quota.address_of(room), room.table.host, tables.presence.is_watched(room))

    async def _try(self, room: Room, propose: Propose) -> None:
        """Commit a proposal. It may be impossible by now, or another node may have committed it."""
        try:
            await self._tables.commits.commit(room, propose)
        except (Refused, IllegalAction) as error:
            logger.debug("overtaken", extra={"table": room.table.id, "reason": type(error).__name__})


def _propose_next_start_step(table: Table) -> Proposal:
    if table.dice.sealed is None:
        return table.seal()
    return table.unseal() if table.dice.unrevealed() else table.begin()


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.error("failed", exc_info=error)


async def _all(plays: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Run several at once to their end, then raise the first error."""
    for outcome in await asyncio.gather(*plays, return_exceptions=True):
        if outcome is not None:
            raise outcome
