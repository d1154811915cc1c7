"""The fields that a position consists of, and what the formats of games have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Annotated, Any, Final

import msgspec

from sheepfold.core.errors import PositionError
from sheepfold.core.state import NOBODY, REFEREE

UNKNOWN: Final = "?"
NOTHING: Final = "."
EMPTY: Final = "-"

Count = Annotated[int, msgspec.Meta(ge=0, le=9999)]
SeatOrNone = Annotated[int, msgspec.Meta(ge=0, le=99)] | None


class Fields(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a position consists of. Each game extends this class with fields of numbers, words, lists and counts.

    In a line, required fields are words in their order, and the others follow as `name=value` if they differ from
    their default. Whatever the rules can compute from other fields is left out.
    """


class PositionFormat:
    """How a game writes a position as fields, and reads it into a new game's first position."""

    def __init__(
        self,
        fields: type[Fields],
        write: Callable[[Any, int | None], Fields],
        read: Callable[[Any, Any, Random | None], None],
    ) -> None:
        self.fields = fields
        self.write = write
        """Takes a state and an observer, see `sees`. Whatever the observer does not know is written as '?'."""
        self.read = read
        """Takes fields, the first position of a new game, and a source for whatever is '?'. Raises PositionError."""


def sees(observer: int | None, owner: int) -> bool:
    """Check whether an observer, a seat or the referee, sees what only its owner may see."""
    return observer in (REFEREE, owner)


def wrong(field: str, value: object, possible: str) -> PositionError:
    """The error for a value that a field cannot have."""
    return PositionError(f"'{field}' cannot be '{value}', but {possible}", reason="position.field", field=field)


def number_of(field: str, word: str, names: Sequence[str]) -> int:
    """The number of a name."""
    if word not in names:
        raise wrong(field, word, f"one of {', '.join(names)}")
    return names.index(word)


def seat_of(field: str, seat: int | None, players: int) -> int:
    """A seat, or NOBODY."""
    if seat is None:
        return NOBODY
    if seat not in range(players):
        raise wrong(field, seat, f"a seat from 0 to {players - 1}, or '{NOTHING}'")
    return seat


def seat_or_none(seat: int) -> int | None:
    """The inverse of `seat_of`."""
    return None if seat == NOBODY else seat


def asked(field: str, seat: int) -> list[int]:
    """The seat that the game waits for, which a field must name."""
    if seat == NOBODY:
        raise wrong(field, NOTHING, "the seat that the game waits for")
    return [seat]


def seats_of(field: str, seats: list[int], players: int) -> list[int]:
    """A list of different seats."""
    if len(set(seats)) < len(seats):
        raise wrong(field, ",".join(map(str, seats)), "different seats")
    return [seat_of(field, seat, players) for seat in seats]


def check_length(field: str, values: Sequence[object], length: int) -> None:
    """Check the length of a list that is usually by seat."""
    if len(values) != length:
        raise PositionError(
            f"'{field}' must have {length} entries, not {len(values)}", reason="position.field", field=field
        )


def counts_of(field: str, counts: Mapping[str, int], names: Sequence[str]) -> list[int]:
    """Counts as a list, by the number of a name."""
    for name in counts:
        number_of(field, name, names)
    return [counts.get(name, 0) for name in names]


def counted(counts: Sequence[int], names: Sequence[str]) -> dict[str, int]:
    """Counts by name, without those that are 0."""
    return {name: count for name, count in zip(names, counts, strict=True) if count}


def need_rng(rng: Random | None) -> Random:
    """The source that replaces unknowns."""
    if rng is None:
        raise PositionError(
            f"the position has unknowns ('{UNKNOWN}'), and there is no rng to draw them with",
            reason="position.unknowns",
        )
    return rng
