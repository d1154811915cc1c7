"""SS-1 Components and setup."""

from __future__ import annotations

import msgspec
import pytest

from sheepfold.core.errors import OptionError
from sheepfold.core.state import CHANCE
from sheepfold.games.schafe_schubsen.board import SIDES
from sheepfold.games.schafe_schubsen.data import Cards
from sheepfold.games.schafe_schubsen.events import DykeLaid, RingLost, StartChosen
from sheepfold.games.schafe_schubsen.game import GAME
from tests.games.schafe_schubsen.table import boards_of, choices, do, dyke, hands_of, new_game, phase_of, play_round

PRINTED_WATER = {
    "1A": [7, 8, 16, 22, 23, 39, 45, 50, 51, 64, 74, 85, 97, 98],
    "1B": [6, 7, 19, 21, 29, 35, 36, 40, 41, 50, 51, 57, 69, 74, 82, 88, 92, 93],
    "2A": [3, 4, 8, 17, 28, 31, 45, 46, 47, 51, 69, 70, 82, 92],
    "2B": [4, 5, 7, 15, 16, 26, 33, 44, 45, 56, 64, 72, 73, 88, 89, 90, 91, 92],
}
EIGHT_LAYOUTS = ["1A 2A", "1A 2B", "1B 2A", "1B 2B", "2A 1A", "2A 1B", "2B 1A", "2B 1B"]


@pytest.mark.parametrize("players", range(3, 9))
def test_ss_1_1_each_player_has_one_sheep_and_a_card_of_each_digit(players: int) -> None:
    state = new_game(players)
    assert len(state.field) == players
    assert hands_of(state) == ["0123456789"] * players


@pytest.mark.parametrize("players", [2, 9])
def test_ss_1_1_there_are_sheep_for_three_to_eight(players: int) -> None:
    with pytest.raises(OptionError, match="3 to 8 players"):
        new_game(players)


def test_ss_1_1_the_eight_sheep_differ_in_colour() -> None:
    assert GAME.face.seat_names(8) == ["Yellow", "Red", "Blue", "Green", "Black", "White", "Orange", "Purple"]


@pytest.mark.parametrize("digits", [[], [5], [5, 5]])
def test_ss_1_1_a_hand_leaves_a_choice(digits: list[int]) -> None:
    box = msgspec.structs.replace(GAME.standard_components(), cards=Cards(status="assumed", digits=digits))
    assert box.problems() == [(("cards", "digits"), "a hand needs at least two cards and each digit at most once")]


@pytest.mark.parametrize("layout", EIGHT_LAYOUTS)
def test_ss_1_2_either_side_up_in_either_order(layout: str) -> None:
    first, second = layout.split()
    seen = new_game(3, layout=layout, start=0).view(None)
    assert seen.boards == [first, second]
    assert seen.water == PRINTED_WATER[first] + [100 + field for field in PRINTED_WATER[second]]


def test_ss_1_3_everybody_sees_the_water_of_all_four_sides() -> None:
    state = dyke([0, 0, 0], water={"1A": [7], "2B": [90, 4]})
    assert state.view(None).sides == {"1A": [7], "1B": [], "2A": [], "2B": [4, 90]}
    assert new_game(3).view(0).sides == PRINTED_WATER


def test_ss_1_2_the_second_board_goes_on_where_the_first_ends() -> None:
    state = dyke([97, 10, 20], water={"2A": [0]})
    events = play_round(state, ["3", "2", "4"])
    assert state.field[0] == 100
    assert RingLost(0, 4, "SS-4.3") in events


def test_ss_1_3_each_layout_is_equally_likely() -> None:
    state = new_game(3)
    assert state.waiting_for() == [CHANCE]
    assert choices(state) == [f"layout {layout}" for layout in EIGHT_LAYOUTS]
    assert state.chance_weights() is None


@pytest.mark.parametrize("layout", EIGHT_LAYOUTS)
def test_ss_1_3_chance_lays_the_dyke(layout: str) -> None:
    state = new_game(3)
    assert do(state, f"layout {layout}") == [DykeLaid(layout.split(), "SS-1.3")]
    assert boards_of(state) == layout.split()
    assert phase_of(state) == "start"


def test_ss_1_3_the_table_may_choose_the_layout() -> None:
    state = new_game(3, layout="2B 1A")
    assert boards_of(state) == ["2B", "1A"]
    assert phase_of(state) == "start"


def test_ss_1_3_water_is_where_the_components_say() -> None:
    water = new_game(3).setup.water
    assert {side: [field for field in range(100) if wet[field]] for side, wet in zip(SIDES, water, strict=True)} == (
        PRINTED_WATER
    )


def test_ss_1_4_all_sheep_start_together_on_field_0() -> None:
    state = new_game(8, layout="1A 2A", start=0)
    assert state.field == [0] * 8
    assert state.view(None).shared_start


def test_ss_1_4_a_new_game_forgets_who_was_out_in_the_last() -> None:
    last = new_game(4, layout="1A 2A", start=0)
    play_round(last, ["987", "1", "2", "3"])
    assert last.out == [0]
    assert new_game(4, layout="1A 2A", start=0).out == []


@pytest.mark.parametrize(("players", "rings"), [(3, 5), (4, 4), (5, 3), (6, 3), (7, 2), (8, 2)])
def test_ss_1_5_rings_depend_on_the_number_of_players(players: int, rings: int) -> None:
    assert new_game(players).rings == [rings] * players


def test_ss_1_6_clovers_are_an_open_supply() -> None:
    state = new_game(3)
    supply = {"back5": 3, "back10": 3, "back15": 2, "back20": 1, "change2": 3, "change4": 3, "change6": 2, "change9": 1}
    assert state.view(None).supply == state.view(2).supply == supply
    assert [sheep.clovers for sheep in state.view(None).sheep] == [{}, {}, {}]


@pytest.mark.parametrize("players", range(3, 9))
def test_ss_1_7_each_seat_is_equally_likely_to_start(players: int) -> None:
    state = new_game(players, layout="1A 2A")
    assert state.waiting_for() == [CHANCE]
    assert choices(state) == [f"start {seat}" for seat in range(players)]
    assert state.chance_weights() is None


def test_ss_1_7_the_start_player_holds_angel_and_devil() -> None:
    state = new_game(4, layout="1A 2A")
    assert do(state, "start 2") == [StartChosen(2, "SS-1.7")]
    assert (state.start, state.angel, state.devil) == (2, 2, 2)
    seen = state.view(None)
    assert (seen.start, seen.angel, seen.devil) == (2, 2, 2)
    assert state.waiting_for() == [0, 1, 2, 3]


def test_ss_1_7_the_table_may_choose_who_starts() -> None:
    state = new_game(4, start=3)
    do(state, "layout 1A 2A")
    assert (state.start, state.angel, state.devil) == (3, 3, 3)
    assert phase_of(state) == "laying"


@pytest.mark.parametrize("start", [-1, 4])
def test_ss_1_7_only_a_player_can_start(start: int) -> None:
    with pytest.raises(OptionError, match="from 0 to 3"):
        new_game(4, start=start)
