"""HB-3 The scramble before the game."""

from __future__ import annotations

import pytest

from sheepfold.games.haste_bock.events import DieRolled, RamLapsed
from tests.games.haste_bock.table import BLOCK, ONE_ROW, choices, do, meadow, phase_of, scramble


def rammers(drawing: str, side: str) -> set[str]:
    state = scramble(drawing)
    do(state, f"roll {side}")
    return {text.split()[1] for text in choices(state, "ram ")}


@pytest.mark.parametrize(("start", "order"), [(0, [0, 1, 2, 3]), (2, [2, 3, 0, 1])])
def test_hb_3_1_each_player_rams_once_beginning_with_the_start_player(start: int, order: list[int]) -> None:
    state = scramble(ONE_ROW, start=start)
    events = [do(state, "roll blue") for _ in range(4)]
    assert [event[0] for event in events] == [DieRolled(seat, "blue", "HB-3.1") for seat in order]
    assert phase_of(state) == "playing"


def test_hb_3_1_everybody_sees_that_the_throw_is_for_the_scramble() -> None:
    state = scramble(BLOCK, start=2)
    assert (phase_of(state), state.view(None).throw) == ("rolling", "scramble")
    do(state, "roll black")
    assert (phase_of(state), state.view(None).throw) == ("ramming", "scramble")


@pytest.mark.parametrize(
    ("side", "cells"),
    [
        ("blue", {"e6", "d4"}),
        ("yellow", {"d5", "f4"}),
        ("green", {"f6", "e4"}),
        ("red", {"d6", "f5"}),
        ("black", {"e5"}),
        ("white", {"d6", "e6", "f6", "d5", "e5", "f5", "d4", "e4", "f4"}),
    ],
)
def test_hb_3_1_any_sheep_of_that_colour_rams(side: str, cells: set[str]) -> None:
    assert rammers(BLOCK, side) == cells


def test_hb_3_1_neutral_sheep_ram_too() -> None:
    state = scramble(BLOCK, players=2)
    do(state, "roll green")
    assert {text.split()[1] for text in choices(state)} == {"f6", "e4"}
    state = scramble(BLOCK, players=2)
    do(state, "roll white")
    assert len({text.split()[1] for text in choices(state)}) == 9


def test_hb_3_1_if_only_one_can_ram_it_must() -> None:
    assert rammers(". . . G . . . . .", "green") == {"h1"}


def test_hb_3_1_a_possible_ram_is_compulsory() -> None:
    state = scramble(BLOCK)
    do(state, "roll black")
    assert state.waiting_for() == [0]
    assert choices(state) == choices(state, "ram e5 ") != []
    state = meadow(BLOCK, stone=19)
    do(state, "turn1 left", "roll black")
    assert state.waiting_for() == [0]
    assert choices(state) == choices(state, "ram e5 ") != []


@pytest.mark.parametrize("start", [0, 1])
def test_hb_3_2_with_two_players_each_rams_twice_alternating(start: int) -> None:
    state = scramble(ONE_ROW, players=2, start=start)
    events = [do(state, "roll white") for _ in range(4)]
    assert [event[0] for event in events] == [DieRolled(seat, "white", "HB-3.1") for seat in [start, 1 - start] * 2]
    assert (phase_of(state), state.waiting_for()) == ("playing", [start])


def test_hb_3_2_with_three_players_each_rams_once() -> None:
    state = scramble(ONE_ROW, players=3)
    events = [do(state, "roll white") for _ in range(3)]
    assert [event[0] for event in events] == [DieRolled(seat, "white", "HB-3.1") for seat in range(3)]
    assert phase_of(state) == "playing"


@pytest.mark.parametrize("side", ["blue", "black", "white"])
def test_hb_3_3_there_is_no_ram_if_no_sheep_can_ram(side: str) -> None:
    state = scramble(ONE_ROW, start=1)
    where = state.where[:]
    assert do(state, f"roll {side}") == [DieRolled(1, side, "HB-3.1"), RamLapsed(1, side, "HB-3.3")]
    assert (phase_of(state), state.active, state.where) == ("rolling", 2, where)
    assert state.view(None).die is None


def test_hb_3_3_there_is_no_ram_even_if_other_colours_could_ram() -> None:
    state = scramble(". . . T . . . . .")
    assert do(state, "roll black")[1:] == [RamLapsed(0, "black", "HB-3.3")]
    do(state, "roll blue")
    assert (phase_of(state), state.waiting_for()) == ("ramming", [1])


def test_hb_3_3_also_in_a_panic() -> None:
    state = meadow(ONE_ROW, stone=19)
    do(state, "turn1 left")
    assert do(state, "roll white") == [DieRolled(0, "white", "HB-4.4"), RamLapsed(0, "white", "HB-3.3")]
    assert (phase_of(state), state.waiting_for(), state.stone) == ("playing", [1], 20)


@pytest.mark.parametrize(("players", "start"), [(4, 0), (4, 3), (3, 1), (2, 1)])
def test_hb_3_4_the_start_player_takes_the_first_turn(players: int, start: int) -> None:
    state = scramble(BLOCK, players=players, start=start)
    while phase_of(state) == "rolling":
        do(state, "roll white")
        do(state, choices(state)[0])
    assert (phase_of(state), state.waiting_for(), state.stone) == ("playing", [start], 0)
    do(state, "turn1 left")
    if players < 4:
        do(state, "walk 1")
    assert state.active == (start + 1) % players
