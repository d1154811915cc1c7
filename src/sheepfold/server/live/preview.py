"""What an action would lead to, for who considers it."""

from __future__ import annotations

from random import Random

from sheepfold.core.action import Action
from sheepfold.core.event import Event
from sheepfold.core.state import State
from sheepfold.server.wire.patches import Patch, difference


def preview(state: State, seat: int, action: str, rng: Random) -> tuple[list[Event], Patch]:
    """The events that an action would cause, and how the seat's view would change."""
    position, events = state.preview(seat, Action(action), rng)
    return events, difference(state.view(seat), position.view(seat))
