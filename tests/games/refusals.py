"""What the refusal of an action says."""

from __future__ import annotations

import pytest

from sheepfold import Action, IllegalAction, State


def clause_of(state: State, text: str, seat: int | None = None) -> str | None:
    """The clause that an illegal action breaks; it is tried by the one seat that the game waits for, or by another."""
    if seat is None:
        [seat] = state.waiting_for()
    with pytest.raises(IllegalAction) as caught:
        state.act(seat, Action(text))
    return caught.value.clause
