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
from sheepfold.server.thinking.questions import Answer, Question
from sheepfold.server.thinking.workers import BotFailed, BotHung, ProcessDied, Worker

logger = logging.getLogger("sheepfold")

DEADLINE: Final = 10.0
"""Seconds for one question. Our own bots need a few hundredths of a second."""
BENCHED: Final = 60.0
"""Seconds for which the stand-in plays at once instead of a bot that hung: each such question costs a process."""
MANY: Final = 256
"""Thoughts that wait before the log mentions it."""


class Priority(msgspec.Struct, frozen=True):
    """For whom a bot thinks. Addresses take turns, at each address people, and of each person the tables."""

    address: str = ""
    person: str = ""
    awaited: bool = True
    """Whether somebody is at the table; those tables come before all others."""


class Waiting(msgspec.Struct, frozen=True):
    question: Question
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
        """Thoughts that are being question or wait."""
        return len(self._awaited) + len(self._others) + len(self._tasks)

    async def think(self, question: Question, priority: Priority) -> Answer:
        """What the bot does, or the stand-in if the bot fails; BotFailed if even that does."""
        waiting = Waiting(question, asyncio.get_running_loop().create_future())
        queue = self._awaited if priority.awaited else self._others
        queue.add((priority.address, priority.person, question.table), waiting)
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
                found = await self._answer(worker, waiting.question)
            except Exception as error:  # noqa: BLE001 - for whoever waits to deal with
                if not waiting.answered.done():
                    waiting.answered.set_exception(error)
            else:
                if not waiting.answered.done():
                    waiting.answered.set_result(found)
        self._idle.append(worker)

    async def _answer(self, worker: Worker, question: Question) -> Answer:
        if question.bot != RANDOM and self._benched.get(_bot_of(question), 0.0) <= self._clock.monotonic():
            try:
                return await self._attempt(worker, question)
            except BotFailed as failure:
                self._report(question, failure)
                if isinstance(failure, BotHung | ProcessDied):
                    self._bench(_bot_of(question), self._clock.monotonic())
        return await self._attempt(worker, msgspec.structs.replace(question, bot=RANDOM))

    async def _attempt(self, worker: Worker, question: Question) -> Answer:
        try:
            return await worker.answer(question, self._seconds)
        except ProcessDied:  # perhaps for reasons of its own, such as a lack of memory
            return await worker.answer(question, self._seconds)

    def _bench(self, bot: str, now: float) -> None:
        still = {other: until for other, until in self._benched.items() if until > now}
        self._benched = {**still, bot: now + BENCHED}

    def _report(self, question: Question, failure: BotFailed) -> None:
        """Once for each bot and kind of failure."""
        key = (question.game, question.bot, type(failure))
        if key not in self._reported:
            self._reported.add(key)
            where = {"game": question.game, "bot": question.bot, "table": question.table, "reason": str(failure)}
            logger.error("bot failed, a stand-in plays", extra=where)


def _bot_of(question: Question) -> str:
    """Components of somebody's own may be too much for a bot that plays well everywhere else."""
    return f"{question.game}.{question.bot}" + ("" if question.components is None else f" at {question.table}")
