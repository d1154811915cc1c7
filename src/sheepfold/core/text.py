"""How a game shows itself in plain text: for the terminal, for golden playthroughs, for a reader's ears."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from sheepfold.core.event import Event
from sheepfold.core.view import View


class Face:
    """Plain, complete defaults; a game replaces them one by one. It works on views alone, so it cannot leak."""

    styles: ClassVar[Mapping[str, str]] = {}
    """Regular expressions of a drawn board, each with the style a terminal may give it."""

    def seat_names(self, players: int) -> list[str]:
        """What the seats are called where nobody has a name."""
        return [f"Seat {seat}" for seat in range(players)]

    def draw(self, view: Any, names: Sequence[str]) -> str:
        """The position as this view has it."""
        return "\n".join(f"{key}: {value}" for key, value in msgspec.to_builtins(view).items())

    def describe(self, event: Event, names: Sequence[str]) -> str:
        """One sentence for the log."""
        facts = {key: value for key, value in msgspec.to_builtins(event).items() if key not in ("event", "clause")}
        return f"{type(event).__name__}: {', '.join(f'{key} {value}' for key, value in facts.items())}"

    def ask(self, view: View, names: Sequence[str]) -> str:
        """One sentence for the seat that has to act: what to do, and how to type it."""
        return "Choose one of your actions."
