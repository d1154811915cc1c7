"""Builds views."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sheepfold.core.state import NOBODY
from sheepfold.games.haste_bock import scoring
from sheepfold.games.haste_bock.flock import COLOURS, colour_of
from sheepfold.games.haste_bock.meadow import CELLS, DIRECTIONS
from sheepfold.games.haste_bock.meadow import NAMES as CELL_NAMES
from sheepfold.games.haste_bock.phases import LAYOUT, NAMES, OVER, RAMMING, ROLLING
from sheepfold.games.haste_bock.rules import die_name
from sheepfold.games.haste_bock.view import HasteBockView, Player, Sheep, Throw

if TYPE_CHECKING:
    from sheepfold.games.haste_bock.state import HasteBock

_SHEEP: Final = [Sheep(colour, cell) for colour in COLOURS for cell in CELL_NAMES]
"""Every possible sheep, index `colour * CELLS + cell`."""


def view(state: HasteBock, seat: int | None) -> HasteBockView:
    """HB-1.5 Everything is public."""
    placed = state.phase != LAYOUT
    track_phase = state.setup.phase_of[state.stone]
    counts = placed and state.phase != OVER
    rows = scoring.rows_in(state, track_phase) if counts else []
    return HasteBockView(
        seat=seat,
        waiting_for=state.waiting_for(),
        may_act=state.may_act(),
        scores=state.scores(),
        ranks=state.ranks(),
        phase=NAMES[state.phase],
        flock=[_SHEEP[colour_of(one) * CELLS + cell] for one, cell in enumerate(state.where)] if placed else [],
        facing=DIRECTIONS[state.facing],
        stone=state.stone,
        track_phase=track_phase,
        table=[_player(state, owner) for owner in range(state.players)],
        start=None if state.start == NOBODY else state.start,
        active=None if state.active == NOBODY else state.active,
        throw=_throw(state),
        die=None if state.colour == NOBODY else die_name(state.colour),
        steps=state.steps if NAMES[state.phase] == "walking" else 0,
        banned_trough=None if state.banned_trough < 0 else DIRECTIONS[state.banned_trough],
        banned_side=None if state.banned_side < 0 else ["left", "right"][state.banned_side],
        rows=rows,
        worth=[scoring.worth(state, owner, track_phase, rows) for owner in range(state.players) if counts],
    )


def key(state: HasteBock, observer: int | None) -> int:
    """See `State.key`. HB-1.5 Everything is public."""
    return hash(
        (
            NOBODY if observer is None else observer,
            state.phase,
            state.facing,
            state.stone,
            state.start,
            state.active,
            state.scrambles,
            state.colour,
            state.steps,
            state.banned_trough,
            state.banned_side,
            tuple(state.where),
            tuple(state.cards),
            tuple(state.movement),
            tuple(state.score),
        )
    )


def _throw(state: HasteBock) -> Throw | None:
    if state.phase not in (ROLLING, RAMMING):
        return None
    return "scramble" if state.scrambles else "panic"


def _player(state: HasteBock, owner: int) -> Player:
    counts = state.cards
    first = owner * len(state.setup.cards)
    movement = state.movement[owner * 4 : owner * 4 + 4]
    return Player(
        colour=COLOURS[state.setup.colours[owner]],
        cards={card.name: counts[first + kind] for kind, card in enumerate(state.setup.cards) if counts[first + kind]},
        movement={str(steps): count for steps, count in enumerate(movement) if count},
    )
