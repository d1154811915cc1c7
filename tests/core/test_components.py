"""Component files: ours are sound, an owner's can replace them, and every complaint names the line."""

from __future__ import annotations

import msgspec
import pytest

from sheepfold import ComponentError, all_games
from sheepfold.core.components import line_of, parse_components
from sheepfold.core.game import Game
from tests.toys.fingers import FingersComponents

GOOD = b"""{
  "coin": {
    "status": "assumed",
    "heads": 2,
    "tails": 1
  }
}"""


def complaint(text: bytes) -> str:
    with pytest.raises(ComponentError) as error:
        parse_components(FingersComponents, text, "own.json")
    return str(error.value)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_our_own_tables_are_sound_and_can_be_taken_out_and_put_in_again(game: Game) -> None:
    ours = game.standard_components()
    assert ours.problems() == []
    assert parse_components(game.components, msgspec.json.encode(ours), "own.json") == ours


def test_a_wrong_type_names_its_line_and_place() -> None:
    assert complaint(GOOD.replace(b"1", b'"one"')) == "own.json, line 5 (coin.tails): Expected `int`, got `str`"


def test_an_unknown_status_names_its_line() -> None:
    assert complaint(GOOD.replace(b"assumed", b"certain")).startswith("own.json, line 3 (coin.status): ")


def test_an_unknown_key_names_its_line() -> None:
    assert "line 4 (coin.head)" in complaint(GOOD.replace(b"heads", b"head"))


def test_a_missing_key_names_the_line_of_its_object() -> None:
    assert complaint(GOOD.replace(b'    "heads": 2,\n', b"")) == (
        "own.json, line 2 (coin): Object missing required field `heads`"
    )


def test_what_makes_no_sense_names_its_line() -> None:
    assert complaint(GOOD.replace(b"2", b"1")) == "own.json, line 5 (coin.tails): a coin has a heavier side"


def test_what_is_not_json_names_its_line() -> None:
    assert complaint(GOOD.replace(b"2,", b"2")).startswith("own.json, line 5: ")
    assert complaint(GOOD[:40]).startswith("own.json, line 4: ")
    assert complaint(b"\xff\xfe").startswith("own.json, line 1: ")


def test_lines_are_found_in_nested_lists_and_past_tricky_strings() -> None:
    text = '{\n"a": "x,]}\\" \\n",\n"b": [1,\n{"c": [],\n"d": 5}]}'
    assert line_of(text, ("b", 1, "d")) == 5
    assert line_of(text, ("b", 0)) == 3
    assert line_of(text, ("b", 7)) == 3
    assert line_of(text, ()) == 1
