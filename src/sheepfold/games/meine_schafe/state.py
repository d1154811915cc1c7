"""A position of Meine Schafe, Deine Schafe."""

from __future__ import annotations

from random import Random
from typing import Final

from sheepfold.core.action import Action
from sheepfold.core.outcome import Outcome
from sheepfold.core.state import CHANCE, NO_INTS, NOBODY, REFEREE, State
from sheepfold.games.meine_schafe import guessing, reasons, rules, sampling, scoring, sight
from sheepfold.games.meine_schafe.faces import START
from sheepfold.games.meine_schafe.meadow import Meadow, bare_meadow
from sheepfold.games.meine_schafe.phases import COLOURS, DEAL_ON, DRAWING, EXTRA, OVER, TURN
from sheepfold.games.meine_schafe.setup import Setup
from sheepfold.games.meine_schafe.view import MeineSchafeView

_NO_LISTS: Final[list[list[int]]] = []


class MeineSchafe(State):
    """Lists are indexed by seat unless noted otherwise. Tiles are numbers (setup.tiles), sets are bit sets."""

    __slots__ = (
        "active", "bag", "colours", "drawer", "hands", "interrupted", "meadow", "misfits", "out", "phase", "players",
        "setup", "shown", "skipped", "special", "then", "to_draw", "waiting",
    )  # fmt: skip

    def __init__(self, setup: Setup, meadow: Meadow) -> None:
        super().__init__()
        self.players = setup.players
        self.setup = setup
        self.meadow = meadow
        self.phase = COLOURS
        self.waiting = NO_INTS
        """The seats that the game waits for."""
        self.bag = NO_INTS
        """In ascending order."""
        # The lists in the following three are replaced and never modified, so that copies share them.
        self.hands = _NO_LISTS
        """In ascending order."""
        self.misfits = _NO_LISTS
        """What skips have revealed about hands: for each tile of a hand, the set of tiles that it cannot be."""
        self.colours = _NO_LISTS
        """The colours of the '?' tiles, shown or not, in the order of notation."""
        self.shown = NO_INTS
        """Sets of colours."""
        self.active = NOBODY
        """The seat whose turn it is."""
        self.special = NOBODY
        """The seat whose special action is in progress."""
        self.interrupted = 0
        """The seats that have interrupted this turn (MS-3.3)."""
        self.skipped = 0
        """The seats that have been skipped since the last tile was laid (MS-7.4)."""
        self.out = NO_INTS
        """The seats that are out, in the order of going out."""
        self.drawer = NOBODY
        self.to_draw = 0
        """The number of tiles still to draw, or earned so far in a special action."""
        self.then = DEAL_ON
        """What follows once they are drawn."""

    def __getnewargs__(self) -> tuple[Setup, Meadow]:
        return self.setup, self.meadow

    def copy(self) -> MeineSchafe:
        other = MeineSchafe(self.setup, self.meadow.copy())
        other.origin = self.origin
        other.phase = self.phase
        other.waiting = self.waiting
        other.bag = self.bag[:]
        other.hands = self.hands[:]
        other.misfits = self.misfits[:]
        other.colours = self.colours[:]
        other.shown = self.shown[:]
        other.active = self.active
        other.special = self.special
        other.interrupted = self.interrupted
        other.skipped = self.skipped
        other.out = self.out[:]
        other.drawer = self.drawer
        other.to_draw = self.to_draw
        other.then = self.then
        return other

    def waiting_for(self) -> list[int]:
        return self.waiting

    def may_act(self) -> list[int]:
        """MS-3.1, MS-3.3 The players who have not interrupted this turn yet; MS-3.4 the left neighbour comes first."""
        if self.phase != TURN:
            return NO_INTS
        found: list[int] = []
        for step in range(1, self.players):
            seat = (self.active + step) % self.players
            if not self.interrupted >> seat & 1 and seat not in self.out:
                found.append(seat)
        return found

    def legal_actions(self, seat: int) -> list[Action]:
        if seat not in self.waiting and seat not in self.may_act():
            return []
        return rules.legal_actions(self, seat)

    def random_action(self, seat: int, rng: Random) -> Action | None:
        if self.phase == DRAWING and seat == CHANCE:
            return self.setup.draws[self.bag[int(rng.random() * len(self.bag))]]
        if (self.phase == TURN and seat == self.active) or (self.phase == EXTRA and seat == self.special):
            return sampling.random_lay(self, seat, rng)
        return super().random_action(seat, rng)

    def apply(self, seat: int, action: Action) -> None:
        rules.apply(self, seat, action)

    def why_not(self, seat: int, action: Action) -> str | None:
        return reasons.why_not(self, seat, action.text)

    def view(self, seat: int | None) -> MeineSchafeView:
        return sight.view(self, seat)

    def key(self, seat: int | None) -> int:
        return sight.key(self, seat)

    def position_key(self) -> int:
        return sight.key(self, REFEREE)

    def resample(self, seat: int | None, rng: Random) -> MeineSchafe:
        other = self.copy()
        guessing.deal_again(other, NOBODY if seat is None else seat, rng)
        return other

    def scores(self) -> list[int]:
        return scoring.scores(self)

    def outcome(self) -> Outcome | None:
        return Outcome(scoring.ranks(self)) if self.phase == OVER else None


def begin(setup: Setup) -> MeineSchafe:
    """MS-1 Create the initial position."""
    meadow = bare_meadow(setup.cells)
    meadow.lay(setup.cells.start, START)  # MS-1.6
    state = MeineSchafe(setup, meadow)
    state.bag = list(range(len(setup.tiles)))
    state.hands = [[] for _ in range(setup.players)]
    state.misfits = [[] for _ in range(setup.players)]
    state.colours = [[] for _ in range(setup.players)]
    state.shown = [0] * setup.players
    state.out = []
    rules.deal_colours(state)
    return state
