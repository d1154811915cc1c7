"""Components such as cards, tiles and boards: data files that are read and validated."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, ClassVar, Final, Literal, TypeVar

import msgspec

from sheepfold.core.errors import ComponentError
from sheepfold.core.misread import out_of_bounds, possible_values

Status = Literal["rulebook", "reported", "assumed"]
"""Where a table comes from: the rulebook, public sources, or our own assumption."""

Path = tuple[str | int, ...]
"""The keys and indices that lead to a value in a file."""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of a component file: its status, a note, and (in each subclass) its values.

    Values are lists and objects with fixed keys: only for those can an error name the line.
    """

    status: Status
    note: Annotated[str, msgspec.Meta(max_length=500)] = ""


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All tables of a game. Owners of the printed game can replace the file with one of the same shape.

    The types limit every number and list to a small multiple of the printed game, since anyone may upload a file.
    """

    package: ClassVar[str] = ""
    """The package that contains the game's `components.json`; empty for a game without components."""

    def problems(self) -> list[tuple[Path, str]]:
        """Find problems that the types cannot express, each with its path."""
        return []


LARGEST: Final = 32_768
"""In bytes, several times the size of our files: a game with thousands of tiles would slow down a whole server."""

ComponentsType = TypeVar("ComponentsType", bound=Components)


def parse_components(kind: type[ComponentsType], text: bytes, name: str) -> ComponentsType:
    """Parse and validate a component file. Errors call it `name`."""
    if len(text) > LARGEST:
        raise ComponentError(
            f"{name} has {len(text)} bytes; no game of ours needs more than {LARGEST}",
            reason="components.too_large",
            most=LARGEST,
        )
    try:
        found = msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError as error:
        path, message = _split(str(error))
        message = out_of_bounds(message, _value_at(text, path)) or message
        if choices := possible_values(kind, path):
            message = f"{message} (choose {', '.join(choices)})"
        raise _error_at(text, name, path, message) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        line = _broken_line(text, str(error))
        raise ComponentError(f"{name}, line {line}: {error}", reason="components.not_json", line=line) from None
    for path, message in found.problems():
        raise _error_at(text, name, path, message)
    return found


@cache
def read_components(kind: type[ComponentsType]) -> ComponentsType:
    """Read the components that come with the game."""
    return parse_components(kind, components_text(kind), f"{kind.package}/components.json")


def components_text(kind: type[Components]) -> bytes:
    """Read the component file that comes with the game. This is as safe as importing its package."""
    return files(kind.package).joinpath("components.json").read_bytes() if kind.package else b"{}"


def _error_at(text: bytes, name: str, path: Path, message: str) -> ComponentError:
    place = ".".join(str(step) for step in path)
    line = f"{name}, line {line_of(text.decode(), path)}"
    if not place:
        return ComponentError(f"{line}: {message}")
    return ComponentError(f"{line} ({place}): {message}", reason="components.value", place=place)


_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")
_UNKNOWN: Final = re.compile(r"unknown field `(.*)`")


def _split(message: str) -> tuple[Path, str]:
    """Split msgspec's 'message - at `$.a[1]`' into the path and the message."""
    message, _, place = message.partition(" - at `")
    path: list[str | int] = [key or int(index) for key, index in _STEP.findall(place)]
    unknown = _UNKNOWN.search(message)
    if unknown:
        path.append(unknown[1])
    return tuple(path), message


def _value_at(text: bytes, path: Path) -> Any:
    value = msgspec.json.decode(text)
    for step in path:
        value = value.get(step) if isinstance(value, dict) else value[int(step)]
    return value


def _broken_line(text: bytes, message: str) -> int:
    """The line where the JSON is malformed; the last line if the file is truncated."""
    byte = re.search(r"byte (\d+)", message)
    return text[: int(byte[1]) if byte else len(text)].count(b"\n") + 1


_TOKEN: Final = re.compile(r'"(?:\\.|[^"\\])*"|[{}\[\],:]|[^\s{}\[\],:"]+')


def line_of(text: str, path: Path) -> int:
    """The line where the value at a path begins, or the innermost existing value around it."""
    here: list[str | int | None] = []  # the path of the current value; None before a key
    deepest, line = -1, 1
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in "}]":
            here.pop()
        elif mark == "," and here:
            here[-1] = here[-1] + 1 if isinstance(here[-1], int) else None
        elif here and here[-1] is None and mark != ":":
            here[-1] = mark[1:-1]
        elif mark not in ",:":
            if len(here) > deepest and tuple(here) == path[: len(here)]:
                deepest, line = len(here), text.count("\n", 0, token.start()) + 1
            if mark in "{[":
                here.append(None if mark == "{" else 0)
    return line
