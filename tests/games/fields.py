"""Builds positions from the fields that positions are written with (docs/positions.md)."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from sheepfold.core.position.text import format_of
from sheepfold.core.state import REFEREE, State

AnyState = TypeVar("AnyState", bound=State)


def with_fields(first: AnyState, **fields: object) -> AnyState:
    """Replace some fields of the first position of a game, which may have components of its own."""
    assert first.origin is not None
    form = format_of(first.origin.game)
    written = form.write(first, REFEREE)
    unknown = fields.keys() - set(written.__struct_fields__)
    assert not unknown, f"no fields of a position: {unknown}"
    form.read(msgspec.structs.replace(written, **fields), first, None)
    assert_lawful(first)
    return first


def assert_lawful(state: State) -> None:
    assert state.origin is not None
    broken = [name for name, holds in state.origin.game.laws.items() if not holds(state)]
    assert not broken, f"not a position of the game: {broken}"
