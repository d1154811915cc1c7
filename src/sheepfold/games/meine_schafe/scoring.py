"""MS-8, MS-9 Pens, points and ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sheepfold.games.meine_schafe.setup import MAEHR, STANDARD

if TYPE_CHECKING:
    from sheepfold.games.meine_schafe.state import MeineSchafe


def bonus(state: MeineSchafe, seat: int) -> int:
    """MS-7.5 The bonus for going out; MS-9.1, MS-9.2 the variants have none."""
    if state.setup.variant != STANDARD or seat not in state.out:
        return 0
    place = state.out.index(seat)
    points = state.setup.bonus
    return points[place] if place < len(points) else 0


def sizes(state: MeineSchafe, pens: list[list[int]], seat: int) -> list[int]:
    """The sizes of a seat's pens that count, largest first; MS-9.1 with two herds, the sums of both colours."""
    found: list[int] = []
    for colour in state.colours[seat]:
        for place, size in enumerate(pens[colour]):
            if place < len(found):
                found[place] += size
            else:
                found.append(size)
    return found


def points(state: MeineSchafe, pens: list[list[int]], seat: int) -> int:
    """MS-8.1 The largest pen plus the bonus; MS-9.2 or the largest pen times the number of pens."""
    own = sizes(state, pens, seat)
    if not own:
        return bonus(state, seat)
    return own[0] * len(own) if state.setup.variant == MAEHR else own[0] + bonus(state, seat)


def scores(state: MeineSchafe) -> list[int]:
    """The current scores, including those of secret colours."""
    pens = state.meadow.pens()
    return [points(state, pens, seat) for seat in range(state.players)]


def ranks(state: MeineSchafe) -> list[int]:
    """MS-8.3 Rank by points; ties are broken by the second largest pens, then the third, and so on."""
    pens = state.meadow.pens()
    strength = [[points(state, pens, seat), *sizes(state, pens, seat)[1:]] for seat in range(state.players)]
    return [1 + sum([other > own for other in strength]) for own in strength]
