"""HB-7 Scoring."""

from __future__ import annotations

import pytest

from sheepfold.games.haste_bock.events import Counted, Scored
from sheepfold.games.haste_bock.view import HasteBockView
from tests.games.events import of_kind
from tests.games.haste_bock.table import ONE_ROW, do, drawn, meadow, new_game, turned

SPREAD = """
    . . . . . . . . .
    . B . . . . . . .
    . . . Y . . . . .
    . . . . . . . . .
    . . T . . G . R .
    . . . . . . . . .
    . R . . . . G . .
    . . . Y . B . . .
"""
TWELVE = """
    . . . . . . . . .
    . . B . G . . . .
    . . R R . Y . . .
    . . . T Y . . . .
    . . . G . . . . .
    . . B . . . . . .
"""
FOURTEEN = """
    . . . . . . . . .
    . . . . . . . . .
    . . . R B . . . .
    . . . Y . Y . . .
    . . . . T . . . .
    . . . G . B . . .
    . . . . G . . . .
    . . . R . . . . .
"""


@pytest.mark.parametrize(
    ("drawing", "points"),
    [
        (". . B B . . . . .", 2),
        (". . B . . . . . .\n. . B . . . . . .", 2),
        (". . B . . . . . .\n. . . B . . . . .", 1),
        (". . B . . . . . .\n. B . . . . . . .", 1),
        (". . B . B . . . .", 0),
        (". . B . . . . . .\n. . . . B . . . .", 0),
        (". . . . . . . . B\nB . . . . . . . .", 0),
    ],
)
def test_hb_7_1_the_player_s_pair(drawing: str, points: int) -> None:
    for field in (1, 12):
        state, events = turned(drawing, field=field)
        assert state.score == [points, 0, 0, 0]
        assert [(event.seat, event.points, event.clause) for event in of_kind(events, Scored)] == [
            (0, points, "HB-7.1")
        ]


def test_hb_7_1_only_the_player_who_moved_the_stone_scores() -> None:
    together = "B B . . Y Y . . ."
    assert turned(together, field=6, active=1)[0].score == [0, 2, 0, 0]
    assert turned(together, field=6, active=2)[0].score == [0, 0, 0, 0]


def test_hb_7_1_the_event_names_the_pair() -> None:
    _, events = turned(". . B B . . . . .", field=6, scores=[5, 0, 0, 0])
    assert of_kind(events, Scored) == [Scored(0, 2, [Counted("blue", "c9", None, "d9", 2)], 7, "HB-7.1")]


def test_hb_7_1_not_in_phase_2() -> None:
    assert turned("B B . . . . . . .", field=13)[0].score == [0, 0, 0, 0]


@pytest.mark.parametrize("field", [25, 37])
def test_hb_7_2_the_figure_of_roger(field: int) -> None:
    state, events = turned(TWELVE, field=field)
    assert state.score == [4, 5, 5, 6]
    assert [(event.seat, event.points, event.clause) for event in of_kind(events, Scored)] == [
        (0, 4, "HB-7.2"),
        (1, 5, "HB-7.2"),
        (2, 5, "HB-7.2"),
        (3, 6, "HB-7.2"),
    ]


@pytest.mark.parametrize(
    ("facing", "scores"), [("n", [4, 3, 3, 3]), ("s", [4, 5, 5, 5]), ("w", [5, 4, 1, 4]), ("e", [2, 2, 5, 4])]
)
def test_hb_7_2_rows_are_parallel_to_rogers_edge(facing: str, scores: list[int]) -> None:
    assert turned(SPREAD, facing=facing, field=25)[0].score == scores
    assert turned(SPREAD, facing=facing, field=37)[0].score == scores


def test_hb_7_2_the_event_names_each_sheep_and_its_points() -> None:
    _, events = turned(TWELVE, field=25, scores=[1, 2, 3, 4])
    found = [
        [(one.colour, one.cell, one.neighbour, one.points) for one in event.sheep] for event in of_kind(events, Scored)
    ]
    assert found == [
        [("blue", "c8", None, 4), ("blue", "c4", None, 0)],
        [("yellow", "f7", None, 3), ("yellow", "e6", None, 2)],
        [("green", "e8", None, 4), ("green", "d5", None, 1)],
        [("red", "c7", None, 3), ("red", "d7", None, 3)],
    ]
    assert [event.total for event in of_kind(events, Scored)] == [5, 7, 8, 10]


def test_hb_7_2_the_event_numbers_the_rows_from_the_best() -> None:
    _, events = turned(TWELVE, field=25)
    assert [[one.row for one in event.sheep] for event in of_kind(events, Scored)] == [[1, 5], [2, 3], [1, 4], [2, 2]]


FIGURE_13 = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . Y . . . .
    . . . . T Y . . .
    . . . R . . . . .
    . . . . . . . . .
    . . . . . . . R .
"""


@pytest.mark.parametrize(("seat", "points"), [(0, 0), (1, 4), (2, 0), (3, 1)])
def test_hb_7_3_the_figure_of_thea(seat: int, points: int) -> None:
    for field in (38, 42, 49):
        state, events = turned(FIGURE_13, field=field, active=seat)
        assert state.score == [points if other == seat else 0 for other in range(4)]
        assert [event.clause for event in of_kind(events, Scored)] == ["HB-7.3"]


def test_hb_7_3_the_event_names_each_sheep_and_thea() -> None:
    _, events = turned(FIGURE_13, field=42, active=3, scores=[0, 0, 0, 6])
    sheep = [Counted("red", "d4", None, "e5", 1), Counted("red", "h2", None, "e5", 0)]
    assert of_kind(events, Scored) == [Scored(3, 1, sheep, 7, "HB-7.3")]


def test_hb_7_3_the_player_s_pair_no_longer_counts() -> None:
    assert turned("B B . . . . . . .", field=42)[0].score == [0, 0, 0, 0]


@pytest.mark.parametrize("field", [62, 74])
def test_hb_7_4_the_figure_of_jacques(field: int) -> None:
    state, events = turned(FOURTEEN, field=field)
    assert state.score == [2, 0, 5, 4]
    assert [(event.seat, event.points, event.clause) for event in of_kind(events, Scored)] == [
        (0, 2, "HB-7.4"),
        (1, 0, "HB-7.4"),
        (2, 5, "HB-7.4"),
        (3, 4, "HB-7.4"),
    ]


@pytest.mark.parametrize(
    ("facing", "scores"), [("n", [4, 5, 5, 5]), ("s", [4, 3, 3, 3]), ("w", [2, 2, 5, 4]), ("e", [5, 4, 1, 4])]
)
def test_hb_7_4_the_farthest_row_is_the_best(facing: str, scores: list[int]) -> None:
    assert turned(SPREAD, facing=facing, field=62)[0].score == scores
    assert turned(SPREAD, facing=facing, field=74)[0].score == scores


@pytest.mark.parametrize(
    ("drawing", "scores"),
    [
        ("B B . . . . . . .\nY Y . . . . . . .\nG G . . . . . . .\nR R T . . . . . .", [0, 4, 6, 8]),
        ("B B . . . . . . .\nY Y G . . . . . .\nG R R T . . . . .", [0, 6, 7, 8]),
        ("B B Y Y . . . . .\nG G R R T . . . .", [0, 0, 8, 8]),
        (ONE_ROW, [0, 0, 0, 0]),
    ],
)
def test_hb_7_4_the_row_nearest_to_jacques_brings_nothing(drawing: str, scores: list[int]) -> None:
    assert turned(drawing, field=62)[0].score == scores


def test_hb_7_4_with_five_rows_the_fourth_brings_one() -> None:
    drawing = "B . . . . . . . .\nB . . . . . . . .\nY Y . . . . . . .\nG G . . . . . . .\nR R T . . . . . ."
    assert turned(drawing, field=62)[0].score == [1, 4, 6, 8]


def test_hb_7_4_the_event_numbers_the_rows_from_the_farthest() -> None:
    _, events = turned(FOURTEEN, field=62)
    rows = [[(one.cell, one.row, one.points) for one in event.sheep] for event in of_kind(events, Scored)]
    assert rows == [
        [("e7", 6, 0), ("f4", 3, 2)],
        [("d6", 5, 0), ("f6", 5, 0)],
        [("d4", 3, 2), ("e3", 2, 3)],
        [("d7", 6, 0), ("d2", 1, 4)],
    ]


def test_hb_7_2_with_one_row_all_get_four() -> None:
    assert turned(ONE_ROW, field=25)[0].score == [8, 8, 8, 8]


def test_hb_7_5_rows_without_sheep_are_not_counted() -> None:
    drawing = """
        . . . . . . . . .
        B B . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        Y Y . . . . . . .
        . . . . . . . . .
        G G . . . . . . .
        . . . . . . . . .
        R R T . . . . . .
    """
    assert turned(drawing, field=25)[0].score == [8, 6, 4, 2]
    assert turned(drawing, field=62)[0].score == [0, 4, 6, 8]


def test_hb_7_5_thea_and_neutral_sheep_make_a_row_count() -> None:
    drawing = """
        G . . . . . . . .
        T . . . . . . . .
        B Y . . . . . . .
        B R R . . . . . .
        Y G . . . . . . .
    """
    assert turned(drawing, field=25, players=2, movement={})[0].score == [2 + 1, 2 + 0]
    assert turned(drawing, field=62, players=2, movement={})[0].score == [3 + 2, 4 + 2]
    assert turned(drawing, field=62, players=2, movement={}, facing="s")[0].score == [2 + 1, 2 + 0]


@pytest.mark.parametrize(
    ("before", "card", "scorings"),
    [
        (23, "turn1 right", 0),
        (24, "turn1 right", 4),
        (22, "trough3 s", 4),
        (24, "trough3 s", 4),
        (25, "turn1 right", 0),
        (35, "turn1 right", 0),
        (36, "turn1 right", 4),
        (36, "trough3 s", 4),
        (60, "turn1 right", 0),
        (61, "turn1 right", 4),
        (59, "trough3 s", 4),
        (62, "turn1 right", 0),
        (72, "turn1 right", 0),
        (73, "turn1 right", 4),
    ],
)
def test_hb_7_6_walls_and_pens_score_in_the_move_that_crosses_or_reaches_them(
    before: int, card: str, scorings: int
) -> None:
    state = meadow("B . . . . . . . .", stone=before)
    assert len(of_kind(do(state, card), Scored)) == scorings


def test_hb_7_6_each_scores_once() -> None:
    state = meadow("B . . . . . . . .", stone=36)
    first = do(state, "trough3 s")
    second = do(state, "turn1 right")
    assert [event.clause for event in of_kind([*first, *second], Scored)] == ["HB-7.2"] * 4 + ["HB-7.3"]
    state = meadow("B . . . . . . . .", stone=24)
    first = do(state, "turn1 right")
    second = do(state, "turn1 right")
    assert len(of_kind([*first, *second], Scored)) == 4


@pytest.mark.parametrize(("before", "drawing"), [(3, "T B . B . . . . ."), (40, "T . B . . . . . .")])
def test_hb_7_7_no_scoring_after_a_panic_ram(before: int, drawing: str) -> None:
    state = meadow(drawing, stone=before)
    do(state, "turn1 left")
    assert state.score == [0, 0, 0, 0]
    events = do(state, "roll black", "ram a9 e 1")
    assert drawn(state, 1) in (". T B B . . . . .", ". . T B . . . . .")
    assert of_kind(events, Scored) == []
    assert state.score == [0, 0, 0, 0]


def test_hb_7_7_no_scoring_after_a_panic_on_the_field_behind_a_wall() -> None:
    state = meadow("T . B . . . . . .", stone=24, panic=[25])
    do(state, "turn1 left")
    scores = state.score[:]
    assert of_kind(do(state, "roll black", "ram a9 e 1"), Scored) == []
    assert state.score == scores != [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("field", "rows"),
    [
        (12, []),
        (13, [0, 4, 3, 0, 2, 0, 1, 0, 0]),
        (37, [0, 4, 3, 0, 2, 0, 1, 0, 0]),
        (38, []),
        (50, [0, 0, 1, 0, 2, 0, 3, 4, 0]),
    ],
)
def test_hb_7_the_view_shows_what_rows_are_worth_now(field: int, rows: list[int]) -> None:
    assert seen(SPREAD, field).rows == rows


def test_hb_7_the_view_shows_what_each_seat_would_score_now() -> None:
    by_phase = [seen(TWELVE, field).worth for field in (0, 12, 13, 38, 50)]
    assert by_phase[0] == by_phase[1]
    for field, worth in zip((12, 37, 49, 74), by_phase[1:], strict=True):
        _, events = turned(TWELVE, field=field)
        for event in of_kind(events, Scored):
            assert worth[event.seat] == event.points
    assert new_game(3).view(None).worth == []


def seen(drawing: str, field: int) -> HasteBockView:
    return meadow(drawing, stone=field).view(None)
