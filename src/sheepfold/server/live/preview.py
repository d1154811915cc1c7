"""What an action would lead to, for who considers it."""

from __future__ import annotations

from random import Random

from sheepfold.core.action import Action
from sheepfold.core.event import Event
from sheepfold.core.state import State
from sheepfold.server.wire.patches import Patch, difference


def foresee(state: State, seat: int, action: str, rng: Random) -> tuple[list[Event], Patch]:
    """What happens up to the next decision, throw or draw, and how it changes what the seat sees.

    It happens in another world that this seat cannot tell from the real one. So nothing hidden can come to light, and
    what depends on nothing hidden is true.
    """
    world = state.resample(seat, rng)
    events = world.act(seat, Action(action))
    return events, difference(state.view(seat), world.view(seat))
