"""SS-1 The structure of the component file."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from sheepfold.core.components import Components, Path, Table
from sheepfold.games.schafe_schubsen.board import BOARD, SIDES

Digit = Annotated[int, msgspec.Meta(ge=0, le=9)]
Field = Annotated[int, msgspec.Meta(ge=0, lt=BOARD)]
Value = Annotated[int, msgspec.Meta(ge=1, lt=BOARD)]

Values = Annotated[list[Value], msgspec.Meta(max_length=27)]
"""At most three times as many as in our file."""

PLAYERS = range(3, 9)


class Cards(Table, frozen=True):
    digits: Annotated[list[Digit], msgspec.Meta(max_length=10)]


class RingsFor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    players: int
    rings: Annotated[int, msgspec.Meta(ge=0, le=20)]


class Rings(Table, frozen=True):
    each: Annotated[list[RingsFor], msgspec.Meta(max_length=len(PLAYERS))]


class Clovers(Table, frozen=True):
    walk_back: Values
    change_distance: Values


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: str
    fields: Annotated[list[Field], msgspec.Meta(max_length=BOARD)]


class Water(Table, frozen=True):
    sides: Annotated[list[Side], msgspec.Meta(max_length=len(SIDES))]


class SchafeSchubsenComponents(Components, frozen=True):
    package: ClassVar[str] = "sheepfold.games.schafe_schubsen"

    cards: Cards
    rings: Rings
    clovers: Clovers
    water: Water

    def problems(self) -> list[tuple[Path, str]]:
        found: list[tuple[Path, str]] = []
        if len(self.cards.digits) < 2 or len(set(self.cards.digits)) != len(self.cards.digits):
            found.append((("cards", "digits"), "a hand needs at least two cards and each digit at most once"))
        if sorted(entry.players for entry in self.rings.each) != list(PLAYERS):
            found.append((("rings", "each"), f"rings are needed for {PLAYERS[0]} to {PLAYERS[-1]} players, once each"))
        if sorted(entry.side for entry in self.water.sides) != SIDES:
            found.append((("water", "sides"), f"the four sides are {', '.join(SIDES)}, once each"))
        for number, entry in enumerate(self.water.sides):
            if entry.fields != sorted(set(entry.fields)):
                found.append((("water", "sides", number), "water fields are listed once each, in ascending order"))
        return found
