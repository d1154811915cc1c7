"""Test cases: each game with each number of players and each variant, played along the same walks."""

from __future__ import annotations

from functools import cache
from random import Random

import msgspec

from sheepfold.bots.registry import best_bot, make_bot
from sheepfold.core.action import Action
from sheepfold.core.game import Game
from sheepfold.core.playout import random_step
from sheepfold.core.state import CHANCE, State

Step = tuple[int, Action]

WALKS = (1.0, 0.0, 0.05, 0.05, 0.2)
"""The share of random actions in each walk. Random games end early, so the game's best bot chooses the rest."""

INTERRUPTION = 0.4
"""How often a seat interrupts in a walk: often, because mistakes hide there."""


class Case(msgspec.Struct, frozen=True):
    """One game with one number of players and one variant."""

    game: Game
    players: int
    variant: str
    walked: int = len(WALKS)
    """How many of the walks to play."""

    def __str__(self) -> str:
        return f"{self.game.id}-{self.players}-{self.variant}"

    def start(self) -> State:
        return self.game.start(self.players, self.game.variants[self.variant])

    def walks(self) -> list[list[Step]]:
        """Whole games as lists of steps. They are played once and shared by all checks."""
        return [_walk(self, number, randomness) for number, randomness in enumerate(WALKS[: self.walked])]

    def observers(self) -> list[int | None]:
        """Every seat, and a spectator."""
        return [*range(self.players), None]

    def __hash__(self) -> int:
        return hash(str(self))


def cases_of(*games: Game, walked: int = len(WALKS)) -> list[Case]:
    return [
        Case(game, players, variant, walked)
        for game in games
        for players in game.players
        for variant in game.variants_for(players)
    ]


@cache
def _walk(case: Case, number: int, randomness: float) -> list[Step]:
    rng = Random(f"{case}/{number}")
    bot = make_bot(case.game.id, best_bot(case.game.id))
    state = case.start()
    steps: list[Step] = []
    while len(steps) <= case.game.longest(case.players):
        step = random_step(state, rng, INTERRUPTION)
        if step is None:
            return steps
        seat, action = step
        if seat in state.waiting_for() and seat != CHANCE and rng.random() >= randomness:
            action = bot.choose(state.resample(seat, rng), seat, rng)
        state.apply(seat, action)
        steps.append((seat, action))
    raise AssertionError(f"{case}: a game does not end within {case.game.longest(case.players)} actions")
