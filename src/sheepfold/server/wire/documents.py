"""The documents of the HTTP interface (see `docs/protocol.md`)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from sheepfold.core.position.text import LONGEST
from sheepfold.server.table.settings import Name
from sheepfold.server.wire.commands import SeatNumber
from sheepfold.server.wire.updates import TableSeen


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class PersonSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """`token` is sent only once, when the person is created."""

    id: str
    name: str
    token: str | None = None


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat; None is the first free one. A table that is not public requires the invitation from its link."""

    invitation: str | None = None
    seat: SeatNumber | None = None


class Joined(msgspec.Struct, frozen=True):
    table: TableSeen
    seat: int


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Continue a game against bots from this line of its record, at this seat."""

    line: Annotated[int, msgspec.Meta(ge=0)]
    seat: SeatNumber
    bot: str | None = None


class PlayPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play on against bots from a position, a line or JSON, at this seat; None is a seat that has to act."""

    position: Annotated[str, msgspec.Meta(max_length=LONGEST)]
    seat: SeatNumber | None = None
    bot: str | None = None


class PositionSeen(msgspec.Struct, frozen=True):
    """A position as one line (see `docs/positions.md`)."""

    position: str


class Made(msgspec.Struct, frozen=True):
    """A new table, and the invitation for the link to it (after '#', so that it appears in no log)."""

    table: TableSeen
    invitation: str
    yours: list[int]
