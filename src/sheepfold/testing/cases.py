"""Test cases: each game with each number of players and each variant, played along the same walks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import msgspec

from sheepfold.bots.registry import best_bot, make_bot
from sheepfold.core.action import Action
from sheepfold.core.game import Game
from sheepfold.core.state import CHANCE, State, seat_name

Step = tuple[int, Action]

WALKS = (1.0, 0.0, 0.05, 0.05, 0.2)
"""The share of random actions in each walk. Random games end early, so the game's best bot chooses the rest."""

SAMPLED = 0.25
"""The share of positions that slow checks look at; with five walks per case, these are still hundreds."""
FEW = 100
"""Of shorter games, slow checks look at so many positions, or at all there are."""

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

    def positions(self) -> Iterator[tuple[State, Step | None]]:
        """Every position of every walk, with the step that follows it, or None if the game is over."""
        for walk in self.walks():
            state = self.start()
            for step in walk:
                yield state, step
                state.apply(*step)
            yield state, None

    def sample(self, rng: Random) -> Iterator[tuple[State, Step | None]]:
        """Some of the positions, for slow checks. Games are over too rarely to leave an end out."""
        positions = sum(len(walk) + 1 for walk in self.walks())
        share = max(SAMPLED, FEW / positions)
        for state, step in self.positions():
            if step is None or rng.random() < share:
                yield state, step

    def observers(self) -> list[int | None]:
        """Every seat, and a spectator."""
        return [*range(self.players), None]

    def __hash__(self) -> int:
        return hash(str(self))


def observer_name(observer: int | None) -> str:
    return "a spectator" if observer is None else seat_name(observer)


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
        step = _random_step(state, rng)
        if step is None:
            return steps
        seat, action = step
        if seat in state.waiting_for() and seat != CHANCE and rng.random() >= randomness:
            action = bot.choose(_resampled(state, seat, rng), seat, rng)
        state.apply(seat, action)
        steps.append((seat, action))
    raise AssertionError(f"{case}: a game does not end within {case.game.longest(case.players)} actions")


def _resampled(state: State, seat: int, rng: Random) -> State:
    """The position that a bot is given. Without a choice there, the bot would be blamed for an error of `resample`."""
    world = state.resample(seat, rng)
    legal = state.legal_actions(seat)
    assert world.legal_actions(seat), f"legal_actions({seat}) is {legal}, but [] after resample({seat})"
    return world


def _random_step(state: State, rng: Random) -> Step | None:
    """Like `playout.random_step`, but walks do not depend on the game's own `random_action`, which is checked later."""
    waiting, interrupters = state.waiting_for(), state.may_act()
    if not waiting:
        return None
    if interrupters and rng.random() < INTERRUPTION:
        seat = interrupters[int(rng.random() * len(interrupters))]
        action = State.random_action(state, seat, rng)
        if action is not None:
            return seat, action
    seat = waiting[int(rng.random() * len(waiting))] if len(waiting) > 1 else waiting[0]
    action = State.random_action(state, seat, rng)
    assert action is not None, f"the game waits for {seat_name(seat)}, which has no legal action"
    return seat, action
