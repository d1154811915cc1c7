"""Bots think in processes of their own, never in the event loop. So many thoughts may wait; the next is turned away."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from random import SystemRandom
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from typing import Any, Final

import msgspec

from sheepfold.bots.registry import make_bot
from sheepfold.core.action import Action
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.record import read_action
from sheepfold.core.registry import find_game
from sheepfold.core.state import State
from sheepfold.server.settings import read_own

REMEMBERED: Final = 64
"""Positions that a process keeps, so that it plays on from there instead of from the beginning."""


class Busy(SheepfoldError):
    """Too many thoughts are waiting."""


class Thought(msgspec.Struct, frozen=True):
    """A bot's question: everything that a process needs to answer it, as plain data."""

    table: str
    game: str
    players: int
    options: dict[str, Any]
    components: dict[str, Any] | None
    lines: list[str]
    """The game so far, as a record has it."""
    seat: int
    bot: str
    unasked: bool
    """Whether the seat is not waited for, and may do nothing."""


class Thinkers:
    """The processes, and the thoughts that wait for them."""

    def __init__(self, processes: int, waiting: int = 256) -> None:
        self._processes = processes
        self._places = asyncio.Semaphore(waiting)
        self._pool = self._new_pool()
        self.thinking = 0

    async def think(self, thought: Thought) -> str | None:
        """The notation of what the bot does; None if it lets the game go on. A process that died is replaced."""
        if self._places.locked():
            raise Busy("the bots have too much to think about")
        async with self._places:
            self.thinking += 1
            try:
                for _ in range(2):
                    pool = self._pool
                    try:
                        return await asyncio.get_running_loop().run_in_executor(pool, answer, thought)
                    except BrokenProcessPool:
                        if pool is self._pool:
                            self._pool = self._new_pool()
                raise Busy("the bots' processes keep dying")
            finally:
                self.thinking -= 1

    def stop(self) -> None:
        """Thoughts that wait are dropped; those being thought are waited for."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._processes, get_context("spawn"), prepare)


def prepare() -> None:
    """In a new process: the server stops it, and when the server is killed, it goes as well."""
    signal(SIGINT, SIG_IGN)
    Thread(target=_follow_the_server, daemon=True).start()


def _follow_the_server() -> None:
    server = parent_process()
    assert server is not None, "bots think in processes that the server has started"
    server.join()
    os._exit(0)


_positions: dict[str, tuple[list[str], State]] = {}
"""In each process: the last position of tables it has thought about, with the lines that lead there."""


def answer(thought: Thought) -> str | None:
    """In a process: play to the position, imagine a world that the seat cannot tell from it, and let the bot choose."""
    rng = SystemRandom()
    world = _position(thought).resample(thought.seat, rng)
    bot = make_bot(thought.game, thought.bot)
    choice: Action | None
    choice = bot.interrupt(world, thought.seat, rng) if thought.unasked else bot.choose(world, thought.seat, rng)
    return None if choice is None else choice.text


def _position(thought: Thought) -> State:
    game = find_game(thought.game)
    known: list[str] = []
    state: State | None = None
    if thought.table in _positions:
        known, state = _positions.pop(thought.table)
    if state is None or thought.lines[: len(known)] != known:
        known = []
        options = game.read_options(thought.options)
        own = None if thought.components is None else read_own(game, thought.components)
        state = game.start(thought.players, options, own)
    for line in thought.lines[len(known) :]:
        state.act(*read_action(game, line))
    _positions[thought.table] = (thought.lines, state)
    if len(_positions) > REMEMBERED:
        del _positions[next(iter(_positions))]
    return state
