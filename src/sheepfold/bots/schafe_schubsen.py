"""Schafe schubsen, played with some sense."""

from __future__ import annotations

from random import Random
from typing import Final

from sheepfold.bots.bot import Bot
from sheepfold.core.action import Action
from sheepfold.core.state import State
from sheepfold.games.schafe_schubsen.actions import Go, Lay, Take, Turn, Use, lays_of
from sheepfold.games.schafe_schubsen.board import BOARD, END, OUT
from sheepfold.games.schafe_schubsen.phases import CLOVERS, LAYING, TAKING
from sheepfold.games.schafe_schubsen.state import SchafeSchubsen

# What things are worth, in hundredths of staying in the game.
STAYING: Final = 100.0
RING: Final = 12.0
ANGEL: Final = 6.0
DEVIL: Final = 12.0
CLOVER: Final = 4.0
FIELD_AHEAD: Final = 0.03
"""Every field further ahead brings the end of the dyke nearer."""
CRAMPED: Final = 60
"""With less room than this to the end of the dyke, the next distance is hard to choose."""
CRAMPED_FIELD: Final = 0.4
GUESSES: Final = 16
"""How many times the others' distances are guessed."""


class Lamb(Bot):
    """Stays on the dyke, out of the water and away from the devil, looking no further than this round."""

    def choose(self, state: State, seat: int, rng: Random) -> Action:
        assert isinstance(state, SchafeSchubsen)
        actions = state.legal_actions(seat)
        if state.phase == LAYING:
            return choose_lay(state, seat, actions, rng)
        if state.phase == CLOVERS:
            return choose_walk(state, seat, actions)
        if state.phase == TAKING:
            return choose_clover(actions)
        return choose_side(state, seat, actions)


def choose_lay(state: SchafeSchubsen, seat: int, actions: list[Action], rng: Random) -> Action:
    """The lay with the best mixture of a safe field, no devil, and perhaps the angel."""
    guesses = [guess_distances(state, seat, rng) for _ in range(GUESSES)]
    smallest = [min(distances) for distances in guesses]
    greatest = [max(distances) for distances in guesses]
    best = actions[0]
    best_worth = -1e9
    for action in actions:
        assert isinstance(action, Lay)
        distance = action.distance
        worth = worth_of_field(state, seat, state.field[seat] + distance) + rng.random()
        for guess in range(GUESSES):
            if distance <= smallest[guess]:
                worth -= worth_of_ring(state, seat) / GUESSES
            elif distance > greatest[guess]:
                worth += ANGEL / GUESSES
        if worth > best_worth:
            best = action
            best_worth = worth
    return best


def guess_distances(state: SchafeSchubsen, seat: int, rng: Random) -> list[int]:
    """One distance for each of the others, random but on the dyke where a few tries find one."""
    distances: list[int] = []
    for other in range(state.players):
        if other == seat or state.field[other] == OUT:
            continue
        lay = state.laid[other]
        hand = state.hand[other] | (0 if lay is None else lay.cards)
        lays = lays_of(hand)
        distance = END
        for _ in range(8):
            guess = lays[int(rng.random() * len(lays))]
            assert isinstance(guess, Lay)
            if state.field[other] + guess.distance < END - CRAMPED // 2:
                distance = guess.distance
                break
        distances.append(distance)
    return distances


def worth_of_field(state: SchafeSchubsen, seat: int, field: int) -> float:
    """What it is worth to end a move there, as the dyke lies now."""
    if field >= END:
        return -STAYING
    worth = -FIELD_AHEAD * field
    room = END - field
    if room < CRAMPED:
        worth -= CRAMPED_FIELD * (CRAMPED - room)
    if field != state.field[seat]:
        if is_water(state, field):
            worth -= worth_of_ring(state, seat)
        elif field + 1 < END and is_water(state, field + 1):
            worth -= RING / 4  # somebody may push
    return worth


def worth_of_ring(state: SchafeSchubsen, seat: int) -> float:
    """The fewer rings, the dearer; without one, the game itself is at stake."""
    rings = state.rings[seat]
    return STAYING if rings == 0 else RING + RING / rings


def is_water(state: SchafeSchubsen, field: int) -> bool:
    side = state.first if field < BOARD else state.second
    return state.setup.water[side][field % BOARD]


def choose_walk(state: SchafeSchubsen, seat: int, actions: list[Action]) -> Action:
    """Walk with the distance that ends best, unless one clover more makes it better than the clover is worth."""
    best, best_worth = best_walk(state, seat, actions)
    for action in actions:
        if isinstance(action, Use):
            worth = worth_of_use(state, seat, action) - CLOVER
            if worth > best_worth:
                best = action
                best_worth = worth
    return best


def worth_of_use(state: SchafeSchubsen, seat: int, use: Use) -> float:
    """The best walk that the clover allows; if it allows only one, the sheep has already gone."""
    world = state.copy()
    world.apply(seat, use)
    if world.phase == CLOVERS and world.active == seat:
        return best_walk(world, seat, world.legal_actions(seat))[1]
    return worth_of_outcome(state, world, seat)


def best_walk(state: SchafeSchubsen, seat: int, actions: list[Action]) -> tuple[Action, float]:
    best = actions[0]
    best_worth = -1e9
    for action in actions:
        if isinstance(action, Go):
            worth = worth_of_walk(state, seat, action)
            if worth > best_worth:
                best = action
                best_worth = worth
    return best, best_worth


def worth_of_walk(state: SchafeSchubsen, seat: int, walk: Go) -> float:
    world = state.copy()
    world.apply(seat, walk)
    return worth_of_outcome(state, world, seat)


def worth_of_outcome(state: SchafeSchubsen, world: SchafeSchubsen, seat: int) -> float:
    """What has come of a walk, as far as this world and this round tell."""
    if world.field[seat] == OUT:
        return -STAYING
    worth = worth_of_field(world, seat, world.field[seat])
    worth -= (state.rings[seat] - world.rings[seat]) * worth_of_ring(state, seat)
    if world.devil == seat:
        worth -= DEVIL
    if world.angel == seat:
        worth += ANGEL
    return worth


def choose_side(state: SchafeSchubsen, seat: int, actions: list[Action]) -> Action:
    """A calm board if the own sheep comes to it first, else a wet one for those who do."""
    leads = state.field[seat] == max(state.field)
    best = actions[0]
    for action in actions:
        assert isinstance(action, Turn)
        assert isinstance(best, Turn)
        drier = sum(state.setup.water[action.side]) < sum(state.setup.water[best.side])
        if drier == leads and action.side != best.side:
            best = action
    return best


def choose_clover(actions: list[Action]) -> Action:
    """The greatest value; a changed distance helps more often than walking back."""
    best = actions[0]
    best_worth = 0
    for action in actions:
        assert isinstance(action, Take)
        worth = action.clover.value * (1 if action.clover.goes_back else 3)
        if worth > best_worth:
            best = action
            best_worth = worth
    return best
