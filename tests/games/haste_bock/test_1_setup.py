"""HB-1 Components and setup."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from sheepfold.core.action import canonical_order
from sheepfold.core.components import components_text, parse_components
from sheepfold.core.errors import ComponentError, OptionError
from sheepfold.core.state import CHANCE
from sheepfold.games.haste_bock.data import HasteBockComponents
from sheepfold.games.haste_bock.events import FlockPlaced, PanicBegun, StartChosen
from sheepfold.games.haste_bock.game import GAME
from tests.games.events import of_kind
from tests.games.haste_bock.table import (
    BLOCK,
    NAMES,
    choices,
    do,
    drawn,
    hand_of,
    meadow,
    movement_of,
    new_game,
    phase_of,
    picture,
    turned,
)

SET = {
    "diagonal1": 1, "diagonal2": 1, "leap3": 1, "ram2": 1, "ram3": 1, "step1": 1, "step2": 1,
    "straight1": 1, "straight2": 1, "trough3": 2, "turn1": 1,
}  # fmt: skip
PANIC = [4, 8, 16, 20, 28, 32, 41, 45, 53, 57, 65, 69]


def places_of(layout: str) -> dict[str, list[tuple[int, int]]]:
    found: dict[str, list[tuple[int, int]]] = {}
    for row, letters in enumerate(layout.removeprefix("layout ").split()):
        for column, letter in enumerate(letters):
            found.setdefault(letter, []).append((row, column))
    return found


def test_hb_1_1_nine_sheep_on_nine_by_nine_fields() -> None:
    state = new_game(4, layout="default", start=0)
    flock = Counter(sheep.colour for sheep in state.view(None).flock)
    assert flock == {"blue": 2, "yellow": 2, "green": 2, "red": 2, "black": 1}
    corners = """
        B . . . . . . . Y
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . T . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        R . . . . . . . Y
    """
    seen = {(sheep.colour, sheep.cell) for sheep in meadow(corners).view(None).flock}
    assert {("blue", "a9"), ("yellow", "i9"), ("red", "a1"), ("yellow", "i1"), ("black", "e5")} <= seen


def test_hb_1_1_beyond_the_ninth_field_is_the_edge() -> None:
    state = meadow("B . . . . . . . B", cards={0: "step1"})
    assert choices(state) == [f"step1 {step}" for step in ("a9 e", "a9 s", "a9 se", "i9 s", "i9 sw", "i9 w")]


def test_hb_1_2_48_layouts_from_two_pairings() -> None:
    layouts = choices(new_game(4))
    assert len(set(layouts)) == len(layouts) == 48
    pairings = {
        frozenset(tuple(spots) for letter, spots in places_of(layout).items() if letter != "k") for layout in layouts
    }
    assert len(pairings) == 2


def test_hb_1_2_sheep_of_one_colour_stand_a_knights_move_apart() -> None:
    for layout in choices(new_game(4)):
        places = places_of(layout)
        assert places.pop("k") == [(1, 1)]
        assert sorted(places) == ["b", "g", "r", "y"]
        for (row, column), (other_row, other_column) in places.values():
            assert {abs(row - other_row), abs(column - other_column)} == {1, 2}
            assert ((row + column) % 2 == 0) != ((other_row + other_column) % 2 == 0)


def test_hb_1_2_the_block_stands_in_the_centre() -> None:
    state = new_game(4, start=0)
    do(state, "layout byr rkg gby")
    assert drawn(state, 7) == picture("""
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . B Y R . . .
        . . . R T G . . .
        . . . G B Y . . .
        . . . . . . . . .
    """)


def test_hb_1_3_the_default_layout() -> None:
    state = new_game(4, layout="default", start=0)
    assert drawn(state, 6) == picture(BLOCK)
    assert phase_of(state) == "rolling"


def test_hb_1_3_random_unless_the_table_chooses() -> None:
    state = new_game(4)
    assert phase_of(state) == "layout"
    assert state.view(None).flock == []
    assert do(state, "layout rbg ykr bgy") == [FlockPlaced("rbg ykr bgy", "HB-1.3")]
    assert drawn(state, 6) == picture(BLOCK)


def test_hb_1_3_there_is_no_other_choice_of_layout() -> None:
    with pytest.raises(OptionError):
        new_game(4, layout="mirrored")


def test_hb_1_4_all_look_to_the_top() -> None:
    state = new_game(4, layout="default", start=0)
    assert state.view(None).facing == "n"
    assert "looks to the top edge" in GAME.face.draw(state.view(None), NAMES)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hb_1_5_everybody_has_the_same_twelve_cards(players: int) -> None:
    state = new_game(players)
    assert [hand_of(state, seat) for seat in range(players)] == [SET] * players
    numbers = Counter(int(name[-1]) for name, count in SET.items() for _ in range(count))
    assert numbers == {1: 4, 2: 4, 3: 4}


def test_hb_1_5_cards_are_public() -> None:
    state = meadow(cards={0: "step1 leap3", 1: "turn1 ram2"})
    for viewer in (None, 0, 1, 3):
        table = state.view(viewer).table
        assert [table[0].cards, table[1].cards] == [{"leap3": 1, "step1": 1}, {"ram2": 1, "turn1": 1}]
    other = state.resample(0, Random(1))
    assert (other.cards, other.where) == (state.cards, state.where)


def test_hb_1_5_equal_cards_are_one_action() -> None:
    state = meadow("B . . . . . . . .", cards={0: "trough3 trough3"})
    assert choices(state) == ["trough3 e", "trough3 n", "trough3 s", "trough3 w"]
    do(state, "trough3 w")
    assert hand_of(state, 0) == {"trough3": 1}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hb_1_5_actions_are_unique_in_canonical_order_and_parse(players: int) -> None:
    rng = Random(players)
    state = new_game(players)
    while state.waiting_for():
        [seat] = state.waiting_for()
        legal = state.legal_actions(seat)
        texts = [action.text for action in legal]
        assert len(set(texts)) == len(texts) > 0
        assert legal == sorted(legal, key=canonical_order)
        do(state, rng.choice(texts))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hb_1_5_a_copy_is_the_same_position_and_another_table(players: int) -> None:
    rng = Random(players + 10)
    state = new_game(players)
    while state.waiting_for():
        other = state.copy()
        before = state.view(None)
        assert other.view(None) == before
        assert choices(other) == choices(state)
        chosen = rng.choice(choices(state))
        events = do(other, chosen)
        assert state.view(None) == before
        assert do(state, chosen) == events
        assert state.view(None) == other.view(None)


def test_hb_1_6_the_stones_start_before_field_1() -> None:
    state = new_game(4, layout="default", start=0)
    assert (state.stone, state.scores(), state.view(None).track_phase) == (0, [0, 0, 0, 0], 0)
    state = meadow(stone=0)
    do(state, "turn1 left")
    assert (state.stone, state.view(None).track_phase) == (1, 1)


def test_hb_1_6_the_track_ends_on_74() -> None:
    before, _ = turned(field=73)
    assert phase_of(before) == "playing"
    after, _ = turned(field=74)
    assert phase_of(after) == "over"


def test_hb_1_7_the_die_has_six_sides() -> None:
    state = new_game(4, layout="default", start=0)
    assert state.waiting_for() == [CHANCE]
    assert choices(state) == [f"roll {side}" for side in ("black", "blue", "green", "red", "white", "yellow")]
    assert state.chance_weights() is None


def test_hb_1_8_layout_and_start_seat_before_the_first_throw() -> None:
    state = new_game(3)
    assert (phase_of(state), state.waiting_for(), state.chance_weights()) == ("layout", [CHANCE], None)
    do(state, "layout rbg ykr bgy")
    assert (phase_of(state), state.waiting_for(), state.chance_weights()) == ("start", [CHANCE], None)
    assert choices(state) == ["start 0", "start 1", "start 2"]
    assert do(state, "start 2") == [StartChosen(2, "HB-1.8")]
    assert (phase_of(state), state.active) == ("rolling", 2)


def test_hb_1_8_the_start_player_is_shown_throughout_the_game() -> None:
    state = new_game(3)
    do(state, "layout rbg ykr bgy")
    assert state.view(None).start is None
    do(state, "start 2")
    assert state.view(0).start == 2
    while state.waiting_for():
        do(state, choices(state)[0])
    assert (phase_of(state), state.view(None).start) == ("over", 2)


@pytest.mark.parametrize("seat", range(4))
def test_hb_1_8_the_table_may_choose_the_start_seat(seat: int) -> None:
    state = new_game(4, start=seat)
    assert do(state, "layout rbg ykr bgy") == [FlockPlaced("rbg ykr bgy", "HB-1.3"), StartChosen(seat, "HB-1.8")]
    assert (phase_of(state), state.active) == ("rolling", seat)


@pytest.mark.parametrize(("players", "start"), [(2, 2), (3, 3), (4, 4), (4, -1)])
def test_hb_1_8_the_start_seat_is_a_seat_of_the_table(players: int, start: int) -> None:
    with pytest.raises(OptionError, match=f"from 0 to {players - 1}"):
        new_game(players, start=start)


def test_hb_1_9_these_fields_are_panic_fields_and_no_others() -> None:
    panics = [field for field in range(1, 75) if of_kind(turned(field=field)[1], PanicBegun)]
    assert panics == PANIC


def test_hb_1_10_colours_go_by_seat() -> None:
    colours = [player.colour for player in new_game(4).view(None).table]
    assert colours == ["blue", "yellow", "green", "red"]
    assert [player.colour for player in new_game(2).view(None).table] == ["blue", "yellow"]


def test_hb_1_10_the_table_may_choose_colours() -> None:
    drawing = "B . Y . G . R . ."
    state = meadow(drawing, players=3, colours="red green blue yellow", cards={0: "step1"}, movement={})
    assert [player.colour for player in state.view(None).table] == ["red", "green", "blue"]
    assert {text.split()[1] for text in choices(state)} == {"g9", "i2"}
    assert movement_of(state, 0) == {}


@pytest.mark.parametrize("colours", ["blue", "blue blue green red", "blue yellow green black", "red blue"])
def test_hb_1_10_all_four_colours_are_named_once(colours: str) -> None:
    with pytest.raises(OptionError, match="colours are blue, yellow, green, red"):
        new_game(2, colours=colours)


@pytest.mark.parametrize("players", [1, 5])
def test_hb_1_10_there_are_colours_for_two_to_four(players: int) -> None:
    with pytest.raises(OptionError, match="2 to 4 players"):
        new_game(players)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('"red blue green", "yellow', '"blue red green", "yellow', 5),
        ('"step": [1, 2]', '"step": [0, 2]', 10),
        ('"leap": [3]', '"leap": ["three"]', 12),
        ('"three_players": [1, 2, 3]', '"three_players": [1, 2, 4]', 21),
        ('"walls": [24, 61]', '"walls": [38, 61]', 23),
        ('"pens": [37, 74]', '"pens": [36, 74]', 23),
        ('"pens": [37, 74]', '"pens": [37, 73]', 23),
        ('"phases": [1, 13, 38, 50]', '"phases": [1, 13, 38]', 23),
        ("65, 69]", "65, 75]", 33),
        ('"black", "white"]', '"black"]', 37),
        ('"turn": [1]', '"turn": [1', 17),
    ],
)
def test_hb_1_9_a_damaged_component_file_names_the_line(old: str, new: str, line: int) -> None:
    text = components_text(HasteBockComponents).decode()
    assert text.count(old) == 1
    with pytest.raises(ComponentError, match=rf"mine\.json, line {line}\b"):
        parse_components(HasteBockComponents, text.replace(old, new).encode(), "mine.json")


def test_hb_1_5_a_component_file_without_cards_is_refused() -> None:
    text = components_text(HasteBockComponents).decode()
    for numbers in ("[1, 2]", "[2, 3]", "[3]", "[3, 3]", "[1]"):
        text = text.replace(f"{numbers},\n", "[],\n").replace(f'{numbers}\n  }},\n  "movement', '[]\n  },\n  "movement')
    with pytest.raises(ComponentError, match=r"mine\.json, line 7 .*no action cards"):
        parse_components(HasteBockComponents, text.encode(), "mine.json")
