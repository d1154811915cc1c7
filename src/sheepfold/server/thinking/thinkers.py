"""The pool of processes in which bots think, so that they never block the event loop."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import msgspec

from sheepfold.bots.registry import RANDOM
from sheepfold.server.ops.clock import Clock
from sheepfold.server.ops.logs import RateLimitedWarning
from sheepfold.server.thinking.fair_queue import FairQueue
from sheepfold.server.thinking.questions import Answer, Question
from sheepfold.server.thinking.workers import BotFailed, BotHung, ProcessDied, Worker

logger = logging.getLogger("sheepfold")

DEADLINE: Final = 10.0
"""Seconds to answer a question. The built-in bots need a few hundredths of a second."""
SUSPENDED: Final = 60.0
"""Seconds for which the stand-in replaces a bot that hung, because each of its failures costs a process."""
MANY: Final = 256
"""The number of unanswered questions from which on a warning is logged."""


class Priority(msgspec.Struct, frozen=True):
    """For whom a bot thinks. The queue alternates between addresses, then people, then tables."""

    address: str = ""
    person: str = ""
    awaited: bool = True
    """Whether a person is connected to the table; such tables come before all others."""


class QueuedQuestion(msgspec.Struct, frozen=True):
    question: Question
    answered: asyncio.Future[Answer]


class Thinkers:
    """Worker processes, and the questions that wait for them."""

    def __init__(self, processes: int, clock: Clock | None = None, seconds: float = DEADLINE) -> None:
        self._clock = clock or Clock()
        self._seconds = seconds
        self._workers = [Worker(self._clock) for _ in range(processes)]
        self._idle = self._workers[:]
        self._tasks: set[asyncio.Task[None]] = set()
        self._awaited: FairQueue[QueuedQuestion] = FairQueue()
        self._others: FairQueue[QueuedQuestion] = FairQueue()
        self._suspended: dict[str, float] = {}
        """Bots that hung, and until when the stand-in replaces them."""
        self._reported: set[tuple[str, str, type]] = set()
        self._behind = RateLimitedWarning(logger, "many questions wait for bots", self._clock)

    @property
    def thinking(self) -> int:
        """The number of unanswered questions."""
        return len(self._awaited) + len(self._others) + len(self._tasks)

    async def think(self, question: Question, priority: Priority) -> Answer:
        """Return the choice of the bot, or of the stand-in if the bot fails. BotFailed if both fail."""
        queued = QueuedQuestion(question, asyncio.get_running_loop().create_future())
        queue = self._awaited if priority.awaited else self._others
        queue.add((priority.address, priority.person, question.table), queued)
        if self.thinking > MANY:
            self._behind.warn(waiting=self.thinking, awaited=len(self._awaited))
        if self._idle:
            task = asyncio.create_task(self._work(self._idle.pop()), name="think")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return await queued.answered

    def stop(self) -> None:
        """Stop all processes and drop all questions; the tables' logs hold everything that matters."""
        for task in self._tasks:
            task.cancel()
        for worker in self._workers:
            worker.stop()

    async def _work(self, worker: Worker) -> None:
        """Answer questions until none is left."""
        while self._awaited or self._others:
            queued = (self._awaited or self._others).next()
            if queued.answered.done():  # the table was unloaded
                continue
            try:
                answer = await self._answer(worker, queued.question)
            except Exception as error:  # noqa: BLE001 - for the caller to handle
                if not queued.answered.done():
                    queued.answered.set_exception(error)
            else:
                if not queued.answered.done():
                    queued.answered.set_result(answer)
        self._idle.append(worker)

    async def _answer(self, worker: Worker, question: Question) -> Answer:
        if question.bot != RANDOM and self._suspended.get(_suspension_key(question), 0.0) <= self._clock.monotonic():
            try:
                return await self._attempt(worker, question)
            except BotFailed as failure:
                self._report(question, failure)
                if isinstance(failure, BotHung | ProcessDied):
                    self._suspend(_suspension_key(question), self._clock.monotonic())
        return await self._attempt(worker, msgspec.structs.replace(question, bot=RANDOM))

    async def _attempt(self, worker: Worker, question: Question) -> Answer:
        try:
            return await worker.answer(question, self._seconds)
        except ProcessDied:  # not necessarily because of the bot: perhaps for lack of memory
            return await worker.answer(question, self._seconds)

    def _suspend(self, bot: str, now: float) -> None:
        suspended = {other: until for other, until in self._suspended.items() if until > now}
        self._suspended = {**suspended, bot: now + SUSPENDED}

    def _report(self, question: Question, failure: BotFailed) -> None:
        """Log the failure, once for each bot and kind of failure."""
        key = (question.game, question.bot, type(failure))
        if key not in self._reported:
            self._reported.add(key)
            where = {"game": question.game, "bot": question.bot, "table": question.table, "reason": str(failure)}
            logger.error("bot failed, a stand-in plays", extra=where)


def _suspension_key(question: Question) -> str:
    """Return the key for suspending a bot. With custom components it is suspended only at that table."""
    return f"{question.game}.{question.bot}" + ("" if question.components is None else f" at {question.table}")
