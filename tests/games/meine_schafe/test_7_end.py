"""MS-7 Pens and the end."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold.core.state import CHANCE
from sheepfold.games.meine_schafe.events import (
    GameEnded,
    HandsReturned,
    PenClosed,
    Scored,
    StartChosen,
    TileDrawn,
    WentOut,
)
from tests.games.events import of_kind
from tests.games.meine_schafe.table import (
    BLACK_PEN,
    BLUE_PEN,
    FOREST,
    RING,
    STUCK,
    areas,
    choices,
    do,
    hand_of,
    hand_sizes,
    only,
    pen_sizes,
    phase_of,
    ranks_of,
    table,
)

NO_VILLAGE = {0: "T27 T30 T45 WR", 1: "T28 T29 T31 T32"}
"""Hands without a tile that can be laid first."""
NOT_BLACK = ["yellow", "red", "blue"]


def test_ms_7_1_neighbouring_edges_with_the_same_sheep_are_one_area() -> None:
    [area] = areas(table("KVVK n1"), "K")
    assert (area.edges, area.size, area.open) == (["n1:nw"], 2, 2)
    [area] = areas(table("KKVK n1"), "K")
    assert (area.edges, area.size, area.open) == (["n1:new"], 3, 3)
    [area] = areas(table("KVKK w1"), "K")
    assert (area.edges, area.size, area.open) == (["w1:nsw"], 3, 3)


def test_ms_7_1_opposite_edges_are_not_connected_through_the_middle() -> None:
    state = table("KVVV n1", "KRKY n2", own=["KRKY"])
    assert [(area.edges, area.size, area.open) for area in areas(state, "K")] == [
        (["n1:n", "n2:s"], 2, 0),
        (["n2:n"], 1, 1),
    ]


def test_ms_7_1_other_colours_are_other_areas() -> None:
    assert [len(areas(table(*BLACK_PEN), motif)) for motif in "KYRB"] == [1, 1, 1, 1]


def test_ms_7_1_it_is_closed_when_no_edge_is_open() -> None:
    state = table(*RING, hands={0: "T60"})
    assert (pen_sizes(state, "K"), state.scores()[0]) == ([], 0)
    state = table(*RING, "black n2")
    assert (pen_sizes(state, "K"), state.scores()[0]) == ([8], 8)
    assert pen_sizes(table(*RING[:-1], "black n2"), "K") == []


def test_ms_7_1_areas_grow_together_edge_by_edge() -> None:
    corner = ["KKVV n1", "RRKK n2"]
    assert [(area.size, area.open) for area in areas(table(*corner), "K")] == [(4, 2)]
    block = ["KKVV n1", "KRRK n1e1", "RKKR n2", "YYKK n2e1"]
    assert [(area.size, area.open) for area in areas(table(*block[:3]), "K")] == [(6, 2)]
    assert [(area.size, area.open) for area in areas(table(*block), "K")] == [(8, 0)]


def test_ms_7_1_closing_a_pen_emits_an_event() -> None:
    state = table("KVVV n1", hands={0: "T16"})
    closed = only(do(state, "lay T16a n2 2"), PenClosed)
    assert closed == PenClosed("black", 2, ["n1", "n2"], "MS-7.1")


def test_ms_7_1_an_open_pen_emits_no_event() -> None:
    assert not of_kind(do(table(hands={0: "T26"}), "lay T26b n1 1"), PenClosed)
    assert not of_kind(do(table("KVVV n1", hands={0: "T14"}), "lay T14b n2 0"), PenClosed)


def test_ms_7_1_forest_and_village_are_no_pens() -> None:
    state = table(*FOREST, hands={0: "T27"})
    assert not of_kind(do(state, "lay T27b n3 2"), PenClosed)
    state = table(*BLUE_PEN, hands={0: "T04"})
    assert not of_kind(do(state, "lay T04b s1w2 0"), PenClosed)


def test_ms_7_2_an_empty_bag_does_not_end_the_game() -> None:
    state = table("KVVV n1", hands={0: "T26 T01", 1: "T60"}, bag="")
    do(state, "lay T26b s1 0")
    assert (state.waiting_for(), ranks_of(state), state.out) == ([1], None, [])


def test_ms_7_2_it_ends_when_all_are_out() -> None:
    state = table("KVVV n1", hands={0: "T26", 1: "T60"}, bag="")
    do(state, "lay T26b s1 0")
    assert ranks_of(state) is None
    ended = only(do(state, "out"), GameEnded)
    assert (ended.ending, ended.clause, ended.ranks) == ("all out", "MS-7.2", [1, 2])
    assert state.view(None).ranks == [1, 2]
    assert (phase_of(state), state.waiting_for(), state.may_act(), ranks_of(state)) == ("over", [], [], [1, 2])
    assert [choices(state, seat=seat) for seat in (0, 1, CHANCE)] == [[], [], []]
    assert (state.view(None).active, state.view(None).special) == (None, None)


def test_ms_7_2_a_player_with_no_tile_after_the_draws_is_out() -> None:
    state = table("KVVV n1", hands={0: "T26", 1: "T60"}, bag="T50")
    do(state, "lay T26b s1 0", "draw T50")
    assert (state.out, hand_of(state, 0), state.waiting_for()) == ([], ["T50"], [1])


def test_ms_7_2_also_in_a_special_action_out_of_turn() -> None:
    state = table(*FOREST, players=3, hands={0: "T60", 1: "WK"}, bag="")
    assert of_kind(do(state, "1: send WK n3"), WentOut) == [WentOut(1, False, 6, "MS-7.2")]
    assert (phase_of(state), state.waiting_for(), state.special, state.may_act()) == ("turn", [0], -1, [2])


def test_ms_7_2_in_the_player_s_own_turn_it_ends_the_turn() -> None:
    state = table(*FOREST, players=3, hands={0: "WK"}, bag="")
    do(state, "send WK n3")
    assert (state.out, phase_of(state), state.waiting_for()) == ([0], "turn", [1])


def test_ms_7_2_also_with_the_tile_after_a_colour() -> None:
    state = table("KVVV n1", players=3, hands={0: "T01"}, bag="")
    do(state, "show black n2", "lay T01b e1 3")
    assert (state.out, state.waiting_for()) == ([0], [1])


def test_ms_7_2_also_with_that_tile_out_of_turn() -> None:
    state = table("KVVV n1", players=3, hands={0: "T60", 1: "T01"}, bag="", colours=["red", "black", "blue"])
    do(state, "1: show black n2", "lay T01b e1 3")
    assert (state.out, phase_of(state), state.waiting_for(), state.may_act()) == ([1], "turn", [0], [2])


def test_ms_7_2_a_hunter_on_a_wolf_as_the_last_tile_counts() -> None:
    state = table(*FOREST, "WK n3", players=3, hands={0: "T60", 1: "HR"})
    assert only(do(state, "1: send HR n3"), WentOut) == WentOut(1, False, 6, "MS-7.2")
    state = table(*FOREST, "WK n3", players=3, hands={0: "HR"})
    do(state, "lay HRa n3 0")
    assert (state.out, state.waiting_for()) == ([0], [1])


def test_ms_7_2_an_unshown_question_tile_is_no_hand_tile() -> None:
    state = table("KVVV n1", hands={0: "T26", 1: "T60"}, bag="")
    do(state, "lay T26b s1 0")
    assert (state.out, state.shown) == ([0], [0, 0])


def test_ms_7_3_the_last_player_goes_on_alone() -> None:
    state = table("KVVV n1", players=3, out=[1, 2], hands={0: "T26 T01"}, bag="")
    do(state, "lay T26b s1 0")
    assert (phase_of(state), state.waiting_for(), state.may_act()) == ("turn", [0], [])
    assert only(do(state, "lay T01b e1 3"), GameEnded).ending == "all out"
    assert state.out == [1, 2, 0]


def test_ms_7_3_or_stops_by_dropping_out() -> None:
    state = table("KVVV n1", players=3, out=[1, 2], hands={0: "T26 T01"})
    assert only(do(state, "out"), GameEnded).ending == "all out"


def test_ms_7_3_when_all_others_drop_out_the_turn_goes_on() -> None:
    state = table("KVVV n1", players=3, hands={0: "T26 T01"})
    do(state, "1: out", "2: out")
    assert (phase_of(state), state.waiting_for(), ranks_of(state)) == ("turn", [0], None)


def test_ms_7_3_it_ends_when_nothing_can_be_laid() -> None:
    state = table(STUCK, players=3, out=[1, 2], hands={0: "T27"}, colours=NOT_BLACK)
    assert only(do(state, "skip"), GameEnded).ending == "stuck"


def test_ms_7_4_it_ends_when_all_players_were_skipped() -> None:
    state = table(STUCK, hands={0: "T27", 1: "T30"}, colours=NOT_BLACK[:2])
    assert not of_kind(do(state, "skip"), GameEnded)
    ended = only(do(state, "skip"), GameEnded)
    assert (ended.ending, ended.clause) == ("stuck", "MS-7.4")
    assert (phase_of(state), state.waiting_for()) == ("over", [])


def test_ms_7_4_after_the_end_nothing_is_pending() -> None:
    state = table(STUCK, hands={0: "T27", 1: "T30"}, colours=NOT_BLACK[:2])
    do(state, "skip", "skip")
    seen = state.view(None)
    assert (seen.active, seen.special, seen.drawing) == (None, None, 0)
    assert [player.skipped for player in seen.table] == [False, False]


def test_ms_7_4_resampled_worlds_remember_skips() -> None:
    state = table(STUCK, hands={0: "T27", 1: "T30"}, colours=NOT_BLACK[:2])
    do(state, "skip")
    other = state.resample(1, Random(1))
    assert only(do(other, "skip"), GameEnded).ending == "stuck"
    assert phase_of(state) == "turn"


def test_ms_7_4_they_get_no_bonus_and_their_pens_count() -> None:
    state = table(*BLACK_PEN, hands={0: "X1", 1: "X2"}, own=["FFFF", "FFFF"])
    events = do(state, "skip", "skip")
    assert [(event.seat, event.bonus, event.points) for event in of_kind(events, Scored)] == [(0, 0, 2), (1, 0, 0)]
    assert not of_kind(events, WentOut)
    assert ranks_of(state) == [1, 2]


def test_ms_7_4_a_laid_tile_restarts_the_count() -> None:
    state = table(STUCK, hands={0: "T27", 1: "T26"}, bag="T30", colours=NOT_BLACK[:2])
    do(state, "skip", "lay T26b s1 0", "draw T30")
    assert [player.skipped for player in state.view(None).table] == [False, False]
    assert not of_kind(do(state, "skip"), GameEnded)
    assert only(do(state, "skip"), GameEnded).ending == "stuck"


def test_ms_7_4_so_does_a_shown_colour() -> None:
    state = table(STUCK, hands={0: "T27", 1: "T30"}, bag="T45", colours=["red", "black"])
    do(state, "skip", "show black n2", "draw T45", "done")
    assert not of_kind(do(state, "skip"), GameEnded)
    assert only(do(state, "skip"), GameEnded).ending == "stuck"


def test_ms_7_4_players_who_are_out_do_not_count() -> None:
    state = table(STUCK, players=3, out=[1], hands={0: "T27", 2: "T30"}, colours=NOT_BLACK)
    assert only(do(state, "skip", "skip"), GameEnded).ending == "stuck"


def test_ms_7_4_when_one_of_two_drops_out_the_other_still_gets_a_turn() -> None:
    state = table(STUCK, hands={0: "T27", 1: "T30"}, colours=["black", "red"])
    events = do(state, "skip", "out")
    assert not of_kind(events, GameEnded)
    assert (phase_of(state), state.waiting_for(), state.may_act()) == ("turn", [0], [])
    assert choices(state) == ["out", "show black n2", "skip"]


def test_ms_7_4_in_that_turn_the_last_player_can_show_the_colour_and_lay_again() -> None:
    state = table(STUCK, hands={0: "T27", 1: "T30"}, bag="T26", colours=["black", "red"])
    do(state, "skip", "out", "show black n2", "draw T26", "lay T26b s1 0")
    assert (phase_of(state), state.waiting_for(), hand_of(state, 0)) == ("turn", [0], ["T27"])


@pytest.mark.parametrize(("last", "ending"), [("skip", "stuck"), ("out", "all out")])
def test_ms_7_4_the_last_player_ends_the_game_by_skipping_again_or_dropping_out(last: str, ending: str) -> None:
    state = table(STUCK, hands={0: "T27", 1: "T30"}, colours=NOT_BLACK[:2])
    events = do(state, "skip", "out", last)
    assert only(events, GameEnded).ending == ending
    assert [event.bonus for event in of_kind(events, Scored)] == [0, 6]


def test_ms_7_4_when_one_of_three_drops_out_the_next_player_gets_a_turn() -> None:
    state = table(*BLACK_PEN, players=3, skipped=[0, 1], active=2, hands={0: "X1", 1: "X2"}, own=["FFFF", "FFFF"])
    assert not of_kind(do(state, "out"), GameEnded)
    assert (phase_of(state), state.waiting_for(), state.may_act()) == ("turn", [0], [1])


def test_ms_7_4_of_three_players_the_second_to_drop_out_still_gets_the_bonus() -> None:
    state = table(*BLACK_PEN, players=3, skipped=[0, 1], active=2, hands={0: "X1", 1: "X2"}, own=["FFFF", "FFFF"])
    events = do(state, "out", "out", "skip")
    assert [(event.seat, event.bonus) for event in of_kind(events, WentOut)] == [(2, 6), (0, 3)]
    assert only(events, GameEnded).ending == "stuck"


def test_ms_7_4_of_three_players_the_next_skip_ends_the_game() -> None:
    state = table(*BLACK_PEN, players=3, skipped=[0, 1], active=2, hands={0: "X1", 1: "X2"}, own=["FFFF", "FFFF"])
    events = do(state, "out", "skip")
    assert only(events, GameEnded).ending == "stuck"
    assert [event.bonus for event in of_kind(events, Scored)] == [0, 0, 6]


def test_ms_7_4_an_interruption_that_drops_out_does_not_end_the_turn_of_a_skipped_player() -> None:
    state = table(*BLACK_PEN, skipped=[0], hands={0: "X1", 1: "X2"}, own=["FFFF", "FFFF"])
    assert not of_kind(do(state, "1: out"), GameEnded)
    assert (phase_of(state), state.waiting_for()) == ("turn", [0])


def test_ms_7_4_a_skip_ends_nothing_while_one_player_was_not_skipped() -> None:
    state = table(*BLACK_PEN, players=3, active=2, hands={0: "X1", 1: "X2"}, own=["FFFF", "FFFF"])
    do(state, "out", "skip")
    assert (phase_of(state), state.waiting_for()) == ("turn", [1])


def test_ms_7_4_with_only_the_start_tile_new_hands_are_drawn() -> None:
    state = table(hands=NO_VILLAGE)
    events = do(state, "skip", "skip")
    assert only(events, HandsReturned) == HandsReturned([0, 1], "MS-7.4")
    assert (phase_of(state), hand_sizes(state), state.bag, state.drawer) == ("drawing", [0, 0], list(range(68)), 0)
    events = do(state, *(f"draw T0{number}" for number in range(1, 9)))
    assert [(event.seat, event.clause) for event in of_kind(events, TileDrawn)] == [
        *[(0, "MS-1.8")] * 4,
        *[(1, "MS-1.8")] * 4,
    ]
    assert hand_of(state, 1) == ["T05", "T06", "T07", "T08"]


def test_ms_7_4_then_the_next_turn_begins() -> None:
    state = table(players=3, hands={**NO_VILLAGE, 2: "T33 T34 T35 T36"}, active=1)
    events = do(state, "skip", "skip", "skip", *(f"draw T{number}" for number in range(10, 22)))
    assert not of_kind(events, StartChosen)
    assert (phase_of(state), state.waiting_for(), state.skipped) == ("turn", [1], 0)


def test_ms_7_4_skips_with_old_hands_say_nothing_about_new_ones() -> None:
    state = table(hands=NO_VILLAGE)
    do(state, "skip", "skip", *(f"draw T0{number}" for number in range(1, 9)))
    assert state.misfits == [[0] * 4, [0] * 4]
    assert {name for seed in range(200) for name in hand_of(state.resample(0, Random(seed)), 1)} >= {"T05", "T26"}


def test_ms_7_4_the_hand_of_a_player_who_is_out_stays_out_of_play() -> None:
    state = table(players=3, hands={**NO_VILLAGE, 2: "T33 T34 T35 T36"})
    events = do(state, "2: out", "skip", "skip")
    assert only(events, HandsReturned).seats == [0, 1]
    assert (hand_of(state, 2), hand_sizes(state)) == (["T33", "T34", "T35", "T36"], [0, 0, 4])
    do(state, *(f"draw T0{number}" for number in range(1, 9)))
    assert (phase_of(state), state.waiting_for()) == ("turn", [0])


def test_ms_7_4_if_a_player_drops_out_new_hands_are_drawn_only_after_the_next_skip() -> None:
    state = table(players=3, hands={**NO_VILLAGE, 2: "T33 T34 T35 T36"}, skipped=[0, 1], active=2)
    assert not of_kind(do(state, "out"), HandsReturned)
    assert (phase_of(state), state.waiting_for(), state.view(None).special) == ("turn", [0], None)
    assert only(do(state, "skip"), HandsReturned).seats == [0, 1]


@pytest.mark.parametrize(("players", "bonuses"), [(2, [6, 0]), (3, [6, 3, 0]), (4, [6, 3, 1, 0])])
def test_ms_7_5_the_bonus_by_the_order_of_going_out(players: int, bonuses: list[int]) -> None:
    state = table(players=players)
    events = do(state, *["out"] * players)
    assert [event.bonus for event in of_kind(events, WentOut)] == bonuses
    assert state.scores() == [event.points for event in of_kind(events, Scored)] == bonuses


def test_ms_7_5_whether_by_the_last_tile_or_dropping_out() -> None:
    state = table("KVVV n1", players=3, hands={0: "T26", 1: "T60", 2: "T01"}, bag="")
    do(state, "2: out", "lay T26b s1 0")
    assert state.scores() == [3, 0, 6]
    assert [player.bonus for player in state.view(None).table] == [3, 0, 6]


def test_ms_7_5_never_for_the_last() -> None:
    state = table("KVVV n1", hands={0: "T60", 1: "T01"}, bag="")
    events = do(state, "1: out", "lay T60a s1 0")
    assert [(event.seat, event.bonus) for event in of_kind(events, WentOut)] == [(1, 6), (0, 0)]
