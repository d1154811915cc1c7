"""What an action would lead to."""

from __future__ import annotations

from random import Random

from sheepfold.core.action import Action
from sheepfold.core.event import Event
from sheepfold.core.state import State
from sheepfold.server.wire.patches import Patch, difference


def preview(state: State, seat: int, action: str, rng: Random) -> tuple[list[Event], Patch]:
    """Return the events that an action would cause, and the patch to the seat's view."""
    position, events = state.preview(seat, Action(action), rng)
    return events, difference(state.view(seat), position.view(seat))
