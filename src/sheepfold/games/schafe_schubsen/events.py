"""The events of Schafe schubsen."""

from __future__ import annotations

from typing import Literal, Self

import msgspec

from sheepfold.core.event import Event

Reason = Literal["drowned", "fell", "devil"]
"""Why a sheep went out."""


class DykeLaid(Event, frozen=True):
    """The first two boards are laid."""

    boards: list[str]
    clause: str = "SS-1.3"


class StartChosen(Event, frozen=True):
    """The start player of the first round, who holds the angel and the devil."""

    seat: int
    clause: str = "SS-1.7"


class Laid(Event, frozen=True):
    """Cards are laid face down. Only their owner sees which."""

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
    """A sheep moves; `end` may lie beyond the dyke. The clause is SS-7.1 if it walks back."""

    seat: int
    start: int
    end: int
    clause: str = "SS-3.3"


class Stayed(Event, frozen=True):
    """Distance 0."""

    seat: int
    clause: str = "SS-3.7"


class Pushed(Event, frozen=True):
    """A sheep is pushed one field forward by the sheep that landed on its field."""

    seat: int
    by: int
    start: int
    end: int
    clause: str = "SS-4.1"


class RingLost(Event, frozen=True):
    """A ring is lost in the water (SS-4.3) or to the devil (SS-6.1)."""

    seat: int
    left: int
    clause: str


class WentOut(Event, frozen=True):
    """A sheep is out: it drowned (SS-4.4), fell off the dyke (SS-4.5) or went with the devil (SS-6.1)."""

    seat: int
    why: Reason
    clause: str


class BoardLaid(Event, frozen=True):
    """The empty first board is laid behind the other, so every field number drops by 100."""

    seat: int
    side: str
    clause: str = "SS-4.6"


class Compared(Event, frozen=True):
    """A player compares distances."""

    seat: int
    distance: int
    clause: str = "SS-3.5"


class DevilMoved(Event, frozen=True):
    """The devil moves to a seat (None: it is put aside). The clause is SS-5.2 if its holder went out."""

    seat: int | None
    clause: str


class AngelMoved(Event, frozen=True):
    """The angel moves to a seat (None: it is put aside). The clause is SS-5.2 if its holder went out."""

    seat: int | None
    clause: str


class CloverTaken(Event, frozen=True):
    seat: int
    clover: str
    clause: str = "SS-6.2"


class CardsTakenBack(Event, frozen=True):
    """A player with fewer than four cards picks up the whole discard pile."""

    seat: int
    clause: str = "SS-6.3"


class RoundBegun(Event, frozen=True):
    """The player with the angel starts, holding the angel and the devil."""

    number: int
    seat: int
    clause: str = "SS-6.4"


class GameEnded(Event, frozen=True):
    """The final ranks of all seats. The clause is SS-8.2 if fewer than two sheep are left."""

    ranks: list[int]
    clause: str
