"""SS-1 The parts of the game as a component file has them."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from sheepfold.core.components import Components, Path, Table
from sheepfold.games.schafe_schubsen.board import BOARD, SIDES

Digit = Annotated[int, msgspec.Meta(ge=0, le=9)]
Field = Annotated[int, msgspec.Meta(ge=0, lt=BOARD)]
Value = Annotated[int, msgspec.Meta(ge=1, lt=BOARD)]

PLAYERS = range(3, 9)


class Cards(Table, frozen=True):
    digits: list[Digit]


class RingsFor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    players: int
    rings: Annotated[int, msgspec.Meta(ge=0, le=99)]


class Rings(Table, frozen=True):
    each: list[RingsFor]


class Clovers(Table, frozen=True):
    walk_back: list[Value]
    change_distance: list[Value]


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: str
    fields: list[Field]


class Water(Table, frozen=True):
    sides: list[Side]


class SchafeSchubsenComponents(Components, frozen=True):
    package: ClassVar[str] = "sheepfold.games.schafe_schubsen"

    cards: Cards
    rings: Rings
    clovers: Clovers
    water: Water

    def problems(self) -> list[tuple[Path, str]]:
        found: list[tuple[Path, str]] = []
        if len(self.cards.digits) < 2 or len(set(self.cards.digits)) != len(self.cards.digits):
            found.append((("cards", "digits"), "a hand has at least two cards and each digit at most once"))
        if sorted(entry.players for entry in self.rings.each) != list(PLAYERS):
            found.append((("rings", "each"), f"rings are needed for {PLAYERS[0]} to {PLAYERS[-1]} players, once each"))
        if sorted(entry.side for entry in self.water.sides) != SIDES:
            found.append((("water", "sides"), f"the four sides are {', '.join(SIDES)}, once each"))
        for number, entry in enumerate(self.water.sides):
            if entry.fields != sorted(set(entry.fields)):
                found.append((("water", "sides", number), "water fields are listed once each, in ascending order"))
        return found
