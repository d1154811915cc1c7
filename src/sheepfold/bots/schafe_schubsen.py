"""Bots for Schafe schubsen."""

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

# Values are in hundredths of staying in the game.
STAYING: Final = 100.0
RING: Final = 12.0
ANGEL: Final = 6.0
DEVIL: Final = 12.0
CLOVER: Final = 4.0
FIELD_AHEAD: Final = 0.03
"""The cost of each field: it brings the end of the dyke nearer."""
CRAMPED: Final = 60
"""With fewer fields than this to the end of the dyke, it is hard to choose the next distance."""
CRAMPED_FIELD: Final = 0.4
GUESSES: Final = 16
"""How often to guess the opponents' distances."""


class Lamb(Bot):
    """Stays on the dyke, out of the water and away from the devil. It looks no further than this round."""

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
    """The lay that best combines a safe field, a low risk of the devil, and a chance of the angel."""
    guesses = [guess_distances(state, seat, rng) for _ in range(GUESSES)]
    smallest = [min(distances) for distances in guesses]
    greatest = [max(distances) for distances in guesses]
    best = actions[0]
    best_value = -1e9
    for action in actions:
        assert isinstance(action, Lay)
        distance = action.distance
        value = value_of_field(state, seat, state.field[seat] + distance) + rng.random()
        for guess in range(GUESSES):
            if distance <= smallest[guess]:
                value -= value_of_ring(state, seat) / GUESSES
            elif distance > greatest[guess]:
                value += ANGEL / GUESSES
        if value > best_value:
            best = action
            best_value = value
    return best


def guess_distances(state: SchafeSchubsen, seat: int, rng: Random) -> list[int]:
    """A random distance for each opponent, preferably one that stays on the dyke."""
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


def value_of_field(state: SchafeSchubsen, seat: int, field: int) -> float:
    """The value of ending a move on this field."""
    if field >= END:
        return -STAYING
    value = -FIELD_AHEAD * field
    room = END - field
    if room < CRAMPED:
        value -= CRAMPED_FIELD * (CRAMPED - room)
    if field != state.field[seat]:
        if is_water(state, field):
            value -= value_of_ring(state, seat)
        elif field + 1 < END and is_water(state, field + 1):
            value -= RING / 4  # another sheep may push ours
    return value


def value_of_ring(state: SchafeSchubsen, seat: int) -> float:
    """The value of a ring: the fewer are left, the greater; without one, the next water ends the game for us."""
    rings = state.rings[seat]
    return STAYING if rings == 0 else RING + RING / rings


def is_water(state: SchafeSchubsen, field: int) -> bool:
    side = state.first if field < BOARD else state.second
    return state.setup.water[side][field % BOARD]


def choose_walk(state: SchafeSchubsen, seat: int, actions: list[Action]) -> Action:
    """The best distance to walk, or a clover if it improves the walk by more than its own value."""
    best, best_value = best_walk(state, seat, actions)
    for action in actions:
        if isinstance(action, Use):
            value = value_of_use(state, seat, action) - CLOVER
            if value > best_value:
                best = action
                best_value = value
    return best


def value_of_use(state: SchafeSchubsen, seat: int, use: Use) -> float:
    """The value of the best walk that the clover allows. If it allows only one, the sheep has already walked."""
    after = state.copy()
    after.apply(seat, use)
    if after.phase == CLOVERS and after.active == seat:
        return best_walk(after, seat, after.legal_actions(seat))[1]
    return value_of_outcome(state, after, seat)


def best_walk(state: SchafeSchubsen, seat: int, actions: list[Action]) -> tuple[Action, float]:
    best = actions[0]
    best_value = -1e9
    for action in actions:
        if isinstance(action, Go):
            value = value_of_walk(state, seat, action)
            if value > best_value:
                best = action
                best_value = value
    return best, best_value


def value_of_walk(state: SchafeSchubsen, seat: int, walk: Go) -> float:
    after = state.copy()
    after.apply(seat, walk)
    return value_of_outcome(state, after, seat)


def value_of_outcome(state: SchafeSchubsen, after: SchafeSchubsen, seat: int) -> float:
    """The value of the position after a walk."""
    if after.field[seat] == OUT:
        return -STAYING
    value = value_of_field(after, seat, after.field[seat])
    value -= (state.rings[seat] - after.rings[seat]) * value_of_ring(state, seat)
    if after.devil == seat:
        value -= DEVIL
    if after.angel == seat:
        value += ANGEL
    return value


def choose_side(state: SchafeSchubsen, seat: int, actions: list[Action]) -> Action:
    """The drier side if our sheep will reach the board first, otherwise the wetter side."""
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
    """The clover with the greatest value. Changing a distance helps more often than walking back."""
    best = actions[0]
    best_value = 0
    for action in actions:
        assert isinstance(action, Take)
        value = action.clover.value * (1 if action.clover.goes_back else 3)
        if value > best_value:
            best = action
            best_value = value
    return best
