"""SS-1 What a table has decided before the game, in the shape that the rules read fast."""

from __future__ import annotations

from sheepfold.core.action import Action
from sheepfold.core.pickling import Pickled
from sheepfold.games.schafe_schubsen.actions import Clover, Take, Use
from sheepfold.games.schafe_schubsen.board import BOARD, SIDES


class Setup(Pickled):
    """Components and choices: shared by all positions of a game and never changed."""

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
        """A full hand as a set of bits (SS-1.1)."""
        self.rings = rings
        """Rings of each player at the start (SS-1.5)."""
        self.clovers = [Clover(True, value) for value in sorted(set(walk_back))]
        self.clovers += [Clover(False, value) for value in sorted(set(change_distance))]
        """The kinds of clovers; supplies and holdings are counts in this order (SS-1.6)."""
        self.supply = [(walk_back if kind.goes_back else change_distance).count(kind.value) for kind in self.clovers]
        self.uses: list[Action] = [Use(kind, clover) for kind, clover in enumerate(self.clovers)]
        self.takes: list[Action] = [Take(kind, clover) for kind, clover in enumerate(self.clovers)]
        self.water = [[field in fields for field in range(BOARD)] for fields in water]
        """For each side, whether a field is water (SS-1.3)."""
        self.sides = {side: sorted(fields) for side, fields in zip(SIDES, water, strict=True)}
        """The water fields of each side by its name, as views tell them."""
        self.dykes = [
            self.sides[first] + [BOARD + field for field in self.sides[second]] for first in SIDES for second in SIDES
        ]
        """The water fields of two boards as they lie, as views tell them: index `first * len(SIDES) + second`."""
        self.layout = layout
        """The layout that the table chose; None leaves it to chance (SS-1.3)."""
        self.start = start
        """The start player that the table chose; None leaves it to chance (SS-1.7)."""
