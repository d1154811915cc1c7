"""What a seat sees of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sheepfold.core.view import View
from sheepfold.games.schafe_schubsen.board import NOBODY, NOT_YET, OUT, SIDES
from sheepfold.games.schafe_schubsen.phases import LAYOUT, NAMES, OVER

if TYPE_CHECKING:
    from sheepfold.games.schafe_schubsen.state import SchafeSchubsen


class Sheep(msgspec.Struct, frozen=True, kw_only=True):
    """One player's sheep and what lies openly before the player."""

    field: int | None
    """0 to 199; None when it is out."""
    rings: int
    clovers: dict[str, int]
    cards: int | None
    """The size of the hand; None between laying and revealing, where it is hidden (SS-2.3)."""
    has_laid: bool
    revealed: str | None
    """The digits shown this round."""
    distance: int | None
    """The distance it has compared this round."""


class SchafeSchubsenView(View, frozen=True, tag="schafe-schubsen", kw_only=True):
    phase: str
    round: int
    boards: list[str]
    water: list[int]
    """The water fields of the dyke as it lies, 0 to 199."""
    sides: dict[str, list[int]]
    """The water fields that are printed on each side of the boards, 0 to 99."""
    shared_start: bool
    sheep: list[Sheep]
    supply: dict[str, int]
    start: int | None
    active: int | None
    back: int
    """How far the active seat's used clovers take it back, and below by how much they may change its distance."""
    change: int
    angel: int | None
    devil: int | None
    hand: list[int] | None
    """The viewer's own cards; None for a spectator."""
    laid: str | None
    """What the viewer has laid this round."""


def view(state: SchafeSchubsen, seat: int | None) -> SchafeSchubsenView:
    """Everything lies open but hands and cards that are face down (SS-2.3)."""
    lay = None if seat is None else state.laid[seat]
    laid_boards = [] if state.phase == LAYOUT else [state.first, state.second]
    return SchafeSchubsenView(
        seat=seat,
        waiting_for=state.waiting_for(),
        may_act=state.may_act(),
        scores=state.scores(),
        ranks=_ranks(state),
        phase=NAMES[state.phase],
        round=state.round,
        boards=[SIDES[side] for side in laid_boards],
        water=_water(state, laid_boards),
        sides=state.setup.sides,
        shared_start=state.shared_start,
        sheep=[_sheep(state, owner, seat) for owner in range(state.players)],
        supply=_counted(state, state.supply),
        start=_seat(state.start),
        active=_seat(state.active),
        back=state.back,
        change=state.change,
        angel=_seat(state.angel),
        devil=_seat(state.devil),
        hand=None if seat is None else _digits(state.hand[seat]),
        laid=None if lay is None else lay.digits,
    )


def _sheep(state: SchafeSchubsen, owner: int, seat: int | None) -> Sheep:
    lay = state.laid[owner]
    revealed = lay is not None and state.has_revealed(owner)
    hidden = lay is not None and not revealed and owner != seat
    kinds = len(state.setup.clovers)
    return Sheep(
        field=None if state.field[owner] == OUT else state.field[owner],
        rings=state.rings[owner],
        clovers=_counted(state, state.clovers[owner * kinds : (owner + 1) * kinds]),
        cards=None if hidden else len(_digits(state.hand[owner])),
        has_laid=lay is not None,
        revealed=lay.digits if lay is not None and revealed else None,
        distance=None if state.distance[owner] == NOT_YET else state.distance[owner],
    )


def _ranks(state: SchafeSchubsen) -> list[int] | None:
    outcome = state.outcome() if state.phase == OVER else None
    return None if outcome is None else outcome.ranks


def _water(state: SchafeSchubsen, boards: list[int]) -> list[int]:
    fields = [wet for side in boards for wet in state.setup.water[side]]
    return [field for field, wet in enumerate(fields) if wet]


def _counted(state: SchafeSchubsen, counts: list[int]) -> dict[str, int]:
    return {kind.text: count for kind, count in zip(state.setup.clovers, counts, strict=True) if count}


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _digits(hand: int) -> list[int]:
    return [digit for digit in range(10) if hand >> digit & 1]
