"""SS-6 End of a round."""

from __future__ import annotations

import pytest

from sheepfold.core.errors import IllegalAction
from sheepfold.games.schafe_schubsen.board import OUT
from sheepfold.games.schafe_schubsen.events import (
    CardsTakenBack,
    CloverTaken,
    Compared,
    Revealed,
    RingLost,
    RoundBegun,
    WentOut,
)
from sheepfold.games.schafe_schubsen.game import GAME
from tests.games.events import of_kind
from tests.games.schafe_schubsen.table import (
    choices,
    clovers_of,
    do,
    dyke,
    hands_of,
    new_game,
    phase_of,
    play_round,
    supply_of,
)


def test_ss_6_1_the_devil_takes_a_ring_and_the_sheep_stays() -> None:
    state = dyke([10, 20, 30])
    events = play_round(state, ["4", "2", "3"])
    assert of_kind(events, RingLost) == [RingLost(1, 4, "SS-6.1")]
    assert (state.field, state.rings) == ([14, 22, 33], [5, 4, 5])


def test_ss_6_1_the_devil_waits_for_the_last_to_compare() -> None:
    events = play_round(dyke([10, 20, 30]), ["4", "3", "2"])
    assert events[-3] == Compared(2, 2, "SS-3.5")
    assert events[-1] == RingLost(2, 4, "SS-6.1")


def test_ss_6_1_the_last_ring_is_enough() -> None:
    state = dyke([10, 20, 30], rings={1: 1})
    play_round(state, ["4", "2", "3"])
    assert (state.field[1], state.rings[1], state.out) == (22, 0, [])


def test_ss_6_1_without_a_ring_the_sheep_is_out() -> None:
    state = dyke([10, 20, 30, 40], rings={1: 0})
    events = play_round(state, ["4", "2", "3", "5"])
    assert of_kind(events, WentOut) == [WentOut(1, "devil", "SS-6.1")]
    assert (state.field[1], state.out) == (OUT, [1])


def test_ss_6_2_then_the_angel_chooses_a_clover() -> None:
    state = dyke([10, 20, 30], supply=["back5", "change4", "change4"])
    events = play_round(state, ["4", "2", "5"])
    assert events[-1] == RingLost(1, 4, "SS-6.1")
    assert (phase_of(state), state.waiting_for(), state.view(None).active) == ("taking", [2], None)
    assert do(state, "take change4")[0] == CloverTaken(2, "change4", "SS-6.2")
    assert clovers_of(state, 2) == ["change4"]
    assert supply_of(state) == ["back5", "change4"]


def test_ss_6_2_any_kind_in_the_supply_and_no_other_choice() -> None:
    state = dyke([10, 20, 30], supply=["back5", "back5", "change4", "change9"])
    play_round(state, ["4", "2", "5"])
    assert choices(state) == ["take back5", "take change4", "take change9"]
    with pytest.raises(IllegalAction):
        state.act(2, GAME.parse("take back20"))


def test_ss_6_2_also_after_the_devil_has_taken_a_sheep() -> None:
    state = dyke([10, 20, 30, 40], rings={0: 0})
    play_round(state, ["1", "2", "3", "4"])
    assert state.waiting_for() == [3]
    do(state, "take back20")
    assert clovers_of(state, 3) == ["back20"]


def test_ss_6_2_the_only_kind_is_taken_without_asking() -> None:
    state = dyke([10, 20, 30], supply=["back5", "back5"])
    events = play_round(state, ["4", "2", "5"])
    assert events[-2:] == [CloverTaken(2, "back5", "SS-6.2"), RoundBegun(2, 2, "SS-6.4")]
    assert clovers_of(state, 2) == supply_of(state) == ["back5"]
    assert phase_of(state) == "laying"


def test_ss_6_2_an_empty_supply_gives_nothing() -> None:
    state = dyke([10, 20, 30], supply=[])
    events = play_round(state, ["4", "2", "5"])
    assert of_kind(events, CloverTaken) == []
    assert phase_of(state) == "laying"


def test_ss_6_3_played_cards_stay_away_while_four_are_left() -> None:
    state = dyke([10, 20, 30], hands={0: "0123456"}, supply=[])
    events = play_round(state, ["012", "5", "067"])
    assert hands_of(state) == ["3456", "012346789", "1234589"]
    assert of_kind(events, CardsTakenBack) == []


def test_ss_6_3_fewer_than_four_cards_take_the_whole_pile_back() -> None:
    state = dyke([10, 20, 30], hands={0: "01234", 1: "012345", 2: "0123"}, supply=[])
    events = play_round(state, ["02", "12", "031"])
    assert of_kind(events, CardsTakenBack) == [CardsTakenBack(0, "SS-6.3"), CardsTakenBack(2, "SS-6.3")]
    assert hands_of(state) == ["0123456789", "0345", "0123456789"]


def test_ss_6_3_the_pile_grows_from_round_to_round() -> None:
    state = dyke([0, 20, 30], supply=[])
    play_round(state, ["012", "3", "4"])
    play_round(state, ["34", "4", "5"])
    assert hands_of(state) == ["56789", "01256789", "01236789"]
    play_round(state, ["56", "5", "6"])
    assert hands_of(state) == ["0123456789", "0126789", "0123789"]


def test_ss_6_3_a_player_who_is_out_takes_nothing_back() -> None:
    state = dyke([10, 20, 30, 40], rings={0: 0}, supply=[])
    events = play_round(state, ["1", "2", "3", "4"])
    assert of_kind(events, CardsTakenBack) == []
    assert hands_of(state)[0] == ""


def test_ss_6_3_cards_come_back_after_the_clover_is_taken() -> None:
    state = dyke([10, 20, 30], hands={0: "01234"})
    play_round(state, ["02", "3", "4"])
    assert hands_of(state)[0] == "134"
    events = do(state, "take back5")
    assert [type(event) for event in events] == [CloverTaken, CardsTakenBack, RoundBegun]


def test_ss_6_4_the_angel_starts_the_next_round_with_angel_and_devil() -> None:
    state = dyke([10, 20, 30], supply=[])
    events = play_round(state, ["4", "2", "5"])
    assert events[-1] == RoundBegun(2, 2, "SS-6.4")
    assert (state.round, state.start, state.angel, state.devil) == (2, 2, 2, 2)
    assert state.waiting_for() == [0, 1, 2]
    events = play_round(state, ["6", "7", "8"])
    assert [event.seat for event in of_kind(events, Revealed)] == [2, 0, 1]


def test_ss_6_4_old_distances_do_not_count_in_the_next_round() -> None:
    state = dyke([10, 20, 30], supply=[])
    play_round(state, ["14", "12", "15"])
    assert [sheep.distance for sheep in state.view(0).sheep] == [None, None, None]
    assert [sheep.has_laid for sheep in state.view(0).sheep] == [False, False, False]
    play_round(state, ["6", "7", "8"])
    assert (state.angel, state.rings) == (2, [4, 4, 5])


def test_ss_6_5_used_clovers_are_gone_for_good() -> None:
    state = dyke([50, 60, 70], clovers={0: ["back10", "change4", "change4"]})
    supply = supply_of(state)
    play_round(state, ["3", "4", "5"])
    do(state, "use change4", "use back10", "go 3", "take back20")
    assert clovers_of(state, 0) == ["change4"]
    assert supply_of(state) == [clover for clover in supply if clover != "back20"]


def test_ss_6_5_a_whole_round_from_the_start() -> None:
    state = new_game(3, layout="1A 2A", start=1)
    play_round(state, ["14", "9", "25"])
    do(state, "take back10")
    assert (state.field, state.rings, clovers_of(state, 2)) == ([14, 9, 25], [5, 4, 5], ["back10"])
    play_round(state, ["35", "10", "3"])
    do(state, "use back10", "take change9")
    assert (state.field, state.rings) == ([49, 19, 18], [5, 4, 4])
    assert (clovers_of(state, 0), clovers_of(state, 2)) == (["change9"], [])
