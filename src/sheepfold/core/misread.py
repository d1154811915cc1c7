"""Explains decoding errors in plain words: msgspec's own messages are exact, but talk about its types."""

from __future__ import annotations

import re
from typing import Final

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

_PLACE: Final = re.compile(r"(.*) - at `\$\.?(.*)`", re.DOTALL)
_FIELD: Final = re.compile(r"Object (missing required|contains unknown) field `(.*)`", re.DOTALL)
_KIND: Final = re.compile(r"Expected `([^`]*)`, got `([^`]*)`")
_LENGTH: Final = re.compile(r"Expected `(str|array|object)` of length (>=|<=) (\d+)")
_BOUND: Final = re.compile(r"Expected `(?:int|float)` (>=|<=|>|<) (\S+)")
_PATTERN: Final = re.compile(r"Expected `str` matching regex ", re.DOTALL)
_VALUE: Final = re.compile(r"Invalid (?:enum )?value (.*)", re.DOTALL)
_JSON: Final = ("JSON is malformed", "Input data was truncated")


def explain(error: Exception) -> str:
    """Explain why a text cannot be decoded."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeError):
        return "it is not valid UTF-8"
    message = str(error)
    place = _PLACE.fullmatch(message)
    return explain_value(message, "") if place is None else explain_value(place[1], place[2])


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


def out_of_bounds(message: str, value: object) -> str | None:
    """Explain which limit a value exceeds; None if msgspec's message is not about a limit."""
    if (found := _LENGTH.fullmatch(message)) and isinstance(value, (str, list, dict)):
        return f"{_BOUNDS[found[2]]} {found[3]} {_PARTS[found[1]]}, not {len(value)}"
    if found := _BOUND.fullmatch(message):
        return f"{_BOUNDS[found[1]]} {found[2]}, not {value}"
    return None


def _kinds(names: str) -> str:
    return " or ".join(_KINDS.get(name, name) for name in names.split(" | "))
