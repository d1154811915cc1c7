"""Decoding errors are explained in plain words."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Literal

import msgspec
import pytest

from sheepfold.core.misread import explain


class Sheep(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=2, max_length=5, pattern="^[a-z]*$")] = "wolla"
    age: Annotated[int, msgspec.Meta(ge=0, le=20)] = 1
    wool: Annotated[float, msgspec.Meta(gt=0, lt=9)] | None = None
    colour: Literal["black", "white"] = "white"
    lambs: Annotated[list[Any], msgspec.Meta(max_length=2)] = []


class Wolf(msgspec.Struct, tag_field="kind", tag="wolf"):
    teeth: int


class Dog(msgspec.Struct, tag_field="kind", tag="dog"):
    pass


class Weather(Enum):
    SUN = "sun"
    RAIN = "rain"


class Farm(msgspec.Struct):
    sheep: list[Sheep] = []
    weather: dict[str, Weather] = {}
    other: Wolf | Dog | None = None


def error_message(text: bytes) -> str:
    with pytest.raises((msgspec.DecodeError, UnicodeError, RecursionError)) as caught:
        msgspec.json.decode(text, type=Farm)
    return explain(caught.value, Farm)


@pytest.mark.parametrize(
    ("sheep", "words"),
    [
        (b'"wolla"', "'sheep[0]' must be an object, not text"),
        (b'{"name":7}', "'sheep[0].name' must be text, not a whole number"),
        (b'{"name":"a"}', "'sheep[0].name' must have at least 2 characters"),
        (b'{"name":"wollala"}', "'sheep[0].name' must have at most 5 characters"),
        (b'{"name":"WOLLA"}', "'sheep[0].name' contains invalid characters"),
        (b'{"age":-1}', "'sheep[0].age' must be at least 0"),
        (b'{"age":99}', "'sheep[0].age' must be at most 20"),
        (b'{"age":1.5}', "'sheep[0].age' must be a whole number, not a number"),
        (b'{"wool":0}', "'sheep[0].wool' must be more than 0.0"),
        (b'{"wool":9}', "'sheep[0].wool' must be less than 9.0"),
        (b'{"wool":true}', "'sheep[0].wool' must be a number or null, not true or false"),
        (b'{"colour":"pink"}', "'sheep[0].colour' cannot be 'pink', but one of black, white"),
        (b'{"lambs":[1,2,3]}', "'sheep[0].lambs' must have at most 2 entries"),
        (b'{"lambs":{}}', "'sheep[0].lambs' must be a list, not an object"),
        (b'{"horns":2}', "'sheep[0].horns' is unknown"),
    ],
)
def test_an_invalid_value_is_explained(sheep: bytes, words: str) -> None:
    assert error_message(b'{"sheep":[%s]}' % sheep) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "it is not JSON"),
        (b'{"sheep":', "it is not JSON"),
        (b"sheep", "it is not JSON"),
        (b"[]", "it must be an object, not a list"),
        (b'{"other":{}}', "'other.kind' is missing"),
        (b'{"other":{"kind":"wolf"}}', "'other.teeth' is missing"),
        (b'{"other":{"kind":"cat"}}', "'other.kind' cannot be 'cat', but one of wolf, dog"),
        (b'{"weather":{"monday":"snow"}}', "'weather[...]' cannot be 'snow', but one of sun, rain"),
        (b'{"sheep":[{"name":"\xff"}]}', "it is not valid UTF-8"),
        (b'{"sheep":[{"lambs":%s}]}' % (b"[" * 100_000), "it is nested too deeply"),
    ],
)
def test_an_invalid_document_is_explained(text: bytes, words: str) -> None:
    assert error_message(text) == words


def test_possible_values_are_listed_only_if_the_type_is_known() -> None:
    error = msgspec.ValidationError("Invalid enum value 'pink' - at `$.sheep[0].colour`")
    assert explain(error) == "'sheep[0].colour' cannot be 'pink'"
    assert explain(error, Wolf) == "'sheep[0].colour' cannot be 'pink'"


def test_an_unexpected_message_is_kept() -> None:
    assert explain(msgspec.ValidationError("Invalid base64 encoded string - at `$.wool`")) == (
        "'wool': Invalid base64 encoded string"
    )
