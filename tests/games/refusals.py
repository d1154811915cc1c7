"""Inspects the refusals of illegal actions."""

from __future__ import annotations

import pytest

from sheepfold import Action, IllegalAction, State


def clause_of(state: State, text: str, seat: int | None = None) -> str | None:
    """The clause that an illegal action breaks. By default, the one seat that the game waits for tries it."""
    if seat is None:
        [seat] = state.waiting_for()
    with pytest.raises(IllegalAction) as caught:
        state.act(seat, Action(text))
    return caught.value.clause
