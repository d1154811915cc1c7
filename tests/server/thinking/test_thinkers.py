"""Bots think in processes of their own, which do not outlive the server, and know no more than who sits there."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import msgspec
import pytest

from sheepfold.bots.bot import Bot
from sheepfold.core.action import Action
from sheepfold.core.record import read_action
from sheepfold.core.registry import find_game
from sheepfold.core.state import State
from sheepfold.server.thinking import questions
from sheepfold.server.thinking import thinkers as thinking
from sheepfold.server.thinking.questions import Answer, Question, answer
from sheepfold.server.thinking.thinkers import Priority, Thinkers
from sheepfold.server.thinking.workers import BotFailed
from sheepfold.testing.snapshot import snapshot
from tests.server.samples import in_a_loop

PATIENCE = 20.0

GAME = "schafe-schubsen"
PLAYERS = 3
BEGUN = ["* layout 1A 2B", "* start 2"]
"""All lay sheep at once, and see each other's when the last has laid."""

THINK = """
import asyncio, sys
from sheepfold.server.thinking.thinkers import Thinkers, Priority
from sheepfold.server.thinking.questions import Question

async def main():
    question = Question("meadow", "haste-bock", 2, {}, None, [], 0, "random", True)
    await Thinkers(1).think(question, Priority())
    print("question", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


def test_when_the_server_is_killed_its_bots_go_as_well() -> None:
    command = [sys.executable, "-W", "ignore:resource_tracker:UserWarning", "-c", THINK]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        assert server.stdout is not None
        assert server.stdout.readline() == "question\n"
        server.kill()
        # The processes share its output: that ends when the last of them has gone.
        rest, _ = server.communicate(timeout=PATIENCE)
    assert rest == ""


def a_thought(lines: list[str], seat: int = 0, *, table: str = "meadow", bot: str = "random") -> Question:
    return Question(table, GAME, PLAYERS, {}, None, lines, seat, bot, False)


def played(lines: list[str]) -> State:
    """The position after these lines."""
    game = find_game(GAME)
    state = game.start(PLAYERS)
    for line in lines:
        state.act(*read_action(game, line))
    return state


# Processes


@asynccontextmanager
async def some_thinkers(seconds: float = PATIENCE) -> AsyncIterator[Thinkers]:
    thinkers = Thinkers(1, seconds=seconds)
    try:
        async with asyncio.timeout(3 * PATIENCE):
            yield thinkers
    finally:
        thinkers.stop()


@in_a_loop
async def test_a_process_that_died_is_replaced() -> None:
    async with some_thinkers() as thinkers:
        for _ in range(2):
            assert (await thinkers.think(a_thought(BEGUN, bot="lamb"), Priority())).bot == "lamb"
            process = thinkers._workers[0].process_id
            assert process is not None
            os.kill(process, signal.SIGKILL)
        answers = [thinkers.think(a_thought(BEGUN, seat, bot="lamb"), Priority()) for seat in range(PLAYERS)]
        assert [answer.bot for answer in await asyncio.gather(*answers)] == ["lamb"] * PLAYERS
        assert thinkers.thinking == 0


@in_a_loop
async def test_a_process_that_hangs_is_killed_and_a_stand_in_plays(caplog: pytest.LogCaptureFixture) -> None:
    async with some_thinkers(seconds=3.0) as thinkers:
        await thinkers.think(a_thought(BEGUN), Priority())
        stopped = thinkers._workers[0].process_id
        assert stopped is not None
        os.kill(stopped, signal.SIGSTOP)
        found = await thinkers.think(a_thought(BEGUN, bot="lamb"), Priority())
        assert found.bot == "random"
        assert legal(found)
        assert thinkers._workers[0].process_id != stopped
        with pytest.raises(ProcessLookupError):
            os.kill(stopped, 0)
    [report] = reports(caplog)
    assert "no answer within 3 seconds" in report["reason"]


def legal(found: Answer, seat: int = 0) -> bool:
    return found.action in [action.text for action in played(BEGUN).legal_actions(seat)]


def reports(caplog: pytest.LogCaptureFixture) -> list[dict[str, str]]:
    return [vars(record) for record in caplog.records if record.message == "bot failed, a stand-in plays"]


# FairQueue


async def order_of(thinkers: Thinkers, *turns: tuple[str, Priority]) -> list[str]:
    """Ask for these thoughts at once, by table; the tables in the order in which they are answered."""
    answered: list[str] = []

    async def ask(table: str, priority: Priority) -> None:
        await thinkers.think(a_thought(BEGUN, table=table), priority)
        answered.append(table)

    await asyncio.gather(*(ask(table, turn) for table, turn in turns))
    return answered


@in_a_loop
async def test_tables_where_somebody_waits_come_first() -> None:
    alone = [(f"bots {number}", Priority("there", "ada", awaited=False)) for number in range(5)]
    async with some_thinkers() as thinkers:
        assert await order_of(thinkers, *alone, ("people", Priority("there", "bob"))) == [
            "people",
            *(table for table, _ in alone),
        ]


@in_a_loop
async def test_addresses_take_turns_and_so_do_people_and_tables() -> None:
    async with some_thinkers() as thinkers:
        asked = [
            *((f"1 {number}", Priority("there", "ada")) for number in (1, 1, 2)),
            ("2", Priority("there", "bob")),
            ("3", Priority("here", "cleo")),
        ]
        assert await order_of(thinkers, *asked) == ["1 1", "3", "2", "1 2", "1 1"]


@in_a_loop
async def test_a_thought_that_nobody_waits_for_any_more_is_dropped() -> None:
    async with some_thinkers() as thinkers:
        thoughts = [asyncio.create_task(thinkers.think(a_thought(BEGUN), Priority())) for _ in range(3)]
        await asyncio.sleep(0)
        for question in thoughts[:2]:
            question.cancel()
        assert legal(await thoughts[2])
        assert thinkers.thinking == 0


@in_a_loop
async def test_however_many_thoughts_wait_the_log_has_one_line(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "MANY", 20)
    async with some_thinkers() as thinkers:
        await order_of(thinkers, *((str(number), Priority("there", "ada", awaited=False)) for number in range(60)))
    [line] = [vars(record) for record in caplog.records if record.levelno >= logging.WARNING]
    assert line["message"] == "bots have much to think about"
    assert line["waiting"] > thinking.MANY


# Bots that fail

BOTS = """
import os, sys, time
from sheepfold.bots import Bot
from sheepfold import Action

class Sleeper(Bot):
    def choose(self, state, seat, rng):
        while True: pass

class Breaker(Bot):
    def choose(self, state, seat, rng):
        raise ValueError("no idea")

class Quitter(Bot):
    def choose(self, state, seat, rng):
        sys.exit("enough")

class Cheat(Bot):
    def choose(self, state, seat, rng):
        return Action("win")

class Silent(Bot):
    def choose(self, state, seat, rng):
        return None

class Crasher(Bot):
    def choose(self, state, seat, rng):
        os._exit(1)
"""
FAILURES = {
    "sleeper": "no answer within",
    "breaker": "ValueError: no idea",
    "quitter": "SystemExit: enough",
    "cheat": "which seat 0 cannot do",
    "silent": "chose None, which seat 0 cannot do",
    "crasher": "the process of the bot died",
    "nobody": "AttributeError",
}


@pytest.fixture
def failing_bots(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A package of them is installed: new processes find it, as they look where this one does."""
    (tmp_path / "failing_bots.py").write_text(BOTS)
    information = tmp_path / "failing_bots-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: failing-bots\nVersion: 1.0\n")
    points = "\n".join(f"{GAME}.{name} = failing_bots:{name.title()}" for name in FAILURES)
    (information / "entry_points.txt").write_text(f"[sheepfold.bots]\n{points}\n")
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.parametrize("bot", FAILURES)
@pytest.mark.usefixtures("failing_bots")
@in_a_loop
async def test_a_stand_in_plays_for_a_bot_that_fails(bot: str, caplog: pytest.LogCaptureFixture) -> None:
    async with some_thinkers(seconds=3.0 if bot == "sleeper" else PATIENCE) as thinkers:
        for _ in range(2):
            found = await thinkers.think(a_thought(BEGUN, bot=bot), Priority())
            assert found.bot == "random"
            assert legal(found)
    [report] = reports(caplog)
    assert FAILURES[bot] in report["reason"]
    assert (report["game"], report["bot"], report["table"]) == (GAME, bot, "meadow")


@pytest.mark.parametrize(("seconds", "processes"), [(thinking.BENCHED, 1), (0.0, 3)])
@pytest.mark.usefixtures("failing_bots")
@in_a_loop
async def test_a_bot_that_kills_its_process_sits_out_for_a_while(
    monkeypatch: pytest.MonkeyPatch, seconds: float, processes: int
) -> None:
    """Else every question of it would cost everybody a new process."""
    monkeypatch.setattr(thinking, "BENCHED", seconds)
    used = set()
    async with some_thinkers() as thinkers:
        for table in ("meadow", "hill", "dyke"):
            await thinkers.think(a_thought(BEGUN, table=table, bot="crasher"), Priority())
            used.add(thinkers._workers[0].process_id)
    assert len(used) == processes


@in_a_loop
async def test_a_position_that_nobody_can_think_about_is_an_error() -> None:
    async with some_thinkers() as thinkers:
        with pytest.raises(BotFailed, match="NotationError"):
            await thinkers.think(a_thought([*BEGUN, "2 fly"]), Priority())
        assert legal(await thinkers.think(a_thought(BEGUN), Priority()))


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
    monkeypatch.setattr(questions, "_positions", {})
    monkeypatch.setattr(questions, "make_bot", lambda _game, _name: onlooker)
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
    monkeypatch.setattr(questions, "REMEMBERED", 3)
    for table in ("meadow", "hill", "valley", "meadow", "dyke", "pen"):
        answer(a_thought(BEGUN, table=table))
    assert list(questions._positions) == ["meadow", "dyke", "pen"]


def test_a_process_remembers_few_positions_with_components_of_their_own(
    bot: Onlooker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "REMEMBERED", 4)
    monkeypatch.setattr(questions, "REMEMBERED_OWN", 2)
    monkeypatch.setattr(questions, "_own", {})
    own = msgspec.to_builtins(find_game(GAME).standard_components())
    for table in ("hill", "own 1", "own 2", "own 1", "own 3", "valley", "dyke", "pen"):
        question = a_thought(BEGUN, table=table)
        answer(msgspec.structs.replace(question, components=own if "own" in table else None))
    assert list(questions._positions) == ["own 3", "valley", "dyke", "pen"]
    assert list(questions._own) == ["own 3"]
