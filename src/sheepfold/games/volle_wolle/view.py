"""The view of Volle Wolle."""

from __future__ import annotations

import msgspec

from sheepfold.core.view import View


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """Everything public that belongs to a player."""

    board: int | None
    """The sheep number on the back of the bidding board."""
    number: int | None
    """The current sheep number (VW-2.5)."""
    top: str | None
    herd: int
    """The number of sheep; only the top one is shown (VW-4.2)."""
    sheep: list[str] | None
    """The whole herd; only with open herds and at the end."""
    dogs: int
    bone: bool
    chips: int
    has_bid: bool
    bid: str | None
    """Visible only to its owner until all bids are in."""


class Reach(msgspec.Struct, frozen=True, kw_only=True):
    """Help towards a goal (VW-3.8): the plus and the chips needed, and the result with them."""

    plus: int
    chips: int
    result: int


class Throw(msgspec.Struct, frozen=True, kw_only=True):
    """The active player's turn."""

    number: int
    dice: list[int | None]
    """The d12, the d10 and the d8; None for a die that is about to be rolled."""
    left: list[bool]
    modifier: int
    needed: int
    result: int | None
    """The sum, minus the minus (VW-3.4); None while dice are about to be rolled."""
    more: int
    """How many throws may still follow (VW-3.1)."""
    earns: int
    """The number of cards that this throw earns if it reaches the bid (VW-3.5, VW-3.12)."""
    reach_bid: Reach | None
    """The help that is available or has just been used to reach the bid."""
    reach_14: Reach | None
    """The same for reaching just 14."""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a settlement: what is counted, how many, and the points."""

    what: str
    count: int
    points: int


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """A player's settlement (VW-5.1)."""

    gone: list[str]
    """The sheep that have left the herd (VW-5.6)."""
    lines: list[Line]


class VolleWolleView(View, frozen=True, tag="volle-wolle", kw_only=True):
    phase: str
    round: int
    middle: list[str]
    deck: int
    stock: int
    table: list[Player]
    order: list[int]
    """The seats in the order of this round's turns; empty until the bids are shown."""
    active: int | None
    throw: Throw | None
    settlement: list[Receipt] | None
    """By seat, at the end."""
