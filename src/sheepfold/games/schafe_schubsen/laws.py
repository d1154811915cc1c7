"""Invariants of every position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sheepfold.core.state import NOBODY
from sheepfold.games.schafe_schubsen.board import END, OUT
from sheepfold.games.schafe_schubsen.phases import OVER, TURNING
from sheepfold.games.schafe_schubsen.state import SchafeSchubsen


def sheep_are_on_the_dyke_or_out(state: SchafeSchubsen) -> bool:
    on_dyke = [seat for seat, field in enumerate(state.field) if 0 <= field < END]
    return sorted(on_dyke + state.out) == list(range(state.players))


def only_the_start_field_is_shared(state: SchafeSchubsen) -> bool:
    fields = [field for field in state.field if field != OUT and not (field == 0 and state.shared_start)]
    return len(set(fields)) == len(fields)


def cards_stay_with_their_owner(state: SchafeSchubsen) -> bool:
    """A card is in the hand, on the table or on the pile, never in two places. Players who are out have none."""
    for seat, field in enumerate(state.field):
        lay = state.laid[seat]
        allowed = 0 if field == OUT else state.setup.all_cards & ~(0 if lay is None else lay.cards)
        if state.hand[seat] & ~allowed:
            return False
    return True


def clovers_are_never_created(state: SchafeSchubsen) -> bool:
    kinds = len(state.setup.clovers)
    for kind, printed in enumerate(state.setup.supply):
        held = sum(state.clovers[seat * kinds + kind] for seat in range(state.players))
        if min(held, state.supply[kind]) < 0 or held + state.supply[kind] > printed:
            return False
    return True


def rings_only_decrease(state: SchafeSchubsen) -> bool:
    return all(0 <= rings <= state.setup.rings for rings in state.rings)


def angel_and_devil_belong_to_players_still_in(state: SchafeSchubsen) -> bool:
    """They may also be put aside (SS-5.2)."""
    return state.angel not in state.out and state.devil not in state.out


def only_players_still_in_are_asked(state: SchafeSchubsen) -> bool:
    """One exception: the mover chooses the side of a board even if the sheep went out with this move (SS-4.7)."""
    return state.phase == TURNING or not set(state.waiting) & set(state.out)


def nobody_is_asked_without_a_choice(state: SchafeSchubsen) -> bool:
    return all(len(state.legal_actions(seat)) > 1 for seat in state.waiting)


def nothing_is_pending_after_the_end(state: SchafeSchubsen) -> bool:
    return state.phase != OVER or state.active == state.angel == state.devil == NOBODY


LAWS: Final[dict[str, Callable[[SchafeSchubsen], bool]]] = {
    "sheep are on the dyke or out": sheep_are_on_the_dyke_or_out,
    "only the start field is shared": only_the_start_field_is_shared,
    "cards stay with their owner": cards_stay_with_their_owner,
    "clovers are never created": clovers_are_never_created,
    "rings only decrease": rings_only_decrease,
    "angel and devil belong to players still in": angel_and_devil_belong_to_players_still_in,
    "only players still in are asked": only_players_still_in_are_asked,
    "nobody is asked without a choice": nobody_is_asked_without_a_choice,
    "nothing is pending after the end": nothing_is_pending_after_the_end,
}
