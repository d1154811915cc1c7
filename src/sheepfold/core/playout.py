"""Random games inside the compiled part: what search bots and benchmarks run by the million."""

from __future__ import annotations

from random import Random
from typing import Final

from sheepfold.core.action import Action
from sheepfold.core.state import CHANCE, State

INTERRUPTION: Final = 0.1
"""How often a random game lets somebody try to act unasked before the seat it waits for."""


def sample_chance(state: State, rng: Random) -> Action:
    """One chance outcome, drawn by its weight."""
    outcomes = state.legal_actions(CHANCE)
    weights = state.chance_weights()
    if weights is None:
        return outcomes[int(rng.random() * len(outcomes))]
    ticket = int(rng.random() * sum(weights))
    index = 0
    while ticket >= weights[index]:
        ticket -= weights[index]
        index += 1
    return outcomes[index]


def random_step(state: State, rng: Random, interruption: float = INTERRUPTION) -> tuple[int, Action] | None:
    """A random seat that can act, and a random action of it; None when the game is over."""
    waiting = state.waiting_for()
    if not waiting:
        return None
    if waiting[0] == CHANCE:
        return CHANCE, sample_chance(state, rng)
    unasked = state.may_act()
    if unasked and rng.random() < interruption:
        seat = unasked[int(rng.random() * len(unasked))]
        actions = state.legal_actions(seat)
        if actions:
            return seat, actions[int(rng.random() * len(actions))]
    seat = waiting[int(rng.random() * len(waiting))] if len(waiting) > 1 else waiting[0]
    actions = state.legal_actions(seat)
    return seat, actions[int(rng.random() * len(actions))]


def playout(state: State, rng: Random) -> int:
    """Play the state to its end with random actions of everybody; the number of actions, chance included.

    It does what `random_step` does, but in one loop, and takes secret choices in the order of seats.
    """
    moves = 0
    waiting = state.waiting_for()
    while waiting:
        seat = waiting[0]
        if seat == CHANCE:
            state.apply(CHANCE, sample_chance(state, rng))
        else:
            unasked = state.may_act()
            if unasked and rng.random() < INTERRUPTION:
                other = unasked[int(rng.random() * len(unasked))]
                if state.legal_actions(other):
                    seat = other
            actions = state.legal_actions(seat)
            state.apply(seat, actions[int(rng.random() * len(actions))])
        moves += 1
        waiting = state.waiting_for()
    return moves


class Playouts:
    """The sum of many random games from one position."""

    __slots__ = ("games", "moves", "scores", "wins")

    def __init__(self, players: int) -> None:
        self.games = 0
        self.moves = 0
        self.wins: list[float] = [0.0] * players
        """Games won by each seat; a shared win counts as its share."""
        self.scores = [0] * players

    def __getnewargs__(self) -> tuple[int]:
        return (len(self.wins),)

    def add(self, state: State, moves: int) -> None:
        outcome = state.outcome()
        assert outcome is not None, "only finished games are counted"
        winners = outcome.winners()
        for seat in winners:
            self.wins[seat] += 1.0 / len(winners)
        for seat, score in enumerate(state.scores()):
            self.scores[seat] += score
        self.games += 1
        self.moves += moves


def playouts(state: State, games: int, rng: Random) -> Playouts:
    """Many random games from this position, which stays as it is."""
    result = Playouts(len(state.scores()))
    for _ in range(games):
        world = state.copy()
        moves = playout(world, rng)
        result.add(world, moves)
    return result
