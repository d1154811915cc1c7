"""The processes in which bots think. One that dies or takes too long is killed and replaced."""

from __future__ import annotations

import asyncio
import os
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from signal import SIG_IGN, SIGINT, signal
from threading import Lock, Thread
from typing import Final, TypeVar

from sheepfold.core.errors import SheepfoldError
from sheepfold.server.ops.clock import Clock
from sheepfold.server.thinking.questions import Answer, Question, answer

STARTING: Final = 60.0
"""Seconds that a new process may take until it can think."""

Result = TypeVar("Result")


class BotFailed(SheepfoldError):
    """The bot has no answer; the message says why."""


class BotHung(BotFailed):
    """It took too long, and its process was killed."""


class ProcessDied(BotFailed):
    """Its process ended while it was thinking."""


class Worker:
    """One process, started when first needed. It answers one question at a time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._thread = ThreadPoolExecutor(1, "worker")
        """Talks to the process, because reading from a pipe blocks."""
        self._lock = Lock()
        self._spawned: Spawned | None = None
        self._stopped = False

    @property
    def process_id(self) -> int | None:
        return None if self._spawned is None else self._spawned.process.pid

    async def answer(self, question: Question, seconds: float) -> Answer:
        """What the bot chooses within this time; BotFailed if it chooses nothing sensible."""
        await self._within(STARTING, self._start)
        found = await self._within(seconds, lambda: self._ask(question))
        if isinstance(found, str):
            raise BotFailed(found)
        return found

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
        self._kill()
        self._thread.shutdown()

    async def _within(self, seconds: float, work: Callable[[], Result]) -> Result:
        """Killing the process ends whatever the thread waits for."""
        loop = asyncio.get_running_loop()
        late = False

        def give_up() -> None:
            nonlocal late
            late = True
            self._kill()

        alarm = self._clock.call_later(seconds, give_up)
        try:
            return await loop.run_in_executor(self._thread, work)
        except (EOFError, OSError):
            self._kill()
            if late:
                raise BotHung(f"no answer within {seconds:g} seconds") from None
            raise ProcessDied("the process of the bot died") from None
        finally:
            alarm.cancel()

    def _start(self) -> None:
        with self._lock:
            if self._stopped:
                raise EOFError
            if self._spawned is not None and self._spawned.process.is_alive():
                return
            self._spawned = spawned = Spawned()
        spawned.line.recv()  # it is ready

    def _ask(self, question: Question) -> Answer | str:
        spawned = self._spawned
        if spawned is None:
            raise EOFError
        spawned.line.send(question)
        found: Answer | str = spawned.line.recv()
        return found

    def _kill(self) -> None:
        with self._lock:
            spawned, self._spawned = self._spawned, None
        if spawned is not None:
            spawned.process.kill()
            spawned.process.join()


class Spawned:
    """A process and the line to it. The line closes by itself when nobody uses it any more."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.line, far_end = context.Pipe()
        self.process = context.Process(target=think_for, args=(far_end,), daemon=True)
        self.process.start()
        far_end.close()  # so that the line ends when the process does


# In the process


def think_for(line: Connection[Answer | str | None, Question]) -> None:
    """Answer thoughts until the server ends the process."""
    signal(SIGINT, SIG_IGN)
    Thread(target=_follow_the_server, daemon=True).start()
    line.send(None)
    while True:
        try:
            question = line.recv()
        except EOFError:
            return
        line.send(_answer_or_reason(question))


def _answer_or_reason(question: Question) -> Answer | str:
    try:
        return answer(question)
    except (Exception, SystemExit):  # noqa: BLE001 whatever a bot does; the server decides what follows
        return traceback.format_exc()


def _follow_the_server() -> None:
    """When the server is killed, its bots end as well."""
    server = parent_process()
    assert server is not None, "bots think in processes that the server has started"
    server.join()
    os._exit(0)
