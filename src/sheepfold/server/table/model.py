"""What is so at a table, a piece each. Apart from `table.py` and `room.py`: those are compiled, and these cannot be."""

from __future__ import annotations

from typing import Literal

import msgspec

from sheepfold.core.event import Event
from sheepfold.core.state import State
from sheepfold.server.table.entries import Entry

Status = Literal["open", "running", "over"]

PageState = Literal["here", "away"]
"""What the page of somebody who is connected is: shown, or hidden."""


class Chair(msgspec.Struct, frozen=True):
    """A seat at the table."""

    person: str | None
    name: str
    bot: str | None
    """Who plays now; the person may have left the seat to it."""

    def is_free(self) -> bool:
        return self.person is None and self.bot is None


class Move(msgspec.Struct, frozen=True):
    """An entry of the game that counts: its number, who acted, how many record lines there are after it."""

    number: int
    seat: int
    lines: int
    settled: bool
    """Whether it cannot be taken back alone: chance spoke, something hidden was shown, or a bot chose."""
    time_left: list[float]
    """On the clocks of all seats when it was chosen."""
    asked: list[int]
    """The seats that the game waited for then."""


class Thrown(msgspec.Struct, frozen=True):
    """The throws of one entry: every client counts them, so the server cannot leave a number out."""

    first: int
    """The number of the first. Throws are numbered from 1, and an undone throw keeps its number."""
    seals: list[str]
    """For each, a hash of its total weight and its outcome that can be checked once the secret is known."""


class FoldedEntry(msgspec.Struct, frozen=True):
    """What an entry did."""

    number: int
    entry: Entry
    events: list[Event]
    moves: int
    """So many there are after it."""
    thrown: Thrown | None = None


class Proposal(msgspec.Struct, frozen=True):
    """An entry that could come next, and where it would lead."""

    number: int
    entry: Entry
    state: State | None
    events: list[Event]
    lines: list[str]
    seals: list[str]
    """Of the throws among the lines."""
