"""Meine Schafe, Deine Schafe, played with some sense."""

from __future__ import annotations

from random import Random
from typing import Final

from sheepfold.bots.bot import Bot
from sheepfold.core.action import Action
from sheepfold.core.state import State
from sheepfold.games.meine_schafe import rules, scoring
from sheepfold.games.meine_schafe.actions import DONE, OUT, SKIP, Lay, Send, Show
from sheepfold.games.meine_schafe.meadow import EMPTY, NO_BEAST, Meadow
from sheepfold.games.meine_schafe.motifs import COLOURS, EDGES, VILLAGE
from sheepfold.games.meine_schafe.phases import BEASTS, EXTRA, TURN
from sheepfold.games.meine_schafe.setup import MAEHR, TWO_HERDS, Setup
from sheepfold.games.meine_schafe.state import MeineSchafe

# What things are worth, in sheep; found by playing lambs against lambs and against random play.
HOPE_LATE: Final = 0.4
HOPE_EARLY: Final = 0.4
"""An open pen is hoped to count: for each open edge this much, and more the more tiles are to come."""
MANY_TILES: Final = 40
THREATENED: Final = 0.3
"""What is left of a pen beside a wolf: a hunter may come."""
SECOND: Final = 0.15
"""All further pens and hopes, as a share of their worth: they break ties, and a wolf may spoil the best."""
RIVAL: Final = 0.6
"""The pens of others, against the own."""
SECRET: Final = 0.7
"""What a special action must bring: a beast kept is a threat, a colour kept is a secret."""
FUTURE: Final = 6.0
"""What somebody is sure to reach while many tiles are to come."""
LEAD: Final = 1.0
"""By how much one must be ahead to drop out."""


class Lamb(Bot):
    """Looks at every place for every tile and takes what helps its pens and hurts the others' most."""

    def choose(self, state: State, seat: int, rng: Random) -> Action:
        assert isinstance(state, MeineSchafe)
        thoughts = Thoughts(state, seat, rng)
        if state.phase == TURN:
            special = thoughts.special()
            if special is not None:
                return special
            best = thoughts.best(rules.lays(state, seat), -1e9)
            return SKIP if best is None else best
        if state.phase == BEASTS:
            best = thoughts.best(rules.sends(state, seat), SECRET)
        else:
            assert state.phase == EXTRA
            best = thoughts.best(rules.lays(state, seat), 0.0)
        return DONE if best is None else best

    def interrupt(self, state: State, seat: int, rng: Random) -> Action | None:
        assert isinstance(state, MeineSchafe)
        return Thoughts(state, seat, rng).special()


class Thoughts:
    """What one seat makes of one position."""

    def __init__(self, state: MeineSchafe, seat: int, rng: Random) -> None:
        self.state = state
        self.seat = seat
        self.rng = rng
        self.weights = weights_of(state, seat)
        coming = len(state.bag) + sum([len(hand) for hand in state.hands])
        self.plenty = min(1.0, coming / MANY_TILES)
        """1 while many tiles are to come, 0 when none is."""
        self.hope = HOPE_LATE + HOPE_EARLY * self.plenty
        self.now = self.worth(state.meadow)

    def special(self) -> Action | None:
        """A special action, if one is worth it."""
        if self.should_leave():
            return OUT
        state = self.state
        return self.best([*rules.sends(state, self.seat), *rules.shows(state, self.seat)], SECRET)

    def best(self, actions: list[Action], gain: float) -> Action | None:
        """The action that brings most, if it brings more than this."""
        best: Action | None = None
        best_worth = self.now + gain
        for action in actions:
            world = self.state.meadow.copy()
            do(world, self.state.setup, action)
            worth = self.worth(world) + 0.01 * self.rng.random()
            if worth > best_worth:
                best = action
                best_worth = worth
        return best

    def worth(self, meadow: Meadow) -> float:
        """The own pens and hopes, less those of the others."""
        prospects = self.prospects(meadow)
        total = 0.0
        for colour in range(len(COLOURS)):
            total += self.weights[colour] * prospects[colour]
        return total

    def prospects(self, meadow: Meadow) -> list[float]:
        """By colour: the best pen or hope, and a share of the rest."""
        best = [0.0, 0.0, 0.0, 0.0]
        rest = [0.0, 0.0, 0.0, 0.0]
        threatened = meadow.threatened()
        for area, parent in enumerate(meadow.parent):
            colour = meadow.motif[area]
            if parent == area and colour < VILLAGE:
                value = float(meadow.size[area])
                for _ in range(meadow.open[area]):
                    value *= self.hope
                if threatened[area]:
                    value *= THREATENED
                rest[colour] += value
                best[colour] = max(best[colour], value)
        return [top + SECOND * (all_of_it - top) for top, all_of_it in zip(best, rest, strict=True)]

    def should_leave(self) -> bool:
        """Whether points and bonus as they stand will do."""
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
    """What a sheep of each colour is worth to the seat: who owns a colour that is not shown is anybody's guess."""
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


def do(meadow: Meadow, setup: Setup, action: Action) -> None:
    """Lay the tile of the action."""
    if isinstance(action, Show):
        meadow.lay(action.cell, [action.colour] * EDGES, NO_BEAST, 0)
    elif isinstance(action, (Lay, Send)):
        lay(meadow, setup, action.face, action.cell)


def lay(meadow: Meadow, setup: Setup, face: int, cell: int) -> None:
    if meadow.at[cell] == EMPTY:
        meadow.lay(cell, setup.faces[face].edges, setup.faces[face].beast, face)
    else:
        meadow.drive_out(cell, face)
