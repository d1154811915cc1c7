"""Component files: ours are valid, others can replace them, and every error names its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from sheepfold import ComponentError, all_games, find_game
from sheepfold.core.components import LARGEST, line_of, parse_components
from sheepfold.core.game import Game
from tests.toys.fingers import FingersComponents

GOOD = b"""{
  "coin": {
    "status": "assumed",
    "heads": 2,
    "tails": 1
  }
}"""


def error_of(text: bytes) -> ComponentError:
    with pytest.raises(ComponentError) as caught:
        parse_components(FingersComponents, text, "own.json")
    return caught.value


def error_message(text: bytes) -> str:
    return str(error_of(text))


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_our_components_are_valid_and_survive_a_round_trip(game: Game) -> None:
    ours = game.standard_components()
    assert ours.problems() == []
    assert parse_components(game.components, msgspec.json.encode(ours), "own.json") == ours


def test_a_wrong_type_names_its_line_and_path() -> None:
    assert error_message(GOOD.replace(b"1", b'"one"')) == "own.json, line 5 (coin.tails): Expected `int`, got `str`"


def test_an_unknown_status_names_its_line() -> None:
    assert error_message(GOOD.replace(b"assumed", b"certain")).startswith("own.json, line 3 (coin.status): ")


def test_an_unknown_key_names_its_line() -> None:
    assert "line 4 (coin.head)" in error_message(GOOD.replace(b"heads", b"head"))


def test_a_missing_key_names_the_line_of_its_object() -> None:
    assert error_message(GOOD.replace(b'    "heads": 2,\n', b"")) == (
        "own.json, line 2 (coin): Object missing required field `heads`"
    )


def test_an_inconsistent_value_names_its_line() -> None:
    assert error_message(GOOD.replace(b"2", b"1")) == "own.json, line 5 (coin.tails): a coin has a heavier side"


@pytest.mark.parametrize(
    ("game", "path", "value", "error_message"),
    [
        ("meine-schafe", ("tiles", "faces"), [{}] * 780, "at most 102 entries, not 780"),
        ("meine-schafe", ("hand", "tiles"), 20, "at most 8, not 20"),
        ("meine-schafe", ("table", "reach"), 40, "at most 15, not 40"),
        ("volle-wolle", ("sheep", "cards"), [{}] * 103, "at most 102 entries, not 103"),
        ("volle-wolle", ("extras", "dogs"), 25, "at most 24, not 25"),
        ("haste-bock", ("cards", "ram"), [1] * 5, "at most 4 entries, not 5"),
        ("haste-bock", ("track", "length"), 999, "at most 222, not 999"),
        ("haste-bock", ("movement", "two_players"), [1] * 25, "at most 24 entries, not 25"),
        ("schafe-schubsen", ("clovers", "walk_back"), [5] * 28, "at most 27 entries, not 28"),
        ("schafe-schubsen", ("rings", "each", 0, "rings"), 21, "at most 20, not 21"),
        ("schafe-schubsen", ("cards", "note"), "x" * 501, "at most 500 characters, not 501"),
    ],
)
def test_a_value_beyond_a_limit_names_its_path_the_limit_and_the_value(
    game: str, path: tuple[str | int, ...], value: object, error_message: str
) -> None:
    kind = find_game(game).components
    own: Any = msgspec.to_builtins(find_game(game).standard_components())
    inner = own
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = [inner[path[-1]][0]] * len(value) if isinstance(value, list) else value
    place = re.escape(f"own.json, line 1 ({'.'.join(map(str, path))}): {error_message}")
    with pytest.raises(ComponentError, match=f"^{place}$"):
        parse_components(kind, msgspec.json.encode(own), "own.json")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_every_list_of_our_games_has_a_limit(game: Game) -> None:
    assert list(unlimited(msgspec.inspect.type_info(game.components), game.id)) == []


def unlimited(kind: msgspec.inspect.Type, place: str) -> Iterator[str]:
    match kind:
        case msgspec.inspect.StructType(fields=fields):
            for field in fields:
                yield from unlimited(field.type, f"{place}.{field.name}")
        case msgspec.inspect.ListType(item_type=item, max_length=most):
            yield from [place] if most is None else []
            yield from unlimited(item, f"{place}[]")


def test_malformed_json_names_its_line() -> None:
    assert error_message(GOOD.replace(b"2,", b"2")).startswith("own.json, line 5: ")
    assert error_message(GOOD[:40]).startswith("own.json, line 4: ")
    assert error_message(b"\xff\xfe").startswith("own.json, line 1: ")


@pytest.mark.parametrize(
    ("text", "reason", "values"),
    [
        (GOOD.replace(b"1", b'"one"'), "components.value", {"place": "coin.tails"}),
        (b"{}", "components.invalid", {}),
        (GOOD.replace(b"2,", b"2"), "components.not_json", {"line": 5}),
        (GOOD + b" " * LARGEST, "components.too_large", {"most": LARGEST}),
    ],
)
def test_every_error_has_a_reason(text: bytes, reason: str, values: dict[str, str | int]) -> None:
    error = error_of(text)
    assert (error.reason, error.values) == (reason, values)


def test_lines_are_found_in_nested_lists_and_past_tricky_strings() -> None:
    text = '{\n"a": "x,]}\\" \\n",\n"b": [1,\n{"c": [],\n"d": 5}]}'
    assert line_of(text, ("b", 1, "d")) == 5
    assert line_of(text, ("b", 0)) == 3
    assert line_of(text, ("b", 7)) == 3
    assert line_of(text, ()) == 1
