"""Meine Schafe, Deine Schafe: tiles with the own colour, and no hasty exits."""

from __future__ import annotations

from random import Random

from sheepfold.bots.policies.sensible import SensiblePolicy
from sheepfold.core.action import Action
from sheepfold.core.state import State
from sheepfold.games.meine_schafe.actions import OUT, Lay
from sheepfold.games.meine_schafe.setup import STANDARD
from sheepfold.games.meine_schafe.state import MeineSchafe


class MeineSchafePolicy(SensiblePolicy):
    """Lays tiles that show its own colour, keeps beasts and colours secret, and drops out while it leads."""

    def likes(self, state: State, seat: int, action: Action) -> bool:
        assert isinstance(state, MeineSchafe)
        if isinstance(action, Lay):
            edges = state.setup.faces[action.face].edges
            for colour in state.colours[seat]:
                if colour in edges:
                    return True
            return False
        return action is OUT and leads(state, seat)

    def interrupt(self, state: State, seat: int, rng: Random) -> Action | None:
        """MS-6.1 Drop out while ahead: the bonus is for the first."""
        assert isinstance(state, MeineSchafe)
        return OUT if leads(state, seat) else None


def leads(state: MeineSchafe, seat: int) -> bool:
    """Check whether the seat would win if the game ended now."""
    scores = state.scores()
    has_bonus = state.setup.variant == STANDARD and len(state.out) < len(state.setup.bonus)  # MS-7.5
    bonus = state.setup.bonus[len(state.out)] if has_bonus else 0
    for other, score in enumerate(scores):
        if other != seat and score >= scores[seat] + bonus:
            return False
    return True
