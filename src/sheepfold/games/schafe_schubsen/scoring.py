"""SS-8 The end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sheepfold.core.outcome import ranks_of
from sheepfold.games.schafe_schubsen.board import OUT
from sheepfold.games.schafe_schubsen.phases import OVER

if TYPE_CHECKING:
    from sheepfold.games.schafe_schubsen.state import SchafeSchubsen


def staying_power(state: SchafeSchubsen) -> list[int]:
    """Who is better off, as numbers that compare.

    SS-8.1 Of two sheep on the dyke the one further back wins; on the shared start field they are equal.
    SS-8.2, SS-8.3 Everybody on the dyke is before those who went out, and those come in reverse order of going.
    """
    power = [0] * state.players
    for order, seat in enumerate(state.out):
        power[seat] = order
    for seat in range(state.players):
        if state.field[seat] != OUT:
            power[seat] = state.players + sum([1 for field in state.field if field > state.field[seat]])
    return power


def ranks(state: SchafeSchubsen) -> list[int]:
    return ranks_of(staying_power(state))


def scores(state: SchafeSchubsen) -> list[int]:
    """There are no points: the score is how many sheep rank behind for certain, the further ones only at the end."""
    if state.phase == OVER:
        power = staying_power(state)
        return [sum([1 for other in power if other < own]) for own in power]
    out = state.out
    return [out.index(seat) if seat in out else len(out) for seat in range(state.players)]
