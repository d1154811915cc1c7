"""The actions of Volle Wolle and their notation."""

from __future__ import annotations

from typing import Final

from sheepfold.core.action import Action
from sheepfold.games.volle_wolle.dice import BEYOND, DICE, LOWEST_BID, SIDES


class Board(Action):
    """Chance: `board 4`, the sheep number of the next seat's bidding board (VW-1.6)."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        super().__init__(f"board {number}")
        self.number = number


class LayOut(Action):
    """Chance: `card S20`, the next card for the middle (VW-2.1). All dogs are interchangeable."""

    __slots__ = ("card",)

    def __init__(self, card: int, name: str) -> None:
        super().__init__(f"card {name}")
        self.card = card


class Bid(Action):
    """`bid 21`, or `bid 26+` (VW-2.3)."""

    __slots__ = ("bid",)

    def __init__(self, bid: int) -> None:
        super().__init__(f"bid {bid_text(bid)}")
        self.bid = bid


class Roll(Action):
    """Chance: `roll 12 . 3`, the d12, the d10 and the d8; a dot is a die that was left (VW-3.2)."""

    __slots__ = ("values",)

    def __init__(self, values: list[int]) -> None:
        super().__init__(f"roll {' '.join([str(value) if value else '.' for value in values])}")
        self.values = values
        """0 for a die that was left."""


class Help(Action):
    """`reach bid` or `reach 14`: use plus and chips for this goal; `decline`: use neither (VW-3.7, VW-3.8)."""

    __slots__ = ("goal",)

    def __init__(self, goal: str) -> None:
        super().__init__("decline" if not goal else f"reach {goal}")
        self.goal = goal


class Leave(Action):
    """`leave d10`: leave this die as it fell (VW-3.2, VW-3.3)."""

    __slots__ = ("die",)

    def __init__(self, die: int) -> None:
        super().__init__(f"leave d{SIDES[die]}")
        self.die = die


class Take(Action):
    """`take S20 S41 dog`: take these cards from the middle (VW-3.5)."""

    __slots__ = ("cards",)

    def __init__(self, cards: list[int], names: list[str]) -> None:
        super().__init__(f"take {' '.join(names)}")
        self.cards = cards


class Top(Action):
    """`top S41`: put this one of the new sheep on top of the herd (VW-4.1)."""

    __slots__ = ("card",)

    def __init__(self, card: int, name: str) -> None:
        super().__init__(f"top {name}")
        self.card = card


class Grab(Action):
    """`grab` or `spare`: take the bone from its owner or not (VW-4.4)."""

    __slots__ = ("takes",)

    def __init__(self, takes: bool) -> None:
        super().__init__("grab" if takes else "spare")
        self.takes = takes


def bid_text(bid: int) -> str:
    return "26+" if bid == BEYOND else str(bid)


BIDS: Final[list[Action]] = [Bid(bid) for bid in range(LOWEST_BID, BEYOND + 1)]
BIDS_WITHOUT_CHIP: Final[list[Action]] = BIDS[:-1]
"""VW-2.7 The bids of a player without chips."""

DECLINE: Final = Help("")
REACH_BID: Final = Help("bid")
REACH_14: Final = Help("14")
CAN_REACH_14: Final = 1
CAN_REACH_BID: Final = 2
HELPS: Final[list[list[Action]]] = [
    [DECLINE],
    [DECLINE, REACH_14],
    [DECLINE, REACH_BID],
    [DECLINE, REACH_14, REACH_BID],
]
"""By the set of goals that can be reached."""
_LEAVES: Final = [Leave(die) for die in reversed(range(DICE))]
LEAVES: Final[list[list[Action]]] = [
    [leave for leave in _LEAVES if not left >> leave.die & 1] for left in range(1 << DICE)
]
"""By the bit set of dice that have been left: those that can be left next, from the d8 to the d12."""
GRABS: Final[list[Action]] = [Grab(True), Grab(False)]


def _rolls(dice: int) -> list[Action]:
    """All throws of the given dice."""
    values = [range(1, SIDES[die] + 1) if dice >> die & 1 else range(1) for die in range(DICE)]
    return [Roll([first, second, third]) for first in values[0] for second in values[1] for third in values[2]]


ROLLS: Final[list[list[Action]]] = [_rolls(dice) for dice in range(1 << DICE)]
"""By the bit set of dice that are rolled; all throws are equally likely."""
