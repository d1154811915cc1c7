"""A position of Haste Bock?."""

from __future__ import annotations

from random import Random

from sheepfold.core.action import Action
from sheepfold.core.outcome import Outcome
from sheepfold.core.state import NO_INTS, NOBODY, REFEREE, State
from sheepfold.games.haste_bock import reasons, rules, scoring, sight
from sheepfold.games.haste_bock.flock import FLOCK, NOTHING_BANNED
from sheepfold.games.haste_bock.phases import LAYOUT, OVER
from sheepfold.games.haste_bock.setup import Setup
from sheepfold.games.haste_bock.view import HasteBockView


class HasteBock(State):
    """Lists are indexed by seat unless noted otherwise."""

    __slots__ = (
        "active", "banned_side", "banned_trough", "cards", "colour", "facing", "movement", "phase", "players", "score",
        "scrambles", "setup", "start", "steps", "stone", "waiting", "where",
    )  # fmt: skip

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self.setup = setup
        self.players = setup.players
        self.phase = LAYOUT
        self.waiting = NO_INTS
        """The seats that the game waits for."""
        self.where = NO_INTS
        """By sheep (flock.py): its field on the meadow."""
        self.facing = 0
        """The direction that all sheep face: n, e, s or w as an index of meadow.DIRECTIONS (HB-1.4)."""
        self.cards = NO_INTS
        """Counts by seat and kind: `seat * kinds + kind` (setup.cards)."""
        self.movement = NO_INTS
        """Counts by seat and steps: `seat * 4 + steps`."""
        self.stone = 0
        """The field of the time stone; it starts before field 1 (HB-1.6)."""
        self.score = NO_INTS
        self.start = NOBODY
        self.active = NOBODY
        self.scrambles = 0
        """The number of rams left in the scramble (HB-3.1)."""
        self.colour = NOBODY
        """The rolled colour while a ram is due."""
        self.steps = 0
        """The number on the card just played."""
        self.banned_trough = NOTHING_BANNED
        """The trough direction that is banned for the next card (HB-5.8)."""
        self.banned_side = NOTHING_BANNED
        """The turn that is banned for the next card (HB-5.10)."""

    def __getnewargs__(self) -> tuple[Setup]:
        return (self.setup,)

    def copy(self) -> HasteBock:
        other = HasteBock(self.setup)
        other.origin = self.origin
        other.phase = self.phase
        other.waiting = self.waiting
        other.where = self.where[:]
        other.facing = self.facing
        other.cards = self.cards[:]
        other.movement = self.movement[:]
        other.stone = self.stone
        other.score = self.score[:]
        other.start = self.start
        other.active = self.active
        other.scrambles = self.scrambles
        other.colour = self.colour
        other.steps = self.steps
        other.banned_trough = self.banned_trough
        other.banned_side = self.banned_side
        return other

    def waiting_for(self) -> list[int]:
        return self.waiting

    def legal_actions(self, seat: int) -> list[Action]:
        return rules.legal_actions(self) if self.waits_for(seat) else []

    def random_action(self, seat: int, rng: Random) -> Action | None:
        return rules.random_action(self, rng) if self.waits_for(seat) else None

    def waits_for(self, seat: int) -> bool:
        """The game waits for one seat at a time, or for chance."""
        return self.phase != OVER and self.waiting[0] == seat

    def apply(self, seat: int, action: Action) -> None:
        rules.apply(self, seat, action)

    def why_not(self, seat: int, action: Action) -> str | None:
        return reasons.why_not(self, seat, action.text)

    def view(self, seat: int | None) -> HasteBockView:
        return sight.view(self, seat)

    def key(self, seat: int | None) -> int:
        return sight.key(self, seat)

    def position_key(self) -> int:
        return sight.key(self, REFEREE)

    def resample(self, seat: int | None, rng: Random) -> HasteBock:
        """HB-1.5 Everything is public, so there is no other world."""
        return self.copy()

    def scores(self) -> list[int]:
        return self.score[:]

    def outcome(self) -> Outcome | None:
        return Outcome(scoring.ranks(self)) if self.phase == OVER else None


def begin(setup: Setup) -> HasteBock:
    """HB-1 Create the initial position."""
    state = HasteBock(setup)
    state.where = [0] * FLOCK
    state.cards = setup.counts * setup.players
    state.movement = setup.movement * setup.players
    state.score = [0] * setup.players
    rules.place_flock(state)
    return state
