"""Bots for Haste Bock?."""

from __future__ import annotations

from random import Random
from typing import Final

from sheepfold.bots.bot import Bot
from sheepfold.core.action import Action
from sheepfold.core.state import State
from sheepfold.games.haste_bock import scoring
from sheepfold.games.haste_bock.phases import WALKING
from sheepfold.games.haste_bock.state import HasteBock

# Values are in hundredths of a point.
POINT: Final = 100
PROSPECT: Final = [0, 20, 45, 20, 45]
"""The value of a point that the position would score now, by phase of the track."""


class Lamb(Bot):
    """Looks one move ahead: at the points scored immediately, and those that the next scoring would give."""

    def choose(self, state: State, seat: int, rng: Random) -> Action:
        assert isinstance(state, HasteBock)
        actions = state.legal_actions(seat)
        best = actions[0]
        best_value = -1e9
        for action in actions:
            after = state.copy()
            after.apply(seat, action)
            value = evaluate(after, seat) + rng.random()
            if value > best_value:
                best = action
                best_value = value
        return best


def evaluate(state: HasteBock, seat: int) -> float:
    """The value of a position to a seat. If the seat still has to choose a movement card, it takes the best one."""
    if state.phase != WALKING or state.active != seat:
        return value_of(state, seat)
    best = -1e9
    for action in state.legal_actions(seat):
        after = state.copy()
        after.apply(seat, action)
        best = max(best, value_of(after, seat))
    return best


def value_of(state: HasteBock, seat: int) -> float:
    """Points and prospects of the seat, minus those of its strongest opponent."""
    own = 0.0
    best_other = -1e9
    phase = max(1, state.setup.phase_of[state.stone])
    values = scoring.row_values(state, phase == 2)
    for other in range(state.players):
        value = float(POINT * state.score[other] + PROSPECT[phase] * prospects(state, other, phase, values))
        if other == seat:
            own = value
        else:
            best_other = max(best_other, value)
    return own - best_other


def prospects(state: HasteBock, seat: int, phase: int, values: list[int]) -> int:
    """The points that the phase's scoring would give now."""
    if phase == 1:
        return scoring.pair_points(state, seat)
    if phase == 3:
        return scoring.thea_points(state, seat)
    return scoring.row_points(state, seat, values)
