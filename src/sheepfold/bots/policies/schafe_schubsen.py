"""Schafe schubsen: sheep that want to stay on the dyke."""

from __future__ import annotations

from sheepfold.bots.policies.sensible import UNLIKELY, SensiblePolicy
from sheepfold.bots.schafe_schubsen import is_water
from sheepfold.core.action import Action
from sheepfold.core.state import State
from sheepfold.games.schafe_schubsen.actions import Go, Lay
from sheepfold.games.schafe_schubsen.board import END
from sheepfold.games.schafe_schubsen.phases import LAYING
from sheepfold.games.schafe_schubsen.state import SchafeSchubsen


class SchafeSchubsenPolicy(SensiblePolicy):
    """Chooses a distance at random, but none that leads off the dyke or into water."""

    def likes(self, state: State, seat: int, action: Action) -> bool:
        assert isinstance(state, SchafeSchubsen)
        if isinstance(action, Lay):
            return stays_dry(state, seat, action.distance)
        if isinstance(action, Go):
            return stays_dry(state, seat, action.distance)
        return True

    def likelihood(self, world: State, seat: int) -> float:
        """SS-2.3 Distances are laid face down."""
        assert isinstance(world, SchafeSchubsen)
        likely = 1.0
        if world.phase == LAYING:
            for other, lay in enumerate(world.laid):
                if lay is not None and other != seat and not stays_dry(world, other, lay.distance):
                    likely *= UNLIKELY
        return likely


def stays_dry(state: SchafeSchubsen, seat: int, distance: int) -> bool:
    field = state.field[seat] + distance
    return field < END and not is_water(state, field)
