"""Checks that `random_action` draws from `legal_actions`, by weight and otherwise evenly."""

from __future__ import annotations

from collections import Counter
from random import Random

from sheepfold.core.game import Game
from sheepfold.core.playout import random_step
from sheepfold.core.state import CHANCE, State


class Ticket(Random):
    """A generator that always returns the same number."""

    def __init__(self, number: float) -> None:
        super().__init__(0)
        self.number = number

    def random(self) -> float:
        return self.number


def assert_drawn_like_the_list(game: Game, players: int, games: int, variant: str | None = None) -> None:
    """In every position of some random games, each seat draws every legal action exactly as often as it should."""
    rng = Random(f"drawing {players}")
    for _ in range(games):
        state = game.start(players, game.variants[variant] if variant else None)
        while step := random_step(state, rng):
            for seat in (CHANCE, *range(players)):
                assert_drawn_evenly(state, seat)
            state.apply(*step)
        assert all(state.random_action(seat, rng) is None for seat in (CHANCE, *range(players)))


def assert_drawn_evenly(state: State, seat: int) -> None:
    """Divide the numbers from 0 to 1 into as many parts as the weights add up to, and draw once from each."""
    actions = state.legal_actions(seat)
    if not actions:
        assert state.random_action(seat, Random(0)) is None
        return
    weights = (state.chance_weights() if seat == CHANCE else None) or [1] * len(actions)
    total = sum(weights)
    drawn = Counter(state.random_action(seat, Ticket((part + 0.5) / total)) for part in range(total))
    assert drawn == dict(zip(actions, weights, strict=True))
