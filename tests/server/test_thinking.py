"""Bots think in processes of their own, which do not outlive the server, and know no more than who sits there."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest

from sheepfold.bots.bot import Bot
from sheepfold.core.action import Action
from sheepfold.core.record import read_action
from sheepfold.core.registry import find_game
from sheepfold.core.state import State
from sheepfold.server import thinking
from sheepfold.server.thinking import Busy, Thinkers, Thought, answer
from sheepfold.testing.snapshot import snapshot
from tests.server.samples import in_a_loop

PATIENCE = 20.0

GAME = "schafe-schubsen"
PLAYERS = 3
BEGUN = ["* layout 1A 2B", "* start 2"]
"""All lay sheep at once, and see each other's when the last has laid."""

THINK = """
import asyncio, sys
from sheepfold.server.thinking import Thinkers, Thought

async def main():
    thought = Thought("meadow", "haste-bock", 2, {}, None, [], 0, "lamb", True)
    await Thinkers(1).think(thought)
    print("thought", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


def test_when_the_server_is_killed_its_bots_go_as_well() -> None:
    command = [sys.executable, "-W", "ignore:resource_tracker:UserWarning", "-c", THINK]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        assert server.stdout is not None
        assert server.stdout.readline() == "thought\n"
        server.kill()
        # The processes share its output: that ends when the last of them has gone.
        rest, _ = server.communicate(timeout=PATIENCE)
    assert rest == ""


def a_thought(lines: list[str], seat: int = 0, *, table: str = "meadow") -> Thought:
    return Thought(table, GAME, PLAYERS, {}, None, lines, seat, "random", False)


def played(lines: list[str]) -> State:
    """The position after these lines."""
    game = find_game(GAME)
    state = game.start(PLAYERS)
    for line in lines:
        state.act(*read_action(game, line))
    return state


# Processes


@asynccontextmanager
async def some_thinkers(waiting: int = 256) -> AsyncIterator[Thinkers]:
    thinkers = Thinkers(1, waiting)
    try:
        async with asyncio.timeout(PATIENCE):
            yield thinkers
    finally:
        thinkers.stop()


@in_a_loop
async def test_one_thought_too_many_is_turned_away_and_the_others_are_answered() -> None:
    async with some_thinkers(waiting=2) as thinkers:
        thoughts = [asyncio.create_task(thinkers.think(a_thought(BEGUN, seat))) for seat in range(2)]
        await asyncio.sleep(0)
        assert thinkers.thinking == 2
        with pytest.raises(Busy, match="too much to think about"):
            await thinkers.think(a_thought(BEGUN, 2))
        for chosen in [*await asyncio.gather(*thoughts), await thinkers.think(a_thought(BEGUN, 2))]:
            assert str(chosen).startswith("lay ")
        assert thinkers.thinking == 0


@in_a_loop
async def test_a_process_that_died_is_replaced() -> None:
    async with some_thinkers() as thinkers:
        for _ in range(2):
            assert await thinkers.think(a_thought(BEGUN)) is not None
            [process] = thinkers._pool._processes
            os.kill(process, signal.SIGKILL)
        thoughts = [thinkers.think(a_thought(BEGUN, seat)) for seat in range(PLAYERS)]
        assert None not in await asyncio.gather(*thoughts)


# What a bot is shown


class Onlooker(Bot):
    """Keeps what it is shown."""

    def __init__(self) -> None:
        self.shown: list[State] = []

    def choose(self, state: State, seat: int, rng: Random) -> Action:
        self.shown.append(state.copy())
        return state.legal_actions(seat)[0]


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> Onlooker:
    """It thinks in this process, which remembers no position yet."""
    onlooker = Onlooker()
    monkeypatch.setattr(thinking, "_positions", {})
    monkeypatch.setattr(thinking, "make_bot", lambda _game, _name: onlooker)
    return onlooker


def test_a_bot_is_shown_a_world_that_might_be_and_not_what_is_hidden_from_its_seat(bot: Onlooker) -> None:
    lines = [*BEGUN, "2 lay 157"]
    for _ in range(10):
        answer(a_thought(lines))
    assert len({repr(snapshot(world)) for world in bot.shown}) > 1
    for world in bot.shown:
        assert world.view(0) == played(lines).view(0)


def test_after_something_was_taken_back_a_bot_thinks_about_what_has_come_instead(bot: Onlooker) -> None:
    """Though the game may be longer than it was then."""
    answer(a_thought([*BEGUN, "2 lay 157"]))
    lines = [*BEGUN, "2 lay 158", "0 lay 683", "1 lay 813"]
    now = played(lines)
    answer(a_thought(lines, now.waiting_for()[0]))
    assert snapshot(bot.shown[-1]) == snapshot(now)


def test_a_process_remembers_the_tables_it_has_thought_about_last(
    bot: Onlooker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "REMEMBERED", 3)
    for table in ("meadow", "hill", "valley", "meadow", "dyke", "pen"):
        answer(a_thought(BEGUN, table=table))
    assert list(thinking._positions) == ["meadow", "dyke", "pen"]
