"""What the server does at tables by itself: beginning games, bots' moves, clocks that run out."""

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
from sheepfold.server.ops.logs import Seldom
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

PATIENCE: Final = 3.0
"""Seconds that a full table waits for browsers to commit to their nonces, and then to reveal them."""
AGAIN: Final = 0.2
"""Seconds until the next attempt when the database is overloaded or something went wrong, at first."""
AT_LAST: Final = 60.0
"""Seconds until the next attempt when it went wrong again and again."""
UNREADABLE: Final = 60.0
"""Seconds until the server tries again to open a table that could not be opened."""
SWEEP: Final = 1.0
"""Seconds between looks for tables that nobody tends."""

UNPLANNED: Final = -1
"""No version."""

ASKED_AFTER: Final = (0.7, 1.6)
UNASKED_AFTER: Final = (0.5, 1.8)
HELD: Final = 1.5
"""Seconds that bots take, like people; the last while others may interrupt. It depends on nothing that is hidden."""


class Tables(Protocol):
    """Where the tables are, and how something is done at them."""

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


class Errands:
    """The server's work at one table."""

    def __init__(self) -> None:
        self.task: asyncio.Task[None] | None = None
        self.awake = asyncio.Event()
        """Set when there may be something to do."""
        self.plan: dict[tuple[int, bool], float] = {}
        """When which bot is to think: by seat, and whether unasked."""
        self.planned_for = UNPLANNED
        """The version that the plan is for."""


class Steward:
    """Looks after tables: each that is in memory has a task that sleeps until there is something to do."""

    def __init__(self, tables: Tables, thinkers: Thinkers) -> None:
        self._tables = tables
        self._clock = tables.clock
        self._thinkers = thinkers
        self._random: Random = SystemRandom()
        self._errands: dict[str, Errands] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._unreadable = Seldom(logger, "tables cannot be opened", self._clock)
        self._postponed = Seldom(logger, "tables have to wait for the database", self._clock)

    def start(self) -> None:
        self._sweeper = asyncio.create_task(self._sweep(), name="sweep")

    async def stop(self) -> None:
        tasks = [errands.task for errands in self._errands.values() if errands.task is not None]
        if self._sweeper is not None:
            tasks.append(self._sweeper)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake(self, room: Room) -> None:
        """There may be work. Should the task of the table have failed, a new one takes over."""
        errands = self.errands(room)
        if errands.task is None or errands.task.done():
            errands.planned_for = UNPLANNED
            errands.task = asyncio.create_task(self._tend(room, errands), name=f"tend {room.table.id}")
            errands.task.add_done_callback(_log_failure)
        errands.awake.set()

    def forget(self, table_id: str) -> None:
        """The table is put away."""
        errands = self._errands.pop(table_id, None)
        if errands is not None and errands.task is not None:
            errands.task.cancel()
            errands.task = None  # a cancelled task refers to its frames, and those to the table

    def errands(self, room: Room) -> Errands:
        return self._errands.setdefault(room.table.id, Errands())

    async def _sweep(self) -> None:
        """Find tables that nobody tends: after a start, or when another node died."""
        while True:
            try:
                for row in await self._tables.store.due_tables(self._clock.now(), 100):
                    await self._look_after(row)
            except NotStored as error:
                logger.warning("cannot look for tables to tend: %s", error)
            await self._clock.sleep(SWEEP)

    async def _look_after(self, row: rows.Table) -> None:
        """A table that cannot be opened must not keep the others waiting: it is tried again much later."""
        try:
            room = await self._tables.room(row.id)
            async with self._tables.commits.exclusive(room):
                await self._tables.commits.catch_up(room)
        except NotStored:
            raise
        except Exception as error:  # noqa: BLE001 whatever it is, it is of one table only
            self._unreadable.warn(error, table=row.id)
            await self._tables.store.set_due(row.id, row.version, self._clock.now() + UNREADABLE)
            return
        self.wake(room)
        await self._tables.store.set_due(row.id, room.table.version, self._look_again(room))

    def has_work(self, room: Room) -> bool:
        """Whether the server will have to act there, even if nobody comes."""
        return self._look_again(room) is not None

    def _look_again(self, room: Room) -> float | None:
        """When another node should look whether this one has done its work; None if there is none to do."""
        table = room.table
        if table.status == "open":
            return self._clock.now() + PATIENCE + OVERDUE if table.is_full() else None
        if table.holder is not None:
            return max(self._clock.now(), table.held_until) + OVERDUE
        if table.bots_to_act():
            return self._clock.now() + HELD + OVERDUE
        clock = table.clocks.due()
        return None if clock is None else max(self._clock.now(), clock) + OVERDUE

    async def _tend(self, room: Room, errands: Errands) -> None:
        """Whatever the server has to do at one table, again and again, until it is over or put away."""
        failures = 0
        while True:
            errands.awake.clear()
            try:
                wait = await self._do_what_is_due(room, errands)
                failures = 0
            except NotStored as error:
                self._postponed.warn(table=room.table.id, reason=str(error))
                errands.planned_for = UNPLANNED  # what was to be done is not done
                wait = AGAIN
            except Exception:  # a mistake in a game or here; the table must not stand still for ever
                if not failures:
                    logger.exception("tending", extra={"table": room.table.id})
                errands.planned_for = UNPLANNED
                wait = min(AGAIN * 2**failures, AT_LAST)
                failures += 1
            # Not `wait_for`: before Python 3.12 it may lose a cancellation, and the server would never stop.
            with suppress(TimeoutError):
                async with self._clock.timeout(wait):
                    await errands.awake.wait()

    async def _do_what_is_due(self, room: Room, errands: Errands) -> float | None:
        """Do it, and say in how many seconds to look again (None: when something happens)."""
        table = room.table
        now = self._clock.now()
        if table.status != "running":
            return await self._begin(room, now)
        if table.holder is not None and now >= table.held_until:
            holder = table.holder
            await self._try(room, lambda table: table.resume(holder))
            return 0.0
        plan = self.make_plan(room, now)
        due = [item for item, when in plan.items() if when <= now]
        if due:
            await _all(self._play(room, seat, unasked=unasked, by="bot") for seat, unasked in due)
            return 0.0
        expired = table.clocks.expired(now)
        if expired:
            await _all(self._play(room, seat, unasked=False, by="clock") for seat in expired)
            return 0.0
        times = [*errands.plan.values(), *([when] if (when := table.clocks.due()) is not None else [])]
        if table.holder is not None:
            times.append(table.held_until)
        return max(0.0, min(times) - self._clock.now()) if times else None

    async def _begin(self, room: Room, now: float) -> float | None:
        table = room.table
        if table.status == "over":
            return None
        if not table.is_full():
            return None
        since = (table.full_since or now) if table.dice.sealed is None else table.dice.sealed_at
        is_complete = table.is_ready() if table.dice.sealed is None else not table.dice.unrevealed()
        if not is_complete and now < since + PATIENCE:
            return since + PATIENCE - now
        await self._try(room, _next_step_to_the_game)
        return 0.0

    def make_plan(self, room: Room, now: float) -> dict[tuple[int, bool], float]:
        """When bots act in this position. Who may interrupt thinks about it whatever it holds."""
        errands = self.errands(room)
        table = room.table
        if errands.planned_for == table.version:
            return errands.plan
        errands.planned_for = table.version
        errands.plan = {}
        instant = table.settings.pace == "instant"
        unasked = table.bots_to_interrupt()
        held = 0.0 if instant or table.state is None or not table.state.may_act() else HELD
        for place, seat in enumerate(unasked):
            errands.plan[seat, True] = now if instant else now + self._random.uniform(*UNASKED_AFTER) + 0.01 * place
        for seat in table.bots_to_act():
            errands.plan[seat, False] = now if instant else now + self._random.uniform(*ASKED_AFTER) + held
        if instant and unasked:  # one after the other, in the order of the rules
            first = {(seat, True): now for seat in unasked}
            errands.plan = first | {item: now + 0.001 for item in errands.plan if not item[1]}
        return errands.plan

    async def _play(self, room: Room, seat: int, *, unasked: bool, by: By) -> None:
        """Let a bot choose for a seat, and do it if that is still asked for."""
        self.errands(room).plan.pop((seat, unasked), None)
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
        )
        answer = await self._thinkers.think(question, self._turn_of(room))
        action = answer.action
        if action is None:
            return
        chosen_by: By = "stand-in" if by == "bot" and answer.bot != question.bot else by

        def propose(table: Table) -> Proposal:
            """It was chosen for one position; meanwhile another node may have played, or the person is back."""
            if by == "bot" and table.chairs[seat].bot is None:
                raise Refused("seat.person_plays")
            return table.act_if_current(since, seat, action, chosen_by)

        await self._try(room, propose)

    def _turn_of(self, room: Room) -> Priority:
        tables = self._tables
        return Priority(tables.quota.address_of(room), room.table.host, tables.presence.is_watched(room))

    async def _try(self, room: Room, propose: Propose) -> None:
        """What the server does may have become impossible meanwhile, or another node has done it."""
        try:
            await self._tables.commits.commit(room, propose)
        except (Refused, IllegalAction) as error:
            logger.debug("overtaken", extra={"table": room.table.id, "reason": type(error).__name__})


def _next_step_to_the_game(table: Table) -> Proposal:
    if table.dice.sealed is None:
        return table.seal()
    return table.unseal() if table.dice.unrevealed() else table.begin()


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.error("failed", exc_info=error)


async def _all(plays: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Several at once, all to their end; what went wrong with one of them is raised then."""
    for outcome in await asyncio.gather(*plays, return_exceptions=True):
        if outcome is not None:
            raise outcome
