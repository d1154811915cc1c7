"""Haste Bock?: the better of two random moves."""

from __future__ import annotations

from random import Random

from sheepfold.bots.haste_bock import value_of
from sheepfold.core.action import Action
from sheepfold.core.playout import Policy
from sheepfold.core.state import CHANCE, State
from sheepfold.games.haste_bock.state import HasteBock


class HasteBockPolicy(Policy):
    """Draws two actions and plays the one that leads to the better position."""

    def choose(self, state: State, seat: int, rng: Random) -> Action | None:
        action = state.random_action(seat, rng)
        if action is None or seat == CHANCE:
            return action
        other = state.random_action(seat, rng)
        assert other is not None, "there was one before"
        if other is action:
            return action
        return other if value_after(state, seat, other) > value_after(state, seat, action) else action


def value_after(state: State, seat: int, action: Action) -> float:
    after = state.copy()
    after.apply(seat, action)
    assert isinstance(after, HasteBock)
    return value_of(after, seat)
