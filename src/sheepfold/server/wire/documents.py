"""The documents of the HTTP interface (see `docs/protocol.md`)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from sheepfold.server.table.settings import Name
from sheepfold.server.wire.commands import SeatNumber
from sheepfold.server.wire.updates import TableSeen


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class PersonSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """`token` is told only once, to the browser it is for."""

    id: str
    name: str
    token: str | None = None


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat; None is the first free one. Tables by link want the invitation of the link."""

    invitation: str | None = None
    seat: SeatNumber | None = None


class Joined(msgspec.Struct, frozen=True):
    table: TableSeen
    seat: int


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play a game on from after so many lines of its record, from this seat, against bots."""

    line: Annotated[int, msgspec.Meta(ge=0)]
    seat: SeatNumber
    bot: str | None = None


class Made(msgspec.Struct, frozen=True):
    """A new table, and the invitation that goes into the link to it (after '#', so that no log keeps it)."""

    table: TableSeen
    invitation: str
    yours: list[int]
