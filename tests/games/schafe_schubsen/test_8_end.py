"""SS-8 The end."""

from __future__ import annotations

from sheepfold.games.schafe_schubsen.board import OUT
from sheepfold.games.schafe_schubsen.events import (
    BoardLaid,
    CloverTaken,
    GameEnded,
    Revealed,
    RingLost,
    RoundBegun,
    WentOut,
)
from tests.games.events import of_kind
from tests.games.schafe_schubsen.table import do, dyke, phase_of, play_round, ranks_of


def test_ss_8_1_of_the_last_two_the_one_further_back_wins() -> None:
    state = dyke([30, 20, 190])
    events = play_round(state, ["40", "41", "10"])
    assert state.field == [70, 61, OUT]
    assert events[-1] == GameEnded([2, 1, 3], "SS-8.1")
    assert ranks_of(state) == [2, 1, 3]
    assert state.waiting_for() == []


def test_ss_8_1_after_the_end_nothing_is_pending() -> None:
    state = dyke([10, 20, 30], rings={0: 0})
    play_round(state, ["1", "2", "3"])
    seen = state.view(None)
    assert (seen.phase, seen.active, seen.angel, seen.devil) == ("over", None, None, None)


def test_ss_8_1_three_sheep_play_on() -> None:
    state = dyke([30, 20, 50, 190], supply=[])
    events = play_round(state, ["40", "41", "42", "10"])
    assert of_kind(events, GameEnded) == []
    assert (phase_of(state), ranks_of(state)) == ("laying", None)


def test_ss_8_1_the_end_is_checked_after_the_devil_and_before_the_clover() -> None:
    state = dyke([10, 20, 30], rings={0: 0})
    events = play_round(state, ["1", "2", "3"])
    assert events[-2:] == [WentOut(0, "devil", "SS-6.1"), GameEnded([3, 1, 2], "SS-8.1")]
    assert of_kind(events, CloverTaken, RoundBegun) == []
    assert phase_of(state) == "over"


def test_ss_8_1_a_clover_is_not_taken_even_if_it_is_no_choice() -> None:
    state = dyke([10, 20, 30], rings={0: 0}, supply=["back5"])
    assert of_kind(play_round(state, ["1", "2", "3"]), CloverTaken, RoundBegun) == []


def test_ss_8_1_a_round_once_begun_is_played_to_its_end() -> None:
    state = dyke([190, 20, 30])
    events = play_round(state, ["10", "32", "12"])
    assert [event.seat for event in of_kind(events, Revealed)] == [0, 1, 2]
    assert of_kind(events, RingLost) == [RingLost(2, 4, "SS-6.1")]
    assert state.field == [OUT, 52, 42]
    assert ranks_of(state) == [3, 2, 1]


def test_ss_8_1_two_on_the_shared_start_field_share_the_win() -> None:
    state = dyke([0, 190, 0])
    events = play_round(state, ["0", "10", "0"])
    assert events[-1] == GameEnded([1, 3, 1], "SS-8.1")
    assert state.scores() == [1, 0, 1]


def test_ss_8_1_a_board_is_still_laid_in_the_last_move() -> None:
    state = dyke([120, 190, 99])
    play_round(state, ["40", "10", "41"])
    events = do(state, "side 1A")
    assert of_kind(events, BoardLaid, GameEnded) == [
        BoardLaid(2, "1A", "SS-4.6"),
        GameEnded([2, 3, 1], "SS-8.1"),
    ]
    assert state.waiting_for() == []


def test_ss_8_2_the_only_sheep_left_wins() -> None:
    state = dyke([190, 30, 195])
    events = play_round(state, ["10", "1", "9"])
    assert events[-1] == GameEnded([3, 1, 2], "SS-8.2")
    assert phase_of(state) == "over"


def test_ss_8_2_the_devil_may_leave_only_one() -> None:
    state = dyke([190, 30, 50], rings={1: 0})
    events = play_round(state, ["10", "1", "9"])
    assert events[-2:] == [WentOut(1, "devil", "SS-6.1"), GameEnded([3, 2, 1], "SS-8.2")]


def test_ss_8_2_with_no_sheep_left_the_last_to_go_out_wins() -> None:
    state = dyke([5, 195, 190], start=1)
    events = play_round(state, ["987", "98", "97"])
    assert state.out == [1, 2, 0]
    assert events[-1] == GameEnded([1, 3, 2], "SS-8.2")
    assert of_kind(events, RingLost) == []


def test_ss_8_2_the_devil_may_take_the_last_one() -> None:
    state = dyke([190, 30, 195], rings={1: 0})
    events = play_round(state, ["10", "1", "9"])
    assert events[-2:] == [WentOut(1, "devil", "SS-6.1"), GameEnded([3, 1, 2], "SS-8.2")]
    assert state.out == [0, 2, 1]


def test_ss_8_3_the_others_rank_in_reverse_order_of_going_out() -> None:
    state = dyke([OUT, 30, OUT, 20, 190], out=[2, 0], start=3)
    play_round(state, ["40", "41", "10"])
    assert ranks_of(state) == [4, 2, 5, 1, 3]
    assert state.scores() == [1, 3, 0, 4, 2]
    assert state.view(None).ranks == [4, 2, 5, 1, 3]


def test_ss_8_3_before_the_end_the_score_counts_sheep_that_are_sure_to_rank_behind() -> None:
    state = dyke([OUT, 30, OUT, 20, 190], out=[2, 0], start=3)
    assert state.scores() == [1, 2, 0, 2, 2]
    assert (ranks_of(state), state.view(None).ranks) == (None, None)
