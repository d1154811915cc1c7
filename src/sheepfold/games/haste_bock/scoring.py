"""HB-7 Scoring and HB-8 ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sheepfold.core.outcome import ranks_of
from sheepfold.games.haste_bock.flock import THEA
from sheepfold.games.haste_bock.meadow import CELLS, COLUMN, DEPTH, ROW, SIZE

if TYPE_CHECKING:
    from sheepfold.games.haste_bock.state import HasteBock

ROWS: Final = [4, 3, 2, 1]
"""HB-7.2, HB-7.4 The points per sheep in the first four rows."""
ROGER: Final = 2
NEXT_TO_THEA: Final = 3
JACQUES: Final = 4
"""HB-6.1 The phases of the track after the first, by the animal that counts."""
BESIDE: Final = 2
DIAGONALLY: Final = 1
PENALTY: Final = 2
"""HB-9.4 Points per unused movement card."""


def _nearness(cell: int, other: int) -> int:
    rows = abs(ROW[cell] - ROW[other])
    columns = abs(COLUMN[cell] - COLUMN[other])
    if rows + columns == 1:
        return BESIDE
    return DIAGONALLY if rows == columns == 1 else 0


_NEARNESS: Final = [_nearness(cell, other) for cell in range(CELLS) for other in range(CELLS)]


def nearness(cell: int, other: int) -> int:
    """HB-7.1, HB-7.3 Two points side by side, one at a corner."""
    return _NEARNESS[cell * CELLS + other]


def pair_points(state: HasteBock, seat: int) -> int:
    """HB-7.1 The points of the player's pair."""
    colour = state.setup.colours[seat]
    return nearness(state.where[2 * colour], state.where[2 * colour + 1])


def thea_points(state: HasteBock, seat: int) -> int:
    """HB-7.3 The points for the player's sheep beside Thea."""
    colour = state.setup.colours[seat]
    thea = state.where[THEA]
    return nearness(state.where[2 * colour], thea) + nearness(state.where[2 * colour + 1], thea)


def row_places(state: HasteBock, from_roger: bool) -> list[int]:
    """The place of each row, by distance from the edge that the flock faces.

    1 is nearest to Roger or farthest from Jacques. HB-7.5 Rows without sheep have place 0; every sheep counts.
    """
    occupied = sorted({DEPTH[state.facing][cell] for cell in state.where})
    if not from_roger:
        occupied.reverse()
    places = [0] * SIZE
    for place, row in enumerate(occupied):
        places[row] = place + 1
    return places


def row_values(state: HasteBock, from_roger: bool) -> list[int]:
    """HB-7.2 Starting at Roger: 4, 3, 2, 1. HB-7.4 Towards Jacques the same, but the row nearest to him brings 0."""
    places = row_places(state, from_roger)
    last = max(places)
    return [ROWS[place - 1] if 0 < place <= len(ROWS) and (from_roger or place < last) else 0 for place in places]


def row_points(state: HasteBock, seat: int, values: list[int]) -> int:
    colour = state.setup.colours[seat]
    first, second = state.where[2 * colour], state.where[2 * colour + 1]
    return values[DEPTH[state.facing][first]] + values[DEPTH[state.facing][second]]


def rows_in(state: HasteBock, track_phase: int) -> list[int]:
    """HB-7.2, HB-7.4 `row_values` in a phase in which rows count, otherwise an empty list."""
    return row_values(state, track_phase == ROGER) if track_phase in (ROGER, JACQUES) else []


def worth(state: HasteBock, seat: int, track_phase: int, rows: list[int]) -> int:
    """HB-7.1 to 7.4 What the seat would score now in this phase. Before field 1 it is as in phase 1."""
    if rows:
        return row_points(state, seat, rows)
    return thea_points(state, seat) if track_phase == NEXT_TO_THEA else pair_points(state, seat)


def unused_sum(state: HasteBock, seat: int) -> int:
    """HB-8.2 The sum of the numbers on unused action cards."""
    kinds = len(state.setup.cards)
    return sum([state.cards[seat * kinds + card] * state.setup.cards[card].number for card in range(kinds)])


def ranks(state: HasteBock) -> list[int]:
    """HB-8.1 Rank by points; HB-8.2 then by the sum on unused action cards; remaining ties are shared."""
    return ranks_of([state.score[seat] * 1000 + unused_sum(state, seat) for seat in range(state.players)])
