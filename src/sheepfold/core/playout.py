"""Random games, compiled: search bots and benchmarks run them by the million."""

from __future__ import annotations

from random import Random
from typing import Final

from sheepfold.core.action import Action
from sheepfold.core.state import CHANCE, State

INTERRUPTION: Final = 0.1
"""How often a seat that may act out of turn gets the chance to in a random game."""


def sample_chance(state: State, rng: Random) -> Action:
    """Draw a chance outcome by weight."""
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
    """Choose a random seat that can act and one of its actions; None if the game is over."""
    waiting = state.waiting_for()
    if not waiting:
        return None
    if waiting[0] == CHANCE:
        return CHANCE, sample_chance(state, rng)
    interrupters = state.may_act()
    if interrupters and rng.random() < interruption:
        seat = interrupters[int(rng.random() * len(interrupters))]
        actions = state.legal_actions(seat)
        if actions:
            return seat, actions[int(rng.random() * len(actions))]
    seat = waiting[int(rng.random() * len(waiting))] if len(waiting) > 1 else waiting[0]
    actions = state.legal_actions(seat)
    return seat, actions[int(rng.random() * len(actions))]


def playout(state: State, rng: Random) -> int:
    """Play random actions until the game is over. Returns the number of actions, chance included.

    Like `random_step` in a loop, but inlined for speed; secret choices are made in the order of seats.
    """
    moves = 0
    waiting = state.waiting_for()
    while waiting:
        seat = waiting[0]
        if seat == CHANCE:
            state.apply(CHANCE, sample_chance(state, rng))
        else:
            interrupters = state.may_act()
            if interrupters and rng.random() < INTERRUPTION:
                other = interrupters[int(rng.random() * len(interrupters))]
                if state.legal_actions(other):
                    seat = other
            actions = state.legal_actions(seat)
            state.apply(seat, actions[int(rng.random() * len(actions))])
        moves += 1
        waiting = state.waiting_for()
    return moves


class Playouts:
    """The totals of many random games from one position."""

    __slots__ = ("games", "moves", "scores", "wins")

    def __init__(self, players: int) -> None:
        self.games = 0
        self.moves = 0
        self.wins: list[float] = [0.0] * players
        """Games won by each seat; a shared win is divided."""
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
    """Play random games from a position, which stays unchanged."""
    result = Playouts(len(state.scores()))
    for _ in range(games):
        world = state.copy()
        moves = playout(world, rng)
        result.add(world, moves)
    return result
