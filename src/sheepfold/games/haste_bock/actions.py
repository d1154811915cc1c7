"""The actions of Haste Bock? and their notation.

Every action has exactly one notation: sheep are named by their field, lines by their row, column or western end, and
cards with the same action and number are interchangeable.
"""

from __future__ import annotations

from typing import Final

from sheepfold.core.action import Action
from sheepfold.games.haste_bock.meadow import DIRECTIONS, NAMES

STEP: Final = 0
RAM: Final = 1
LEAP: Final = 2
DIAGONAL: Final = 3
STRAIGHT: Final = 4
TROUGH: Final = 5
TURN: Final = 6

KINDS: Final = ["step", "ram", "leap", "diagonal", "straight", "trough", "turn"]
"""The seven actions (HB-5)."""

LEFT: Final = 0
RIGHT: Final = 1
SIDES: Final = ["left", "right"]


class Layout(Action):
    """Chance: `layout rbg ykr bgy`, rows from the top, colours by letter, k for Thea (HB-1.3)."""

    __slots__ = ("where",)

    def __init__(self, text: str, where: list[int]) -> None:
        super().__init__(f"layout {text}")
        self.where = where


class Start(Action):
    """Chance: `start 2` (HB-1.8)."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        super().__init__(f"start {seat}")
        self.seat = seat


class Roll(Action):
    """Chance: `roll white`, the colour die (HB-1.7)."""

    __slots__ = ("colour",)

    def __init__(self, colour: int, name: str) -> None:
        super().__init__(f"roll {name}")
        self.colour = colour


class Play(Action):
    """An action card with everything it needs (HB-4.1), or a ram without a card (`card` is NO_CARD).

    `step1 c3 ne` · `ram2 c3 ne 1` · `leap3 c3 ne 2` · `diagonal1 a3 ne` · `straight1 4 e` · `trough3 n` ·
    `turn1 left` · `ram c3 ne 1`
    """

    __slots__ = ("card", "cell", "count", "direction", "kind", "line")

    def __init__(self, text: str, card: int, kind: int, cell: int, direction: int, count: int, line: int) -> None:
        super().__init__(text)
        self.card = card
        self.kind = kind
        self.cell = cell
        self.direction = direction
        """The direction of a sheep or a trough; LEFT or RIGHT for a turn."""
        self.count = count
        self.line = line
        """An index of meadow.DIAGONALS or meadow.STRAIGHTS."""


class Discard(Action):
    """`discard leap3`: discard a card because none can be played (HB-4.6)."""

    __slots__ = ("card",)

    def __init__(self, card: int, name: str) -> None:
        super().__init__(f"discard {name}")
        self.card = card


class Walk(Action):
    """`walk 2`: play a movement card as well; `walk 0` plays none (HB-9.3)."""

    __slots__ = ("steps",)

    def __init__(self, steps: int) -> None:
        super().__init__(f"walk {steps}")
        self.steps = steps


NO_CARD: Final = -1
START_ACTIONS: Final[list[Action]] = [Start(seat) for seat in range(4)]
WALKS: Final[list[Action]] = [Walk(steps) for steps in range(4)]


def with_sheep(name: str, card: int, kind: int, cell: int, direction: int, count: int) -> Play:
    """A step (count 0), ram or leap of the sheep on this field."""
    times = f" {count}" if count else ""
    text = f"{name} {NAMES[cell]} {DIRECTIONS[direction]}{times}"
    return Play(text, card, kind, cell, direction, count, 0)
