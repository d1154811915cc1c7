"""VW-6 Two players."""

from __future__ import annotations

import pytest

from sheepfold.games.volle_wolle.events import (
    BidMissed,
    BidReached,
    BoneGrabbed,
    CardsTaken,
    ChipGained,
    ChipPaid,
    PlusUsed,
    TopLaid,
    TurnSkipped,
)
from tests.games.events import of_kind
from tests.games.volle_wolle.table import (
    choices,
    do,
    herd_of,
    is_thrown_for,
    middle_of,
    phase_of,
    table,
    throw,
    throw_three_times,
    top_of,
)

MIDDLE = ["S37", "S43", "S49"]


def test_vw_6_1_the_second_player_also_rolls() -> None:
    state = table(2, MIDDLE, bids=[26, 25], chips=[0, 0])
    throw_three_times(state, "5 5 5")
    assert is_thrown_for(state, 1)
    assert BidReached(1, 1, 25, 3, "VW-3.6") in throw(state, "12 8 5")
    assert herd_of(state, 1) == MIDDLE


@pytest.mark.parametrize(("throws", "cards"), [(["12 8 4", ". 8 5"], 2), (["12 8 4", ". 8 4", ". . 5"], 1)])
def test_vw_6_1_the_second_player_has_three_throws_for_fewer_cards(throws: list[str], cards: int) -> None:
    state = table(2, MIDDLE, bids=[26, 25], chips=[0, 0])
    throw_three_times(state, "5 5 5")
    throw(state, throws[0])
    for dice, leave in zip(throws[1:], ["leave d12", "leave d10"], strict=False):
        do(state, leave)
        throw(state, dice)
    assert state.waiting_for() == [1]
    assert {len(choice.split()) - 1 for choice in choices(state)} == {cards}


def test_vw_6_1_help_is_for_both_players() -> None:
    state = table(2, MIDDLE, bids=[26, 25], tops={1: "S28"}, chips=[0, 3])
    throw_three_times(state, "5 5 5")
    throw(state, "12 8 2")
    assert choices(state) == ["decline", "reach bid"]
    assert do(state, "reach bid")[:2] == [PlusUsed(1, 2, "VW-3.4"), ChipPaid(1, 1, 2, "VW-3.4")]


def test_vw_6_1_both_get_a_chip_for_a_miss() -> None:
    state = table(2, MIDDLE, bids=[26, 25], chips=[0, 0])
    events = throw_three_times(state, "5 5 5") + throw_three_times(state, "5 5 5")
    assert of_kind(events, ChipGained) == [ChipGained(0, 1, "VW-3.9"), ChipGained(1, 1, "VW-3.9")]
    assert state.chips == [1, 1]


def test_vw_6_1_black_sheep_come_to_the_second_player_too() -> None:
    state = table(2, ["S13", "S37", "S43"], bids=[26, 25], chips=[0, 0])
    throw_three_times(state, "5 5 5")
    events = throw_three_times(state, "5 5 3")
    assert of_kind(events, CardsTaken) == [CardsTaken(1, ["S13"], "VW-3.10"), CardsTaken(0, ["S37", "S43"], "VW-6.2")]
    assert of_kind(events, BidMissed) == [BidMissed(1, 13, "VW-3.9")]


def test_vw_6_1_just_14_is_a_goal_for_the_second_player_too() -> None:
    state = table(2, ["S13", "S37", "S43"], bids=[26, 25], chips=[0, 1])
    throw_three_times(state, "5 5 5")
    throw(state, "5 1 1")
    do(state, "leave d12")
    throw(state, ". 5 1")
    do(state, "leave d10")
    throw(state, ". . 3")
    assert choices(state) == ["decline", "reach 14"]
    events = do(state, "reach 14")
    assert of_kind(events, CardsTaken) == [CardsTaken(0, ["S13", "S37", "S43"], "VW-6.2")]


def test_vw_6_1_fewer_cards_than_earned() -> None:
    state = table(2, MIDDLE, bids=[26, 25], chips=[0, 0])
    throw(state, "8 9 8")
    do(state, "leave d12")
    throw(state, ". 10 8")
    do(state, "take S37 S43", "top S37")
    events = throw(state, "12 8 5")
    assert events[1:3] == [BidReached(1, 1, 25, 3, "VW-3.6"), CardsTaken(1, ["S49"], "VW-3.5")]


def test_vw_6_1_the_second_turn_is_skipped_without_cards() -> None:
    state = table(2, MIDDLE, bids=[26, 25], chips=[0, 0])
    throw(state, "12 10 8")
    assert do(state, "top S37") == [TopLaid(0, "S37", "VW-4.1"), TurnSkipped(1, "VW-3.13")]
    assert (state.chips, phase_of(state)) == ([0, 0], "laying out")


def test_vw_6_1_an_empty_stock_gives_no_chip() -> None:
    state = table(2, MIDDLE, bids=[26, 25], chips=[0, 0], stock=1)
    events = throw_three_times(state, "5 5 5") + throw_three_times(state, "5 5 5")
    assert of_kind(events, ChipGained) == [ChipGained(0, 1, "VW-3.9"), ChipGained(1, 0, "VW-3.14")]


def test_vw_6_2_what_is_left_goes_to_the_other_player_without_rolling_and_without_a_chip() -> None:
    state = table(2, MIDDLE, bids=[25, 26], chips=[0, 0])
    throw_three_times(state, "5 5 5")
    events = throw_three_times(state, "5 5 5")
    assert events[-1] == CardsTaken(1, MIDDLE, "VW-6.2")
    assert (state.waiting_for(), choices(state)) == ([1], ["top S37", "top S43", "top S49"])
    assert do(state, "top S43") == [TopLaid(1, "S43", "VW-4.1")]
    assert (herd_of(state, 0), herd_of(state, 1), top_of(state, 1)) == ([], MIDDLE, "S43")
    assert state.chips == [1, 1]
    assert phase_of(state) == "laying out"


def test_vw_6_2_even_if_that_player_has_taken_cards_already() -> None:
    state = table(2, MIDDLE, bids=[26, 25], chips=[0, 0])
    throw(state, "8 9 8")
    do(state, "leave d12")
    throw(state, ". 10 8")
    do(state, "take S37 S43", "top S37")
    events = throw_three_times(state, "5 5 5")
    assert events[-2:] == [CardsTaken(0, ["S49"], "VW-6.2"), TopLaid(0, "S49", "VW-4.1")]
    assert (herd_of(state, 0), top_of(state, 0), state.chips) == (MIDDLE, "S49", [0, 1])


def test_vw_6_2_what_a_successful_second_player_leaves() -> None:
    state = table(2, MIDDLE, bids=[26, 25], chips=[0, 0])
    throw_three_times(state, "5 5 5")
    throw(state, "12 8 4")
    do(state, "leave d12")
    throw(state, ". 8 5")
    do(state, "take S37 S49")
    assert do(state, "top S49") == [
        TopLaid(1, "S49", "VW-4.1"),
        CardsTaken(0, ["S43"], "VW-6.2"),
        TopLaid(0, "S43", "VW-4.1"),
    ]
    assert middle_of(state) == []


def test_vw_6_2_black_sheep_and_dogs_that_are_left_come_too() -> None:
    state = table(2, ["S13", "bone", "dog"], bids=[26, 25], chips=[0, 0])
    throw_three_times(state, "5 5 5")
    throw_three_times(state, "5 5 5")
    assert (herd_of(state, 0), state.dogs, state.bone) == (["S13"], [1, 0], 0)


def test_vw_6_2_a_bone_symbol_that_is_left_counts_for_the_other_player() -> None:
    state = table(2, ["S20", "S37", "dog"], bids=[26, 25], chips=[0, 0], bone=1)
    throw_three_times(state, "5 5 5")
    throw_three_times(state, "5 5 5")
    do(state, "top S37")
    assert (state.waiting_for(), choices(state)) == ([0], ["grab", "spare"])
    assert do(state, "grab") == [BoneGrabbed(0, 1, "VW-4.4")]
    assert (state.bone, phase_of(state)) == (0, "laying out")


def test_vw_6_2_with_three_players_nothing_is_left_over() -> None:
    state = table(3, [*MIDDLE, "dog"], bids=[26, 25, 14], chips=[0, 0, 0])
    throw_three_times(state, "5 5 5")
    events = throw_three_times(state, "5 5 5") + do(state, "top S37")
    assert of_kind(events, CardsTaken) == [CardsTaken(2, [*MIDDLE, "dog"], "VW-3.11")]
