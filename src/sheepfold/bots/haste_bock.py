"""Haste Bock?, played with some sense."""

from __future__ import annotations

from random import Random
from typing import Final

from sheepfold.bots.bot import Bot
from sheepfold.core.action import Action
from sheepfold.core.state import State
from sheepfold.games.haste_bock import rules, scoring
from sheepfold.games.haste_bock.phases import WALKING
from sheepfold.games.haste_bock.state import HasteBock

# What things are worth, in hundredths of a point.
POINT: Final = 100
PROSPECT: Final = [0, 20, 45, 20, 45]
"""What a point that the position would bring now is worth while it is not scored yet, by phase of the track."""


class Lamb(Bot):
    """Looks one move ahead: what it scores at once, and how the phase's next scoring would find the sheep."""

    def choose(self, state: State, seat: int, rng: Random) -> Action:
        assert isinstance(state, HasteBock)
        actions = state.legal_actions(seat)
        best = actions[0]
        best_worth = -1e9
        for action in actions:
            world = state.copy()
            world.apply(seat, action)
            worth = best_walk(world, seat) + rng.random()
            if worth > best_worth:
                best = action
                best_worth = worth
        return best


def best_walk(state: HasteBock, seat: int) -> float:
    """The worth of a position; where a movement card is still to be chosen, with the best one."""
    if state.phase != WALKING or state.active != seat:
        return worth_of(state, seat)
    best = -1e9
    for action in state.legal_actions(seat):
        world = state.copy()
        world.apply(seat, action)
        best = max(best, worth_of(world, seat))
    return best


def worth_of(state: HasteBock, seat: int) -> float:
    """Points and prospects of the seat, less those of the best of the others."""
    own = 0.0
    best_other = -1e9
    phase = max(1, rules.phase_of(state, state.stone))
    values = scoring.row_values(state, phase == 2)
    for other in range(state.players):
        worth = float(POINT * state.score[other] + PROSPECT[phase] * prospects(state, other, phase, values))
        if other == seat:
            own = worth
        else:
            best_other = max(best_other, worth)
    return own - best_other


def prospects(state: HasteBock, seat: int, phase: int, values: list[int]) -> int:
    """The points that the phase would give now."""
    if phase == 1:
        return scoring.pair_points(state, seat)
    if phase == 3:
        return scoring.thea_points(state, seat)
    return scoring.row_points(state, seat, values)
