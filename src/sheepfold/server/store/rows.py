"""What goes into the store and comes out of it. Bodies are bytes: the store never looks inside."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from sheepfold.server.table.model import Status


class Person(Struct, frozen=True):
    id: str
    token_hash: str
    name: str
    created: float


class Table(Struct, frozen=True):
    """A table without its entries; `due` is when the server itself must act, `version` the number of the last entry."""

    id: str
    settings: bytes
    status: Status
    public: bool
    secret: str
    created: float
    changed: float
    due: float | None
    version: int


class Entry(Struct, frozen=True):
    """A person's message carries its id, so that it is recognised if it is sent again."""

    number: int
    body: bytes
    at: float
    person_id: str | None = None
    message_id: str | None = None


class Snapshot(Struct, frozen=True):
    """Entries 1 to `number` in one piece."""

    number: int
    body: bytes


class ChatLine(Struct, frozen=True):
    number: int
    body: bytes
    at: float


class Append(Struct, frozen=True):
    """The next entry of a table, with all that changes together with it.

    `number` is the table's version plus one; `members` are people who belong to the table from now on, `leavers` people
    who do not any more.
    """

    table_id: str
    number: int
    body: bytes
    at: float
    status: Status
    due: float | None = None
    person_id: str | None = None
    message_id: str | None = None
    members: tuple[str, ...] = ()
    leavers: tuple[str, ...] = ()


class NewTable(Struct, frozen=True):
    """A table with the entries that it has from the beginning; `members` are people who belong to it."""

    table: Table
    entries: Sequence[Entry]
    members: Sequence[str]

    @property
    def table_id(self) -> str:
        return self.table.id
