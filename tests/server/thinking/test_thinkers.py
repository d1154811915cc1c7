"""Bots think in separate processes, which do not outlive the server, and see no more than their seat may."""

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
from sheepfold.core.state import State, snapshot
from sheepfold.server.thinking import questions
from sheepfold.server.thinking import thinkers as thinking
from sheepfold.server.thinking.questions import Answer, Question, answer
from sheepfold.server.thinking.thinkers import Priority, Thinkers
from sheepfold.server.thinking.workers import BotFailed
from tests.server.samples import in_a_loop
from tests.server.waiting import PATIENCE

GAME = "schafe-schubsen"
PLAYERS = 3
BEGUN = ["* layout 1A 2B", "* start 2"]
"""All seats lay sheep at the same time, and the last one to do so reveals them."""

THINK = """
import asyncio, sys
from sheepfold.server.thinking.thinkers import Thinkers, Priority
from sheepfold.server.thinking.questions import Question

async def main():
    question = Question("meadow", "haste-bock", 2, {}, None, [], 0, "random", True)
    await Thinkers(1).think(question, Priority())
    print("answered", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


def test_worker_processes_end_when_the_server_is_killed() -> None:
    command = [sys.executable, "-W", "ignore:resource_tracker:UserWarning", "-c", THINK]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        assert server.stdout is not None
        assert server.stdout.readline() == "answered\n"
        server.kill()
        # The processes share its output, which is closed when the last of them ends.
        rest, _ = server.communicate(timeout=PATIENCE)
    assert rest == ""


def a_question(lines: list[str], seat: int = 0, *, table: str = "meadow", bot: str = "random") -> Question:
    return Question(table, GAME, PLAYERS, {}, None, lines, seat, bot, False)


def played(lines: list[str]) -> State:
    """Return the position after these lines."""
    game = find_game(GAME)
    state = game.start(PLAYERS)
    for line in lines:
        state.act(*read_action(game, line))
    return state


# Processes


@asynccontextmanager
async def running_thinkers(seconds: float = PATIENCE) -> AsyncIterator[Thinkers]:
    thinkers = Thinkers(1, seconds=seconds)
    try:
        async with asyncio.timeout(3 * PATIENCE):
            yield thinkers
    finally:
        thinkers.stop()


@in_a_loop
async def test_a_dead_process_is_replaced() -> None:
    async with running_thinkers() as thinkers:
        for _ in range(2):
            assert (await thinkers.think(a_question(BEGUN, bot="lamb"), Priority())).bot == "lamb"
            process = thinkers._workers[0].process_id
            assert process is not None
            os.kill(process, signal.SIGKILL)
        answers = [thinkers.think(a_question(BEGUN, seat, bot="lamb"), Priority()) for seat in range(PLAYERS)]
        assert [answer.bot for answer in await asyncio.gather(*answers)] == ["lamb"] * PLAYERS
        assert thinkers.thinking == 0


@in_a_loop
async def test_a_hanging_process_is_killed_and_the_stand_in_plays(caplog: pytest.LogCaptureFixture) -> None:
    async with running_thinkers(seconds=3.0) as thinkers:
        await thinkers.think(a_question(BEGUN), Priority())
        stopped = thinkers._workers[0].process_id
        assert stopped is not None
        os.kill(stopped, signal.SIGSTOP)
        found = await thinkers.think(a_question(BEGUN, bot="lamb"), Priority())
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


# Order of answers


async def order_of(thinkers: Thinkers, *asked: tuple[str, Priority]) -> list[str]:
    """Ask a question for each table at once; return the tables in the order of the answers."""
    answered: list[str] = []

    async def ask(table: str, priority: Priority) -> None:
        await thinkers.think(a_question(BEGUN, table=table), priority)
        answered.append(table)

    await asyncio.gather(*(ask(table, priority) for table, priority in asked))
    return answered


@in_a_loop
async def test_tables_with_connected_people_come_first() -> None:
    alone = [(f"bots {number}", Priority("there", "ada", awaited=False)) for number in range(5)]
    async with running_thinkers() as thinkers:
        assert await order_of(thinkers, *alone, ("people", Priority("there", "bob"))) == [
            "people",
            *(table for table, _ in alone),
        ]


@in_a_loop
async def test_answers_alternate_between_addresses_people_and_tables() -> None:
    async with running_thinkers() as thinkers:
        asked = [
            *((f"1 {number}", Priority("there", "ada")) for number in (1, 1, 2)),
            ("2", Priority("there", "bob")),
            ("3", Priority("here", "cleo")),
        ]
        assert await order_of(thinkers, *asked) == ["1 1", "3", "2", "1 2", "1 1"]


@in_a_loop
async def test_a_cancelled_question_is_dropped() -> None:
    async with running_thinkers() as thinkers:
        asked = [asyncio.create_task(thinkers.think(a_question(BEGUN), Priority())) for _ in range(3)]
        await asyncio.sleep(0)
        for task in asked[:2]:
            task.cancel()
        assert legal(await asked[2])
        assert thinkers.thinking == 0


@in_a_loop
async def test_a_long_queue_is_logged_once(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "MANY", 20)
    async with running_thinkers() as thinkers:
        await order_of(thinkers, *((str(number), Priority("there", "ada", awaited=False)) for number in range(60)))
    [line] = [vars(record) for record in caplog.records if record.levelno >= logging.WARNING]
    assert line["message"] == "many questions wait for bots"
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
    "missing": "AttributeError",
}


@pytest.fixture
def failing_bots(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Install a package of failing bots. New processes inherit this process's path and find it."""
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
async def test_a_stand_in_replaces_a_failing_bot(bot: str, caplog: pytest.LogCaptureFixture) -> None:
    async with running_thinkers(seconds=3.0 if bot == "sleeper" else PATIENCE) as thinkers:
        for _ in range(2):
            found = await thinkers.think(a_question(BEGUN, bot=bot), Priority())
            assert found.bot == "random"
            assert legal(found)
    [report] = reports(caplog)
    assert FAILURES[bot] in report["reason"]
    assert (report["game"], report["bot"], report["table"]) == (GAME, bot, "meadow")


@pytest.mark.parametrize(("seconds", "processes"), [(thinking.SUSPENDED, 1), (0.0, 3)])
@pytest.mark.usefixtures("failing_bots")
@in_a_loop
async def test_a_bot_that_kills_its_process_is_suspended(
    monkeypatch: pytest.MonkeyPatch, seconds: float, processes: int
) -> None:
    """Otherwise each of its questions would cost a new process, at the expense of all tables."""
    monkeypatch.setattr(thinking, "SUSPENDED", seconds)
    used = set()
    async with running_thinkers() as thinkers:
        for table in ("meadow", "hill", "dyke"):
            await thinkers.think(a_question(BEGUN, table=table, bot="crasher"), Priority())
            used.add(thinkers._workers[0].process_id)
    assert len(used) == processes


@in_a_loop
async def test_a_position_that_no_bot_can_play_raises_an_error() -> None:
    async with running_thinkers() as thinkers:
        with pytest.raises(BotFailed, match="NotationError"):
            await thinkers.think(a_question([*BEGUN, "2 fly"]), Priority())
        assert legal(await thinkers.think(a_question(BEGUN), Priority()))


# What a bot sees


class Onlooker(Bot):
    """Keeps every position it is given."""

    def __init__(self) -> None:
        self.shown: list[State] = []

    def choose(self, state: State, seat: int, rng: Random) -> Action:
        self.shown.append(state.copy())
        return state.legal_actions(seat)[0]


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> Onlooker:
    """A bot that thinks in this process, whose cache is empty."""
    onlooker = Onlooker()
    monkeypatch.setattr(questions, "_positions", {})
    monkeypatch.setattr(questions, "make_bot", lambda _game, _name: onlooker)
    return onlooker


def test_a_bot_gets_a_resampled_position_without_hidden_information(bot: Onlooker) -> None:
    lines = [*BEGUN, "2 lay 157"]
    for _ in range(10):
        answer(a_question(lines))
    assert len({repr(snapshot(state)) for state in bot.shown}) > 1
    for state in bot.shown:
        assert state.view(0) == played(lines).view(0)


def test_a_cached_position_is_dropped_after_an_undo(bot: Onlooker) -> None:
    """Even if the game has become longer than it was before."""
    answer(a_question([*BEGUN, "2 lay 157"]))
    lines = [*BEGUN, "2 lay 158", "0 lay 683", "1 lay 813"]
    now = played(lines)
    answer(a_question(lines, now.waiting_for()[0]))
    assert snapshot(bot.shown[-1]) == snapshot(now)


def test_a_process_caches_the_most_recent_tables(bot: Onlooker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "LARGEST_CACHE", 3)
    for table in ("meadow", "hill", "valley", "meadow", "dyke", "pen"):
        answer(a_question(BEGUN, table=table))
    assert list(questions._positions) == ["meadow", "dyke", "pen"]


def test_a_process_caches_few_positions_with_custom_components(bot: Onlooker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "LARGEST_CACHE", 4)
    monkeypatch.setattr(questions, "LARGEST_CUSTOM_CACHE", 2)
    monkeypatch.setattr(questions, "_custom", {})
    custom = msgspec.to_builtins(find_game(GAME).standard_components())
    for table in ("hill", "custom 1", "custom 2", "custom 1", "custom 3", "valley", "dyke", "pen"):
        question = a_question(BEGUN, table=table)
        answer(msgspec.structs.replace(question, components=custom if "custom" in table else None))
    assert list(questions._positions) == ["custom 3", "valley", "dyke", "pen"]
    assert list(questions._custom) == ["custom 3"]
