"""The worker processes in which bots think. One that dies or takes too long is replaced."""

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
"""Seconds for a new process to get ready."""

Result = TypeVar("Result")


class BotFailed(SheepfoldError):
    """The bot gave no valid answer; the message says why."""


class BotHung(BotFailed):
    """The bot took too long, and its process was killed."""


class ProcessDied(BotFailed):
    """The process ended while the bot was thinking."""


class Worker:
    """A process that is started when first needed and answers one question at a time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._thread = ThreadPoolExecutor(1, "worker")
        """For communication with the process, because reading from a pipe blocks."""
        self._lock = Lock()
        self._spawned: Spawned | None = None
        self._stopped = False

    @property
    def process_id(self) -> int | None:
        return None if self._spawned is None else self._spawned.process.pid

    async def answer(self, question: Question, seconds: float) -> Answer:
        """Return the bot's choice. BotFailed if there is no valid one within this time."""
        await self._run(STARTING, self._start)
        found = await self._run(seconds, lambda: self._ask(question))
        if isinstance(found, str):
            raise BotFailed(found)
        return found

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
        self._kill()
        self._thread.shutdown()

    async def _run(self, seconds: float, work: Callable[[], Result]) -> Result:
        """Run blocking work in the thread. After the timeout, kill the process, which ends the thread's wait."""
        loop = asyncio.get_running_loop()
        timed_out = False

        def give_up() -> None:
            nonlocal timed_out
            timed_out = True
            self._kill()

        timer = self._clock.call_later(seconds, give_up)
        try:
            return await loop.run_in_executor(self._thread, work)
        except (EOFError, OSError):
            self._kill()
            if timed_out:
                raise BotHung(f"no answer within {seconds:g} seconds") from None
            raise ProcessDied("the process of the bot died") from None
        finally:
            timer.cancel()

    def _start(self) -> None:
        with self._lock:
            if self._stopped:
                raise EOFError
            if self._spawned is not None and self._spawned.process.is_alive():
                return
            self._spawned = spawned = Spawned()
        spawned.pipe.recv()  # it sends one message when it is ready

    def _ask(self, question: Question) -> Answer | str:
        spawned = self._spawned
        if spawned is None:
            raise EOFError
        spawned.pipe.send(question)
        found: Answer | str = spawned.pipe.recv()
        return found

    def _kill(self) -> None:
        with self._lock:
            spawned, self._spawned = self._spawned, None
        if spawned is not None:
            spawned.process.kill()
            spawned.process.join()


class Spawned:
    """A process and the pipe to it, which is closed when this object is collected."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.pipe, far_end = context.Pipe()
        self.process = context.Process(target=answer_questions, args=(far_end,), daemon=True)
        self.process.start()
        far_end.close()  # so that the pipe closes when the process ends


# In the worker process


def answer_questions(pipe: Connection[Answer | str | None, Question]) -> None:
    """Answer questions until the server closes the pipe."""
    signal(SIGINT, SIG_IGN)
    Thread(target=_exit_with_server, daemon=True).start()
    pipe.send(None)
    while True:
        try:
            question = pipe.recv()
        except EOFError:
            return
        pipe.send(_answer_or_reason(question))


def _answer_or_reason(question: Question) -> Answer | str:
    try:
        return answer(question)
    except (Exception, SystemExit):  # noqa: BLE001 - a bot may raise anything; the server decides how to react
        return traceback.format_exc()


def _exit_with_server() -> None:
    """End the process when the server ends, even if that is killed."""
    server = parent_process()
    assert server is not None, "the server starts this process"
    server.join()
    os._exit(0)
