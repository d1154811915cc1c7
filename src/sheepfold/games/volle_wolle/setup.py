"""VW-1 What a table has decided before the game, in the shape that the rules read fast."""

from __future__ import annotations

from typing import Final

from sheepfold.core.action import Action, canonical_order
from sheepfold.core.pickling import Pickled
from sheepfold.games.volle_wolle.actions import Board, LayOut, Take, Top
from sheepfold.games.volle_wolle.cards import BLACK, Card, bone, dog

KEY: Final = 1024
"""More than there are different cards (their numbers end at 999): up to three of them make one key."""


class Setup(Pickled):
    """Components and choices: shared by all positions of a game and never changed."""

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
        """By card number, as the lists below. All dogs have one number."""
        names = [card.name for card in self.cards]
        self.dog = names.index("dog")
        self.bone = names.index("bone")
        self.is_black = [card.kind == BLACK for card in self.cards]
        self.dogs = dogs
        self.bones = bones
        self.chips = chips
        self.chips_each = chips_each
        self.open_herds = open_herds
        """VW-4.2 A table option: herds may be looked through."""
        self.boards: list[Action] = [Board(number) for number in sorted(boards)]
        self.lay_outs: list[Action] = [LayOut(card, name) for card, name in enumerate(names)]
        self.tops: list[Action] = [Top(card, name) for card, name in enumerate(names)]
        self.takes: dict[int, Action] = {}
        """The ways to take cards that have come up so far: each is made once."""

    def take(self, cards: list[int]) -> Action:
        """The action that takes these cards, in ascending order."""
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
