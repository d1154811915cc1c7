"""Writes fields as a line or as JSON, and reads them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from msgspec.inspect import DictType, ListType, StrType, StructType, Type, type_info

from sheepfold.core.errors import OptionError, PositionError
from sheepfold.core.misread import explain
from sheepfold.core.position.format import EMPTY, NOTHING, Fields, PositionFormat
from sheepfold.core.position.origin import Origin

if TYPE_CHECKING:
    from sheepfold.core.game import Game

LONGEST: Final = 20_000
"""In characters, several times the length of our longest positions."""


class _Head(msgspec.Struct, frozen=True):
    """What every position begins with."""

    game: str
    players: int
    options: dict[str, Any] = {}


HEAD: Final = _Head.__struct_fields__


# Writing


def write_line(origin: Origin, fields: Fields) -> str:
    """Write a position as one line."""
    values = msgspec.to_builtins(fields)
    named = {field.name for field in _described(type(fields)) if not field.required}
    words = [f"{name}={_word(value)}" if name in named else _word(value) for name, value in values.items()]
    return " ".join([_write_head(origin), *words])


def write_json(origin: Origin, fields: Fields) -> str:
    """Write a position as JSON, one field per line."""
    head = {"game": origin.game.id, "players": origin.players, "options": msgspec.to_builtins(origin.options)}
    lines = [f"{_json(name)}: {_json(value)}" for name, value in {**head, **msgspec.to_builtins(fields)}.items()]
    return "{\n " + ",\n ".join(lines) + "\n}"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _write_head(origin: Origin) -> str:
    options = msgspec.to_builtins(origin.options)
    words = [f"{origin.game.id}:{origin.players}"]
    if options:
        texts = {name: value if isinstance(value, str) else _json(value) for name, value in options.items()}
        words.append("&".join([f"{name}={_RESERVED.sub(_escape, text)}" for name, text in texts.items()]))
    return ":".join(words)


_RESERVED: Final = re.compile(r"[\s%&+=]")
_ESCAPED: Final = re.compile(r"\+|%([0-3][0-9a-f]{3})")


def _escape(found: re.Match[str]) -> str:
    return "+" if found[0] == " " else f"%{ord(found[0]):04x}"


def _unescape(found: re.Match[str]) -> str:
    return " " if found[1] is None else chr(int(found[1], 16))


def _word(value: Any) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return ",".join([name if count == 1 else f"{name}:{count}" for name, count in value.items()]) or EMPTY
    if isinstance(value, list):
        nested = any(isinstance(part, (list, dict)) for part in value)
        return ("/" if nested else ",").join([_word(part) for part in value]) or EMPTY
    return str(value) or EMPTY


# Reading


def game_named(text: str) -> str:
    """The id of the game that a position names."""
    return _read_head(text).game


def read_fields(game: Game, text: str) -> tuple[Origin, Fields]:
    """Read the fields of a position, in either form, without looking at what they mean."""
    head = _read_head(text)
    if head.game != game.id:
        raise PositionError(
            f"this is a position of {head.game}, not of {game.id}", reason="position.other_game", game=head.game
        )
    try:
        origin = Origin(game, head.players, game.read_options(head.options), None)
    except OptionError as error:
        raise no_setup(error) from None
    kind = format_of(game).fields
    if not _is_json(text):
        return origin, _converted(_split_line(text, kind), kind, strict=False)
    values = {name: value for name, value in _decoded(text).items() if name not in HEAD}
    return origin, _converted(values, kind, strict=True)


def no_setup(error: OptionError) -> PositionError:
    return PositionError(f"the position cannot be set up: {error}", reason="position.setup")


def format_of(game: Game) -> PositionFormat:
    if game.position_format is None:
        raise PositionError(f"{game.title} has no notation for positions", reason="position.no_format")
    return game.position_format


def _is_json(text: str) -> bool:
    return text.lstrip().startswith("{")


def _read_head(text: str) -> _Head:
    if len(text) > LONGEST:
        raise PositionError(f"the position is longer than {LONGEST} characters")
    if _is_json(text):
        return _converted({name: value for name, value in _decoded(text).items() if name in HEAD}, _Head, strict=True)
    words = text.split()
    parts = words[0].split(":", 2) if words else []
    if len(parts) < 2:
        raise PositionError("a position begins with its game and players, as in 'volle-wolle:3'")
    pairs = [part.partition("=") for part in parts[2].split("&")] if len(parts) > 2 else []
    if not all(equals for _, equals, _ in pairs):
        raise PositionError(f"'{parts[2]}' are not options, as in 'name=value&name=value'")
    options = {name: _ESCAPED.sub(_unescape, value) for name, _, value in pairs}
    return _converted({"game": parts[0], "players": parts[1], "options": options}, _Head, strict=False)


def _decoded(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise PositionError(f"the position cannot be read: {explain(error)}") from None


def _split_line(text: str, kind: type[Fields]) -> dict[str, Any]:
    described = _described(kind)
    required = [field for field in described if field.required]
    optional = {field.name: field for field in described if not field.required}
    words = text.split()[1:]
    if len(words) < len(required):
        missing = required[len(words)].name
        raise PositionError(f"'{missing}' is missing", reason="position.field", field=missing)
    values = {field.name: _value(field.type, word) for field, word in zip(required, words, strict=False)}
    for word in words[len(required) :]:
        name, equals, value = word.partition("=")
        if not equals or name not in optional or name in values:
            problem = (
                "is there twice"
                if name in values
                else f"must be 'name=value' with one of these names: {', '.join(optional)}"
            )
            raise PositionError(f"'{word}' {problem}", reason="position.field", field=name)
        values[name] = _value(optional[name].type, value)
    return values


@cache
def _described(kind: type[Fields]) -> tuple[msgspec.inspect.Field, ...]:
    described = type_info(kind)
    assert isinstance(described, StructType)
    return described.fields


def _value(kind: Type, text: str) -> Any:
    """The value of a word, as deep as its type; msgspec then checks and converts the parts."""
    if isinstance(kind, ListType):
        nested = isinstance(kind.item_type, (ListType, DictType))
        return [] if text == EMPTY else [_value(kind.item_type, part) for part in text.split("/" if nested else ",")]
    if isinstance(kind, DictType):
        pairs = [part.partition(":") for part in text.split(",") if text != EMPTY]
        return {name: count if colon else 1 for name, colon, count in pairs}
    if text == NOTHING:
        return None
    return "" if text == EMPTY and isinstance(kind, StrType) else text


Converted = TypeVar("Converted")
_PLACE: Final = re.compile(r"(?:field `|at `\$\.)(\w+)")


def _converted(values: Mapping[str, Any], kind: type[Converted], *, strict: bool) -> Converted:
    try:
        return msgspec.convert(values, kind, strict=strict)
    except msgspec.ValidationError as error:
        place = _PLACE.search(str(error))
        message = f"the position cannot be read: {explain(error, kind)}"
        if place is None:
            raise PositionError(message) from None
        raise PositionError(message, reason="position.field", field=place[1]) from None
