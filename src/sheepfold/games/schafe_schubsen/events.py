"""What happens in Schafe schubsen, told as data."""

from __future__ import annotations

from typing import Literal, Self

import msgspec

from sheepfold.core.event import Event

Reason = Literal["drowned", "fell", "devil"]
"""Why a sheep went out."""


class DykeLaid(Event, frozen=True):
    """The two boards the game begins with."""

    boards: list[str]
    clause: str = "SS-1.3"


class StartChosen(Event, frozen=True):
    """Who starts the first round, holding angel and devil."""

    seat: int
    clause: str = "SS-1.7"


class Laid(Event, frozen=True):
    """Cards lie face down. Only their owner is told which."""

    seat: int
    digits: str | None
    clause: str = "SS-2.3"

    def seen_by(self, seat: int | None) -> Self:
        return self if seat == self.seat else msgspec.structs.replace(self, digits=None)


class Revealed(Event, frozen=True):
    seat: int
    digits: str
    clause: str = "SS-3.1"


class CloverUsed(Event, frozen=True):
    seat: int
    clover: str
    clause: str = "SS-3.2"


class DistanceChanged(Event, frozen=True):
    seat: int
    laid: int
    distance: int
    clause: str = "SS-7.3"


class Walked(Event, frozen=True):
    """From field to field; `end` may lie beyond the dyke. Clause SS-7.1 if it walked back."""

    seat: int
    start: int
    end: int
    clause: str = "SS-3.3"


class Stayed(Event, frozen=True):
    """Distance 0."""

    seat: int
    clause: str = "SS-3.7"


class Pushed(Event, frozen=True):
    """One field forward, by the sheep that came to where it stood."""

    seat: int
    by: int
    start: int
    end: int
    clause: str = "SS-4.1"


class RingLost(Event, frozen=True):
    """A ring given up in the water (SS-4.3) or to the devil (SS-6.1)."""

    seat: int
    left: int
    clause: str


class WentOut(Event, frozen=True):
    """Out of the game: drowned (SS-4.4), off the dyke (SS-4.5), or taken by the devil (SS-6.1)."""

    seat: int
    why: Reason
    clause: str


class BoardLaid(Event, frozen=True):
    """The first board was free and lies behind the other now: every field number drops by 100."""

    seat: int
    side: str
    clause: str = "SS-4.6"


class Compared(Event, frozen=True):
    """A distance joins the comparing."""

    seat: int
    distance: int
    clause: str = "SS-3.5"


class DevilMoved(Event, frozen=True):
    """The devil goes to a seat (None: it lies aside). Clause SS-3.5, or SS-5.2 when its holder went out."""

    seat: int | None
    clause: str


class AngelMoved(Event, frozen=True):
    """The angel goes to a seat (None: it lies aside). Clause SS-3.5, or SS-5.2 when its holder went out."""

    seat: int | None
    clause: str


class CloverTaken(Event, frozen=True):
    seat: int
    clover: str
    clause: str = "SS-6.2"


class CardsTakenBack(Event, frozen=True):
    """Fewer than four cards in hand: the whole pile comes back."""

    seat: int
    clause: str = "SS-6.3"


class RoundBegun(Event, frozen=True):
    """The angel's holder starts, with angel and devil."""

    number: int
    seat: int
    clause: str = "SS-6.4"


class GameEnded(Event, frozen=True):
    """The ranks of all seats; clause SS-8.2 if fewer than two sheep are left."""

    ranks: list[int]
    clause: str
