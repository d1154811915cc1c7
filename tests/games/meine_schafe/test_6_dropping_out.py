"""MS-6 Dropping out."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold.core.errors import IllegalAction
from sheepfold.games.meine_schafe.events import SpecialBegun, TileDrawn, WentOut
from tests.games.events import of_kind
from tests.games.meine_schafe.table import FOREST, bag_of, choices, do, hand_of, hand_sizes, only, phase_of, table


def test_ms_6_1_in_the_player_s_own_turn() -> None:
    state = table(players=3, hands={0: "T60"})
    events = do(state, "out")
    assert events == [SpecialBegun(0, 0, "MS-3.5"), WentOut(0, True, 6, "MS-6.1")]
    assert (state.waiting_for(), state.active) == ([1], 1)


def test_ms_6_1_as_the_interruption_of_another() -> None:
    state = table(players=3, hands={0: "T60"})
    events = do(state, "2: out")
    assert events == [SpecialBegun(2, 0, "MS-3.1"), WentOut(2, True, 6, "MS-6.1")]
    assert (phase_of(state), state.waiting_for(), state.may_act()) == ("turn", [0], [1])


def test_ms_6_1_it_is_the_one_interruption() -> None:
    state = table(*FOREST, players=3, hands={1: "WK T60"})
    do(state, "1: send WK n3", "done", "draw T50")
    with pytest.raises(IllegalAction):
        do(state, "1: out")


def test_ms_6_1_never_during_a_special_action_or_a_draw() -> None:
    state = table(*FOREST, players=3, hands={0: "T60", 1: "WK T59"})
    do(state, "1: send WK n3")
    assert "out" not in choices(state)
    do(state, "done")
    assert [choices(state, seat=seat) for seat in range(3)] == [[], [], []]
    do(state, "draw T50", "2: out", "lay T60a s1 0")
    assert [choices(state, seat=seat) for seat in range(3)] == [[], [], []]


def test_ms_6_1_nor_between_the_colour_and_the_extra_tile() -> None:
    state = table("KVVV n1", hands={0: "T60"})
    do(state, "show black n2", "draw T50")
    assert "out" not in choices(state)


def test_ms_6_1_from_then_on_neither_tiles_nor_special_actions() -> None:
    state = table(*FOREST, players=3, hands={0: "T60", 1: "WK T59", 2: "T58"})
    do(state, "1: out", "lay T60a s1 0", "draw T50")
    assert (state.waiting_for(), state.may_act()) == ([2], [0])
    assert choices(state, seat=1) == []


def test_ms_6_1_several_seats_are_passed_over() -> None:
    state = table(players=4, active=3, out=[0, 1], hands={3: "T26"})
    do(state, "lay T26b n1 1", "draw T50")
    assert state.waiting_for() == [2]


def test_ms_6_1_nothing_is_drawn() -> None:
    state = table(*FOREST, players=3, hands={0: "T60"})
    assert not of_kind(do(state, "out"), TileDrawn)
    assert phase_of(state) == "turn"


def test_ms_6_2_a_player_who_has_laid_the_last_tile_is_out_too() -> None:
    state = table("KVVV n1", players=3, hands={0: "T26"}, bag="")
    events = do(state, "lay T26b s1 0")
    assert only(events, WentOut) == WentOut(0, False, 6, "MS-7.2")
    assert (state.waiting_for(), state.may_act()) == ([1], [2])
    assert [player.out for player in state.view(None).table] == [1, None, None]


def test_ms_6_2_the_hand_stays_hidden_and_out_of_play() -> None:
    state = table("KVVV n1", players=3, hands={0: "T60 WK", 1: "T59"})
    before = bag_of(state)
    do(state, "out")
    assert (hand_sizes(state), bag_of(state)) == ([2, 1, 1], before)
    assert (hand_of(state, 0), state.view(1).hand[0].tile) == (["T60", "WK"], "T59")
    assert len({tuple(hand_of(state.resample(1, Random(seed)), 0)) for seed in range(20)}) > 10


def test_ms_6_2_so_does_the_question_tile() -> None:
    state = table("KVVV n1", players=3, hands={0: "T60"})
    do(state, "out")
    assert choices(state, seat=0) == []
    assert (state.view(1).table[0].colours, state.view(1).table[0].shown) == (None, [])
    assert len({state.resample(1, Random(seed)).colours[0][0] for seed in range(20)}) == 3


def test_ms_6_2_the_order_of_going_out_is_public() -> None:
    state = table(players=4)
    do(state, "2: out", "out")
    assert [player.out for player in state.view(None).table] == [2, None, 1, None]
