"""Bots think in processes of their own, never in the event loop, and take turns there."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import msgspec

from sheepfold.bots.registry import RANDOM
from sheepfold.server.ops.clock import Clock
from sheepfold.server.ops.logs import Seldom
from sheepfold.server.thinking.fair_queue import FairQueue
from sheepfold.server.thinking.thoughts import Answer, Thought
from sheepfold.server.thinking.workers import BotFailed, BotHung, ProcessDied, Worker

logger = logging.getLogger("sheepfold")

DEADLINE: Final = 10.0
"""Seconds for one thought. Our own bots need a few hundredths of a second."""
BENCHED: Final = 60.0
"""Seconds for which the stand-in plays at once instead of a bot that hung: each such thought costs a process."""
MANY: Final = 256
"""Thoughts that wait before the log mentions it."""


class Turn(msgspec.Struct, frozen=True):
    """For whom a bot thinks. Addresses take turns, at each address people, and of each person the tables."""

    address: str = ""
    person: str = ""
    awaited: bool = True
    """Whether somebody is at the table; those tables come before all others."""


class Waiting(msgspec.Struct, frozen=True):
    thought: Thought
    answered: asyncio.Future[Answer]


class Thinkers:
    """The processes, and the thoughts that wait for them."""

    def __init__(self, processes: int, clock: Clock | None = None, seconds: float = DEADLINE) -> None:
        self._clock = clock or Clock()
        self._seconds = seconds
        self._workers = [Worker(self._clock) for _ in range(processes)]
        self._idle = self._workers[:]
        self._tasks: set[asyncio.Task[None]] = set()
        self._awaited: FairQueue[Waiting] = FairQueue()
        self._others: FairQueue[Waiting] = FairQueue()
        self._benched: dict[str, float] = {}
        """Bots that hung, and until when the stand-in plays for them."""
        self._reported: set[tuple[str, str, type]] = set()
        self._behind = Seldom(logger, "bots have much to think about", self._clock)

    @property
    def thinking(self) -> int:
        """Thoughts that are being thought or wait."""
        return len(self._awaited) + len(self._others) + len(self._tasks)

    async def think(self, thought: Thought, turn: Turn) -> Answer:
        """What the bot does, or the stand-in if the bot fails; BotFailed if even that does."""
        waiting = Waiting(thought, asyncio.get_running_loop().create_future())
        turns = self._awaited if turn.awaited else self._others
        turns.add((turn.address, turn.person, thought.table), waiting)
        if self.thinking > MANY:
            self._behind.warn(waiting=self.thinking, awaited=len(self._awaited))
        if self._idle:
            task = asyncio.create_task(self._work(self._idle.pop()), name="think")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return await waiting.answered

    def stop(self) -> None:
        """Thoughts are dropped: the log of a table has all that counts."""
        for task in self._tasks:
            task.cancel()
        for worker in self._workers:
            worker.stop()

    async def _work(self, worker: Worker) -> None:
        """Answer thoughts until none waits."""
        while self._awaited or self._others:
            waiting = (self._awaited or self._others).next()
            if waiting.answered.done():  # the table was put away
                continue
            try:
                found = await self._answer(worker, waiting.thought)
            except Exception as error:  # noqa: BLE001 - for whoever waits to deal with
                if not waiting.answered.done():
                    waiting.answered.set_exception(error)
            else:
                if not waiting.answered.done():
                    waiting.answered.set_result(found)
        self._idle.append(worker)

    async def _answer(self, worker: Worker, thought: Thought) -> Answer:
        if thought.bot != RANDOM and self._benched.get(_bot_of(thought), 0.0) <= self._clock.monotonic():
            try:
                return await self._attempt(worker, thought)
            except BotFailed as failure:
                self._report(thought, failure)
                if isinstance(failure, BotHung | ProcessDied):
                    self._bench(_bot_of(thought), self._clock.monotonic())
        return await self._attempt(worker, msgspec.structs.replace(thought, bot=RANDOM))

    async def _attempt(self, worker: Worker, thought: Thought) -> Answer:
        try:
            return await worker.answer(thought, self._seconds)
        except ProcessDied:  # perhaps for reasons of its own, such as a lack of memory
            return await worker.answer(thought, self._seconds)

    def _bench(self, bot: str, now: float) -> None:
        still = {other: until for other, until in self._benched.items() if until > now}
        self._benched = {**still, bot: now + BENCHED}

    def _report(self, thought: Thought, failure: BotFailed) -> None:
        """Once for each bot and kind of failure."""
        key = (thought.game, thought.bot, type(failure))
        if key not in self._reported:
            self._reported.add(key)
            where = {"game": thought.game, "bot": thought.bot, "table": thought.table, "reason": str(failure)}
            logger.error("bot failed, a stand-in plays", extra=where)


def _bot_of(thought: Thought) -> str:
    """Components of somebody's own may be too much for a bot that plays well everywhere else."""
    return f"{thought.game}.{thought.bot}" + ("" if thought.components is None else f" at {thought.table}")
