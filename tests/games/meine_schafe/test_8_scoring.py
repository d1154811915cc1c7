"""MS-8 Scoring."""

from __future__ import annotations

from sheepfold.core.event import Event
from sheepfold.games.meine_schafe.events import GameEnded, PenCounted, PenPassedOver, Scored, TieCompared
from sheepfold.games.meine_schafe.state import MeineSchafe
from tests.games.events import of_kind
from tests.games.meine_schafe.table import (
    BLACK_PEN,
    FOREST,
    FOUR_PENS,
    RING,
    YELLOW_PEN,
    areas,
    do,
    only,
    ranks_of,
    table,
)

BIG_BLACK = ["KVVV n1", "FKKK n2", "BRYK n2e1", "BKRY n2w1"]
"""A pen of six that borders on a forest north of n2."""
SMALL_BLACK = ["VKYV e1", "YBRK e2"]
SECOND_BLACK = ["YVVK w1", "BKVR w2"]
THIRD_BLACK = ["VVKB s1", "KYRB s2"]
SECOND_YELLOW = ["YVBK n1e2", "BRYF n2e2"]
"""It needs YELLOW_PEN."""
LOW_YELLOW = ["VVYB s1", "YRBK s2"]


def stuck(*laid: str, players: int = 2) -> tuple[MeineSchafe, list[Event]]:
    """Nobody can lay a tile: the game ends without a bonus."""
    hands = {seat: f"X{seat + 1}" for seat in range(players)}
    state = table(*laid, players=players, hands=hands, own=["FFFF"] * players)
    return state, do(state, *["skip"] * players)


def test_ms_8_1_the_sheep_of_the_largest_closed_pen() -> None:
    state, events = stuck(*FOUR_PENS[:6], players=3)
    assert state.scores() == [2, 2, 2]
    assert of_kind(events, Scored) == [Scored(seat, 2, 1, 1, 0, 2, "MS-8.1") for seat in range(3)]
    assert of_kind(events, PenCounted)[1] == PenCounted(1, "yellow", 2, ["e1", "e2"], "MS-8.1")


def test_ms_8_1_only_the_largest() -> None:
    laid = [*BIG_BLACK, *SMALL_BLACK]
    state = table(*laid)
    assert state.scores() == [6, 0]
    counted = only(do(state, "out", "out"), PenCounted)
    assert (counted.sheep, counted.cells) == (6, ["n1", "n2", "n2e1", "n2w1"])


def test_ms_8_1_and_the_bonus_is_added() -> None:
    state = table(*BIG_BLACK)
    events = do(state, "out", "out")
    assert (state.scores(), ranks_of(state)) == ([12, 0], [1, 2])
    assert of_kind(events, Scored) == [Scored(0, 6, 1, 1, 6, 12, "MS-8.1"), Scored(1, 0, 0, 1, 0, 0, "MS-8.1")]


def test_ms_8_1_open_pens_do_not_count() -> None:
    assert table("KKVK n1").scores() == [0, 0]


def test_ms_8_1_colours_without_an_owner_do_not_count() -> None:
    state = table(*FOUR_PENS, colours=["red", "blue"])
    assert state.scores() == [2, 2]
    assert table(*BLACK_PEN, colours=["red", "blue"]).scores() == [0, 0]


def test_ms_8_2_a_pen_beside_a_forest_with_a_wolf_is_passed_over() -> None:
    state = table(*BIG_BLACK, *SMALL_BLACK, "WR n3")
    assert state.scores() == [2, 0]
    events = do(state, "out", "out")
    assert only(events, PenPassedOver) == PenPassedOver(
        0, "black", 6, ["n1", "n2", "n2e1", "n2w1"], ["n2", "n3"], ["n3"], "MS-8.2"
    )
    assert only(events, PenCounted) == PenCounted(0, "black", 2, ["e1", "e2"], "MS-8.1")
    assert of_kind(events, Scored)[0] == Scored(0, 2, 1, 1, 6, 8, "MS-8.1")


def test_ms_8_2_a_driven_out_wolf_does_no_harm() -> None:
    assert table(*BIG_BLACK, "WR n3").scores() == [0, 0]
    assert table(*BIG_BLACK, "WR n3", "HR n3").scores() == [6, 0]
    assert table(*BIG_BLACK, "HR n3").scores() == [6, 0]


def test_ms_8_2_each_wolf_must_be_driven_out() -> None:
    assert table(*BIG_BLACK, "WR n3", "WB n4", "HR n3").scores() == [0, 0]
    assert table(*BIG_BLACK, "WR n3", "WB n4", "HR n3", "HB n4").scores() == [6, 0]


def test_ms_8_2_the_wolf_may_be_far_away_in_the_forest() -> None:
    state = table(*BIG_BLACK, "FFFY n3", "WR n4")
    assert state.scores() == [0, 0]
    passed = only(do(state, "out", "out"), PenPassedOver)
    assert (passed.forest, passed.wolves) == (["n2", "n3", "n4"], ["n4"])


def test_ms_8_2_the_event_names_all_wolves_of_the_forest() -> None:
    state = table(*BIG_BLACK, "WR n3", "WB n4", "WY n4w1", "WK n4e1")
    assert only(do(state, "out", "out"), PenPassedOver).wolves == ["n3", "n4", "n4e1", "n4w1"]


def test_ms_8_2_the_event_names_no_other_forests_and_wolves() -> None:
    two_forests = ["KVVV n1", "FKKK n2", "FRYK n2e1", "BKRY n2w1", "WR n3"]
    state = table(*two_forests, "VVYB s1", "YYFB s2", "WB s3")
    passed = only(do(state, "out", "out"), PenPassedOver)
    assert (passed.forest, passed.wolves) == (["n2", "n3"], ["n3"])


def test_ms_8_2_wolves_in_other_forests_do_no_harm() -> None:
    state = table(*BIG_BLACK, "VVYB s1", "YYFB s2", "WR s3")
    assert state.scores() == [6, 0]


def test_ms_8_2_it_borders_only_where_edges_are_neighbours_on_one_tile() -> None:
    state = table(*FOREST, "WR n3")
    assert state.scores() == [2, 0]
    assert not of_kind(do(state, "out", "out"), PenPassedOver)


def test_ms_8_2_on_either_side_of_the_forest_edge() -> None:
    for side, cell in (("BFKY", "n2e1"), ("BYKF", "n2w1")):
        state = table("KVVV n1", f"{side} n2", f"WR {cell}", own=[side])
        assert state.scores() == [0, 0]
        assert only(do(state, "out", "out"), PenPassedOver).forest == ["n2", cell]


def test_ms_8_2_it_is_shown_before_the_end() -> None:
    assert [area.threatened for area in areas(table(*BIG_BLACK), "K")] == [False]
    state = table(*BIG_BLACK, *SMALL_BLACK, "WR n3")
    assert [area.threatened for area in areas(state, "K")] == [True, False]
    assert [area.threatened for area in areas(state, "F")] == [False]


def test_ms_8_2_the_view_has_receipts_at_the_end() -> None:
    state = table(*BIG_BLACK, *SMALL_BLACK, "WR n3")
    assert state.view(0).settlement is None
    do(state, "1: out", "out")
    own, other = state.view(None).settlement or []
    assert [(line.colour, line.sheep, line.passed) for line in own.lines] == [("black", 6, True), ("black", 2, False)]
    assert (own.times, own.bonus, own.points) == (1, 0, 2)
    assert (other.lines, other.bonus, other.points) == ([], 6, 6)


def test_ms_8_3_most_points_win() -> None:
    state, events = stuck(*RING, "black n2")
    assert (state.scores(), ranks_of(state)) == ([8, 2], [1, 2])
    assert only(events, GameEnded) == GameEnded("stuck", [1, 2], "MS-7.4")
    assert not of_kind(events, TieCompared)


def test_ms_8_3_ties_compare_the_next_smaller_pens() -> None:
    state, events = stuck(*BLACK_PEN, *SECOND_BLACK, *YELLOW_PEN)
    assert (state.scores(), ranks_of(state)) == ([2, 2], [1, 2])
    assert only(events, TieCompared) == TieCompared([0, 1], [[2], []], "MS-8.3")


def test_ms_8_3_and_then_the_third() -> None:
    pens = [*BLACK_PEN, *SECOND_BLACK, *YELLOW_PEN, *SECOND_YELLOW]
    state, _ = stuck(*pens)
    assert ranks_of(state) == [1, 1]
    state, events = stuck(*pens, *THIRD_BLACK)
    assert ranks_of(state) == [1, 2]
    assert only(events, TieCompared).pens == [[2, 2], [2]]


def test_ms_8_3_even_if_the_largest_differ_because_of_the_bonus() -> None:
    state = table(*RING, "black n2")
    events = do(state, "1: out", "out")
    assert (state.scores(), ranks_of(state)) == ([8, 8], [1, 1])
    assert only(events, TieCompared).pens == [[], []]
    state = table(*RING, "black n2", *LOW_YELLOW)
    events = do(state, "1: out", "out")
    assert (state.scores(), ranks_of(state)) == ([8, 8], [2, 1])
    assert only(events, TieCompared).pens == [[], [2]]


def test_ms_8_3_remaining_ties_are_shared() -> None:
    state, events = stuck(*FOUR_PENS, players=4)
    assert ranks_of(state) == [1, 1, 1, 1]
    assert only(events, TieCompared).seats == [0, 1, 2, 3]


def test_ms_8_3_the_rank_after_a_shared_first_is_third() -> None:
    state, _ = stuck(*BLACK_PEN, *YELLOW_PEN, players=3)
    assert ranks_of(state) == [1, 1, 3]
