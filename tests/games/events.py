"""Filters events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from sheepfold import Event

EventKind = TypeVar("EventKind", bound=Event)


def of_kind(events: Iterable[Event], *kinds: type[EventKind]) -> list[EventKind]:
    """The events of these kinds, in order."""
    return [event for event in events if isinstance(event, kinds)]
