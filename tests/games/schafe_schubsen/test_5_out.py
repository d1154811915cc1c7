"""SS-5 Out of the game."""

from __future__ import annotations

from sheepfold.core.state import NOBODY
from sheepfold.games.schafe_schubsen.board import OUT
from sheepfold.games.schafe_schubsen.events import AngelMoved, Compared, DevilMoved, Revealed, RingLost, Walked, WentOut
from tests.games.events import of_kind
from tests.games.schafe_schubsen.table import clovers_of, do, dyke, hand_of, phase_of, play_round, supply_of


def test_ss_5_1_sheep_cards_clovers_and_rings_leave_the_game() -> None:
    state = dyke([150, 20, 30, 199], clovers={0: ["back5"], 1: ["back5"], 3: ["change2", "change4"]})
    supply = supply_of(state)
    play_round(state, ["49", "12", "3", "56"])
    do(state, "go 49")
    assert (state.field, state.out) == ([199, 20, 30, OUT], [3])
    assert [sheep.field for sheep in state.view(None).sheep] == [199, 20, 30, None]
    assert (hand_of(state, 3), clovers_of(state, 3), state.rings[3]) == ("", [], 0)
    assert (clovers_of(state, 0), clovers_of(state, 1)) == (["back5"], ["back5"])
    assert supply_of(state) == supply


def test_ss_5_1_also_for_a_sheep_that_the_devil_takes() -> None:
    state = dyke([10, 20, 30, 40], rings={0: 0}, clovers={0: ["back5"]})
    supply = supply_of(state)
    play_round(state, ["1", "2", "3", "4"])
    do(state, "go 1")
    assert (state.field, state.out) == ([OUT, 22, 33, 44], [0])
    assert (hand_of(state, 0), clovers_of(state, 0), supply_of(state)) == ("", [], supply)


def test_ss_5_1_a_player_pushed_out_before_revealing_neither_reveals_nor_moves() -> None:
    state = dyke([150, 20, 199, 40])
    events = play_round(state, ["49", "30", "1", "50"])
    assert [event.seat for event in of_kind(events, Revealed)] == [0, 1, 3]
    assert [event.seat for event in of_kind(events, Walked)] == [0, 1, 3]
    assert [event.seat for event in of_kind(events, Compared)] == [0, 1, 3]
    assert (state.devil, state.field[2]) == (1, OUT)


def test_ss_5_1_a_player_who_is_out_plays_no_more_rounds() -> None:
    state = dyke([150, 20, 199, 40], supply=[], hands={2: "0123"})
    play_round(state, ["49", "30", "1", "50"])
    assert (phase_of(state), state.waiting_for()) == ("laying", [0, 1, 3])
    assert (state.legal_actions(2), hand_of(state, 2)) == ([], "")


def test_ss_5_2_the_devil_goes_to_the_smallest_and_among_equals_to_the_later() -> None:
    state = dyke([40, 75, 50, 10, 15], start=3, water={"1A": [81]}, rings={1: 0})
    events = play_round(state, ["20", "5", "30", "31", "20"])
    assert of_kind(events, DevilMoved) == [
        DevilMoved(4, "SS-3.5"),
        DevilMoved(0, "SS-3.5"),
        DevilMoved(1, "SS-3.5"),
        DevilMoved(0, "SS-5.2"),
    ]
    assert of_kind(events, AngelMoved) == []
    assert RingLost(0, 2, "SS-6.1") in events


def test_ss_5_2_the_smallest_may_have_revealed_first() -> None:
    state = dyke([40, 75, 50, 10], start=3, water={"1A": [81]}, rings={1: 0})
    play_round(state, ["20", "5", "30", "19"])
    assert state.devil == 3


def test_ss_5_2_the_smallest_may_be_a_distance_of_0() -> None:
    state = dyke([10, 40, 80, 50], water={"1A": [81]}, rings={2: 0})
    events = play_round(state, ["20", "0", "0", "30"])
    assert of_kind(events, DevilMoved)[-1] == DevilMoved(1, "SS-5.2")
    assert RingLost(1, 3, "SS-6.1") in events


def test_ss_5_2_the_angel_goes_to_the_greatest_and_among_equals_to_the_earlier() -> None:
    state = dyke([40, 35, 75, 10, 17], start=3, water={"1A": [81]}, rings={1: 0})
    events = play_round(state, ["20", "45", "5", "4", "20"])
    assert of_kind(events, AngelMoved) == [
        AngelMoved(4, "SS-3.5"),
        AngelMoved(1, "SS-3.5"),
        AngelMoved(4, "SS-5.2"),
    ]
    assert of_kind(events, DevilMoved) == []
    assert (state.angel, state.devil) == (4, 3)


def test_ss_5_2_the_greatest_may_have_revealed_later() -> None:
    state = dyke([40, 35, 75, 10], start=3, water={"1A": [81]}, rings={1: 0})
    play_round(state, ["21", "45", "5", "20"])
    assert state.angel == 0


def test_ss_5_2_a_player_who_went_out_earlier_gets_nothing() -> None:
    state = dyke([10, 43, 46, 20], water={"1A": [51, 52]}, rings={1: 0, 2: 1})
    events = play_round(state, ["20", "7", "5", "30"])
    assert state.out == [1, 2]
    assert of_kind(events, DevilMoved)[-1] == DevilMoved(0, "SS-5.2")
    assert of_kind(events, RingLost)[-1] == RingLost(0, 3, "SS-6.1")


def test_ss_5_2_a_player_who_went_out_with_this_move_gets_nothing() -> None:
    state = dyke([10, 195, 20, 50], water={"1A": [41]}, rings={0: 0})
    events = play_round(state, ["30", "94", "20", "3"])
    assert state.out == [1, 0]
    assert of_kind(events, DevilMoved, AngelMoved)[:2] == [DevilMoved(None, "SS-5.2"), AngelMoved(None, "SS-5.2")]


def test_ss_5_2_both_are_put_aside_while_nobody_still_in_has_compared() -> None:
    state = dyke([190, 20, 30, 40], clovers={1: ["back5"]})
    events = play_round(state, ["10", "2", "3", "4"])
    assert events[-4:] == [
        WentOut(0, "fell", "SS-4.5"),
        DevilMoved(None, "SS-5.2"),
        AngelMoved(None, "SS-5.2"),
        Revealed(1, "2", "SS-3.1"),
    ]
    assert state.devil == state.angel == NOBODY
    assert (state.view(2).devil, state.view(2).angel) == (None, None)


def test_ss_5_2_the_next_to_compare_takes_what_was_put_aside() -> None:
    state = dyke([190, 195, 30, 40])
    events = play_round(state, ["10", "5", "3", "4"])
    assert of_kind(events, DevilMoved, AngelMoved) == [
        DevilMoved(None, "SS-5.2"),
        AngelMoved(None, "SS-5.2"),
        DevilMoved(2, "SS-3.5"),
        AngelMoved(2, "SS-3.5"),
        AngelMoved(3, "SS-3.5"),
    ]


def test_ss_5_2_the_mover_who_has_not_compared_yet_is_not_among_them() -> None:
    state = dyke([10, 20, 50, 60], water={"1A": [41]}, rings={0: 0})
    events = play_round(state, ["30", "20", "3", "4"])
    assert of_kind(events, DevilMoved, AngelMoved)[:4] == [
        DevilMoved(None, "SS-5.2"),
        AngelMoved(None, "SS-5.2"),
        DevilMoved(1, "SS-3.5"),
        AngelMoved(1, "SS-3.5"),
    ]


def test_ss_5_2_a_player_with_neither_passes_nothing_on() -> None:
    state = dyke([10, 20, 30, 189], water={"1A": [45]}, rings={2: 0})
    events = play_round(state, ["30", "20", "15", "12"])
    assert state.out == [2, 3]
    assert of_kind(events, DevilMoved, AngelMoved) == [DevilMoved(1, "SS-3.5")]


def test_ss_5_2_at_the_end_of_a_round_the_devil_is_not_passed_on() -> None:
    state = dyke([10, 20, 30, 40], rings={0: 0})
    events = play_round(state, ["1", "2", "3", "4"])
    assert state.out == [0]
    assert of_kind(events, DevilMoved) == []
    assert state.rings == [0, 4, 4, 4]


def test_ss_5_2_the_devil_does_not_stay_with_the_sheep_it_took() -> None:
    state = dyke([10, 20, 30, 40], rings={0: 0})
    play_round(state, ["1", "2", "3", "4"])
    assert (phase_of(state), state.out) == ("taking", [0])
    assert (state.view(None).devil, state.view(None).angel) == (None, 3)
