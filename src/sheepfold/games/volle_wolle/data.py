"""VW-1 The structure of the component file. VW-1.2 Our cards agree with everything known about the printed ones."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, ClassVar, Literal

import msgspec

from sheepfold.core.components import Components, Path, Table
from sheepfold.games.volle_wolle.dice import HIGHEST_BID, LOWEST_BID, SIDES

PLAYERS = range(2, 7)

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Number = Annotated[int, msgspec.Meta(ge=1, le=999)]
Points = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Modifier = Annotated[int, msgspec.Meta(ge=-9, le=9)]
CardId = Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{1,3}(?:[1-9][0-9]{0,3}|0[1-9])\Z")]


class Dice(Table, frozen=True):
    sides: Annotated[list[int], msgspec.Meta(max_length=3)]


class Chips(Table, frozen=True):
    all: Count
    each: Count


class Bids(Table, frozen=True):
    lowest: int
    highest: int


class Boards(Table, frozen=True):
    numbers: Annotated[list[Number], msgspec.Meta(max_length=12)]


class Extras(Table, frozen=True):
    dogs: Annotated[int, msgspec.Meta(ge=0, le=24)]
    bones: Annotated[int, msgspec.Meta(ge=0, le=1)]


class SheepCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Only white and black sheep have points; the others are scored in groups."""

    id: CardId
    kind: Literal["white", "black", "3-7-0", "0-0-7"]
    number: Number
    points: Points | None = None
    modifier: Modifier = 0
    bone: bool = False


class SheepCards(Table, frozen=True):
    cards: Annotated[list[SheepCard], msgspec.Meta(max_length=102)]
    """At most twice as many as in the printed game."""


class VolleWolleComponents(Components, frozen=True):
    package: ClassVar[str] = "sheepfold.games.volle_wolle"

    dice: Dice
    chips: Chips
    bids: Bids
    boards: Boards
    extras: Extras
    sheep: SheepCards

    def problems(self) -> list[tuple[Path, str]]:
        found: list[tuple[Path, str]] = []
        if self.dice.sides != SIDES:
            found.append((("dice", "sides"), "the rules are written for a d12, a d10 and a d8, in this order"))
        if (self.bids.lowest, self.bids.highest) != (LOWEST_BID, HIGHEST_BID):
            found.append((("bids",), f"the rules are written for bids from {LOWEST_BID} to {HIGHEST_BID} and 26+"))
        if self.chips.each * PLAYERS[-1] > self.chips.all:
            found.append((("chips", "each"), f"{self.chips.all} chips are not enough for {PLAYERS[-1]} players"))
        if len(self.boards.numbers) != PLAYERS[-1] or len(set(self.boards.numbers)) != PLAYERS[-1]:
            found.append((("boards", "numbers"), f"there are {PLAYERS[-1]} boards with different numbers"))
        if not self.sheep.cards:
            found.append((("sheep", "cards"), "there are no sheep"))
        return found + self._problems_of_cards()

    def _problems_of_cards(self) -> list[tuple[Path, str]]:
        found: list[tuple[Path, str]] = []
        cards = self.sheep.cards
        numbers = Counter([*self.boards.numbers, *(card.number for card in cards)])
        ids = Counter(_plain(card.id) for card in cards)
        for place, card in enumerate(cards):
            path: Path = ("sheep", "cards", place)
            if numbers[card.number] > 1:
                found.append((path, f"sheep number {card.number} is there twice; it must order players without ties"))
            if ids[_plain(card.id)] > 1:
                found.append((path, f"the id '{card.id}' is taken"))
            if (card.points is None) != (card.kind in ("3-7-0", "0-0-7")):
                found.append((path, "white and black sheep have points, the others have none"))
            if card.kind == "black" and (card.points or 0) >= 0:
                found.append((path, "black sheep have negative points"))
            if card.modifier and card.bone:
                found.append((path, "a card has at most one mark"))
        return found


def _plain(card_id: str) -> str:
    """S07 and S7 are too easy to confuse in notation."""
    letters = card_id.rstrip("0123456789")
    return f"{letters}{int(card_id.removeprefix(letters))}"
