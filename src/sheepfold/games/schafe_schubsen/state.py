"""A position of Schafe schubsen."""

from __future__ import annotations

from random import Random
from typing import Final

from sheepfold.core.action import Action
from sheepfold.core.outcome import Outcome
from sheepfold.core.state import NO_INTS, NOBODY, REFEREE, State
from sheepfold.games.schafe_schubsen import reasons, rules, scoring, sight
from sheepfold.games.schafe_schubsen.actions import Lay, lays_of
from sheepfold.games.schafe_schubsen.board import NOT_YET
from sheepfold.games.schafe_schubsen.phases import CLOVERS, LAYING, LAYOUT, OVER, TURNING
from sheepfold.games.schafe_schubsen.setup import Setup
from sheepfold.games.schafe_schubsen.view import SchafeSchubsenView

_NO_LAYS: Final[list[Lay | None]] = []


class SchafeSchubsen(State):
    """Lists are indexed by seat unless noted otherwise."""

    __slots__ = (
        "active",
        "angel",
        "back",
        "change",
        "clovers",
        "devil",
        "distance",
        "field",
        "first",
        "hand",
        "laid",
        "moved_by",
        "out",
        "phase",
        "players",
        "rings",
        "round",
        "second",
        "setup",
        "shared_start",
        "start",
        "supply",
        "turn",
        "waiting",
    )

    def __init__(self, players: int, setup: Setup) -> None:
        super().__init__()
        self.players = players
        self.setup = setup
        self.phase = LAYOUT
        self.waiting = NO_INTS
        """The seats that the game waits for."""
        self.first = 0
        """The side of the first board that faces up, an index of board.SIDES."""
        self.second = 0
        self.shared_start = True
        """Until a board is laid again, field 0 has room for any number of sheep (SS-4.9)."""
        self.field = NO_INTS
        """0 to 199, or OUT."""
        self.rings = NO_INTS
        self.hand = NO_INTS
        """A bit set of digits."""
        self.laid = _NO_LAYS
        """The cards laid this round, face down until the seat's turn."""
        self.clovers = NO_INTS
        """Counts by seat and kind: `seat * kinds + kind`."""
        self.supply = NO_INTS
        """Counts by kind."""
        self.round = 1
        self.start = NOBODY
        self.turn = 0
        """How many seats have had their turn in this round, clockwise from the start player."""
        self.active = NOBODY
        """The seat that reveals and moves."""
        self.moved_by = 0
        """The distance by which the active seat moves."""
        self.back = 0
        """How far the active seat's clovers make it walk back."""
        self.change = 0
        """By how much the active seat may change its distance with its clovers."""
        self.distance = NO_INTS
        """The distances compared in this round; NOT_YET before."""
        self.angel = NOBODY
        self.devil = NOBODY
        self.out = NO_INTS
        """The seats that are out, in the order of going out."""

    def __getnewargs__(self) -> tuple[int, Setup]:
        return self.players, self.setup

    def copy(self) -> SchafeSchubsen:
        other = SchafeSchubsen(self.players, self.setup)
        other.origin = self.origin
        other.phase = self.phase
        other.waiting = self.waiting
        other.first = self.first
        other.second = self.second
        other.shared_start = self.shared_start
        other.field = self.field[:]
        other.rings = self.rings[:]
        other.hand = self.hand[:]
        other.laid = self.laid[:]
        other.clovers = self.clovers[:]
        other.supply = self.supply[:]
        other.round = self.round
        other.start = self.start
        other.turn = self.turn
        other.active = self.active
        other.moved_by = self.moved_by
        other.back = self.back
        other.change = self.change
        other.distance = self.distance[:]
        other.angel = self.angel
        other.devil = self.devil
        other.out = self.out[:]
        return other

    def waiting_for(self) -> list[int]:
        return self.waiting

    def legal_actions(self, seat: int) -> list[Action]:
        if seat not in self.waiting:
            return []
        if self.phase == LAYING:
            return lays_of(self.hand[seat])
        return rules.legal_actions(self)

    def random_action(self, seat: int, rng: Random) -> Action | None:
        if self.phase == LAYING:
            lays = self.legal_actions(seat)
            return lays[int(rng.random() * len(lays))] if lays else None
        return rules.random_action(self, rng) if self.phase != OVER and self.waiting[0] == seat else None

    def apply(self, seat: int, action: Action) -> None:
        rules.apply(self, seat, action)

    def why_not(self, seat: int, action: Action) -> str | None:
        return reasons.why_not(self, seat, action.text)

    def has_revealed(self, seat: int) -> bool:
        """Check whether the seat has had its turn to reveal in this round."""
        return (seat - self.start) % self.players < self.turn

    def view(self, seat: int | None) -> SchafeSchubsenView:
        return sight.view(self, seat)

    def key(self, seat: int | None) -> int:
        return sight.key(self, seat)

    def position_key(self) -> int:
        return sight.key(self, REFEREE)

    def resample(self, seat: int | None, rng: Random) -> SchafeSchubsen:
        """SS-2.3 Only cards that are face down are unknown: hands follow from what has been revealed."""
        other = self.copy()
        if self.phase not in (LAYING, CLOVERS, TURNING):
            return other
        for owner in range(self.players):
            lay = other.laid[owner]
            if lay is None or owner == seat or self.has_revealed(owner):
                continue
            hand = other.hand[owner] | lay.cards
            lays = lays_of(hand)
            guess = lays[int(rng.random() * len(lays))]
            assert isinstance(guess, Lay)
            other.laid[owner] = guess
            other.hand[owner] = hand & ~guess.cards
        return other

    def scores(self) -> list[int]:
        return scoring.scores(self)

    def outcome(self) -> Outcome | None:
        return Outcome(scoring.ranks(self)) if self.phase == OVER else None


def begin(players: int, setup: Setup) -> SchafeSchubsen:
    """SS-1 Create the initial position."""
    state = SchafeSchubsen(players, setup)
    state.field = [0] * players  # SS-1.4
    state.rings = [setup.rings] * players  # SS-1.5
    state.hand = [setup.all_cards] * players  # SS-1.1
    state.laid = [None] * players
    state.clovers = [0] * (players * len(setup.clovers))
    state.supply = setup.supply[:]
    state.distance = [NOT_YET] * players
    state.out = []
    rules.lay_dyke(state)
    return state
