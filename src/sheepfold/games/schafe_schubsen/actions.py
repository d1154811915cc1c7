"""The actions of Schafe schubsen and their notation."""

from __future__ import annotations

from itertools import permutations
from typing import Final

from sheepfold.core.action import Action, canonical_order
from sheepfold.core.pickling import Pickled
from sheepfold.games.schafe_schubsen.board import LAYOUTS, SIDES, back_of


class Layout(Action):
    """Chance: `layout 1A 2B`, the first two boards (SS-1.3)."""

    __slots__ = ("first", "second")

    def __init__(self, layout: str) -> None:
        super().__init__(f"layout {layout}")
        self.first = SIDES.index(layout[:2])
        self.second = SIDES.index(layout[3:])


class Start(Action):
    """Chance: `start 2`, the first start player (SS-1.7)."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        super().__init__(f"start {seat}")
        self.seat = seat


class Lay(Action):
    """`lay 087`: one to three hand cards, the digits of the distance (SS-2.1)."""

    __slots__ = ("cards", "digits", "distance")

    def __init__(self, digits: str) -> None:
        super().__init__(f"lay {digits}")
        self.digits = digits
        self.distance = int(digits)
        self.cards = 0
        """The digits as a bit set, like a hand."""
        for digit in digits:
            self.cards |= 1 << int(digit)


class Clover(Pickled):
    """A kind of clover: `back10` or `change4`. Clovers of the same kind are interchangeable."""

    __slots__ = ("goes_back", "text", "value")

    def __init__(self, goes_back: bool, value: int) -> None:
        self.goes_back = goes_back
        self.value = value
        self.text = f"{'back' if goes_back else 'change'}{value}"


class Use(Action):
    """`use back10`: use one of your clovers before moving (SS-3.2). Several are used one after the other."""

    __slots__ = ("clover", "kind")

    def __init__(self, kind: int, clover: Clover) -> None:
        super().__init__(f"use {clover.text}")
        self.kind = kind
        """The index of the clover among the kinds at this table."""
        self.clover = clover


class Go(Action):
    """`go 57`: use no more clovers and move by this distance (SS-3.3, SS-7.3)."""

    __slots__ = ("distance",)

    def __init__(self, distance: int) -> None:
        super().__init__(f"go {distance}")
        self.distance = distance


class Turn(Action):
    """`side 1B`: lay the freed board with this side up behind the other (SS-4.6)."""

    __slots__ = ("side",)

    def __init__(self, side: int) -> None:
        super().__init__(f"side {SIDES[side]}")
        self.side = side


class Take(Action):
    """`take change4`: the angel's clover (SS-6.2)."""

    __slots__ = ("clover", "kind")

    def __init__(self, kind: int, clover: Clover) -> None:
        super().__init__(f"take {clover.text}")
        self.kind = kind
        self.clover = clover


LAYOUT_ACTIONS: Final[list[Action]] = [Layout(layout) for layout in LAYOUTS]
START_ACTIONS: Final[list[Action]] = [Start(seat) for seat in range(8)]
TURN_ACTIONS: Final[list[Action]] = [Turn(side) for side in range(len(SIDES))]
TURNS_OF_BOARD: Final = [TURN_ACTIONS[min(side, back_of(side)) :][:2] for side in range(len(SIDES))]
"""By either side of the freed board."""

LAYS: Final[list[Lay]] = [Lay("".join(digits)) for count in (1, 2, 3) for digits in permutations("0123456789", count)]
LAYS.sort(key=canonical_order)

_lays_of_hand: Final[list[list[Action] | None]] = [None] * 1024


def lays_of(hand: int) -> list[Action]:
    """SS-2.1, SS-2.2 All lays from a hand (a bit set). Each list is created once and shared."""
    lays = _lays_of_hand[hand]
    if lays is None:
        lays = [lay for lay in LAYS if lay.cards & hand == lay.cards]
        _lays_of_hand[hand] = lays
    return lays


_goes: Final[list[Action]] = []


def go_by(distance: int) -> Action:
    """The action that moves by this distance, created on first use."""
    while len(_goes) <= distance:
        _goes.append(Go(len(_goes)))
    return _goes[distance]
