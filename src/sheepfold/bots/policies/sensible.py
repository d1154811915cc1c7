"""A policy that draws at random until it likes an action."""

from __future__ import annotations

from random import Random
from typing import Final

from sheepfold.core.action import Action
from sheepfold.core.compiling import mypyc_attr
from sheepfold.core.playout import Policy
from sheepfold.core.state import CHANCE, State

TRIES: Final = 4
UNLIKELY: Final = 0.1
"""How likely it is that somebody chooses what this policy would not."""


@mypyc_attr(allow_interpreted_subclasses=True)
class SensiblePolicy(Policy):
    """Plays at random, but avoids actions that are bad at first sight, as long as it finds others."""

    def choose(self, state: State, seat: int, rng: Random) -> Action | None:
        action = state.random_action(seat, rng)
        if action is None or seat == CHANCE:
            return action
        for _ in range(TRIES):
            if self.likes(state, seat, action):
                return action
            action = state.random_action(seat, rng)
            assert action is not None, "there was one before"
        return action

    def likes(self, state: State, seat: int, action: Action) -> bool:
        """Check whether a legal action makes sense."""
        return True
