"""Walks through games of Meine Schafe, Deine Schafe, for tests that compare fast code with plain code."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sheepfold.bots.registry import make_bot
from sheepfold.core.playout import random_step
from sheepfold.games.meine_schafe.game import GAME, MeineSchafeOptions
from sheepfold.games.meine_schafe.state import MeineSchafe

TABLES = [(2, 10), (3, 10), (4, 10), (4, 2), (2, 1)]
"""Players and reach."""


def positions(players: int, reach: int) -> Iterator[MeineSchafe]:
    """Half of the actions by a lamb, so that pens are closed and wolves are laid; half at random."""
    rng = Random(f"agreement {players} {reach}")
    bot = make_bot("meine-schafe", "lamb")
    for number in range(4):
        state = GAME.start(players, MeineSchafeOptions(reach=reach))
        assert isinstance(state, MeineSchafe)
        while step := random_step(state, rng, 0.3):
            seat, action = step
            if action.text == "out" and rng.random() < 0.95:
                seat = state.waiting[0]
                action = state.legal_actions(seat)[0]
            elif number % 2 and seat in state.waiting and seat >= 0:
                action = bot.choose(state.resample(seat, rng), seat, rng)
            yield state
            state.apply(seat, action)
