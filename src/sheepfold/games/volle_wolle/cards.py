"""VW-1 Cards. At a table each different card has a number, in the order of notation."""

from __future__ import annotations

from typing import Final

from sheepfold.core.pickling import Pickled

WHITE: Final = 0
BLACK: Final = 1
THREE_SEVEN_ZERO: Final = 2
ZERO_ZERO_SEVEN: Final = 3
DOG: Final = 4
BONE: Final = 5

KINDS: Final = ["white", "black", "3-7-0", "0-0-7", "dog", "bone"]
"""The names of the kinds of cards, by number."""


class Card(Pickled):
    """A card: its kind and points, its sheep number, and at most one mark (VW-1.1)."""

    __slots__ = ("bone", "is_sheep", "kind", "modifier", "name", "number", "points")

    def __init__(self, name: str, kind: int, number: int, points: int, modifier: int, bone: bool) -> None:
        self.name = name
        self.kind = kind
        self.is_sheep = kind not in (DOG, BONE)
        self.number = number
        self.points = points
        self.modifier = modifier
        """The plus (above 0) or minus (below 0) that counts while the card is on top (VW-3.4, VW-4.1)."""
        self.bone = bone
        """Whether it shows a bone symbol (VW-4.4)."""


def dog() -> Card:
    """All dogs are interchangeable (VW-7.1)."""
    return Card("dog", DOG, 0, 0, 0, False)


def bone() -> Card:
    return Card("bone", BONE, 0, 0, 0, False)
