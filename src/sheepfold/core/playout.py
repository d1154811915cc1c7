"""Playouts, compiled: search bots and benchmarks run them by the million."""

from __future__ import annotations

from random import Random
from typing import Final

from sheepfold.core.action import Action
from sheepfold.core.compiling import mypyc_attr
from sheepfold.core.state import CHANCE, NOBODY, State

INTERRUPTION: Final = 0.1
"""How often a seat that may act out of turn gets the chance to in a random game."""
NO_HORIZON: Final = 1 << 60


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Plays all seats of a playout. This one plays at random; `sheepfold.bots.policies` has one for each game.

    A policy sees the whole position, so it must be given a resampled one wherever it must not peek.
    """

    def choose(self, state: State, seat: int, rng: Random) -> Action | None:
        """Choose a legal action of a seat, or draw one of CHANCE; None if there is none."""
        return state.random_action(seat, rng)

    def interrupt(self, state: State, seat: int, rng: Random) -> Action | None:
        """Choose a legal action out of turn, or None to let the game continue."""
        return state.random_action(seat, rng)

    def win_shares(self, state: State) -> list[float]:
        """The share of the win that each seat can expect; exact once the game is over.

        Before that, this policy expects the seats with the highest score to share the win.
        """
        outcome = state.outcome()
        if outcome is not None:
            winners = outcome.winners()
            shares = [0.0] * len(outcome.ranks)
        else:
            scores = state.scores()
            best = max(scores)
            winners = [seat for seat, score in enumerate(scores) if score == best]
            shares = [0.0] * len(scores)
        for seat in winners:
            shares[seat] = 1.0 / len(winners)
        return shares

    def likelihood(self, world: State, seat: int) -> float:
        """How likely the others' hidden choices are in a world resampled for this seat, compared with other worlds."""
        return 1.0


RANDOM_POLICY: Final = Policy()


def sample_chance(state: State, rng: Random) -> Action:
    """Draw a chance outcome by weight; the state must be waiting for chance."""
    outcome = state.random_action(CHANCE, rng)
    assert outcome is not None, "chance always has an outcome"
    return outcome


def random_step(state: State, rng: Random, interruption: float = INTERRUPTION) -> tuple[int, Action] | None:
    """Choose a random seat that can act and one of its actions; None if the game is over."""
    waiting = state.waiting_for()
    if not waiting:
        return None
    interrupters = state.may_act()
    if interrupters and rng.random() < interruption:
        seat = interrupters[int(rng.random() * len(interrupters))]
        action = state.random_action(seat, rng)
        if action is not None:
            return seat, action
    seat = waiting[int(rng.random() * len(waiting))] if len(waiting) > 1 else waiting[0]
    action = state.random_action(seat, rng)
    assert action is not None, "a game waits only for seats that can act"
    return seat, action


def playout(state: State, rng: Random, policy: Policy = RANDOM_POLICY, horizon: int = NO_HORIZON) -> int:
    """Play until the game is over, or for `horizon` actions. Returns the number of actions, chance included.

    Like `random_step` in a loop, but inlined for speed; secret choices are made in the order of seats.
    """
    moves = 0
    waiting = state.waiting_for()
    while waiting and moves < horizon:
        seat = waiting[0]
        action: Action | None = None
        interrupters = state.may_act()
        if interrupters and rng.random() < INTERRUPTION:
            other = interrupters[int(rng.random() * len(interrupters))]
            action = policy.interrupt(state, other, rng)
            if action is not None:
                seat = other
        if action is None:
            action = policy.choose(state, seat, rng)
            assert action is not None, "a game waits only for seats that can act"
        state.apply(seat, action)
        moves += 1
        waiting = state.waiting_for()
    return moves


class Playouts:
    """The totals of many games from one position."""

    __slots__ = ("games", "moves", "scores", "wins")

    def __init__(self, players: int) -> None:
        self.games = 0
        self.moves = 0
        self.wins: list[float] = [0.0] * players
        """Games won by each seat. A shared win is divided, and one that is not decided counts as the policy expects."""
        self.scores = [0] * players

    def __getnewargs__(self) -> tuple[int]:
        return (len(self.wins),)

    def add(self, state: State, moves: int, policy: Policy) -> None:
        outcome = state.outcome()
        if outcome is None:
            for seat, share in enumerate(policy.win_shares(state)):
                self.wins[seat] += share
        else:
            self._add_winners(outcome.ranks)
        for seat, score in enumerate(state.scores()):
            self.scores[seat] += score
        self.games += 1
        self.moves += moves

    def _add_winners(self, ranks: list[int]) -> None:
        """Divide a win as `Policy.win_shares` does, without a list of shares: 6 % fewer instructions in short games."""
        share = 1.0 / ranks.count(1)
        for seat, rank in enumerate(ranks):
            if rank == 1:
                self.wins[seat] += share


def playouts(
    state: State, games: int, rng: Random, policy: Policy = RANDOM_POLICY, horizon: int = NO_HORIZON
) -> Playouts:
    """Play games from a position, which stays unchanged."""
    result = Playouts(len(state.scores()))
    for _ in range(games):
        world = state.copy()
        moves = playout(world, rng, policy, horizon)
        result.add(world, moves, policy)
    return result


def likely_world(state: State, seat: int | None, rng: Random, policy: Policy, worlds: int) -> State:
    """Resample several worlds and pick one by likelihood.

    `State.resample` draws hidden choices uniformly, but people do not choose uniformly.
    """
    observer = NOBODY if seat is None else seat
    drawn = [state.resample(seat, rng) for _ in range(worlds)]
    weights = [policy.likelihood(world, observer) for world in drawn]
    ticket = rng.random() * sum(weights)
    for world, weight in zip(drawn, weights, strict=True):
        ticket -= weight
        if ticket < 0:
            return world
    return drawn[-1]
