"""The rows of the store. Bodies are bytes that the store never decodes."""

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
    """A table without its entries. `due` is when the steward must act, `version` the number of the last entry."""

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
    """An entry of the log. The id of a person's message is kept to recognise it when it is sent again."""

    number: int
    body: bytes
    at: float
    person_id: str | None = None
    message_id: str | None = None


class Snapshot(Struct, frozen=True):
    """Entries 1 to `number` in one row."""

    number: int
    body: bytes


class ChatLine(Struct, frozen=True):
    number: int
    body: bytes
    at: float


class Append(Struct, frozen=True):
    """The next entry of a table, with everything that changes in the same transaction.

    `number` is the table's version plus one. `members` are people to add to the table, `leavers` people to remove.
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
    """A new table with its first entries and members."""

    table: Table
    entries: Sequence[Entry]
    members: Sequence[str]

    @property
    def table_id(self) -> str:
        return self.table.id
