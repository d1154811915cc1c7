"""Bots choose legal actions, the same ones for the same seed, and the lamb knows more than chance."""

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
def test_every_bot_plays_whole_games_at_every_table(game: Game, bot: str) -> None:
    for players in game.players:
        runner = Runner(Match(game=game.id, bots=[bot] * players))
        first, again, other = (runner.play(seed).record for seed in ("one", "one", "two"))
        assert first == again
        assert first != other
        assert first.result is not None


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_the_lamb_beats_random_play(game: Game) -> None:
    """One lamb among random players wins far more than its share: the whole 95 % interval is above it."""
    games = 300 if is_compiled() else 60  # interpreted games of Meine Schafe take a while
    players = 4 if 4 in game.players else game.players[0]
    match = Match(game=game.id, bots=["lamb", *["random"] * (players - 1)])
    statistics = Statistics(game.id, match.bots)
    for played in simulate(match, games, seed=1):
        statistics.add(played)
    lamb = next(line for line in statistics.summary().bots if line.name == "lamb")
    assert lamb.low > 1.5 / players


def test_the_random_bot_interrupts_now_and_then() -> None:
    state = FINGERS.start(2)
    state.apply(1, SHOW[0])
    rng = Random(1)
    found = [RandomBot().interrupt(state, 1, rng) for _ in range(300)]
    assert 10 < found.count(DOUBLE) < 60
    assert RandomBot().interrupt(FINGERS.start(2), 1, Random(1)) is None


class Daydream(Fingers):
    """A resampled world of it is marked as such."""

    imagined = False

    def resample(self, seat: int | None, rng: Random) -> Self:
        world = super().resample(seat, rng)
        world.imagined = True
        return world


class Doubter(Bot):
    def choose(self, state: State, seat: int, rng: Random) -> Action:
        assert isinstance(state, Daydream)
        assert state.imagined
        return state.legal_actions(seat)[0]

    interrupt = choose


def test_a_bot_is_never_shown_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheepfold.arena.match.find_game", lambda _id: FingersGame(Daydream))
    monkeypatch.setattr("sheepfold.arena.match.make_bot", lambda *_: Doubter())
    assert Runner(Match(game="fingers", bots=["doubter"] * 2)).play("seed").decisions == 9


class Cheat(Bot):
    def __init__(self, answer: object) -> None:
        self.answer: Any = answer

    def choose(self, state: State, seat: int, rng: Random) -> Action:
        answer: Action = self.answer
        return answer


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (Action("show 9"), "the bot 'cheat' chose what is not legal: seat 0 cannot 'show 9' now"),
        ("show 1", "the bot 'cheat' chose 'show 1', which is no action"),
        (None, "the bot 'cheat' chose None, which is no action"),
    ],
)
def test_a_bot_that_cheats_is_told(monkeypatch: pytest.MonkeyPatch, answer: object, complaint: str) -> None:
    monkeypatch.setattr("sheepfold.arena.match.find_game", lambda _id: FINGERS)
    monkeypatch.setattr("sheepfold.arena.match.make_bot", lambda *_: Cheat(answer))
    with pytest.raises(IllegalAction, match=complaint):
        Runner(Match(game="fingers", bots=["cheat"] * 2)).play("seed")


def test_a_bot_of_another_game_is_not_offered() -> None:
    assert bot_names("fingers") == ["random"]
    assert isinstance(make_bot("fingers", "random"), RandomBot)
