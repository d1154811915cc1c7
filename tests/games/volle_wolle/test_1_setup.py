"""VW-1 Components and setup."""

from __future__ import annotations

from collections import Counter

import pytest

from sheepfold.core.components import parse_components
from sheepfold.core.errors import OptionError
from sheepfold.core.state import CHANCE
from sheepfold.games.volle_wolle.data import VolleWolleComponents
from sheepfold.games.volle_wolle.events import BoardDealt, CardLaidOut, ChipPaid, Settled
from tests.games.events import of_kind
from tests.games.volle_wolle.table import (
    OUR_FILE,
    bid_all,
    bids_of,
    card_error,
    choices,
    components,
    do,
    error_message,
    new_game,
    phase_of,
    play_on,
    table,
    throw,
)

OUR_DECK = {
    range(7, 10): ("black", -5, 2, False),
    range(10, 13): ("black", -4, 1, False),
    range(13, 16): ("black", -3, 0, False),
    range(16, 20): ("0-0-7", None, 0, False),
    range(20, 22): ("0-0-7", None, 0, True),
    range(22, 26): ("3-7-0", None, 0, False),
    range(26, 28): ("3-7-0", None, 1, False),
    range(28, 32): ("white", 2, 2, False),
    range(32, 37): ("white", 3, 1, False),
    range(37, 41): ("white", 4, 0, False),
    range(41, 43): ("white", 4, 0, True),
    range(43, 47): ("white", 5, 0, False),
    range(47, 49): ("white", 5, 0, True),
    range(49, 51): ("white", 6, 0, False),
    range(51, 53): ("white", 6, -2, False),
    range(53, 56): ("white", 7, -2, False),
    range(56, 58): ("white", 8, -3, False),
}


def test_vw_1_1_sixty_cards() -> None:
    state = new_game(4)
    assert state.deck == 60
    sheep = [card for card in state.setup.cards if card.is_sheep]
    assert (len(sheep), state.deck_dogs, state.deck_bones) == (51, 8, 1)


def test_vw_1_1_there_are_boards_for_two_to_six() -> None:
    for players in (1, 7):
        with pytest.raises(OptionError, match="2 to 6 players"):
            new_game(players)


def test_vw_1_1_each_sheep_card_has_points_or_a_set_value_a_number_and_at_most_one_mark() -> None:
    for card in components().sheep.cards:
        assert (card.points is None) == (card.kind in ("3-7-0", "0-0-7"))
        assert card.number
        assert not (card.modifier and card.bone)


def test_vw_1_1_two_marks_on_a_card_name_their_line() -> None:
    assert card_error(42, '"bone": true', '"bone": true, "modifier": 1') == "a card has at most one mark"
    assert card_error(57, '"modifier": -3', '"modifier": -3, "bone": true') == "a card has at most one mark"


@pytest.mark.parametrize(
    ("number", "old", "new"),
    [
        (16, '"number": 16', '"number": 16, "points": 7'),
        (22, '"number": 22', '"number": 22, "points": 0'),
        (28, '"points": 2, ', ""),
        (13, ', "points": -3', ""),
    ],
)
def test_vw_1_1_superfluous_or_missing_points_name_their_line(number: int, old: str, new: str) -> None:
    assert card_error(number, old, new) == "white and black sheep have points, the others have none"


def test_vw_1_1_two_bones_name_their_line() -> None:
    assert error_message('"bones": 1', '"bones": 2').startswith("own.json, line 25 (extras.bones): ")


def test_vw_1_1_a_deck_without_sheep_names_its_line() -> None:
    start = OUR_FILE.index('"cards": [') + len('"cards": [')
    assert error_message(OUR_FILE[start : OUR_FILE.rindex("]")], "") == (
        "own.json, line 30 (sheep.cards): there are no sheep"
    )


def test_vw_1_2_our_deck() -> None:
    expected = {f"S{number:02}": (number, *face) for numbers, face in OUR_DECK.items() for number in numbers}
    found = {
        card.id: (card.number, card.kind, card.points, card.modifier, card.bone) for card in components().sheep.cards
    }
    assert found == expected


def test_vw_1_2_unknown_tables_are_marked_as_assumed() -> None:
    ours = components()
    assert [ours.dice.status, ours.chips.status] == ["rulebook", "rulebook"]
    assert [ours.bids.status, ours.extras.status] == ["reported", "reported"]
    assert [ours.sheep.status, ours.boards.status] == ["assumed", "assumed"]


def test_vw_1_2_the_rules_use_the_cards_of_the_file() -> None:
    faces = {card.name: card for card in new_game(2).setup.cards}
    for numbers, (_, points, modifier, bone) in OUR_DECK.items():
        for number in numbers:
            face = faces[f"S{number:02}"]
            assert (face.number, face.points, face.modifier, face.bone) == (number, points or 0, modifier, bone)


def test_vw_1_2_duplicate_ids_name_their_line() -> None:
    assert card_error(33, '"S33"', '"S34"') == "the id 'S34' is taken"
    assert card_error(7, '"S07"', '"S8"') == "the id 'S8' is taken"
    assert card_error(8, '"S08"', '"S09"') == "the id 'S09' is taken"


@pytest.mark.parametrize("name", ["dog", "s33", "S33 ", "S33\\n", "S033", "S0", "S", "33"])
def test_vw_1_2_an_id_that_does_not_fit_the_notation_names_its_line(name: str) -> None:
    assert card_error(33, '"S33"', f'"{name}"').startswith("Expected `str` matching regex")


def test_vw_1_3_a_d12_a_d10_and_a_d8() -> None:
    state = table(3, ["S28", "S29", "S30", "S31"], bids=[26, 20, 14])
    rolls = choices(state)
    assert rolls == [f"roll {a} {b} {c}" for a in range(1, 13) for b in range(1, 11) for c in range(1, 9)]
    assert state.chance_weights() is None


@pytest.mark.parametrize("sides", ["[12, 10, 6]", "[10, 12, 8]", "[12, 10]"])
def test_vw_1_3_other_dice_name_their_line(sides: str) -> None:
    assert error_message("[12, 10, 8]", sides) == (
        "own.json, line 4 (dice.sides): the rules are written for a d12, a d10 and a d8, in this order"
    )


@pytest.mark.parametrize("players", range(2, 7))
def test_vw_1_4_two_chips_each_and_the_rest_is_the_stock(players: int) -> None:
    state = new_game(players)
    assert state.chips == [2] * players
    assert state.stock == 25 - 2 * players


def test_vw_1_4_a_chip_is_worth_a_point_at_the_end() -> None:
    state = table(2, ["dog"], bids=[15, 14], chips=[4, 7], dogs={1: 3}, deck=[])
    events = throw(state, "12 10 8")
    assert of_kind(events, Settled)[-1] == Settled(1, "chips", 7, 7, "VW-5.1")
    assert state.scores() == [9 + 4, 7 - 5]


def test_vw_1_4_paid_chips_go_to_the_stock() -> None:
    state = table(3, ["S28", "S29", "S30", "S31"], chips=[3, 2, 2])
    assert ChipPaid(0, 1, 2, "VW-2.6") in bid_all(state, "26+", 20, 14)
    assert (state.chips, state.stock) == ([2, 2, 2], 19)


def test_vw_1_4_too_few_chips_name_their_line() -> None:
    assert error_message('"each": 2', '"each": 5') == (
        "own.json, line 9 (chips.each): 25 chips are not enough for 6 players"
    )
    enough = parse_components(VolleWolleComponents, OUR_FILE.replace('"each": 2', '"each": 4').encode(), "own.json")
    assert enough.chips.each == 4


def test_vw_1_5_the_settings_of_a_bidding_board() -> None:
    state = table(2, ["S28", "S29", "S30"])
    expected = [str(bid) for bid in range(14, 27)] + ["26+"]
    assert [bids_of(state, seat) for seat in (0, 1)] == [expected, expected]


@pytest.mark.parametrize(("old", "new"), [('"lowest": 14', '"lowest": 13'), ('"highest": 26', '"highest": 27')])
def test_vw_1_5_other_bids_name_their_line(old: str, new: str) -> None:
    assert error_message(old, new) == "own.json, line 11 (bids): the rules are written for bids from 14 to 26 and 26+"


def test_vw_1_6_boards_are_dealt_at_random_seat_by_seat() -> None:
    state = new_game(3)
    assert (state.waiting_for(), phase_of(state)) == ([CHANCE], "boards")
    assert choices(state) == [f"board {number}" for number in range(1, 7)]
    assert state.chance_weights() is None
    assert do(state, "board 4") == [BoardDealt(0, 4, "VW-1.6")]
    assert choices(state) == ["board 1", "board 2", "board 3", "board 5", "board 6"]
    assert do(state, "board 6", "board 1") == [BoardDealt(1, 6, "VW-1.6"), BoardDealt(2, 1, "VW-1.6")]
    assert [(player.board, player.number) for player in state.view(None).table] == [(4, 4), (6, 6), (1, 1)]
    assert phase_of(state) == "laying out"


def test_vw_1_6_a_board_that_is_not_dealt_yet_is_not_shown() -> None:
    state = new_game(2)
    do(state, "board 4")
    assert [(player.board, player.number) for player in state.view(1).table] == [(4, 4), (None, None)]


def test_vw_1_6_the_number_of_the_board_counts_until_the_first_sheep_is_won() -> None:
    state = table(3, ["S28", "bone", "dog", "dog"], bids=[26, 20, 14], boards=[5, 2, 1])
    throw(state, "12 10 8")
    do(state, "take bone dog dog")
    assert state.view(None).table[0].number == 5
    throw(state, "12 10 8")
    assert state.view(None).table[1].number == 28


def test_vw_1_6_all_numbers_differ() -> None:
    ours = components()
    numbers = [*ours.boards.numbers, *(card.number for card in ours.sheep.cards)]
    assert numbers == list(range(1, 58))


def test_vw_1_6_a_duplicate_sheep_number_names_its_line() -> None:
    twice = "is there twice; it must order players without ties"
    assert card_error(30, '"number": 30', '"number": 31') == f"sheep number 31 {twice}"
    assert card_error(30, '"number": 30', '"number": 6') == f"sheep number 6 {twice}"


def test_vw_1_6_boards_with_the_same_number_name_their_line() -> None:
    assert error_message("[1, 2, 3, 4, 5, 6]", "[1, 2, 3, 4, 5, 5]").startswith("own.json, line 20 (boards.numbers")


@pytest.mark.parametrize("numbers", ["[1, 2, 3, 4, 5]", "[1, 2, 3, 4, 5, 6, 58]"])
def test_vw_1_6_too_few_or_too_many_boards_name_their_line(numbers: str) -> None:
    assert (
        error_message("[1, 2, 3, 4, 5, 6]", numbers)
        == "own.json, line 20 (boards.numbers): there are 6 boards with different numbers"
    )


def test_vw_1_7_all_cards_are_in_one_pile_and_dogs_weigh_together() -> None:
    state = new_game(2)
    do(state, "board 1", "board 2")
    assert choices(state) == [*(f"card S{number:02}" for number in range(7, 58)), "card bone", "card dog"]
    assert state.chance_weights() == [1] * 52 + [8]
    do(state, "card dog", "card S20")
    assert choices(state)[-2:] == ["card bone", "card dog"]
    assert "card S20" not in choices(state)
    assert state.chance_weights() == [1] * 51 + [7]
    assert state.deck == 58


def test_vw_1_7_each_card_comes_once() -> None:
    events = play_on(new_game(3))
    laid_out = Counter(event.card for event in of_kind(events, CardLaidOut))
    assert laid_out == Counter([*(f"S{number:02}" for number in range(7, 58)), "bone", *["dog"] * 8])
