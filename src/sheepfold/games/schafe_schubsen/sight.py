"""Builds views."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sheepfold.core.position.format import sees
from sheepfold.core.state import NOBODY
from sheepfold.games.schafe_schubsen.board import NOT_YET, OUT, SIDES
from sheepfold.games.schafe_schubsen.phases import LAYOUT, NAMES
from sheepfold.games.schafe_schubsen.view import SchafeSchubsenView, Sheep

if TYPE_CHECKING:
    from sheepfold.games.schafe_schubsen.state import SchafeSchubsen

_FACE_DOWN: Final = -1
"""In keys: cards that the observer does not know."""


def view(state: SchafeSchubsen, seat: int | None) -> SchafeSchubsenView:
    """Everything is public except hands and cards that are face down (SS-2.3)."""
    lay = None if seat is None else state.laid[seat]
    dyke_lies = state.phase != LAYOUT
    return SchafeSchubsenView(
        seat=seat,
        waiting_for=state.waiting_for(),
        may_act=state.may_act(),
        scores=state.scores(),
        ranks=state.ranks(),
        phase=NAMES[state.phase],
        round=state.round,
        boards=[SIDES[state.first], SIDES[state.second]] if dyke_lies else [],
        water=state.setup.dykes[state.first * len(SIDES) + state.second] if dyke_lies else [],
        sides=state.setup.sides,
        shared_start=state.shared_start,
        sheep=[_sheep(state, owner, seat) for owner in range(state.players)],
        supply=_counted(state, state.supply, 0),
        start=_seat(state.start),
        active=_seat(state.active),
        back=state.back,
        change=state.change,
        angel=_seat(state.angel),
        devil=_seat(state.devil),
        hand=None if seat is None else _digits(state.hand[seat]),
        laid=None if lay is None else lay.digits,
    )


def key(state: SchafeSchubsen, observer: int | None) -> int:
    """See `State.key`. SS-2.3 Cards that are face down may also be in the hand."""
    hands = state.hand[:]
    laid = [0] * state.players
    for owner, lay in enumerate(state.laid):
        if lay is None:
            continue
        if sees(observer, owner) or state.has_revealed(owner):
            laid[owner] = lay.cards * 1000 + lay.distance
        else:
            hands[owner] |= lay.cards
            laid[owner] = _FACE_DOWN
    return hash(
        (
            NOBODY if observer is None else observer,
            state.phase,
            state.round,
            state.first,
            state.second,
            state.shared_start,
            state.start,
            state.turn,
            state.active,
            state.moved_by,
            state.back,
            state.change,
            state.angel,
            state.devil,
            tuple(state.field),
            tuple(state.rings),
            tuple(hands),
            tuple(laid),
            tuple(state.clovers),
            tuple(state.supply),
            tuple(state.distance),
            tuple(state.out),
        )
    )


def _sheep(state: SchafeSchubsen, owner: int, seat: int | None) -> Sheep:
    lay = state.laid[owner]
    revealed = lay is not None and state.has_revealed(owner)
    hidden = lay is not None and not revealed and owner != seat
    return Sheep(
        field=None if state.field[owner] == OUT else state.field[owner],
        rings=state.rings[owner],
        clovers=_counted(state, state.clovers, owner * len(state.setup.clovers)),
        cards=None if hidden else state.hand[owner].bit_count(),
        has_laid=lay is not None,
        revealed=lay.digits if lay is not None and revealed else None,
        distance=None if state.distance[owner] == NOT_YET else state.distance[owner],
    )


def _counted(state: SchafeSchubsen, counts: list[int], start: int) -> dict[str, int]:
    """The counts of clovers from an index on, by kind."""
    return {
        clover.text: counts[start + kind] for kind, clover in enumerate(state.setup.clovers) if counts[start + kind]
    }


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _digits(hand: int) -> list[int]:
    return [digit for digit in range(10) if hand >> digit & 1]
