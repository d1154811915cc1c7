"""MS-5 Showing your colour."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold.core.errors import IllegalAction
from sheepfold.games.meine_schafe.events import ColourShown, PenClosed, TileDrawn, TileLaid
from tests.games.events import of_kind
from tests.games.meine_schafe.table import (
    FOREST,
    RING,
    areas,
    cells_for,
    choices,
    do,
    hand_of,
    hand_sizes,
    only,
    phase_of,
    table,
)

TWO_BLACK = ["VKVV n1", "KBBV e1"]
"""A black tile at n1e1 touches two."""


def test_ms_5_1_the_question_tile_is_turned_over_and_laid() -> None:
    state = table("KVVV n1", hands={0: "T60"})
    assert only(do(state, "show black n2"), ColourShown) == ColourShown(0, "black", "n2", 1, "MS-5.1")
    laid = state.view(None).laid[-1]
    assert (laid.cell, laid.tile, laid.edges) == ("n2", "?", "KKKK")
    assert [area.size for area in areas(state, "K")] == [5]
    assert hand_of(state, 0) == ["T60"]


def test_ms_5_1_also_in_the_turn_of_another() -> None:
    state = table(*FOREST, hands={0: "T60", 1: "T59"})
    assert only(do(state, "1: show yellow n2e1"), ColourShown) == ColourShown(1, "yellow", "n2e1", 1, "MS-5.1")
    laid = state.view(None).laid[-1]
    assert (laid.cell, laid.tile, laid.edges) == ("n2e1", "?", "YYYY")


def test_ms_5_1_by_the_normal_rules() -> None:
    state = table("KVVV n1", "VVRV s1", players=3, hands={0: "T60"})
    assert (cells_for(state, "show black"), cells_for(state, "show red", 2)) == (["n2"], ["s2"])
    with pytest.raises(IllegalAction):
        do(state, "show black e1")


def test_ms_5_1_one_tile_is_drawn_for_each_edge() -> None:
    state = table(*TWO_BLACK, hands={0: "T60"})
    events = do(state, "show black n1e1", "draw T50", "draw T51")
    assert of_kind(events, TileDrawn) == [TileDrawn(0, "T50", "MS-2.5"), TileDrawn(0, "T51", "MS-2.5")]
    assert (hand_sizes(state)[0], phase_of(state)) == (3, "extra")


def test_ms_5_1_it_can_close_pens() -> None:
    state = table(*RING, hands={0: "T60"})
    closed = only(do(state, "show black n2"), PenClosed)
    assert closed == PenClosed("black", 8, ["n1", "n2e1", "n3", "n2w1", "n2"], "MS-7.1")


def test_ms_5_1_only_the_player_s_own_colour() -> None:
    state = table("KVVV n1", colours=["red", "black"], hands={0: "T60"})
    assert choices(state, "show") == []
    assert choices(state, "show", 1) == ["show black n2"]


def test_ms_5_1_only_once() -> None:
    state = table("KVVV n1", hands={0: "T60"})
    do(state, "show black n2", "draw T50", "done")
    assert choices(state, "show") == []


def test_ms_5_1_never_as_the_tile_of_the_turn() -> None:
    state = table("KVVV n1", hands={0: "T60"})
    do(state, "show black n2", "draw T50", "done")
    assert (phase_of(state), state.waiting_for(), choices(state, "skip")) == ("turn", [0], [])
    assert choices(state, "lay T60") != []


def test_ms_5_1_if_the_bag_is_empty_nothing_is_drawn() -> None:
    state = table("KVVV n1", hands={0: "T60"}, bag="")
    do(state, "show black n2")
    assert (phase_of(state), hand_of(state, 0)) == ("extra", ["T60"])


def test_ms_5_2_one_more_tile_anywhere() -> None:
    state = table("KVVV n1", hands={0: "T01 T02"})
    do(state, "show black n2", "draw T50")
    assert (phase_of(state), state.waiting_for()) == ("extra", [0])
    assert cells_for(state, "lay T01b") == ["e1", "n1e1", "n1w1", "s1", "w1"]
    assert cells_for(state, "lay T50a") == ["n2e1", "n2w1", "n3"]
    assert [text.split()[0] for text in choices(state) if not text.startswith("lay")] == ["done"]


def test_ms_5_2_that_tile_earns_draws_too() -> None:
    state = table("KVVV n1", hands={0: "T01 T02"})
    events = do(state, "show black n2", "draw T50", "lay T01b e1 3")
    laid = only(events, TileLaid)
    assert (laid.tile, laid.clause) == ("T01", "MS-5.2")
    do(state, "draw T51")
    assert (hand_of(state, 0), phase_of(state), state.waiting_for()) == (["T02", "T50", "T51"], "turn", [0])


def test_ms_5_2_only_one_more() -> None:
    state = table("KVVV n1", hands={0: "T60", 1: "T01 T02"}, colours=["red", "black"])
    do(state, "1: show black n2", "draw T50", "lay T01b e1 3", "draw T51")
    assert (phase_of(state), state.waiting_for(), choices(state, seat=1)) == ("turn", [0], [])


def test_ms_5_2_or_none() -> None:
    state = table("KVVV n1", hands={0: "T01 T02"})
    do(state, "show black n2", "draw T50", "done")
    assert (phase_of(state), hand_of(state, 0)) == ("turn", ["T01", "T02", "T50"])


def test_ms_5_2_also_a_wolf_or_hunter() -> None:
    state = table(*FOREST, "WB n3", hands={0: "T60", 1: "WK HR T59"})
    do(state, "1: show yellow n2e1", "draw T50")
    assert cells_for(state, "lay WKa") == ["n3w1", "n4"]
    assert cells_for(state, "lay HRa") == ["n3"]
    do(state, "lay HRa n3 0")
    assert (phase_of(state), hand_of(state, 1)) == ("turn", ["T50", "T59", "WK"])


def test_ms_5_3_from_then_on_everybody_knows_the_colour() -> None:
    state = table("KVVV n1", players=3, hands={0: "T60"})
    assert state.view(1).table[0].shown == []
    do(state, "show black n2", "draw T50")
    for observer in (0, 1, 2, None):
        player = state.view(observer).table[0]
        assert (player.colours, player.shown) == (["black"], ["black"])
    assert state.view(1).table[2].colours is None
    assert {state.resample(1, Random(seed)).colours[0][0] for seed in range(20)} == {0}
    assert {state.resample(1, Random(seed)).colours[2][0] for seed in range(20)} == {2, 3}


def test_ms_5_4_a_tile_that_fits_nowhere_cannot_be_shown() -> None:
    assert choices(table(hands={0: "T60"}), "show") == []
    state = table("KVVV n1", reach=1, hands={0: "T60"})
    assert choices(state, "show") == []
    with pytest.raises(IllegalAction):
        do(state, "show black n1e1")
