"""MS-2 A turn."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold.core.errors import IllegalAction
from sheepfold.games.meine_schafe.events import TileDrawn, TileLaid, TurnSkipped, WolfDrivenOut
from tests.games.events import of_kind
from tests.games.meine_schafe.table import (
    FOREST,
    STUCK,
    bag_of,
    cells_for,
    choices,
    do,
    hand_of,
    only,
    phase_of,
    table,
)

CORNER = ["VVVB n1", "KVVV e1"]
"""A tile at n1e1 touches two: village in the west (of n1), black in the south (of e1)."""
THREE = ["VKVV n1", "KBBV e1", "KRVK n2", "RKKR n2e1"]
"""A tile at n1e1 touches three, all black."""
FOUR = [*THREE, "KKBB e2", "RRKK n1e2"]


def test_ms_2_1_lay_then_draw_then_the_left_neighbour() -> None:
    state = table(players=3, hands={0: "T26"}, active=0)
    do(state, "lay T26b n1 1")
    assert (phase_of(state), state.active) == ("drawing", 0)
    do(state, "draw T50")
    assert (phase_of(state), state.active, state.waiting_for()) == ("turn", 1, [1])
    assert hand_of(state, 0) == ["T50"]


def test_ms_2_1_after_the_last_seat_comes_the_first() -> None:
    state = table(players=3, hands={2: "T26"}, active=2)
    do(state, "lay T26b n1 1", "draw T50")
    assert state.waiting_for() == [0]


def test_ms_2_1_the_event_of_a_laid_tile() -> None:
    state = table(hands={0: "T26"})
    laid = only(do(state, "lay T26b n1 1"), TileLaid)
    assert laid == TileLaid(0, "T26", "b", "n1", 1, "KVVK", None, 1, "MS-2.1")


def test_ms_2_2_only_beside_a_laid_tile() -> None:
    state = table("VVVB n1", hands={0: "T05"})
    assert cells_for(state, "lay T05b") == ["e1", "n1e1", "n2", "s1", "w1"]
    with pytest.raises(IllegalAction):
        do(state, "lay T05b n2e1 0")


def test_ms_2_2_not_on_top_of_a_tile() -> None:
    with pytest.raises(IllegalAction):
        do(table("VVVB n1", hands={0: "T05"}), "lay T05b n1 0")


def test_ms_2_2_either_side_up_in_any_rotation() -> None:
    state = table("KVVV n1", hands={0: "T17"})
    assert [text for text in choices(state, "lay T17") if " e1 " in text or " n2 " in text] == [
        "lay T17b e1 3",
        "lay T17b n2 1",
    ]
    other = table("VVRV s1", hands={0: "T17"})
    assert [text for text in choices(other, "lay T17") if " s2 " in text] == [
        "lay T17a s2 0",
        "lay T17a s2 3",
        "lay T17b s2 1",
        "lay T17b s2 2",
    ]


def test_ms_2_2_rotations_are_clockwise() -> None:
    laid = {}
    for text in ("lay T17a s2 0", "lay T17a s2 3", "lay T17b s2 1", "lay T17b s2 2"):
        state = table("VVRV s1", hands={0: "T17"})
        laid[text] = only(do(state, text), TileLaid).edges
    assert list(laid.values()) == ["RRBB", "RBBR", "RVKR", "RRVK"]


def test_ms_2_2_rotations_that_look_the_same_are_one() -> None:
    assert choices(table("KVVV n1", hands={0: "WK"}), "lay") == ["lay WKb n2 0"]


def test_ms_2_3_the_touching_edge_matches() -> None:
    state = table("KVVV n1", hands={0: "T14"})
    assert [text for text in choices(state, "lay") if " n2 " in text] == [
        "lay T14a n2 0",
        "lay T14b n2 0",
        "lay T14b n2 1",
        "lay T14b n2 3",
    ]
    with pytest.raises(IllegalAction):
        do(state, "lay T14a n2 1")


def test_ms_2_3_every_touching_edge() -> None:
    state = table(*CORNER, hands={0: "T14 T26 T05"})
    assert [text for text in choices(state, "lay") if " n1e1 " in text] == ["lay T14b n1e1 3", "lay T26b n1e1 3"]


def test_ms_2_4_a_player_who_can_lay_must() -> None:
    state = table(hands={0: "T26"})
    assert choices(state, "skip") == []
    with pytest.raises(IllegalAction):
        do(state, "skip")


def test_ms_2_4_a_player_who_cannot_is_skipped_and_draws_nothing() -> None:
    state = table(STUCK, players=3, hands={1: "T27 T30"}, colours=["red", "blue", "black"], active=1)
    assert choices(state) == ["out", "skip"]
    assert do(state, "skip") == [TurnSkipped(1, "MS-2.4")]
    assert (hand_of(state, 1), state.waiting_for()) == (["T27", "T30"], [2])
    assert [player.skipped for player in state.view(None).table] == [False, True, False]


def test_ms_2_4_one_tile_that_fits_is_enough() -> None:
    assert choices(table(STUCK, hands={0: "T27 T30 T60"}), "skip") == []


def test_ms_2_4_showing_the_colour_is_never_compulsory() -> None:
    state = table(STUCK, hands={0: "T27"}, colours=["black", "red"])
    assert choices(state) == ["out", "show black n2", "skip"]


def test_ms_2_4_what_fits_after_a_special_action_must_be_laid() -> None:
    state = table(STUCK, hands={0: "T27"}, colours=["black", "red"])
    do(state, "show black n2", "draw T60", "done")
    assert (choices(state, "skip"), cells_for(state, "lay T60b") != []) == ([], True)


def test_ms_2_4_only_the_active_player_skips() -> None:
    state = table(STUCK, hands={0: "T27", 1: "T30"})
    assert choices(state, seat=1) == ["out"]
    with pytest.raises(IllegalAction):
        do(state, "1: skip")


def test_ms_2_4_a_skip_reveals_that_no_tile_of_the_hand_fits() -> None:
    state = table(STUCK, players=2, hands={0: "T27 T30", 1: "T01"})
    do(state, "skip")
    for seed in range(30):
        other = state.resample(1, Random(seed))
        assert set(hand_of(other, 0)) <= {"T27", "T30", "T45", "WY", "WR", "WB", "HY", "HR", "HB"}
        assert hand_of(other, 1) == ["T01"]


def test_ms_2_4_a_skip_reveals_something_about_wolves_and_hunters_too() -> None:
    state = table(*FOREST, "HK n3", hands={0: "WK", 1: "T01"})
    do(state, "skip")
    found = {name for seed in range(30) for name in hand_of(state.resample(1, Random(seed)), 0)}
    assert found == {"WK", "WR"}


@pytest.mark.parametrize("skipping", [0, 1])
def test_ms_2_4_a_fitting_tile_must_be_in_another_hand(skipping: int) -> None:
    hands = {skipping: "T27", 1 - skipping: "T01", 2: "T02"}
    state = table(STUCK, players=3, hands=hands, active=skipping, bag="")
    do(state, "skip")
    for seed in range(10):
        other = state.resample(2, Random(seed))
        assert (hand_of(other, skipping), hand_of(other, 1 - skipping)) == (["T27"], ["T01"])


def test_ms_2_4_what_the_first_skip_revealed_holds_after_the_second() -> None:
    state = table(STUCK, hands={0: "X1", 1: "T16 T60"}, own=["FFFF"])
    do(state, "skip", "lay T16a n2 2", "draw T50", "skip")
    assert {name for seed in range(20) for name in hand_of(state.resample(1, Random(seed)), 0)} == {"X1"}


def test_ms_2_4_the_skipped_player_learns_nothing() -> None:
    state = table(STUCK, hands={0: "T27 T30", 1: "T01"})
    do(state, "skip")
    found = {name for seed in range(60) for name in hand_of(state.resample(0, Random(seed)), 1)}
    assert len(found) > 30


def test_ms_2_4_tiles_drawn_later_can_be_any() -> None:
    state = table(STUCK, hands={0: "T27 T30", 1: "T10 T60"})
    do(state, "skip", "lay T10b s1 0", "draw T50")
    do(state, "lay T27a s2 2", "draw T49")
    old = {"T30", "T45", "WY", "WR", "WB", "HY", "HR", "HB"}
    worlds = [hand_of(state.resample(1, Random(seed)), 0) for seed in range(60)]
    assert all(old & set(hand) for hand in worlds)
    assert any(set(hand) - old for hand in worlds)


def test_ms_2_4_a_laid_tile_that_fitted_earlier_was_drawn_after_the_skip() -> None:
    state = table(STUCK, hands={0: "T27 T30", 1: "T10 T60"}, colours=["black", "red"])
    do(state, "skip", "lay T10b s1 0", "draw T50", "show black n2", "draw T01", "done", "lay T01a n3 1", "draw T49")
    old = {"T27", "T30", "T45", "WY", "WR", "WB", "HY", "HR", "HB"}
    for seed in range(30):
        assert len(old & set(hand_of(state.resample(1, Random(seed)), 0))) >= 2


def test_ms_2_4_a_skip_says_nothing_about_tiles_drawn_later() -> None:
    state = table(STUCK, hands={0: "T27", 1: "T60"}, colours=["black", "red"])
    do(state, "skip", "0: show black n2", "draw T50", "done")
    found = {name for seed in range(60) for name in hand_of(state.resample(1, Random(seed)), 0)}
    assert len(found) > 20


def test_ms_2_5_one_tile_for_each_touching_edge() -> None:
    state = table(*CORNER, hands={0: "T26 T60"})
    events = do(state, "lay T26b n1e1 3", "draw T50", "draw T51")
    assert [event.touching for event in of_kind(events, TileLaid)] == [2]
    assert of_kind(events, TileDrawn) == [TileDrawn(0, "T50", "MS-2.5"), TileDrawn(0, "T51", "MS-2.5")]
    assert (hand_of(state, 0), state.waiting_for()) == (["T50", "T51", "T60"], [1])


@pytest.mark.parametrize(("laid", "touching"), [(THREE, 3), (FOUR, 4)])
def test_ms_2_5_three_and_four_edges(laid: list[str], touching: int) -> None:
    state = table(*laid, hands={0: "WK"})
    assert only(do(state, "lay WKb n1e1 0"), TileLaid).touching == touching
    do(state, *[f"draw T5{number}" for number in range(touching)])
    assert (hand_of(state, 0), state.waiting_for()) == ([f"T5{number}" for number in range(touching)], [1])


def test_ms_2_5_the_view_shows_how_many_tiles_are_drawn() -> None:
    state = table(*CORNER, hands={0: "T26 T60"})
    do(state, "lay T26b n1e1 3")
    assert state.view(1).drawing == 2
    do(state, "draw T50")
    assert state.view(None).drawing == 1


def test_ms_2_5_only_as_many_as_the_bag_has() -> None:
    state = table(*CORNER, hands={0: "T26 T60", 1: "T59"}, bag="T50")
    do(state, "lay T26b n1e1 3", "draw T50")
    assert (bag_of(state), state.waiting_for()) == ([], [1])


def test_ms_2_5_nothing_from_an_empty_bag() -> None:
    state = table(*CORNER, hands={0: "T26 T60", 1: "T59"}, bag="")
    do(state, "lay T26b n1e1 3")
    assert (hand_of(state, 0), state.waiting_for()) == (["T60"], [1])


def test_ms_2_5_only_the_drawer_sees_it() -> None:
    state = table(hands={0: "T26"})
    event = only(do(state, "lay T26b n1 1", "draw T50"), TileDrawn)
    assert [event.seen_by(seat).tile for seat in (0, 1, None)] == ["T50", None, None]


def test_ms_2_6_a_wolf_is_laid_like_any_other_tile() -> None:
    state = table(*FOREST, hands={0: "WR"})
    assert choices(state) == ["lay WRa n3 0", "out", "send WR n3"]
    events = do(state, "lay WRa n3 0", "draw T50")
    assert only(events, TileLaid) == TileLaid(0, "WR", "a", "n3", 0, "FFFF", "wolf", 1, "MS-2.1")
    assert state.waiting_for() == [1]


def test_ms_2_6_a_hunter_on_a_wolf_counts_as_can_lay() -> None:
    state = table(*FOREST, "WR n3", hands={0: "HR"})
    assert choices(state) == ["lay HRa n3 0", "out", "send HR n3"]


def test_ms_2_6_a_hunter_on_a_wolf_is_the_tile_of_the_turn() -> None:
    state = table(*FOREST, "WR n3", hands={0: "HR T60"})
    assert do(state, "lay HRa n3 0") == [WolfDrivenOut(0, "HR", "n3", "MS-4.4")]
    assert (hand_of(state, 0), state.waiting_for()) == (["T60"], [1])


def test_ms_2_6_a_wolf_keeps_away_from_hunters_as_the_tile_of_the_turn_too() -> None:
    state = table(*FOREST, "HK n3", hands={0: "WR"})
    assert choices(state) == ["out", "skip"]
