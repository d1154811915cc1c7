"""VW-1 The components and options of a table, in a form that the rules read quickly."""

from __future__ import annotations

from typing import Final

from sheepfold.core.action import Action, canonical_order
from sheepfold.core.pickling import Pickled
from sheepfold.games.volle_wolle.actions import Board, LayOut, Take, Top
from sheepfold.games.volle_wolle.cards import BLACK, Card, bone, dog

KEY: Final = 1024
"""Greater than any card number (at most 999), so that up to three cards make one key."""


class Setup(Pickled):
    """Shared by all positions of a game and never modified."""

    __slots__ = (
        "boards", "bone", "bones", "cards", "chips", "chips_each", "dog", "dogs", "is_black", "lay_outs", "open_herds",
        "takes", "tops",
    )  # fmt: skip

    def __init__(
        self,
        sheep: list[Card],
        dogs: int,
        bones: int,
        chips: int,
        chips_each: int,
        boards: list[int],
        open_herds: bool,
    ) -> None:
        self.cards = [*sheep, dog(), bone()]
        self.cards.sort(key=_order)
        """By card number, like the lists below. All dogs have the same number."""
        names = [card.name for card in self.cards]
        self.dog = names.index("dog")
        self.bone = names.index("bone")
        self.is_black = [card.kind == BLACK for card in self.cards]
        self.dogs = dogs
        self.bones = bones
        self.chips = chips
        self.chips_each = chips_each
        self.open_herds = open_herds
        """VW-4.2 A table option: herds are shown in full."""
        self.boards: list[Action] = [Board(number) for number in sorted(boards)]
        self.lay_outs: list[Action] = [LayOut(card, name) for card, name in enumerate(names)]
        self.tops: list[Action] = [Top(card, name) for card, name in enumerate(names)]
        self.takes: dict[int, Action] = {}
        """Actions that take cards, created on first use."""

    def take(self, cards: list[int]) -> Action:
        """The action that takes these cards, given in ascending order."""
        key = 0
        for card in cards:
            key = key * KEY + card + 1
        action = self.takes.get(key)
        if action is None:
            action = Take(cards, [self.cards[card].name for card in cards])
            self.takes[key] = action
        return action


def _order(card: Card) -> tuple[list[str | int], str]:
    return canonical_order(Action(card.name))
