"""Reads a whole position and checks it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from sheepfold.core.errors import OptionError, PositionError
from sheepfold.core.position.origin import Origin
from sheepfold.core.position.text import format_of, no_setup, read_fields
from sheepfold.core.state import State

if TYPE_CHECKING:
    from sheepfold.core.game import Game


def read_state(game: Game, text: str, rng: Random | None, first: State | None) -> State:
    """Read a position, and check that the game can be played on from it."""
    origin, fields = read_fields(game, text)
    state = first.copy() if first is not None and first.origin == origin else _set_up(origin)
    format_of(game).read(fields, state, rng)
    for name, holds in game.laws.items():
        if not _holds(holds, state):
            raise PositionError(f"the position is impossible: it breaks '{name}'", reason="position.law", law=name)
    if not _holds(_is_playable, state):
        raise PositionError("the position is impossible: nobody can play on from it", reason="position.impossible")
    return state


def _set_up(origin: Origin) -> State:
    try:
        return origin.game.start(origin.players, origin.options)
    except OptionError as error:
        raise no_setup(error) from None


def _holds(law: Callable[[Any], bool], state: State) -> bool:
    try:
        return law(state)
    except Exception:  # noqa: BLE001 laws and rules expect a possible position, and may fail in any way
        return False


def _is_playable(state: State) -> bool:
    """Whoever the game waits for can act, and every seat has a view."""
    for seat in state.may_act():
        state.legal_actions(seat)
    return bool(state.view(None)) and all(state.legal_actions(seat) for seat in state.waiting_for())
