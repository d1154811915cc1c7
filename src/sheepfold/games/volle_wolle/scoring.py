"""VW-5 Scoring, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sheepfold.games.volle_wolle.cards import BLACK, KINDS, THREE_SEVEN_ZERO, WHITE, ZERO_ZERO_SEVEN

if TYPE_CHECKING:
    from sheepfold.games.volle_wolle.state import VolleWolle

ONE_DOG: Final = 9
MOST_DOGS: Final = -5
DOG_WITH_BONE: Final = 4
RUN_AWAY: Final = 2
"""VW-5.6 How many sheep leave a herd without a dog."""


class Line:
    """A line of a settlement."""

    __slots__ = ("clause", "count", "points", "what")

    def __init__(self, what: str, count: int, points: int, clause: str) -> None:
        self.what = what
        self.count = count
        self.points = points
        self.clause = clause


def scores(state: VolleWolle) -> list[int]:
    """VW-5.1 The scores if the game ended now."""
    return [total(lines(state, seat)) for seat in range(state.players)]


def total(settlement: list[Line]) -> int:
    return sum([line.points for line in settlement])


def lines(state: VolleWolle, seat: int) -> list[Line]:
    """The settlement of a seat: herd, dogs, bone, chips."""
    count = [0] * len(KINDS)
    white = 0
    black = 0
    for card, owner in enumerate(state.where):
        if owner == seat:
            face = state.setup.cards[card]
            count[face.kind] += 1
            if face.kind == WHITE:
                white += face.points
            elif face.kind == BLACK:
                black += face.points
    gone = run_away(state, seat)
    white -= sum([state.setup.cards[card].points for card in gone])
    settlement = [
        Line("white", count[WHITE] - len(gone), white, "VW-5.1"),
        Line("black", count[BLACK], black, "VW-5.4"),
        Line("3-7-0", count[THREE_SEVEN_ZERO], three_seven_zero(count[THREE_SEVEN_ZERO]), "VW-5.2"),
        Line("0-0-7", count[ZERO_ZERO_SEVEN], zero_zero_seven(count[ZERO_ZERO_SEVEN]), "VW-5.3"),
    ]
    settlement += dog_lines(state, seat)
    settlement.append(Line("chips", state.chips[seat], state.chips[seat], "VW-5.1"))
    return settlement


def run_away(state: VolleWolle, seat: int) -> list[int]:
    """VW-5.6 Without a dog, the two least valuable sheep leave; black, 0-0-7 and 3-7-0 sheep stay."""
    if state.dogs[seat]:
        return []
    cards = state.setup.cards
    sheep = [
        (cards[card].points, card)
        for card, owner in enumerate(state.where)
        if owner == seat and cards[card].kind == WHITE
    ]
    sheep.sort()
    return [card for _, card in sheep[:RUN_AWAY]]


def three_seven_zero(count: int) -> int:
    """VW-5.2 A group is worth 3 with one sheep, 14 with two and 0 with three."""
    return [0, 3, 14][count % 3]


def zero_zero_seven(count: int) -> int:
    """VW-5.3 Each full group of three is worth 21."""
    return 21 * (count // 3)


def dog_lines(state: VolleWolle, seat: int) -> list[Line]:
    """VW-5.5 One dog; VW-5.7 the most dogs; VW-5.8 the bone; VW-5.9 several dogs bring no points of their own."""
    dogs = state.dogs[seat]
    found: list[Line] = []
    if dogs == 1:
        found.append(Line("dog", 1, ONE_DOG, "VW-5.5"))
    elif dogs:
        found.append(Line("dogs", dogs, 0, "VW-5.9"))
    if state.bone == seat:
        found.append(Line("bone", dogs, DOG_WITH_BONE * dogs, "VW-5.8"))
    if dogs and dogs == max(state.dogs):
        found.append(Line("most dogs", dogs, MOST_DOGS, "VW-5.7"))
    return found
