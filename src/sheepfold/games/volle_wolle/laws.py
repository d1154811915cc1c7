"""Invariants of every position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sheepfold.core.state import NOBODY
from sheepfold.games.volle_wolle.phases import LAYING_OUT, OVER, TOPPING
from sheepfold.games.volle_wolle.places import DECK, MIDDLE, NO_BID, NO_CARD
from sheepfold.games.volle_wolle.state import VolleWolle


def every_card_is_somewhere(state: VolleWolle) -> bool:
    """Each card is in exactly one place: the draw pile, the middle or with a player."""
    setup = state.setup
    sheep = [card for card, face in enumerate(setup.cards) if face.is_sheep]
    in_middle = [card for card in state.middle if setup.cards[card].is_sheep]
    dogs = state.deck_dogs + state.middle.count(setup.dog) + sum(state.dogs)
    bones = state.deck_bones + state.middle.count(setup.bone) + (state.bone != NOBODY)
    deck = sum(state.where[card] == DECK for card in sheep) + state.deck_dogs + state.deck_bones
    return (
        in_middle == [card for card in sheep if state.where[card] == MIDDLE]
        and (dogs, bones) == (setup.dogs, setup.bones)
        and deck == state.deck
        and state.middle == sorted(state.middle)
    )


def chips_stay_in_play(state: VolleWolle) -> bool:
    return sum(state.chips) + state.stock == state.setup.chips and min([*state.chips, state.stock]) >= 0


def the_top_card_is_from_its_herd(state: VolleWolle) -> bool:
    """A herd has a top card, except while it is being chosen."""
    for seat, top in enumerate(state.top):
        if top != NO_CARD and state.where[top] != seat:
            return False
        choosing = state.phase == TOPPING and seat == state.taker
        if top == NO_CARD and seat in state.where and not choosing:
            return False
    return True


def nothing_lies_in_the_middle_after_a_round(state: VolleWolle) -> bool:
    if state.phase == OVER:
        return not state.middle and not state.deck
    return state.phase != LAYING_OUT or len(state.middle) + state.to_lay <= state.players + 1


def sheep_numbers_differ(state: VolleWolle) -> bool:
    numbers = [state.sheep_number(seat) for seat in range(len(state.board))]
    return len(set(numbers)) == len(numbers)


def nothing_is_pending_after_the_end(state: VolleWolle) -> bool:
    pending = [bid for bid in state.bid if bid != NO_BID] + state.order
    return state.phase != OVER or (not pending and state.active == state.taker == NOBODY)


LAWS: Final[dict[str, Callable[[VolleWolle], bool]]] = {
    "every card is somewhere": every_card_is_somewhere,
    "chips stay in play": chips_stay_in_play,
    "the top card is from its herd": the_top_card_is_from_its_herd,
    "nothing lies in the middle after a round": nothing_lies_in_the_middle_after_a_round,
    "sheep numbers differ": sheep_numbers_differ,
    "nothing is pending after the end": nothing_is_pending_after_the_end,
}
