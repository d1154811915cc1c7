"""An illegal action names the clause that it breaks."""

from __future__ import annotations

from tests.games.haste_bock.table import BLOCK, do, meadow, new_game, scramble
from tests.games.refusals import clause_of

ROW = "B . Y . R . . . ."


def test_hb_2_3_a_number_that_cannot_be_rammed() -> None:
    state = scramble("T . B Y . G R . .")
    do(state, "roll black")
    assert clause_of(state, "ram a9 e 1") == "HB-2.3"
    assert clause_of(meadow("B . Y R . . . . .", cards={0: "ram2"}), "ram2 a9 e 1") == "HB-2.3"


def test_hb_2_4_a_ram_that_hits_nobody() -> None:
    assert clause_of(meadow(". . B . . . . . .", cards={0: "ram2"}), "ram2 c9 e 1") == "HB-2.4"


def test_hb_3_1_a_sheep_of_another_colour() -> None:
    state = scramble("T . B . . G R . .")
    do(state, "roll black")
    assert clause_of(state, "ram c9 e 1") == "HB-3.1"
    assert clause_of(state, "step1 a9 e") == "HB-3.1"


def test_hb_4_1_a_card_that_is_not_in_hand() -> None:
    state = meadow(ROW, cards={0: "ram2"})
    assert clause_of(state, "step1 a9 e") == "HB-4.1"
    assert clause_of(state, "walk 1") == "HB-4.1"


def test_hb_4_4_a_sheep_of_another_colour_in_a_panic() -> None:
    state = meadow("T . B . . G R . .", panic=[21], cards={0: "turn1 step1"})
    do(state, "turn1 left", "roll black")
    assert clause_of(state, "ram c9 e 1") == "HB-4.4"


def test_hb_4_5_a_sheep_does_not_leave_the_meadow() -> None:
    assert clause_of(meadow(ROW, cards={0: "step1"}), "step1 a9 n") == "HB-4.5"


def test_hb_4_5_at_least_one_sheep_moves() -> None:
    assert clause_of(meadow(ROW, cards={0: "straight1"}), "straight1 8 e") == "HB-4.5"
    assert clause_of(meadow(BLOCK, cards={0: "trough3"}), "trough3 n") == "HB-4.5"


def test_hb_4_6_no_card_is_discarded_while_one_can_be_played() -> None:
    assert clause_of(meadow(ROW, cards={0: "step1"}), "discard step1") == "HB-4.6"


def test_hb_5_1_a_step_of_another_player_s_sheep_or_onto_a_sheep() -> None:
    assert clause_of(meadow(ROW, cards={0: "step1"}), "step1 c9 e") == "HB-5.1"
    assert clause_of(meadow("B Y . . . . . . .", cards={0: "step1"}), "step1 a9 e") == "HB-5.1"


def test_hb_5_2_a_ram_of_another_player_s_sheep() -> None:
    assert clause_of(meadow(ROW, cards={0: "ram2"}), "ram2 c9 e 1") == "HB-5.2"


def test_hb_5_3_a_leap_onto_a_sheep() -> None:
    assert clause_of(meadow("B Y R . . . . . .", cards={0: "leap3"}), "leap3 a9 e 1") == "HB-5.3"


def test_hb_5_4_a_corner_is_no_diagonal() -> None:
    assert clause_of(meadow(ROW, cards={0: "diagonal1"}), "diagonal1 a9 ne") == "HB-5.4"


def test_hb_5_6_a_caravan_off_the_meadow() -> None:
    assert clause_of(meadow(ROW, cards={0: "straight1"}), "straight1 9 w") == "HB-5.6"


def test_hb_5_8_a_trough_the_other_way() -> None:
    state = meadow(ROW, cards={0: "trough3 step1", 1: "trough3 step1"})
    do(state, "trough3 s")
    assert clause_of(state, "trough3 n") == "HB-5.8"


def test_hb_5_10_a_turn_back() -> None:
    state = meadow(ROW, cards={0: "turn1 step1", 1: "turn1 step1"})
    do(state, "turn1 left")
    assert clause_of(state, "turn1 right") == "HB-5.10"


def test_hb_9_3_a_movement_card_that_is_not_in_hand() -> None:
    state = meadow(ROW, players=3, cards={0: "turn1"}, movement={0: "1 2"})
    do(state, "turn1 left")
    assert clause_of(state, "walk 3") == "HB-9.3"


def test_hb_10_3_two_players_must_play_a_movement_card() -> None:
    state = meadow(ROW, players=2, cards={0: "turn1"}, movement={0: "1 2"})
    do(state, "turn1 left")
    assert clause_of(state, "walk 0") == "HB-10.3"


def test_no_clause_for_other_seats_chance_and_nonsense() -> None:
    state = meadow(ROW, cards={0: "step1"})
    assert clause_of(state, "step1 a9 n", seat=1) is None
    assert clause_of(state, "shear a9") is None
    assert clause_of(new_game(2), "roll white") is None
