"""Explains decoding errors in plain words: msgspec's own messages are exact, but talk about its types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from msgspec.inspect import DictType, EnumType, ListType, LiteralType, StructType, Type, UnionType, type_info

_KINDS: Final = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
_BOUNDS: Final = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
_PARTS: Final = {"str": "characters", "array": "entries", "object": "entries"}

_STEP: Final = re.compile(r"\w+|\.\.\.")
_PLACE: Final = re.compile(r"(.*) - at `\$\.?(.*)`", re.DOTALL)
_FIELD: Final = re.compile(r"Object (missing required|contains unknown) field `(.*)`", re.DOTALL)
_KIND: Final = re.compile(r"Expected `([^`]*)`, got `([^`]*)`")
_LENGTH: Final = re.compile(r"Expected `(str|array|object)` of length (>=|<=) (\d+)")
_BOUND: Final = re.compile(r"Expected `(?:int|float)` (>=|<=|>|<) (\S+)")
_PATTERN: Final = re.compile(r"Expected `str` matching regex ", re.DOTALL)
_VALUE: Final = re.compile(r"Invalid (?:enum )?value (.*)", re.DOTALL)
_JSON: Final = ("JSON is malformed", "Input data was truncated")


def explain(error: Exception, kind: Any = None) -> str:
    """Explain why a text cannot be decoded, and list the possible values if its type is given."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeError):
        return "it is not valid UTF-8"
    message = str(error)
    place = _PLACE.fullmatch(message)
    if place is None:
        return explain_value(message, "")
    explained = explain_value(place[1], place[2])
    is_choice = kind is not None and _VALUE.fullmatch(place[1])
    choices = possible_values(kind, _STEP.findall(place[2])) if is_choice else []
    return f"{explained}, but one of {', '.join(choices)}" if choices else explained


def explain_value(message: str, place: str) -> str:  # noqa: PLR0911 one for each kind of message
    """Explain msgspec's message about the value at a place such as `seats[0].bot` (empty: the whole document)."""
    if message.startswith(_JSON):
        return "it is not JSON"
    if found := _FIELD.fullmatch(message):
        name = f"'{place}.{found[2]}'" if place else f"'{found[2]}'"
        return f"{name} is missing" if found[1].startswith("missing") else f"{name} is unknown"
    name = f"'{place}'" if place else "it"
    if found := _KIND.fullmatch(message):
        return f"{name} must be {_kinds(found[1])}, not {_kinds(found[2])}"
    if found := _LENGTH.fullmatch(message):
        return f"{name} must have {_BOUNDS[found[2]]} {found[3]} {_PARTS[found[1]]}"
    if found := _BOUND.fullmatch(message):
        return f"{name} must be {_BOUNDS[found[1]]} {found[2]}"
    if _PATTERN.match(message):
        return f"{name} contains invalid characters"
    if found := _VALUE.fullmatch(message):
        return f"{name} cannot be {found[1]}"
    return f"{name}: {message}" if place else message


def possible_values(kind: Any, path: Sequence[str | int]) -> list[str]:
    """The values of a choice, which is found by its path in a type; for anything else there are none."""
    found = _members(type_info(kind))
    for step in path:
        found = [inner for one in found for inner in _inside(one, step)]
    values = [value for one in found if isinstance(one, LiteralType) for value in one.values]
    values += [member.value for one in found if isinstance(one, EnumType) for member in one.cls]
    return [str(value) for value in values]


def _inside(kind: Type, step: str | int) -> list[Type]:
    """The types that a field or an entry may have. The tag of a struct is a choice as well."""
    if isinstance(kind, StructType):
        if step == kind.tag_field and kind.tag is not None:
            return [LiteralType((kind.tag,))]
        return [inner for field in kind.fields if field.encode_name == step for inner in _members(field.type)]
    if isinstance(kind, ListType):
        return _members(kind.item_type)
    return _members(kind.value_type) if isinstance(kind, DictType) else []


def _members(kind: Type) -> list[Type]:
    return list(kind.types) if isinstance(kind, UnionType) else [kind]


def out_of_bounds(message: str, value: object) -> str | None:
    """Explain which limit a value exceeds; None if msgspec's message is not about a limit."""
    if (found := _LENGTH.fullmatch(message)) and isinstance(value, (str, list, dict)):
        return f"{_BOUNDS[found[2]]} {found[3]} {_PARTS[found[1]]}, not {len(value)}"
    if found := _BOUND.fullmatch(message):
        return f"{_BOUNDS[found[1]]} {found[2]}, not {value}"
    return None


def _kinds(names: str) -> str:
    return " or ".join(_KINDS.get(name, name) for name in names.split(" | "))
