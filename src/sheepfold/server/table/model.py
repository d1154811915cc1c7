"""Plain records that describe a table. They are not in `table.py`, because that is compiled and these cannot be."""

from __future__ import annotations

from typing import Literal

import msgspec

from sheepfold.core.event import Event
from sheepfold.core.state import State
from sheepfold.server.table.entries import Entry

Status = Literal["open", "running", "over"]

PageState = Literal["here", "away"]
"""Whether the page of a connected person is visible."""


class Chair(msgspec.Struct, frozen=True):
    """Who holds a seat."""

    person: str | None
    name: str
    bot: str | None
    """The bot that plays at present; the person may have left the seat to it."""

    def is_free(self) -> bool:
        return self.person is None and self.bot is None


class Move(msgspec.Struct, frozen=True):
    """A move that has not been undone: its entry's number, its seat, the number of record lines after it."""

    number: int
    seat: int
    lines: int
    settled: bool
    """Whether it takes everyone's consent to undo: chance resolved, something hidden was shown, or a bot chose."""
    time_left: list[float]
    """The clocks of all seats when it was made, in seconds."""
    asked: list[int]
    """The seats that the game was waiting for."""


class Thrown(msgspec.Struct, frozen=True):
    """The throws of one entry. Every client counts them, so the server cannot skip a number."""

    first: int
    """The number of the first. Throws are numbered from 1, and an undone throw keeps its number."""
    seals: list[str]
    """For each throw, a hash of its total weight and outcome that can be checked once the secret is known."""


class FoldedEntry(msgspec.Struct, frozen=True):
    """An entry that has been applied, with the events it caused."""

    number: int
    entry: Entry
    events: list[Event]
    moves: int
    """The number of moves after it."""
    thrown: Thrown | None = None


class Proposal(msgspec.Struct, frozen=True):
    """An entry that could come next, and the position it would lead to."""

    number: int
    entry: Entry
    state: State | None
    events: list[Event]
    lines: list[str]
    seals: list[str]
    """The seals of the throws among the lines."""
