"""The events of Volle Wolle."""

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
    """A secret bid. Only its owner sees the number."""

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
    """Chips are paid for the bid 26+ (VW-2.6) or to reach a goal (VW-3.4)."""

    seat: int
    chips: int
    left: int
    clause: str


class Place(msgspec.Struct, frozen=True):
    """A place in the order of turns, with its reasons: the bid, then the sheep number."""

    seat: int
    bid: str
    number: int


class OrderSet(Event, frozen=True):
    """The order of turns: 26+ first, then the higher bid, then the lower sheep number (VW-2.5)."""

    order: list[Place]
    clause: str = "VW-2.4"


class Rolled(Event, frozen=True):
    """A throw: the values of the d12, the d10 and the d8, and which of them were rolled."""

    seat: int
    throw: int
    dice: list[int]
    thrown: list[bool]
    result: int
    """The sum minus the minus of the top card."""
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
    """A die is left. The clause is VW-3.3 before the third throw."""

    seat: int
    die: int
    value: int
    clause: str


class BidReached(Event, frozen=True):
    """The bid is reached, and earns cards. The clause is VW-3.6 without help and VW-3.7 with help."""

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
    """A chip from the stock, or none if it is empty (VW-3.14)."""

    seat: int
    chips: int
    clause: str


class CardsTaken(Event, frozen=True):
    """Earned cards (VW-3.5), black sheep (VW-3.10), the last player's (VW-3.11) or the other player's (VW-6.2)."""

    seat: int
    cards: list[str]
    clause: str


class TopLaid(Event, frozen=True):
    """A sheep is put on top: its mark and number count now."""

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
    """A player is passed over: the middle is empty."""

    seat: int
    clause: str = "VW-3.13"


class Settled(Event, frozen=True):
    """A line of the final settlement: what is counted, how many, and the points."""

    seat: int
    what: str
    count: int
    points: int
    clause: str


class SheepPutBack(Event, frozen=True):
    """Two sheep leave a herd without a dog."""

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
