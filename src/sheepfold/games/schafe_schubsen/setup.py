"""SS-1 The components and options of a table, in a form that the rules read quickly."""

from __future__ import annotations

from sheepfold.core.action import Action
from sheepfold.core.pickling import Pickled
from sheepfold.games.schafe_schubsen.actions import Clover, Take, Use
from sheepfold.games.schafe_schubsen.board import BOARD, SIDES


class Setup(Pickled):
    """Shared by all positions of a game and never modified."""

    __slots__ = (
        "all_cards", "clovers", "dykes", "layout", "rings", "sides", "start", "supply", "takes", "uses", "water",
    )  # fmt: skip

    def __init__(
        self,
        digits: list[int],
        rings: int,
        walk_back: list[int],
        change_distance: list[int],
        water: list[list[int]],
        layout: Action | None,
        start: Action | None,
    ) -> None:
        self.all_cards = sum([1 << digit for digit in digits])
        """A full hand as a bit set (SS-1.1)."""
        self.rings = rings
        """The number of rings that each player starts with (SS-1.5)."""
        self.clovers = [Clover(True, value) for value in sorted(set(walk_back))]
        self.clovers += [Clover(False, value) for value in sorted(set(change_distance))]
        """The kinds of clovers; clovers are counted in this order (SS-1.6)."""
        self.supply = [(walk_back if kind.goes_back else change_distance).count(kind.value) for kind in self.clovers]
        self.uses: list[Action] = [Use(kind, clover) for kind, clover in enumerate(self.clovers)]
        self.takes: list[Action] = [Take(kind, clover) for kind, clover in enumerate(self.clovers)]
        self.water = [[field in fields for field in range(BOARD)] for fields in water]
        """By side and field: whether it is water (SS-1.3)."""
        self.sides = {side: sorted(fields) for side, fields in zip(SIDES, water, strict=True)}
        """The water fields of each side by name, for views."""
        self.dykes = [
            self.sides[first] + [BOARD + field for field in self.sides[second]] for first in SIDES for second in SIDES
        ]
        """The water fields of two boards, for views: index `first * len(SIDES) + second`."""
        self.layout = layout
        """The layout that the table chose; None leaves it to chance (SS-1.3)."""
        self.start = start
        """The start player that the table chose; None leaves it to chance (SS-1.7)."""
