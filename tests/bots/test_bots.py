"""Bots choose legal actions, repeat them with the same seed, and lambs beat random play."""

from __future__ import annotations

from random import Random
from typing import Any, Self

import pytest

from sheepfold import Action, IllegalAction, State, all_games
from sheepfold.arena.match import Match, Runner
from sheepfold.arena.simulate import simulate
from sheepfold.arena.statistics import Statistics
from sheepfold.bots.bot import Bot
from sheepfold.bots.random import RandomBot
from sheepfold.bots.registry import bot_names, make_bot
from sheepfold.core.compiling import is_compiled
from sheepfold.core.game import Game
from tests.toys.fingers import DOUBLE, FINGERS, SHOW, Fingers, FingersGame

EVERY_BOT = [(game, name) for game in all_games() for name in bot_names(game.id)]


@pytest.mark.parametrize(("game", "bot"), EVERY_BOT, ids=[f"{game.id}.{bot}" for game, bot in EVERY_BOT])
def test_every_bot_finishes_games_with_any_number_of_players(game: Game, bot: str) -> None:
    for players in game.players:
        runner = Runner(Match(game=game.id, bots=[bot] * players))
        first, again, other = (runner.play(seed).record for seed in ("one", "one", "two"))
        assert first == again
        assert first != other
        assert first.result is not None


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_the_lamb_beats_random_play(game: Game) -> None:
    """One lamb among random bots wins far more than its share: the 95 % interval lies well above it."""
    games = 100 if is_compiled() else 20  # interpreted games of Meine Schafe are slow
    players = 4 if 4 in game.players else game.players[0]
    match = Match(game=game.id, bots=["lamb", *["random"] * (players - 1)])
    statistics = Statistics(game.id, match.bots)
    for played in simulate(match, games, seed=1):
        statistics.add(played)
    lamb = next(line for line in statistics.summary().bots if line.name == "lamb")
    assert lamb.low > 1.5 / players


def test_the_random_bot_interrupts_sometimes() -> None:
    state = FINGERS.start(2)
    state.apply(1, SHOW[0])
    rng = Random(1)
    found = [RandomBot().interrupt(state, 1, rng) for _ in range(300)]
    assert 10 < found.count(DOUBLE) < 60
    assert RandomBot().interrupt(FINGERS.start(2), 1, Random(1)) is None


class MarkedFingers(Fingers):
    """Marks resampled positions."""

    is_resampled = False

    def resample(self, seat: int | None, rng: Random) -> Self:
        resampled = super().resample(seat, rng)
        resampled.is_resampled = True
        return resampled


class Checker(Bot):
    def choose(self, state: State, seat: int, rng: Random) -> Action:
        assert isinstance(state, MarkedFingers)
        assert state.is_resampled
        return state.legal_actions(seat)[0]

    interrupt = choose


def test_a_bot_sees_only_resampled_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheepfold.arena.match.find_game", lambda _id: FingersGame(MarkedFingers))
    monkeypatch.setattr("sheepfold.arena.match.make_bot", lambda *_: Checker())
    assert Runner(Match(game="fingers", bots=["checker"] * 2)).play("seed").decisions == 9


class Cheat(Bot):
    def __init__(self, answer: object) -> None:
        self.answer: Any = answer

    def choose(self, state: State, seat: int, rng: Random) -> Action:
        answer: Action = self.answer
        return answer


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Action("show 9"), "the bot 'cheat' chose an illegal action: seat 0 cannot 'show 9' now"),
        ("show 1", "the bot 'cheat' chose 'show 1', which is not an action"),
        (None, "the bot 'cheat' chose None, which is not an action"),
    ],
)
def test_an_illegal_choice_of_a_bot_is_reported(monkeypatch: pytest.MonkeyPatch, answer: object, message: str) -> None:
    monkeypatch.setattr("sheepfold.arena.match.find_game", lambda _id: FINGERS)
    monkeypatch.setattr("sheepfold.arena.match.make_bot", lambda *_: Cheat(answer))
    with pytest.raises(IllegalAction, match=message):
        Runner(Match(game="fingers", bots=["cheat"] * 2)).play("seed")


def test_bots_of_other_games_are_not_offered() -> None:
    assert bot_names("fingers") == ["random"]
    assert isinstance(make_bot("fingers", "random"), RandomBot)
