"""What happens in Volle Wolle, told as data."""

from __future__ import annotations

from typing import Self

import msgspec

from sheepfold.core.event import Event


class BoardDealt(Event, frozen=True):
    """A bidding board with a sheep number on its back."""

    seat: int
    number: int
    clause: str = "VW-1.6"


class CardLaidOut(Event, frozen=True):
    card: str
    clause: str = "VW-2.1"


class BidMade(Event, frozen=True):
    """Only its owner is told which."""

    seat: int
    bid: str | None
    clause: str = "VW-2.3"

    def seen_by(self, seat: int | None) -> Self:
        return self if seat == self.seat else msgspec.structs.replace(self, bid=None)


class BidsRevealed(Event, frozen=True):
    """All bids, by seat."""

    bids: list[str]
    clause: str = "VW-2.3"


class ChipPaid(Event, frozen=True):
    """For the bid 26+ (VW-2.6), or to reach a goal (VW-3.4)."""

    seat: int
    chips: int
    left: int
    clause: str


class Place(msgspec.Struct, frozen=True):
    """Why somebody acts when: the bid, and the sheep number where bids are equal."""

    seat: int
    bid: str
    number: int


class OrderSet(Event, frozen=True):
    """26+ first, then higher bids before lower ones; equal bids by the lower sheep number (VW-2.5)."""

    order: list[Place]
    clause: str = "VW-2.4"


class Rolled(Event, frozen=True):
    """The d12, the d10 and the d8 as they lie now, and which of them were thrown."""

    seat: int
    throw: int
    dice: list[int]
    thrown: list[bool]
    result: int
    """The sum, less the minus of the top card."""
    needed: int
    clause: str = "VW-3.4"


class HelpDeclined(Event, frozen=True):
    seat: int
    clause: str = "VW-3.7"


class PlusUsed(Event, frozen=True):
    seat: int
    plus: int
    clause: str = "VW-3.4"


class DieLeft(Event, frozen=True):
    """Clause VW-3.3 before the third throw."""

    seat: int
    die: int
    value: int
    clause: str


class BidReached(Event, frozen=True):
    """How many cards it earns; clause VW-3.6 without help, VW-3.7 with it."""

    seat: int
    throw: int
    result: int
    cards: int
    clause: str


class BidMissed(Event, frozen=True):
    seat: int
    result: int
    clause: str = "VW-3.9"


class ChipGained(Event, frozen=True):
    """A chip from the stock; none if it is empty (VW-3.14)."""

    seat: int
    chips: int
    clause: str


class CardsTaken(Event, frozen=True):
    """By choice or necessity (VW-3.5), black sheep (VW-3.10), the last player's (VW-3.11), or the other's (VW-6.2)."""

    seat: int
    cards: list[str]
    clause: str


class TopLaid(Event, frozen=True):
    """The sheep whose mark and number count now."""

    seat: int
    card: str
    clause: str = "VW-4.1"


class BoneGrabbed(Event, frozen=True):
    seat: int
    owner: int
    clause: str = "VW-4.4"


class BoneSpared(Event, frozen=True):
    seat: int
    clause: str = "VW-4.4"


class TurnSkipped(Event, frozen=True):
    """No card is left in the middle."""

    seat: int
    clause: str = "VW-3.13"


class Settled(Event, frozen=True):
    """One line of the final settlement: what is counted, how many of it, and the points."""

    seat: int
    what: str
    count: int
    points: int
    clause: str


class SheepPutBack(Event, frozen=True):
    """Without a dog two sheep run away."""

    seat: int
    cards: list[str]
    clause: str = "VW-5.6"


class Total(Event, frozen=True):
    seat: int
    points: int
    clause: str = "VW-5.1"


class GameEnded(Event, frozen=True):
    ranks: list[int]
    clause: str = "VW-5.10"
