"""Bots for Volle Wolle, which use exact odds."""

from __future__ import annotations

from random import Random
from typing import Final

from sheepfold.bots.bot import Bot
from sheepfold.core.action import Action
from sheepfold.core.state import State
from sheepfold.games.volle_wolle import dice_odds, scoring
from sheepfold.games.volle_wolle.actions import DECLINE, REACH_14, REACH_BID, Bid, Leave, Take, Top
from sheepfold.games.volle_wolle.cards import ZERO_ZERO_SEVEN
from sheepfold.games.volle_wolle.chances import die_left
from sheepfold.games.volle_wolle.dice import BEYOND, LOWEST_BID, target_of
from sheepfold.games.volle_wolle.dice_odds import Turn, Worth
from sheepfold.games.volle_wolle.phases import BIDDING, HELP, LEAVING, TAKING, TOPPING
from sheepfold.games.volle_wolle.places import NO_CARD
from sheepfold.games.volle_wolle.state import VolleWolle

# Values are in tenths of a point.
POINT: Final = 10
HOPE: Final = [0, 15, 60]
"""The value of none, one or two 0-0-7 sheep towards the next set of three."""
MARK: Final = 12
"""The value of each step of the top card's modifier."""
FIRST_DOG: Final = 20
"""The value of the first dog in addition to its points: it keeps sheep from running away."""

TAKEN_BEFORE: Final = 1.2
"""The mean number of cards that each player before us takes."""

_CHANCES: Final[dict[int, list[float]]] = {}


def chances(target: int) -> list[float]:
    """The exact odds of three, two and one cards, and of less than 14, when playing for the most cards."""
    found = _CHANCES.get(target)
    if found is None:
        shift = max(0, target - 26)  # beyond the highest bid only a minus makes sense
        odds = Turn(max(LOWEST_BID, target - shift), -shift, 0, 1, Worth(3, 2, 1, 0, -1)).odds_before_first()
        found = [float(odds.first), float(odds.second), float(odds.third), float(odds.below_14)]
        _CHANCES[target] = found
    return found


class Lamb(Bot):
    """Chooses the bid and the dice with the best expected value, given the cards in the middle."""

    def __init__(self) -> None:
        self._turn: Turn | None = None
        self._known: list[int] = []

    def choose(self, state: State, seat: int, rng: Random) -> Action:
        assert isinstance(state, VolleWolle)
        actions = state.legal_actions(seat)
        if state.phase == BIDDING:
            return choose_bid(state, seat, actions, rng)
        if state.phase == LEAVING:
            return self._choose_die(state, seat, actions)
        if state.phase == HELP:
            return self._choose_help(state, seat)
        if state.phase == TAKING:
            return choose_cards(state, seat, actions)
        if state.phase == TOPPING:
            return choose_top(state, actions)
        return actions[0]  # grab the bone

    def _choose_die(self, state: VolleWolle, seat: int, actions: list[Action]) -> Action:
        best = self._odds(state, seat).best_die_to_leave(state.throw, state.dice, die_left(state))
        for action in actions:
            if isinstance(action, Leave) and action.die == best:
                return action
        raise AssertionError("the die can be left")

    def _choose_help(self, state: VolleWolle, seat: int) -> Action:
        best = self._odds(state, seat).best_help(state.throw, state.dice, die_left(state))
        if best == dice_odds.REACH_BID:
            return REACH_BID
        return REACH_14 if best == dice_odds.REACH_14 else DECLINE

    def _odds(self, state: VolleWolle, seat: int) -> Turn:
        """The odds of this turn, cached for its later decisions."""
        values = card_values(state, seat)
        black = black_value(state, seat)
        known = [target_of(state.bid[seat]), state.modifier(seat), state.chips[seat], state.stock, black, *values]
        turn = self._turn
        if turn is None or known != self._known:
            worth = Worth(best_of(values, 3), best_of(values, 2), best_of(values, 1), POINT, black)
            turn = Turn(known[0], known[1], known[2], known[3], worth)
            self._turn = turn
            self._known = known
        return turn


def choose_bid(state: VolleWolle, seat: int, actions: list[Action], rng: Random) -> Action:
    """The bid with the best expected value, assuming that fewer good cards are left after higher bids."""
    values = card_values(state, seat)
    black = black_value(state, seat)
    modifier = state.modifier(seat)
    best = actions[0]
    best_value = -1e9
    for action in actions:
        assert isinstance(action, Bid)
        early = (action.bid - LOWEST_BID) / (BEYOND - LOWEST_BID)
        gone = int((state.players - 1) * (1.0 - early) * TAKEN_BEFORE + 0.5)
        left = values[gone:]
        odds = chances(target_of(action.bid) - modifier)
        value = odds[0] * best_of(left, 3) + odds[1] * best_of(left, 2) + odds[2] * best_of(left, 1)
        value += odds[3] * black + (1.0 - odds[0] - odds[1] - odds[2]) * POINT
        value -= POINT if action.bid == BEYOND else 0
        value += rng.random()
        if value > best_value:
            best = action
            best_value = value
    return best


def best_of(values: list[int], count: int) -> int:
    """The sum of the best cards, given values in descending order. They must be taken even if they cost points."""
    return sum(values[:count])


def card_values(state: VolleWolle, seat: int) -> list[int]:
    """The value of each card in the middle taken alone, in descending order."""
    before = herd_value(state, seat)
    values = [value_with(state, seat, [card]) - before for card in state.middle]
    values.sort(reverse=True)
    return values


def black_value(state: VolleWolle, seat: int) -> int:
    black = [card for card in state.middle if state.setup.is_black[card]]
    return min(-1, value_with(state, seat, black) - herd_value(state, seat)) if black else 0


def value_with(state: VolleWolle, seat: int, cards: list[int]) -> int:
    """The value of the seat's herd if it also had these cards."""
    after = state.copy()
    for card in cards:
        if card == state.setup.dog:
            after.dogs[seat] += 1
        elif card == state.setup.bone:
            after.bone = seat
        else:
            after.where[card] = seat
    return herd_value(after, seat)


def herd_value(state: VolleWolle, seat: int) -> int:
    """The current score of a herd, and its prospects."""
    value = POINT * scoring.total(scoring.lines(state, seat))
    sevens = 0
    for card, owner in enumerate(state.where):
        if owner == seat and state.setup.cards[card].kind == ZERO_ZERO_SEVEN:
            sevens += 1
    value += HOPE[sevens % 3]
    if state.dogs[seat]:
        value += FIRST_DOG
    return value


def choose_cards(state: VolleWolle, seat: int, actions: list[Action]) -> Action:
    """The most valuable cards, taking into account the best modifier among them."""
    best = actions[0]
    best_value = -1000000
    for action in actions:
        assert isinstance(action, Take)
        value = value_with(state, seat, action.cards) + MARK * best_modifier(state, action.cards)
        if value > best_value:
            best = action
            best_value = value
    return best


def best_modifier(state: VolleWolle, cards: list[int]) -> int:
    """The best modifier among these cards."""
    best = NO_CARD
    for card in cards:
        face = state.setup.cards[card]
        if face.is_sheep and (best == NO_CARD or face.modifier > state.setup.cards[best].modifier):
            best = card
    return 0 if best == NO_CARD else state.setup.cards[best].modifier


def choose_top(state: VolleWolle, actions: list[Action]) -> Action:
    """The best modifier, then the lower sheep number, which goes first when bids are equal."""
    best = actions[0]
    best_rank = -1000000
    for action in actions:
        assert isinstance(action, Top)
        face = state.setup.cards[action.card]
        rank = 1000 * face.modifier - face.number
        if rank > best_rank:
            best = action
            best_rank = rank
    return best
