"""Positions of Schafe schubsen as text."""

from __future__ import annotations

from random import Random
from typing import Final, Literal

from sheepfold.core.action import Action
from sheepfold.core.position.format import (
    UNKNOWN,
    Count,
    Fields,
    PositionFormat,
    SeatOrNone,
    asked,
    check_length,
    counted,
    counts_of,
    need_rng,
    number_of,
    seat_of,
    seat_or_none,
    seats_of,
    sees,
    wrong,
)
from sheepfold.core.state import WAIT_FOR_CHANCE, WAIT_FOR_NOBODY
from sheepfold.games.schafe_schubsen.actions import LAYS, Lay, lays_of
from sheepfold.games.schafe_schubsen.board import NOT_YET, OUT, SIDES
from sheepfold.games.schafe_schubsen.phases import CLOVERS, LAYING, LAYOUT, NAMES, START, TAKING, TURNING
from sheepfold.games.schafe_schubsen.state import SchafeSchubsen

_LAYS: Final = {lay.digits: lay for lay in LAYS}


class SchafeSchubsenPosition(Fields, frozen=True):
    """Lists are by seat unless noted otherwise."""

    phase: str
    round: Count
    boards: list[str]
    """The sides of the first and the second board."""
    sheep: list[Count | Literal["out"]]
    rings: list[Count]
    hands: list[str]
    """The digits. If what a seat has laid is unknown, its cards are in its hand."""
    laid: list[str | None]
    clovers: list[dict[str, Count]]
    supply: dict[str, Count]
    start: SeatOrNone
    turn: Count
    """How many seats have had their turn in this round."""
    active: SeatOrNone = None
    moved_by: Count = 0
    back: Count = 0
    change: Count = 0
    distances: list[Count | None] = []
    """The distances compared in this round; empty if there are none."""
    angel: SeatOrNone = None
    devil: SeatOrNone = None
    out: list[Count] = []
    """The seats that are out, in the order of going out."""
    shared_start: bool = True


def write(state: SchafeSchubsen, observer: int | None) -> SchafeSchubsenPosition:
    names = [clover.text for clover in state.setup.clovers]
    kinds = len(names)
    seats = range(state.players)
    hidden = [_is_hidden(state, observer, seat) for seat in seats]
    return SchafeSchubsenPosition(
        phase=NAMES[state.phase],
        round=state.round,
        boards=[SIDES[state.first], SIDES[state.second]],
        sheep=["out" if field == OUT else field for field in state.field],
        rings=state.rings,
        hands=[_digits(state, seat, hidden[seat]) for seat in seats],
        laid=[None if lay is None else UNKNOWN if hidden[seat] else lay.digits for seat, lay in enumerate(state.laid)],
        clovers=[counted(state.clovers[seat * kinds : (seat + 1) * kinds], names) for seat in seats],
        supply=counted(state.supply, names),
        start=seat_or_none(state.start),
        turn=state.turn,
        active=seat_or_none(state.active),
        moved_by=state.moved_by,
        back=state.back,
        change=state.change,
        distances=_distances(state),
        angel=seat_or_none(state.angel),
        devil=seat_or_none(state.devil),
        out=state.out,
        shared_start=state.shared_start,
    )


def _is_hidden(state: SchafeSchubsen, observer: int | None, seat: int) -> bool:
    """SS-2.3 Cards are face down until the seat's turn."""
    return not sees(observer, seat) and state.laid[seat] is not None and not state.has_revealed(seat)


def _digits(state: SchafeSchubsen, seat: int, hidden: bool) -> str:
    lay = state.laid[seat]
    hand = state.hand[seat] | (lay.cards if hidden and lay is not None else 0)
    return "".join([str(digit) for digit in range(10) if hand >> digit & 1])


def _distances(state: SchafeSchubsen) -> list[int | None]:
    if all(distance == NOT_YET for distance in state.distance):
        return []
    return [None if distance == NOT_YET else distance for distance in state.distance]


def read(fields: SchafeSchubsenPosition, state: SchafeSchubsen, rng: Random | None) -> None:
    players = state.players
    for name in ("sheep", "rings", "hands", "laid", "clovers"):
        check_length(name, getattr(fields, name), players)
    check_length("boards", fields.boards, 2)
    state.phase = number_of("phase", fields.phase, NAMES)
    state.round = fields.round
    state.first, state.second = [number_of("boards", side, SIDES) for side in fields.boards]
    state.field = [field if isinstance(field, int) else OUT for field in fields.sheep]
    state.rings = fields.rings
    state.start = seat_of("start", fields.start, players)
    state.turn = fields.turn
    state.active = seat_of("active", fields.active, players)
    state.moved_by = fields.moved_by
    state.back = fields.back
    state.change = fields.change
    state.angel = seat_of("angel", fields.angel, players)
    state.devil = seat_of("devil", fields.devil, players)
    state.out = seats_of("out", fields.out, players)
    state.shared_start = fields.shared_start
    _read_clovers(fields, state)
    _read_distances(fields, state)
    state.hand = [_hand(digits) for digits in fields.hands]
    state.laid = [_read_lay(fields, state, seat, rng) for seat in range(players)]
    state.waiting = _waiting(state)


def _read_clovers(fields: SchafeSchubsenPosition, state: SchafeSchubsen) -> None:
    names = [clover.text for clover in state.setup.clovers]
    state.clovers = [count for held in fields.clovers for count in counts_of("clovers", held, names)]
    state.supply = counts_of("supply", fields.supply, names)


def _read_distances(fields: SchafeSchubsenPosition, state: SchafeSchubsen) -> None:
    if fields.distances:
        check_length("distances", fields.distances, state.players)
    distances = fields.distances or [None] * state.players
    state.distance = [NOT_YET if distance is None else distance for distance in distances]


def _hand(digits: str) -> int:
    if not digits.isascii() or not (digits.isdecimal() or not digits) or len(set(digits)) < len(digits):
        raise wrong("hands", digits, "different digits, or '-'")
    return sum([1 << int(digit) for digit in digits])


def _read_lay(fields: SchafeSchubsenPosition, state: SchafeSchubsen, seat: int, rng: Random | None) -> Lay | None:
    digits = fields.laid[seat]
    if digits is None:
        return None
    if digits != UNKNOWN:
        if digits not in _LAYS:
            raise wrong("laid", digits, "one to three different digits, '.' or '?'")
        return _LAYS[digits]
    lays = lays_of(state.hand[seat] & state.setup.all_cards)
    if not lays:
        raise wrong("laid", digits, "'.' if a seat has no cards")
    guess: Action = lays[int(need_rng(rng).random() * len(lays))]
    assert isinstance(guess, Lay)
    state.hand[seat] &= ~guess.cards
    return guess


def _waiting(state: SchafeSchubsen) -> list[int]:
    if state.phase in (LAYOUT, START):
        return WAIT_FOR_CHANCE
    if state.phase == LAYING:
        return [seat for seat, field in enumerate(state.field) if field != OUT and state.laid[seat] is None]
    if state.phase in (CLOVERS, TURNING):
        return asked("active", state.active)
    return asked("angel", state.angel) if state.phase == TAKING else WAIT_FOR_NOBODY


FORMAT: Final = PositionFormat(SchafeSchubsenPosition, write, read)
