"""Plain text for the terminal, for golden playthroughs and for screen readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from sheepfold.core.event import Event
from sheepfold.core.view import View


class Face:
    """Complete defaults that a game can override. It sees only views and events, so it cannot leak secrets."""

    styles: ClassVar[Mapping[str, str]] = {}
    """Terminal styles for parts of a drawn board, by regular expression."""

    def seat_names(self, players: int) -> list[str]:
        """The names of seats without a named player."""
        return [f"Seat {seat}" for seat in range(players)]

    def draw(self, view: Any, names: Sequence[str]) -> str:
        """Draw the position that a view shows."""
        return "\n".join(f"{key}: {value}" for key, value in msgspec.to_builtins(view).items())

    def describe(self, event: Event, names: Sequence[str]) -> str:
        """Describe an event in one sentence, for the log."""
        facts = {key: value for key, value in msgspec.to_builtins(event).items() if key not in ("event", "clause")}
        return f"{type(event).__name__}: {', '.join(f'{key} {value}' for key, value in facts.items())}"

    def ask(self, view: View, names: Sequence[str]) -> str:
        """Return one sentence that tells the acting seat what to do and how to type it."""
        return "Choose one of your actions."
