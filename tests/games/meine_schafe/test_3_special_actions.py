"""MS-3 Special actions."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold.core.errors import IllegalAction
from sheepfold.core.state import CHANCE
from sheepfold.games.meine_schafe.events import SpecialBegun, SpecialEnded, TileDrawn, TileLaid
from sheepfold.games.meine_schafe.state import MeineSchafe
from tests.games.events import of_kind
from tests.games.meine_schafe.table import FOREST, choices, dealt, do, hand_of, new_game, only, phase_of, table

OPEN = ["KVVV n1"]
"""The '?' tile of seat 0, black, can be shown at n2."""


def four() -> MeineSchafe:
    """It is the turn of Anke (black); Bernd (yellow) can show his colour, and Carla has a wolf."""
    return table(*FOREST, players=4, hands={0: "T60 T59", 1: "T58", 2: "WK T57 WR", 3: "T56"})


def test_ms_3_1_others_may_interrupt_with_each_kind() -> None:
    state = four()
    assert choices(state, seat=1) == ["out", "show yellow n2e1"]
    assert choices(state, seat=2) == ["out", "send WK n3", "send WR n3"]
    assert choices(state, seat=3) == ["out", "show blue n2w1"]


@pytest.mark.parametrize(
    "actions",
    [["1: show yellow n2e1", "draw T01", "done"], ["2: send WK n3", "done", "draw T01"], ["3: out"]],
)
def test_ms_3_1_then_the_turn_goes_on(actions: list[str]) -> None:
    state = four()
    do(state, *actions)
    assert (phase_of(state), state.waiting_for(), state.active, state.special) == ("turn", [0], 0, -1)
    assert choices(state, "lay T60") != []


def test_ms_3_1_events_of_a_special_action() -> None:
    events = do(four(), "1: show yellow n2e1", "draw T01", "done")
    assert only(events, SpecialBegun) == SpecialBegun(1, 0, "MS-3.1")
    assert only(events, SpecialEnded) == SpecialEnded(1, "MS-3.7")


def test_ms_3_1_others_do_not_lay_ordinary_tiles() -> None:
    with pytest.raises(IllegalAction):
        do(four(), "3: lay T56a s1 0")


@pytest.mark.parametrize("observer", [0, 2, None])
def test_ms_3_1_also_in_every_resampled_world(observer: int | None) -> None:
    state = four()
    do(state, "2: send WK n3")
    before = state.view(observer)
    other = state.resample(observer, Random(1))
    assert other.view(observer) == before
    do(other, "done")
    for world in (other.resample(observer, Random(2)), other):
        do(world, choices(world)[0])
        assert (phase_of(world), world.waiting_for(), world.may_act()) == ("turn", [0], [1, 3])
    assert state.view(observer) == before


def test_ms_3_2_a_special_action_cannot_be_interrupted() -> None:
    state = four()
    do(state, "2: send WK n3")
    assert (phase_of(state), state.waiting_for(), state.may_act()) == ("beasts", [2], [])
    assert [choices(state, seat=seat) for seat in (0, 1, 3)] == [[], [], []]
    assert state.view(None).special == 2


def test_ms_3_2_nor_the_draws_in_it_nor_the_tile_after_a_colour() -> None:
    state = four()
    do(state, "1: show yellow n2e1")
    assert (phase_of(state), state.waiting_for(), state.may_act()) == ("drawing", [CHANCE], [])
    assert [choices(state, seat=seat) for seat in range(4)] == [[], [], [], []]
    do(state, "draw T01")
    assert (phase_of(state), state.waiting_for(), state.may_act()) == ("extra", [1], [])
    assert [choices(state, seat=seat) for seat in (0, 2, 3)] == [[], [], []]


def test_ms_3_3_one_player_interrupts_the_same_turn_once() -> None:
    state = four()
    do(state, "2: send WK n3", "done", "draw T01")
    assert state.may_act() == [1, 3]
    with pytest.raises(IllegalAction):
        do(state, "2: send WR n4")
    with pytest.raises(IllegalAction):
        do(state, "2: out")


def test_ms_3_3_the_example_of_the_rulebook() -> None:
    state = four()
    events = do(state, "1: show yellow n2e1", "draw T01", "done")
    assert (state.may_act(), choices(state, seat=1)) == ([2, 3], [])
    events += do(state, "2: send WK n3", "done", "draw T02")
    assert state.may_act() == [3]
    events += do(state, "lay T60a s1 0", "draw T03")
    assert [(event.seat, event.turn_of) for event in of_kind(events, SpecialBegun)] == [(1, 0), (2, 0)]
    assert (state.active, state.may_act()) == (1, [2, 3, 0])


def test_ms_3_3_in_the_next_turn_all_players_may_interrupt_again() -> None:
    state = four()
    do(state, "2: send WK n3", "done", "draw T01", "lay T60a s1 0", "draw T03")
    assert choices(state, "send WR", seat=2) != []


def test_ms_3_3_the_player_in_turn_uses_any_number() -> None:
    state = table(*FOREST, hands={0: "WK WR WY T60"})
    do(state, "send WK n3", "done", "draw T52", "send WR n4", "done", "draw T53", "send WY n5", "done", "draw T54")
    assert (state.waiting_for(), hand_of(state, 0)) == ([0], ["T52", "T53", "T54", "T60"])
    assert state.may_act() == [1]


@pytest.mark.parametrize(("active", "order"), [(0, [1, 2, 3]), (2, [3, 0, 1]), (3, [0, 1, 2])])
def test_ms_3_4_the_left_neighbour_of_the_player_in_turn_comes_first(active: int, order: list[int]) -> None:
    state = table(players=4, active=active)
    assert (state.may_act(), state.view(None).may_act, state.waiting_for()) == (order, order, [active])


def test_ms_3_4_nobody_interrupts_chance() -> None:
    state = table(players=4, hands={0: "T01"})
    do(state, "lay T01b n1 1")
    assert (phase_of(state), state.may_act()) == ("drawing", [])
    assert [new_game(2).may_act(), dealt(2, start=None).may_act()] == [[], []]


def test_ms_3_5_the_example_of_the_rulebook() -> None:
    state = table(*OPEN, hands={0: "T60 T01"})
    events = do(state, "show black n2", "draw T50", "lay T01b e1 3", "draw T51", "lay T60a s1 0", "draw T52")
    assert only(events, SpecialBegun) == SpecialBegun(0, 0, "MS-3.5")
    assert [event.tile for event in of_kind(events, TileLaid)] == ["T01", "T60"]
    assert [event.tile for event in of_kind(events, TileDrawn)] == ["T50", "T51", "T52"]
    assert (len(state.meadow.places), state.waiting_for()) == (5, [1])


def test_ms_3_5_after_the_tile_of_the_turn_comes_the_next_player() -> None:
    state = table(*OPEN, hands={0: "T01"})
    do(state, "lay T01b e1 3")
    assert choices(state, seat=0) == []
    do(state, "draw T50")
    assert (state.active, state.waiting_for()) == (1, [1])


def test_ms_3_6_turn_after_turn() -> None:
    state = table(*FOREST, players=3, hands={0: "T60 T59", 1: "T58", 2: "WK WR WY"})
    do(state, "2: send WK n3", "done", "draw T50", "lay T60a s1 0", "draw T49")
    do(state, "2: send WR n4", "done", "draw T52", "lay T58a e1 3", "draw T53")
    do(state, "send WY n5", "done", "draw T54")
    assert (state.waiting_for(), hand_of(state, 2)) == ([2], ["T50", "T52", "T54"])


def test_ms_3_7_it_ends_when_the_player_says_done() -> None:
    state = table(*FOREST, hands={0: "T60", 1: "WK T59"})
    do(state, "1: send WK n3")
    assert (phase_of(state), choices(state)) == ("beasts", ["done"])
    assert of_kind(do(state, "done"), SpecialEnded) == [SpecialEnded(1, "MS-3.7")]
    assert phase_of(state) == "drawing"


def test_ms_3_7_also_after_a_colour_if_nothing_can_be_laid() -> None:
    state = table("KVVV n1", hands={0: "T60", 1: "T30"}, bag="T27", colours=["yellow", "black"])
    do(state, "1: show black n2", "draw T27")
    assert (phase_of(state), choices(state)) == ("extra", ["done"])


def test_ms_3_7_it_ends_by_itself_only_if_the_hand_is_empty() -> None:
    state = table(*FOREST, hands={1: "WK"})
    do(state, "1: send WK n3")
    assert (phase_of(state), state.drawer) == ("drawing", 1)
    do(state, "draw T50")
    assert (phase_of(state), state.waiting_for(), hand_of(state, 1)) == ("turn", [0], ["T50"])
