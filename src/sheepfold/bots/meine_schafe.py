"""Bots for Meine Schafe, Deine Schafe."""

from __future__ import annotations

from random import Random
from typing import Final

from sheepfold.bots.bot import Bot
from sheepfold.core.action import Action
from sheepfold.core.state import State
from sheepfold.games.meine_schafe import laying, rules, scoring
from sheepfold.games.meine_schafe.actions import DONE, OUT, SKIP, Lay, Send, Show
from sheepfold.games.meine_schafe.areas import motif_of, open_of, size_of
from sheepfold.games.meine_schafe.faces import QUESTIONS
from sheepfold.games.meine_schafe.meadow import Meadow
from sheepfold.games.meine_schafe.motifs import COLOURS, VILLAGE
from sheepfold.games.meine_schafe.phases import BEASTS, EXTRA, TURN
from sheepfold.games.meine_schafe.setup import MAEHR, TWO_HERDS, Setup
from sheepfold.games.meine_schafe.state import MeineSchafe

# Values are in sheep; tuned by playing lambs against each other and against random play.
HOPE_LATE: Final = 0.4
HOPE_EARLY: Final = 0.4
"""The chance that an open edge of a pen will be closed; the second is added as long as many tiles are left."""
MANY_TILES: Final = 40
THREATENED: Final = 0.3
"""The share that remains of a pen next to a wolf: a hunter may drive it out."""
SECOND: Final = 0.15
"""The share that counts of all pens but the best: they break ties, and a wolf may spoil the best one."""
RIVAL: Final = 0.6
"""The weight of opponents' pens, relative to our own."""
SECRET: Final = 0.7
"""The least gain of a special action: a beast in hand is a threat, a hidden colour is a secret."""
FUTURE: Final = 6.0
"""What some opponent will surely reach while many tiles are left."""
LEAD: Final = 1.0
"""The lead required to drop out."""


class Lamb(Bot):
    """Tries every tile in every place, and takes what helps its own pens and hurts the others' most."""

    def choose(self, state: State, seat: int, rng: Random) -> Action:
        assert isinstance(state, MeineSchafe)
        evaluation = Evaluation(state, seat, rng)
        fitting = laying.fitting_frontier(state)
        if state.phase == TURN:
            special = evaluation.special()
            if special is not None:
                return special
            best = evaluation.best(laying.lays(state, seat, fitting), -1e9)
            return SKIP if best is None else best
        if state.phase == BEASTS:
            best = evaluation.best(rules.sends(state, seat, fitting), SECRET)
        else:
            assert state.phase == EXTRA
            best = evaluation.best(laying.lays(state, seat, fitting), 0.0)
        return DONE if best is None else best

    def interrupt(self, state: State, seat: int, rng: Random) -> Action | None:
        assert isinstance(state, MeineSchafe)
        return Evaluation(state, seat, rng).special()


class Evaluation:
    """A position as one seat evaluates it."""

    def __init__(self, state: MeineSchafe, seat: int, rng: Random) -> None:
        self.state = state
        self.seat = seat
        self.rng = rng
        self.weights = weights_of(state, seat)
        coming = len(state.bag) + sum([len(hand) for hand in state.hands])
        self.plenty = min(1.0, coming / MANY_TILES)
        """1 while many tiles are left, 0 when none are."""
        self.hope = HOPE_LATE + HOPE_EARLY * self.plenty
        self.now = self.value(state.meadow)

    def special(self) -> Action | None:
        """The best special action, if one gains enough."""
        if self.should_leave():
            return OUT
        state = self.state
        return self.best(rules.specials(state, self.seat, laying.fitting_frontier(state)), SECRET)

    def best(self, actions: list[Action], gain: float) -> Action | None:
        """The action with the greatest gain, if it is greater than this."""
        best: Action | None = None
        best_value = self.now + gain
        for action in actions:
            after = self.state.meadow.copy()
            place(after, self.state.setup, action)
            value = self.value(after) + 0.01 * self.rng.random()
            if value > best_value:
                best = action
                best_value = value
        return best

    def value(self, meadow: Meadow) -> float:
        """Our pens and prospects, minus those of the others."""
        prospects = self.prospects(meadow)
        total = 0.0
        for colour in range(len(COLOURS)):
            total += self.weights[colour] * prospects[colour]
        return total

    def prospects(self, meadow: Meadow) -> list[float]:
        """By colour, the value of the best pen, and a share of the rest. Open pens count in part."""
        best = [0.0, 0.0, 0.0, 0.0]
        rest = [0.0, 0.0, 0.0, 0.0]
        threatened = meadow.threatened()
        for edge, area in enumerate(meadow.areas):
            colour = motif_of(area)
            if size_of(area) and colour < VILLAGE:  # a pen, by its root
                value = float(size_of(area))
                for _ in range(open_of(area)):
                    value *= self.hope
                if threatened[edge]:
                    value *= THREATENED
                rest[colour] += value
                best[colour] = max(best[colour], value)
        return [top + SECOND * (total - top) for top, total in zip(best, rest, strict=True)]

    def should_leave(self) -> bool:
        """Whether dropping out now, with the current points and bonus, would win."""
        state = self.state
        left = state.players - len(state.out)
        if state.setup.variant == MAEHR:
            return left == 2 and self.leads()  # which ends the game
        if state.setup.variant == TWO_HERDS or left == 1:
            return False
        own = scoring.points(state, state.meadow.pens(), self.seat) + state.setup.bonus[len(state.out)]
        prospects = self.prospects(state.meadow)
        best_other = FUTURE * self.plenty
        for other in range(state.players):
            if other != self.seat:
                hope = prospects[state.colours[other][0]] + scoring.bonus(state, other)
                best_other = max(best_other, hope)
        return own > best_other + LEAD

    def leads(self) -> bool:
        points = scoring.scores(self.state)
        own = points[self.seat]
        for seat, other in enumerate(points):
            if seat != self.seat and other >= own:
                return False
        return True


def weights_of(state: MeineSchafe, seat: int) -> list[float]:
    """The value of a sheep of each colour to the seat. A hidden colour may belong to any opponent."""
    weights = [0.0] * len(COLOURS)
    hidden: list[int] = []
    secret_owners = 0
    for colour in range(len(COLOURS)):
        if colour in state.colours[seat]:
            weights[colour] = 1.0
            continue
        shown = False
        for other in range(state.players):
            if state.shown[other] >> colour & 1:
                shown = True
        if shown:
            weights[colour] = -RIVAL
        else:
            hidden.append(colour)
    for other in range(state.players):
        if other != seat:
            secret_owners += state.setup.herds - state.shown[other].bit_count()
    for colour in hidden:
        weights[colour] = -RIVAL * secret_owners / len(hidden)
    return weights


def place(meadow: Meadow, setup: Setup, action: Action) -> None:
    """Lay the tile of an action on the meadow."""
    if isinstance(action, Show):
        meadow.lay(action.cell, QUESTIONS[action.colour])
    elif isinstance(action, (Lay, Send)):
        lay(meadow, setup, action.face, action.cell)


def lay(meadow: Meadow, setup: Setup, face: int, cell: int) -> None:
    if meadow.is_empty(cell):
        meadow.lay(cell, setup.faces[face])
    else:
        meadow.drive_out(cell, setup.faces[face])
