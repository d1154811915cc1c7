"""SS-7 Clovers."""

from __future__ import annotations

import pytest

from sheepfold.core.errors import IllegalAction
from sheepfold.games.schafe_schubsen.board import OUT
from sheepfold.games.schafe_schubsen.events import (
    CloverUsed,
    Compared,
    DistanceChanged,
    Pushed,
    RingLost,
    Walked,
    WentOut,
)
from tests.games.events import of_kind
from tests.games.schafe_schubsen.table import choices, clovers_of, do, dyke, play_round


def distances(first: int, last: int) -> list[str]:
    return [f"go {distance}" for distance in range(first, last + 1)]


def test_ss_7_1_forward_and_landing_come_before_walking_back_and_landing() -> None:
    state = dyke([10, 40, 30], water={"1A": [30, 40]}, clovers={0: ["back10"]})
    play_round(state, ["30", "8", "9"])
    assert do(state, "use back10")[:8] == [
        CloverUsed(0, "back10", "SS-3.2"),
        Walked(0, 10, 40, "SS-3.3"),
        Pushed(1, 0, 40, 41, "SS-4.1"),
        RingLost(0, 4, "SS-4.3"),
        Walked(0, 40, 30, "SS-7.1"),
        Pushed(2, 0, 30, 31, "SS-4.1"),
        RingLost(0, 3, "SS-4.3"),
        Compared(0, 30, "SS-3.5"),
    ]
    assert state.field == [30, 49, 40]


def test_ss_7_1_several_clovers_add_up() -> None:
    state = dyke([10, 40, 55], clovers={0: ["back5", "back10", "back10"]})
    play_round(state, ["30", "8", "9"])
    events = do(state, "use back10", "use back5", "use back10")
    assert of_kind(events, Walked)[:2] == [Walked(0, 10, 40, "SS-3.3"), Walked(0, 40, 15, "SS-7.1")]


def test_ss_7_1_landing_on_the_field_it_came_from_counts() -> None:
    state = dyke([10, 40, 55], water={"1A": [10]}, clovers={0: ["back5"]})
    play_round(state, ["5", "8", "9"])
    events = do(state, "use back5")
    assert of_kind(events, RingLost)[0] == RingLost(0, 4, "SS-4.3")
    assert state.field[0] == 10


def test_ss_7_1_walking_back_can_drown() -> None:
    state = dyke([10, 40, 55, 70], water={"1A": [10]}, rings={0: 0}, clovers={0: ["back5"]})
    play_round(state, ["5", "8", "9", "7"])
    events = do(state, "use back5")
    assert of_kind(events, WentOut) == [WentOut(0, "drowned", "SS-4.4")]
    assert [event.seat for event in of_kind(events, Compared)] == [1, 2, 3]


def test_ss_7_1_the_compared_distance_does_not_change() -> None:
    state = dyke([10, 40, 55], clovers={0: ["back20"]})
    play_round(state, ["30", "12", "15"])
    do(state, "use back20")
    assert (state.angel, state.devil) == (0, 1)


def test_ss_7_1_back_to_the_first_board() -> None:
    state = dyke([110, 40, 55], clovers={0: ["back20"]})
    play_round(state, ["3", "8", "9"])
    do(state, "use back20")
    assert state.field[0] == 93


def test_ss_7_2_a_sheep_that_fell_off_the_dyke_is_not_saved() -> None:
    state = dyke([190, 40, 55, 70], clovers={0: ["back20"]})
    play_round(state, ["10", "8", "9", "7"])
    events = do(state, "use back20")
    assert of_kind(events, WentOut) == [WentOut(0, "fell", "SS-4.5")]
    assert [event.seat for event in of_kind(events, Walked)] == [0, 1, 2, 3]
    assert (state.field[0], state.out) == (OUT, [0])


def test_ss_7_2_a_sheep_that_drowned_is_not_saved() -> None:
    state = dyke([10, 40, 55, 70], water={"1A": [60]}, rings={0: 0}, clovers={0: ["back20"]})
    play_round(state, ["50", "8", "9", "7"])
    events = do(state, "use back20")
    assert of_kind(events, WentOut) == [WentOut(0, "drowned", "SS-4.4")]
    assert [event.seat for event in of_kind(events, Walked)] == [0, 1, 2, 3]
    assert (state.field[0], state.out) == (OUT, [0])


def test_ss_7_2_walking_back_does_not_carry_over_to_others() -> None:
    state = dyke([190, 40, 55, 70], clovers={0: ["back20"], 1: ["change2"]})
    play_round(state, ["10", "8", "9", "7"])
    do(state, "use back20", "go 8")
    assert state.field == [OUT, 48, 64, 77]


def test_ss_7_3_the_distance_changes_by_up_to_the_printed_value() -> None:
    state = dyke([10, 40, 55], clovers={0: ["change4"]})
    play_round(state, ["30", "8", "9"])
    do(state, "use change4")
    assert choices(state, "go") == distances(26, 34)


@pytest.mark.parametrize("distance", [26, 29, 31, 34])
def test_ss_7_3_the_new_distance_replaces_the_old_one(distance: int) -> None:
    state = dyke([10, 40, 55], clovers={0: ["change4"]})
    play_round(state, ["30", "8", "9"])
    assert do(state, "use change4", f"go {distance}")[1:4] == [
        DistanceChanged(0, 30, distance, "SS-7.3"),
        Walked(0, 10, 10 + distance, "SS-3.3"),
        Compared(0, distance, "SS-3.5"),
    ]
    assert state.field[0] == 10 + distance


def test_ss_7_3_a_change_by_0_is_no_change() -> None:
    state = dyke([10, 40, 55], clovers={0: ["change4"]})
    play_round(state, ["30", "8", "9"])
    events = do(state, "use change4", "go 30")
    assert of_kind(events, DistanceChanged) == []
    assert state.field[0] == 40


def test_ss_7_3_the_new_value_decides_about_angel_and_devil() -> None:
    state = dyke([10, 40, 55], clovers={2: ["change4"]})
    play_round(state, ["8", "10", "6"])
    do(state, "use change4", "go 9")
    assert (state.angel, state.devil) == (1, 0)


def test_ss_7_3_several_add_up() -> None:
    state = dyke([10, 40, 55], clovers={0: ["change2", "change2", "change9"]})
    play_round(state, ["30", "8", "9"])
    do(state, "use change2", "use change9", "use change2")
    assert choices(state, "go") == distances(17, 43)


def test_ss_7_3_a_repeated_digit_can_be_reached() -> None:
    state = dyke([10, 60, 75], clovers={0: ["change2"]})
    play_round(state, ["32", "8", "9"])
    do(state, "use change2", "go 33")
    assert state.field[0] == 43


def test_ss_7_4_a_distance_does_not_become_negative() -> None:
    state = dyke([10, 40, 55], clovers={0: ["change9"]})
    play_round(state, ["3", "8", "9"])
    do(state, "use change9")
    assert choices(state, "go") == distances(0, 12)


def test_ss_7_4_no_clover_leads_back_off_the_first_board() -> None:
    state = dyke([4, 40, 55], clovers={0: ["back5", "back10"]})
    play_round(state, ["5", "8", "9"])
    assert choices(state, "use") == ["use back5"]
    with pytest.raises(IllegalAction):
        do(state, "use back10")


def test_ss_7_4_back_to_field_0_is_allowed() -> None:
    state = dyke([4, 40, 55], clovers={0: ["back10"]})
    play_round(state, ["6", "8", "9"])
    do(state, "use back10")
    assert state.field[0] == 0


def test_ss_7_4_clovers_used_before_count() -> None:
    state = dyke([4, 40, 55], clovers={0: ["back5", "back5"]})
    play_round(state, ["5", "8", "9"])
    events = do(state, "use back5")
    assert of_kind(events, Walked)[:2] == [Walked(0, 4, 9, "SS-3.3"), Walked(0, 9, 4, "SS-7.1")]
    assert clovers_of(state, 0) == ["back5"]


def test_ss_7_4_a_changed_distance_may_make_room_for_walking_back() -> None:
    state = dyke([4, 40, 55], clovers={0: ["back10", "change4"]})
    play_round(state, ["5", "8", "9"])
    assert choices(state, "use") == ["use change4"]
    do(state, "use change4")
    assert choices(state, "use") == ["use back10"]
    do(state, "use back10")
    assert choices(state) == distances(6, 9)


def test_ss_7_4_a_change_down_stops_where_walking_back_would_leave_the_dyke() -> None:
    state = dyke([4, 40, 55], clovers={0: ["back10", "change4"]})
    play_round(state, ["7", "8", "9"])
    do(state, "use back10", "use change4")
    assert choices(state) == distances(6, 11)
