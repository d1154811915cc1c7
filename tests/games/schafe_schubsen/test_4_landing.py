"""SS-4 Where a move ends."""

from __future__ import annotations

import pytest

from sheepfold.games.schafe_schubsen.board import OUT
from sheepfold.games.schafe_schubsen.events import (
    BoardLaid,
    Compared,
    Pushed,
    Revealed,
    RingLost,
    Stayed,
    Walked,
    WentOut,
)
from tests.games.events import of_kind
from tests.games.schafe_schubsen.table import (
    boards_of,
    choices,
    do,
    dyke,
    new_game,
    phase_of,
    play_round,
    ranks_of,
)


@pytest.mark.parametrize("field", [45, 49, 99])
def test_ss_4_1_a_sheep_is_pushed_one_field_forward(field: int) -> None:
    state = dyke([field - 20, field, 3])
    events = play_round(state, ["20", "50", "6"])
    assert of_kind(events, Pushed) == [Pushed(1, 0, field, field + 1, "SS-4.1")]
    assert state.field == [field, field + 51, 9]


def test_ss_4_1_a_chain_ends_at_the_first_free_field() -> None:
    state = dyke([10, 32, 30, 31, 34])
    events = play_round(state, ["20", "50", "51", "52", "53"])
    assert of_kind(events, Pushed) == [
        Pushed(2, 0, 30, 31, "SS-4.1"),
        Pushed(3, 2, 31, 32, "SS-4.1"),
        Pushed(1, 3, 32, 33, "SS-4.1"),
    ]
    assert state.field == [30, 83, 82, 84, 87]


def test_ss_4_1_a_sheep_next_to_the_landing_is_left_alone() -> None:
    state = dyke([10, 29, 31])
    assert of_kind(play_round(state, ["20", "50", "51"]), Pushed) == []


def test_ss_4_1_a_sheep_does_not_push_itself() -> None:
    state = dyke([25, 20, 21, 22, 23, 24], clovers={0: ["back5"], 1: ["back5"]})
    play_round(state, ["0", "1", "2", "3", "4", "5"])
    do(state, "use back5")
    assert state.field == [20, 21, 22, 23, 24, 25]


def test_ss_4_2_walking_back_pushes_forward_too() -> None:
    state = dyke([10, 20, 50], clovers={0: ["back10"]})
    play_round(state, ["20", "30", "31"])
    events = do(state, "use back10")
    assert of_kind(events, Pushed) == [Pushed(1, 0, 20, 21, "SS-4.1")]
    assert state.field == [20, 51, 81]


def test_ss_4_3_a_move_into_water_costs_a_ring() -> None:
    state = dyke([10, 20, 30], water={"1A": [60]})
    events = play_round(state, ["50", "5", "6"])
    assert of_kind(events, RingLost)[0] == RingLost(0, 4, "SS-4.3")
    assert state.field[0] == 60
    assert state.rings == [4, 4, 5]


def test_ss_4_3_a_push_into_water_costs_a_ring() -> None:
    state = dyke([10, 60, 30], water={"1A": [61]}, clovers={1: ["back5"]})
    events = play_round(state, ["50", "5", "6"])
    assert of_kind(events, RingLost) == [RingLost(1, 4, "SS-4.3")]
    assert state.field == [60, 61, 30]


def test_ss_4_3_water_of_the_second_board_counts_from_100() -> None:
    state = dyke([10, 20, 90], water={"1A": [5], "2A": [15]}, rings={2: 2})
    events = play_round(state, ["95", "95", "1"])
    assert state.field[:2] == [105, 115]
    assert of_kind(events, RingLost) == [RingLost(1, 4, "SS-4.3"), RingLost(2, 1, "SS-6.1")]


def test_ss_4_3_water_costs_a_ring_each_time() -> None:
    state = dyke([10, 20, 30, 90], water={"1A": [60, 61, 62]})
    events = play_round(state, ["50", "40", "30", "0"])
    assert of_kind(events, RingLost) == [
        RingLost(0, 3, "SS-4.3"),
        RingLost(1, 3, "SS-4.3"),
        RingLost(0, 2, "SS-4.3"),
        RingLost(2, 3, "SS-4.3"),
        RingLost(1, 2, "SS-4.3"),
        RingLost(0, 1, "SS-4.3"),
        RingLost(3, 3, "SS-6.1"),
    ]
    assert state.field == [62, 61, 60, 90]


def test_ss_4_3_standing_in_water_costs_nothing() -> None:
    state = dyke([10, 20, 60], water={"1A": [60]}, clovers={2: ["back5"]})
    assert of_kind(play_round(state, ["5", "6", "7"]), RingLost) == []


def test_ss_4_4_the_last_ring_still_saves() -> None:
    state = dyke([10, 20, 30], water={"1A": [60]}, rings={0: 1})
    play_round(state, ["50", "5", "6"])
    assert (state.field[0], state.rings[0], state.out) == (60, 0, [])


def test_ss_4_4_a_walker_without_a_ring_drowns() -> None:
    state = dyke([10, 20, 30, 40], water={"1A": [60]}, rings={0: 0})
    events = play_round(state, ["50", "5", "6", "7"])
    assert of_kind(events, WentOut) == [WentOut(0, "drowned", "SS-4.4")]
    assert (state.field[0], state.out) == (OUT, [0])


def test_ss_4_4_a_pushed_sheep_without_a_ring_drowns() -> None:
    state = dyke([10, 60, 30, 40], water={"1A": [61]}, rings={1: 0})
    events = play_round(state, ["50", "5", "6", "7"])
    assert of_kind(events, WentOut) == [WentOut(1, "drowned", "SS-4.4")]
    assert (state.field[1], state.out) == (OUT, [1])


def test_ss_4_5_the_last_field_is_on_the_dyke() -> None:
    state = dyke([150, 20, 30, 40])
    play_round(state, ["49", "5", "6", "7"])
    assert (state.field[0], state.out) == (199, [])


@pytest.mark.parametrize("distance", ["50", "51", "987"])
def test_ss_4_5_walking_beyond_the_last_field_is_out_at_once(distance: str) -> None:
    state = dyke([150, 20, 30, 40], clovers={1: ["back5"]})
    events = play_round(state, [distance, "5", "6", "7"])
    assert of_kind(events, WentOut) == [WentOut(0, "fell", "SS-4.5")]
    assert of_kind(events, RingLost) == []
    assert (state.field[0], state.out) == (OUT, [0])


def test_ss_4_5_pushed_beyond_the_last_field_is_out_at_once() -> None:
    state = dyke([150, 199, 30, 40], clovers={2: ["back5"]})
    events = play_round(state, ["49", "5", "6", "7"])
    assert of_kind(events, WentOut) == [WentOut(1, "fell", "SS-4.5")]
    assert of_kind(events, RingLost) == []
    assert (state.field, state.out) == ([199, OUT, 30, 40], [1])


def test_ss_4_5_no_water_lies_beyond_the_dyke() -> None:
    state = dyke([150, 20, 30, 40], water={"2A": [0, 1]}, rings={0: 0})
    events = play_round(state, ["51", "5", "6", "7"])
    assert of_kind(events, WentOut) == [WentOut(0, "fell", "SS-4.5")]


def test_ss_4_6_the_last_to_leave_the_first_board_chooses_its_side() -> None:
    state = dyke([120, 99, 130], layout="2B 1A", start=1)
    play_round(state, ["1", "2", "3"])
    assert phase_of(state) == "turning"
    assert state.waiting_for() == [1]
    assert choices(state) == ["side 2A", "side 2B"]


@pytest.mark.parametrize("side", ["1A", "1B"])
def test_ss_4_6_the_board_is_laid_behind_the_other(side: str) -> None:
    state = dyke([99, 120, 130], layout="1A 2A", clovers={1: ["back5"]})
    play_round(state, ["5", "2", "3"])
    assert boards_of(state) == ["1A", "2A"]
    events = do(state, f"side {side}")
    assert events[0] == BoardLaid(0, side, "SS-4.6")
    assert boards_of(state) == ["2A", side]
    assert state.field == [4, 20, 30]


def test_ss_4_6_sheep_that_are_out_stay_out() -> None:
    state = dyke([99, OUT, 130, 140], clovers={2: ["back5"]})
    play_round(state, ["5", "2", "3"])
    do(state, "side 1A")
    assert state.field == [4, OUT, 30, 40]


def test_ss_4_6_the_water_moves_with_the_boards() -> None:
    state = dyke([99, 120, 170], layout="1A 2A", water={"1A": [30], "1B": [31], "2A": [60]})
    play_round(state, ["1", "40", "61"])
    events = do(state, "side 1B")
    assert state.field == [0, 60, 131]
    assert of_kind(events, RingLost) == [
        RingLost(1, 4, "SS-4.3"),
        RingLost(2, 4, "SS-4.3"),
        RingLost(0, 4, "SS-6.1"),
    ]


def test_ss_4_6_the_board_is_laid_before_comparing() -> None:
    state = dyke([120, 99, 130], start=0)
    play_round(state, ["1", "2", "3"])
    assert state.devil == state.angel == 0
    events = do(state, "side 1A")
    assert events[:2] == [BoardLaid(1, "1A", "SS-4.6"), Compared(1, 2, "SS-3.5")]
    assert (state.angel, state.devil) == (2, 0)


def test_ss_4_6_a_sheep_on_the_last_field_keeps_the_board() -> None:
    state = dyke([98, 120, 130])
    play_round(state, ["1", "2", "3"])
    assert phase_of(state) == "taking"
    assert state.field == [99, 122, 133]


def test_ss_4_6_another_sheep_keeps_the_board() -> None:
    state = dyke([99, 0, 130])
    play_round(state, ["1", "0", "3"])
    assert phase_of(state) == "taking"


def test_ss_4_6_the_board_is_checked_after_the_whole_move() -> None:
    state = dyke([99, 120, 130], clovers={0: ["back5"]})
    play_round(state, ["1", "2", "3"])
    do(state, "use back5")
    assert phase_of(state) == "taking"
    assert state.field == [95, 122, 133]


def test_ss_4_6_the_board_is_laid_after_walking_back() -> None:
    state = dyke([99, 120, 130], clovers={0: ["back5"]})
    play_round(state, ["10", "2", "3"])
    do(state, "use back5")
    assert state.waiting_for() == [0]
    events = do(state, "side 1B")
    assert events[:2] == [BoardLaid(0, "1B", "SS-4.6"), Compared(0, 10, "SS-3.5")]
    assert state.field == [4, 22, 33]


def test_ss_4_6_the_changed_distance_is_compared_after_the_board() -> None:
    state = dyke([99, 120, 130], clovers={0: ["change4"]})
    play_round(state, ["10", "12", "13"])
    do(state, "use change4", "go 14")
    assert Compared(0, 14, "SS-3.5") in do(state, "side 1B")
    assert state.angel == 0


def test_ss_4_6_revealing_goes_on_after_the_board() -> None:
    state = dyke([120, 99, 130], start=1)
    play_round(state, ["1", "2", "3"])
    events = do(state, "side 1A")
    assert [event.seat for event in of_kind(events, Revealed)] == [2, 0]
    assert state.field == [21, 1, 33]


def test_ss_4_6_the_board_is_checked_after_distance_0_too() -> None:
    state = dyke([OUT, 120, 130, 140], start=1)
    events = play_round(state, ["0", "2", "3"])
    assert events[-1] == Stayed(1, "SS-3.7")
    assert state.waiting_for() == [1]
    assert choices(state) == ["side 1A", "side 1B"]


def test_ss_4_6_each_board_comes_round_again() -> None:
    state = dyke([99, 120, 130])
    play_round(state, ["3", "95", "98"])
    do(state, "side 1B", "take change2")
    assert state.field == [2, 115, 128]
    play_round(state, ["120", "6", "4"])
    do(state, "go 4")
    assert state.waiting_for() == [0]
    assert choices(state) == ["side 2A", "side 2B"]
    do(state, "side 2B")
    assert boards_of(state) == ["1B", "2B"]
    assert state.field == [22, 21, 32]


def test_ss_4_7_a_sheep_that_drowns_still_pushes() -> None:
    state = dyke([10, 20, 21, 50], water={"1A": [20]}, rings={0: 0}, clovers={1: ["back5"]})
    events = play_round(state, ["10", "2", "3", "4"])
    assert of_kind(events, Pushed, WentOut) == [
        Pushed(1, 0, 20, 21, "SS-4.1"),
        Pushed(2, 1, 21, 22, "SS-4.1"),
        WentOut(0, "drowned", "SS-4.4"),
    ]
    assert state.field == [OUT, 21, 22, 50]


def test_ss_4_7_the_mover_is_settled_first_and_then_the_chain() -> None:
    state = dyke([190, 199, 198, 5], water={"2A": [98, 99]}, clovers={3: ["back5"]})
    events = play_round(state, ["8", "2", "3", "4"])
    assert of_kind(events, Walked, Pushed, RingLost, WentOut) == [
        Walked(0, 190, 198, "SS-3.3"),
        Pushed(2, 0, 198, 199, "SS-4.1"),
        Pushed(1, 2, 199, 200, "SS-4.1"),
        RingLost(0, 3, "SS-4.3"),
        RingLost(2, 3, "SS-4.3"),
        WentOut(1, "fell", "SS-4.5"),
        Walked(2, 199, 202, "SS-3.3"),
        WentOut(2, "fell", "SS-4.5"),
    ]


def test_ss_4_7_of_two_that_drown_at_once_the_mover_goes_first() -> None:
    state = dyke([20, 10, 30], start=1, water={"1A": [20, 21]}, rings={0: 0, 1: 0})
    play_round(state, ["1", "10", "3"])
    assert state.out == [1, 0]
    assert ranks_of(state) == [2, 3, 1]


def test_ss_4_7_a_mover_that_went_out_still_chooses_the_side() -> None:
    state = dyke([120, 99, 130, 140], start=1)
    play_round(state, ["1", "987", "3", "4"])
    assert state.waiting_for() == [1]
    events = do(state, "side 1B")
    assert events[0] == BoardLaid(1, "1B", "SS-4.6")
    assert [event.seat for event in of_kind(events, Compared)] == [2, 3, 0]
    assert state.field == [21, OUT, 33, 44]


def test_ss_4_7_drowning_can_free_the_board_too() -> None:
    state = dyke([10, 20, 130, 140], water={"1A": [20, 21]}, rings={0: 0, 1: 0})
    play_round(state, ["10", "2", "3", "4"])
    assert state.out == [0, 1]
    assert state.waiting_for() == [0]
    assert choices(state) == ["side 1A", "side 1B"]


def test_ss_4_7_with_no_sheep_left_no_board_is_laid() -> None:
    state = dyke([180, 190, 10])
    play_round(state, ["987", "986", "985"])
    assert state.out == [0, 1, 2]
    assert phase_of(state) == "over"


def test_ss_4_8_a_board_that_the_devil_empties_is_laid_after_the_next_move() -> None:
    state = dyke([50, 120, 130, 140], rings={0: 0}, supply=[])
    events = play_round(state, ["1", "2", "3", "4"])
    assert of_kind(events, BoardLaid) == []
    assert (phase_of(state), state.field) == ("laying", [OUT, 122, 133, 144])
    play_round(state, ["1", "2", "5"])
    assert (phase_of(state), state.field) == ("turning", [OUT, 122, 133, 149])
    do(state, "side 1B")
    assert state.field == [OUT, 23, 35, 49]


def test_ss_4_8_before_that_the_dyke_ends_as_before() -> None:
    state = dyke([OUT, 120, 130, 140], start=3)
    play_round(state, ["1", "2", "60"])
    assert (state.out, state.waiting_for()) == ([0, 3], [3])


def test_ss_4_8_a_sheep_that_walks_back_keeps_the_board() -> None:
    state = dyke([OUT, 101, 130, 140], start=1, clovers={1: ["back5"]})
    play_round(state, ["1", "2", "3"])
    do(state, "use back5")
    assert (phase_of(state), state.field) == ("taking", [OUT, 97, 132, 143])


def test_ss_4_9_a_sheep_returning_to_the_shared_start_pushes_nobody() -> None:
    state = dyke([0, 0, 5], start=2, clovers={2: ["back10"]})
    play_round(state, ["0", "1", "5"])
    events = do(state, "use back10")
    assert of_kind(events, Pushed) == []
    assert state.field == [0, 1, 0]


def test_ss_4_9_only_the_start_field_is_shared() -> None:
    state = dyke([0, 1, 10], start=0)
    assert Pushed(1, 0, 1, 2, "SS-4.1") in play_round(state, ["1", "5", "6"])


def test_ss_4_9_field_100_is_not_shared() -> None:
    state = dyke([50, 100, 10])
    assert Pushed(1, 0, 100, 101, "SS-4.1") in play_round(state, ["50", "5", "6"])


def test_ss_4_9_after_a_board_is_laid_field_0_is_like_any_other() -> None:
    state = dyke([99, 101, 130], clovers={1: ["back5"]})
    play_round(state, ["1", "4", "3"])
    do(state, "side 1A")
    assert (state.field[0], state.view(None).shared_start) == (0, False)
    events = do(state, "use back5")
    assert of_kind(events, Pushed) == [Pushed(0, 1, 0, 1, "SS-4.1")]
    assert state.field == [1, 0, 33]


def test_ss_4_9_the_first_steps_leave_the_others_on_the_start_field() -> None:
    state = new_game(3, layout="1A 2A", start=0)
    play_round(state, ["0", "5", "6"])
    assert state.field == [0, 5, 6]
