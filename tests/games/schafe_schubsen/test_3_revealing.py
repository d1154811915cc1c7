"""SS-3 Revealing, one after the other."""

from __future__ import annotations

import pytest

from sheepfold.games.schafe_schubsen.board import OUT
from sheepfold.games.schafe_schubsen.events import (
    AngelMoved,
    CloverUsed,
    Compared,
    DevilMoved,
    DistanceChanged,
    Laid,
    Pushed,
    Revealed,
    RingLost,
    Stayed,
    Walked,
    WentOut,
)
from tests.games.events import of_kind
from tests.games.schafe_schubsen.table import choices, clovers_of, do, dyke, phase_of, play_round


def test_ss_3_1_seats_reveal_clockwise_from_the_start_player() -> None:
    state = dyke([10, 20, 30, 40], start=2)
    events = play_round(state, ["1", "25", "3", "4"])
    assert of_kind(events, Revealed) == [
        Revealed(2, "3", "SS-3.1"),
        Revealed(3, "4", "SS-3.1"),
        Revealed(0, "1", "SS-3.1"),
        Revealed(1, "25", "SS-3.1"),
    ]


def test_ss_3_1_each_reveals_walks_and_compares_before_the_next() -> None:
    state = dyke([10, 20, 30], start=1)
    events = play_round(state, ["7", "5", "6"])
    assert [event.seat for event in of_kind(events, Laid)] == [0, 1, 2]
    assert of_kind(events, Revealed, Walked, Compared) == [
        Revealed(1, "5", "SS-3.1"),
        Walked(1, 20, 25, "SS-3.3"),
        Compared(1, 5, "SS-3.5"),
        Revealed(2, "6", "SS-3.1"),
        Walked(2, 30, 36, "SS-3.3"),
        Compared(2, 6, "SS-3.5"),
        Revealed(0, "7", "SS-3.1"),
        Walked(0, 10, 17, "SS-3.3"),
        Compared(0, 7, "SS-3.5"),
    ]


def test_ss_3_1_players_who_are_out_are_passed_over() -> None:
    state = dyke([10, OUT, 30, 40], start=0)
    assert state.waiting_for() == [0, 2, 3]
    events = play_round(state, ["1", "3", "4"])
    assert [event.seat for event in of_kind(events, Revealed)] == [0, 2, 3]


def test_ss_3_2_any_number_of_clovers_after_revealing() -> None:
    state = dyke([50, 10, 20], clovers={0: ["back5", "back5", "change2"]})
    events = play_round(state, ["30", "1", "2"])
    assert events[-1] == Revealed(0, "30", "SS-3.1")
    assert choices(state, "use") == ["use back5", "use change2"]
    assert do(state, "use back5", "use change2", "use back5") == [
        CloverUsed(0, "back5", "SS-3.2"),
        CloverUsed(0, "change2", "SS-3.2"),
        CloverUsed(0, "back5", "SS-3.2"),
    ]
    assert choices(state, "use") == []
    do(state, "go 32")
    assert state.field[0] == 72


def test_ss_3_2_clovers_may_be_kept() -> None:
    state = dyke([50, 10, 20], clovers={0: ["back5", "change2"]})
    play_round(state, ["30", "1", "2"])
    assert choices(state) == ["go 30", "use back5", "use change2"]
    do(state, "go 30")
    assert state.field[0] == 80
    assert clovers_of(state, 0) == ["back5", "change2"]


def test_ss_3_2_only_the_player_s_own_clovers() -> None:
    state = dyke([50, 60, 20], clovers={0: ["back5"], 1: ["back10"]}, start=1)
    play_round(state, ["3", "4", "5"])
    assert state.waiting_for() == [1]
    assert choices(state, "use") == ["use back10"]
    do(state, "use back10")
    assert state.waiting_for() == [0]
    assert choices(state, "use") == ["use back5"]


def test_ss_3_2_a_player_without_clovers_is_not_asked() -> None:
    state = dyke([50, 60, 70], clovers={1: ["back10"]})
    play_round(state, ["3", "4", "5"])
    assert state.waiting_for() == [state.view(None).active] == [1]
    assert state.field == [53, 60, 70]


def test_ss_3_2_a_player_who_cannot_use_a_clover_is_not_asked() -> None:
    state = dyke([4, 60, 70], clovers={0: ["back10", "back20"], 1: ["back10"]})
    events = play_round(state, ["5", "4", "3"])
    assert of_kind(events, Walked) == [Walked(0, 4, 9, "SS-3.3")]
    assert (state.waiting_for(), clovers_of(state, 0)) == ([1], ["back10", "back20"])


def test_ss_3_2_after_the_last_clover_the_sheep_walks_by_itself() -> None:
    state = dyke([50, 60, 70], clovers={0: ["back5", "back10"], 1: ["back10"]})
    play_round(state, ["3", "4", "5"])
    assert of_kind(do(state, "use back10"), Walked) == []
    assert choices(state) == ["go 3", "use back5"]
    assert of_kind(do(state, "use back5"), Walked) == [Walked(0, 50, 53, "SS-3.3"), Walked(0, 53, 38, "SS-7.1")]
    assert (state.waiting_for(), state.view(None).back) == ([1], 0)


def test_ss_3_2_also_if_the_clovers_leave_only_one_distance() -> None:
    state = dyke([4, 60, 70], clovers={0: ["back10", "change4"]})
    play_round(state, ["2", "7", "8"])
    do(state, "use change4")
    assert do(state, "use back10")[:4] == [
        CloverUsed(0, "back10", "SS-3.2"),
        DistanceChanged(0, 2, 6, "SS-7.3"),
        Walked(0, 4, 10, "SS-3.3"),
        Walked(0, 10, 0, "SS-7.1"),
    ]


def test_ss_3_2_used_clovers_count_for_one_move_only() -> None:
    state = dyke([50, 60, 70], clovers={0: ["back10", "change4"], 1: ["change2"]})
    play_round(state, ["3", "4", "5"])
    do(state, "use back10", "use change4", "go 5")
    assert choices(state, "go") == ["go 4"]
    do(state, "go 4")
    assert state.field == [45, 64, 75]


def test_ss_3_2_used_clovers_count_for_one_move_only_when_a_board_is_turned() -> None:
    state = dyke([99, 130, 170], clovers={0: ["back5", "change2"], 1: ["change4"]})
    play_round(state, ["8", "4", "5"])
    do(state, "use back5", "use change2", "go 7", "side 1A")
    assert choices(state, "go") == ["go 4"]
    do(state, "go 4")
    assert state.field == [1, 34, 75]


def test_ss_3_3_the_example_85_leaves_the_top_with_the_third_step() -> None:
    state = dyke([7, 20, 30])
    events = play_round(state, ["85", "1", "2"])
    assert state.field[0] == 92
    assert of_kind(events, Walked)[0] == Walked(0, 7, 92, "SS-3.3")


@pytest.mark.parametrize(("distance", "end"), [("10", 25), ("1", 16), ("5", 20), ("9", 24), ("84", 99), ("102", 117)])
def test_ss_3_3_a_ten_is_a_column_and_a_one_a_field(distance: str, end: int) -> None:
    state = dyke([15, 50, 60])
    play_round(state, [distance, "3", "2"])
    assert state.field == [end, 53, 62]


def test_ss_3_4_passing_over_sheep_and_water_has_no_effect() -> None:
    state = dyke([10, 12, 13], water={"1A": [11, 14, 16]})
    events = play_round(state, ["5", "6", "7"])
    assert state.field == [15, 18, 20]
    assert of_kind(events, Pushed) == []
    assert of_kind(events, RingLost) == [RingLost(0, 4, "SS-6.1")]


def test_ss_3_5_a_smaller_distance_takes_the_devil() -> None:
    state = dyke([10, 20, 30])
    events = play_round(state, ["50", "49", "12"])
    assert (state.angel, state.devil) == (0, 2)
    assert of_kind(events, DevilMoved) == [DevilMoved(1, "SS-3.5"), DevilMoved(2, "SS-3.5")]
    assert of_kind(events, AngelMoved) == []


def test_ss_3_5_a_greater_distance_takes_the_angel() -> None:
    state = dyke([10, 20, 30])
    events = play_round(state, ["50", "51", "73"])
    assert (state.angel, state.devil) == (2, 0)
    assert of_kind(events, AngelMoved) == [AngelMoved(1, "SS-3.5"), AngelMoved(2, "SS-3.5")]
    assert of_kind(events, DevilMoved) == []


def test_ss_3_5_a_tie_takes_the_devil_and_not_the_angel() -> None:
    state = dyke([10, 20, 30], start=1)
    events = play_round(state, ["50", "50", "50"])
    assert (state.angel, state.devil) == (1, 0)
    assert of_kind(events, DevilMoved) == [DevilMoved(2, "SS-3.5"), DevilMoved(0, "SS-3.5")]
    assert of_kind(events, AngelMoved) == []


def test_ss_3_5_devil_and_angel_are_compared_with_their_own_holders() -> None:
    state = dyke([10, 20, 30, 40, 50])
    events = play_round(state, ["30", "20", "40", "40", "20"])
    assert of_kind(events, DevilMoved) == [DevilMoved(1, "SS-3.5"), DevilMoved(4, "SS-3.5")]
    assert of_kind(events, AngelMoved) == [AngelMoved(2, "SS-3.5")]


def test_ss_3_5_a_distance_in_between_takes_nothing() -> None:
    state = dyke([10, 20, 30])
    events = play_round(state, ["30", "20", "25"])
    assert of_kind(events, DevilMoved, AngelMoved) == [DevilMoved(1, "SS-3.5")]
    assert of_kind(events, Compared) == [
        Compared(0, 30, "SS-3.5"),
        Compared(1, 20, "SS-3.5"),
        Compared(2, 25, "SS-3.5"),
    ]


@pytest.mark.parametrize("distance", ["21", "987"])
def test_ss_3_5_a_sheep_that_went_out_with_its_move_does_not_compare(distance: str) -> None:
    state = dyke([10, 50, 30, 40], water={"1A": [71]}, rings={1: 0})
    events = play_round(state, ["60", distance, "54", "58"])
    assert state.out == [1]
    assert [event.seat for event in of_kind(events, Compared)] == [0, 2, 3]
    assert (state.angel, state.devil) == (0, 2)


def test_ss_3_6_distances_compare_and_not_positions() -> None:
    state = dyke([10, 150, 90])
    play_round(state, ["30", "8", "9"])
    assert (state.angel, state.devil) == (0, 1)


def test_ss_3_7_distance_0_stays_in_the_water_without_cost() -> None:
    state = dyke([16, 20, 30], water={"1A": [16]})
    events = play_round(state, ["0", "5", "6"])
    assert state.field[0] == 16
    assert of_kind(events, RingLost) == [RingLost(0, 4, "SS-6.1")]
    assert Stayed(0, "SS-3.7") in events
    assert [event.seat for event in of_kind(events, Walked)] == [1, 2]


def test_ss_3_7_distance_0_does_not_drown_a_sheep_without_rings() -> None:
    state = dyke([16, 20, 30], water={"1A": [16]}, rings={0: 0}, clovers={0: ["change2"], 1: ["back5"]})
    play_round(state, ["1", "0", "6"])
    do(state, "use change2", "go 0")
    assert state.out == []
    assert state.field[0] == 16


def test_ss_3_7_distance_0_compares() -> None:
    state = dyke([16, 20, 30])
    events = play_round(state, ["3", "0", "6"])
    assert Compared(1, 0, "SS-3.5") in events
    assert state.devil == 1


def test_ss_3_7_walking_back_may_follow() -> None:
    state = dyke([16, 11, 30], water={"1A": [11]}, clovers={0: ["back5"]})
    play_round(state, ["0", "8", "6"])
    events = do(state, "use back5")
    assert events[1:5] == [
        Stayed(0, "SS-3.7"),
        Walked(0, 16, 11, "SS-7.1"),
        Pushed(1, 0, 11, 12, "SS-4.1"),
        RingLost(0, 4, "SS-4.3"),
    ]
    assert state.field == [11, 20, 36]


def test_ss_3_7_a_sheep_that_stays_is_pushed_like_any_other() -> None:
    state = dyke([16, 10, 30], rings={0: 0}, water={"1A": [17]})
    events = play_round(state, ["0", "6", "7"])
    assert of_kind(events, WentOut) == [WentOut(0, "drowned", "SS-4.4")]
    assert phase_of(state) == "over"
