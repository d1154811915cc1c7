"""SS-8 Ranks and scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sheepfold.core.outcome import ranks_of
from sheepfold.games.schafe_schubsen.board import OUT
from sheepfold.games.schafe_schubsen.phases import OVER

if TYPE_CHECKING:
    from sheepfold.games.schafe_schubsen.state import SchafeSchubsen


def staying_power(state: SchafeSchubsen) -> list[int]:
    """How well each seat is placed, as numbers to compare.

    SS-8.1 Of two sheep on the dyke the one further back wins; on the shared start field they are equal.
    SS-8.2, SS-8.3 Sheep on the dyke beat those that are out, and sheep that went out later beat earlier ones.
    """
    players = state.players
    power = [0] * players
    for order, seat in enumerate(state.out):
        power[seat] = order
    for seat, field in enumerate(state.field):
        if field != OUT:
            ahead = players
            for other in state.field:
                if other > field:
                    ahead += 1
            power[seat] = ahead
    return power


def ranks(state: SchafeSchubsen) -> list[int]:
    return ranks_of(staying_power(state))


def scores(state: SchafeSchubsen) -> list[int]:
    """There are no points: the score is the number of sheep that are sure to rank behind."""
    if state.phase == OVER:
        power = staying_power(state)
        return [count_below(own, power) for own in power]
    out = state.out
    return [out.index(seat) if seat in out else len(out) for seat in range(state.players)]


def count_below(own: int, power: list[int]) -> int:
    below = 0
    for other in power:
        if other < own:
            below += 1
    return below
