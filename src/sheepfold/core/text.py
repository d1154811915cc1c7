"""Plain text for the terminal, for golden playthroughs and for screen readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from sheepfold.core.event import Event
from sheepfold.core.view import Fact, View


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

    def describe_fact(self, fact: Fact, names: Sequence[str], seat: int) -> str:
        """Describe what a seat could count in one sentence that addresses its player."""
        about = [] if fact.seat is None else [names[fact.seat]]
        values = [*about, *(f"{key} {value}" for key, value in fact.values.items())]
        return f"{fact.id}: {', '.join(values)}{chance_of(fact)}"

    def ask(self, view: View, names: Sequence[str]) -> str:
        """Return one sentence that tells the acting seat what to do and how to type it."""
        return "Choose one of your actions."


def chance_of(fact: Fact) -> str:
    """The end of a sentence about something uncertain: ' (chance: 12.34 %)'; empty if the fact has no chance."""
    return "" if fact.chance is None else f" (chance: {percent(fact.chance)})"


def percent(chance: float) -> str:
    return f"{chance:.2%}".replace("%", " %")


def counted(number: int | str, noun: str) -> str:
    """A number of things: '1 card', '2 cards'."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
