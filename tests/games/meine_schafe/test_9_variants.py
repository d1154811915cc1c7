"""MS-9 Variants."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold.core.errors import OptionError
from sheepfold.games.meine_schafe.events import ColourDealt, GameEnded, PenCounted, Scored, TieCompared, WentOut
from sheepfold.games.meine_schafe.game import GAME
from tests.games.events import of_kind
from tests.games.meine_schafe.table import (
    BLACK_PEN,
    BLACK_SHOWN,
    BLUE_PEN,
    FOREST,
    FOUR_PENS,
    RED_PEN,
    STUCK,
    YELLOW_PEN,
    YELLOW_SHOWN,
    choices,
    dealt,
    do,
    new_game,
    only,
    phase_of,
    ranks_of,
    table,
)
from tests.games.meine_schafe.test_8_scoring import BIG_BLACK, LOW_YELLOW, SECOND_BLACK, SMALL_BLACK

THREE_YELLOW = [*YELLOW_PEN, "YVBK n1e2", "BVYR n2e2", *LOW_YELLOW]
"""Beside BIG_BLACK."""


def test_ms_9_1_each_player_has_two_colours() -> None:
    state = new_game(2, variant="two-herds")
    events = do(state, "colour yellow", "colour black", "colour red", "colour blue")
    assert [event.seat for event in of_kind(events, ColourDealt)] == [0, 0, 1, 1]
    assert [state.view(seat).table[seat].colours for seat in (0, 1)] == [["black", "yellow"], ["blue", "red"]]
    assert phase_of(state) == "drawing"


def test_ms_9_1_so_the_players_know_all_colours() -> None:
    state = dealt(2, variant="two-herds")
    assert [player.colours for player in state.view(0).table] == [["black", "blue"], ["red", "yellow"]]
    assert state.view(1).table == state.view(0).table
    for seed in range(10):
        assert state.resample(0, Random(seed)).colours == state.colours


def test_ms_9_1_but_not_before_they_are_dealt() -> None:
    state = new_game(2, variant="two-herds")
    do(state, "colour yellow", "colour black")
    assert [player.colours for player in state.view(1).table] == [None, []]


def test_ms_9_1_a_spectator_does_not_until_one_player_has_shown_both() -> None:
    state = table(variant="two-herds")
    assert [player.colours for player in state.view(None).table] == [None, None]
    assert len({tuple(state.resample(None, Random(seed)).colours[0]) for seed in range(60)}) == 6
    state = table(*YELLOW_SHOWN, variant="two-herds")
    assert [player.colours for player in state.view(None).table] == [None, None]
    assert state.view(None).table[0].shown == ["yellow"]
    found = {tuple(state.resample(None, Random(seed)).colours[0]) for seed in range(60)}
    assert found == {(0, 1), (2, 1), (3, 1)}
    state = table(*BLACK_SHOWN, *YELLOW_SHOWN, variant="two-herds")
    assert [player.colours for player in state.view(None).table] == [["black", "yellow"], ["blue", "red"]]


def test_ms_9_1_each_colour_may_be_shown() -> None:
    state = table("KVVV n1", "VYVV e1", variant="two-herds", hands={0: "T60"})
    assert choices(state, "show") == ["show black n2", "show yellow e2"]
    do(state, "show yellow e2", "draw T50", "done")
    assert choices(state, "show") == ["show black n2"]
    do(state, "show black n2", "draw T51", "done")
    assert state.view(None).table[0].shown == ["black", "yellow"]


def test_ms_9_1_the_largest_pens_of_both_are_added() -> None:
    state = table(*BIG_BLACK, *SMALL_BLACK, *LOW_YELLOW, *BLUE_PEN, variant="two-herds")
    assert state.scores() == [8, 2]
    events = do(state, "out", "out")
    assert [(event.seat, event.colour, event.sheep, event.clause) for event in of_kind(events, PenCounted)][:2] == [
        (0, "black", 6, "MS-9.1"),
        (0, "yellow", 2, "MS-9.1"),
    ]
    assert of_kind(events, Scored)[0] == Scored(0, 8, 3, 1, 0, 8, "MS-9.1")


def test_ms_9_1_no_bonus() -> None:
    state = table(variant="two-herds")
    events = do(state, "out", "out")
    assert [event.bonus for event in of_kind(events, WentOut)] == [0, 0]
    assert state.scores() == [0, 0]


def test_ms_9_1_ties_compare_the_sums_of_the_second_largest() -> None:
    state = table(*FOUR_PENS, variant="two-herds")
    do(state, "out", "out")
    assert (state.scores(), ranks_of(state)) == ([4, 4], [1, 1])
    state = table(*BLACK_PEN, *SECOND_BLACK, *RED_PEN, variant="two-herds")
    events = do(state, "out", "out")
    assert (state.scores(), ranks_of(state)) == ([2, 2], [1, 2])
    assert only(events, TieCompared) == TieCompared([0, 1], [[2], []], "MS-8.3")


@pytest.mark.parametrize("players", [3, 4])
def test_ms_9_1_only_for_two_players(players: int) -> None:
    with pytest.raises(OptionError, match=f"'two-herds' is for 2 players, not {players}; choose another variant"):
        new_game(players, variant="two-herds")
    assert "two-herds" not in GAME.variants_for(players)
    assert "two-herds" in GAME.variants_for(2)


def test_ms_9_2_it_ends_when_one_is_left() -> None:
    state = table(players=3, variant="maehr", active=1)
    assert not of_kind(do(state, "out"), GameEnded)
    ended = only(do(state, "0: out"), GameEnded)
    assert (ended.ending, ended.clause) == ("one left", "MS-9.2")
    assert (phase_of(state), state.waiting_for()) == ("over", [])


def test_ms_9_2_also_with_the_last_tile_in_the_middle_of_a_turn() -> None:
    state = table(*FOREST, hands={0: "T60", 1: "WK"}, bag="", variant="maehr")
    events = do(state, "1: send WK n3")
    assert only(events, GameEnded).ending == "one left"


def test_ms_9_2_only_in_this_variant() -> None:
    state = table(players=2)
    assert not of_kind(do(state, "out"), GameEnded)
    state = table(variant="two-herds")
    assert not of_kind(do(state, "out"), GameEnded)


def test_ms_9_2_the_largest_times_the_number_of_pens() -> None:
    state = table(*BIG_BLACK, *SMALL_BLACK, *LOW_YELLOW, variant="maehr")
    assert state.scores() == [12, 2]
    assert of_kind(do(state, "out"), Scored) == [
        Scored(0, 6, 2, 2, 0, 12, "MS-9.2"),
        Scored(1, 2, 1, 1, 0, 2, "MS-9.2"),
    ]
    assert [receipt.times for receipt in state.view(None).settlement or []] == [2, 1]


def test_ms_9_2_pens_beside_a_forest_with_a_wolf_do_not_count() -> None:
    assert table(*BIG_BLACK, *SMALL_BLACK, "WR n3", variant="maehr").scores() == [2, 0]


def test_ms_9_2_no_bonus() -> None:
    state = table(players=3, variant="maehr")
    assert [event.bonus for event in of_kind(do(state, "out", "out"), WentOut)] == [0, 0]
    assert (state.scores(), ranks_of(state)) == ([0, 0, 0], [1, 1, 1])


def test_ms_9_2_it_also_ends_when_nobody_can_lay() -> None:
    state = table(STUCK, hands={0: "T27", 1: "T30"}, variant="maehr", colours=["yellow", "red"])
    assert only(do(state, "skip", "skip"), GameEnded).ending == "stuck"


def test_ms_9_2_ties_compare_from_the_second_pen_on() -> None:
    state = table(*BIG_BLACK, *THREE_YELLOW, variant="maehr")
    events = do(state, "out")
    assert (state.scores(), ranks_of(state)) == ([6, 6], [2, 1])
    assert only(events, TieCompared).pens == [[], [2, 2]]


def test_ms_9_2_the_variants_are_not_combined() -> None:
    with pytest.raises(OptionError, match="variant"):
        new_game(2, variant="two-herds maehr")
