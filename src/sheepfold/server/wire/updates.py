"""The messages from a table to a client (see `docs/protocol.md`)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from sheepfold.core.view import Fact
from sheepfold.server.table.model import Thrown
from sheepfold.server.table.settings import Clock
from sheepfold.server.wire.patches import Patch


class Down(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, omit_defaults=True):
    """A message from a table."""


class ChairSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public part of a seat."""

    name: str
    who: Literal["free", "person", "bot"]
    bot: str | None = None
    left: bool = False
    """Whether its person has left it to the bot and may come back."""
    ready: bool = False


class TableSeen(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The public part of a table, for the lobby and the welcome."""

    id: str
    game: str
    status: str
    options: dict[str, Any]
    public: bool
    clock: Clock
    chat: bool
    chairs: list[ChairSeen]
    commitment: str
    created: float
    closed: bool = False
    """The host closed it before the game."""
    imported: bool = False
    """Some of its dice were thrown elsewhere, so its record carries no proof."""


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public part of an entry. What it did in the game is reported by events."""

    kind: str
    seat: int | None = None
    name: str | None = None
    by: str | None = None
    keep: int | None = None
    agreed: bool | None = None
    table: str | None = None


class UndoSeen(msgspec.Struct, frozen=True):
    """A pending request to go back."""

    seat: int
    keep: int
    agreed: list[int]


class HeldSeen(msgspec.Struct, frozen=True):
    """A pause after a whistle."""

    seat: int
    seconds: float
    """Until the game resumes by itself, counted from when the message was made."""


class RematchSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table of the rematch; its invitation is left out for spectators who were not invited themselves."""

    table: str
    invitation: str | None = None


class DiceSeen(msgspec.Struct, frozen=True):
    """The progress of setting up the dice."""

    round: int
    """Counted from 1. A new round with new nonces begins whenever a browser does not reveal its nonce."""
    sealed: list[str | None] | None
    """All commitments to nonces, by seat, once they are fixed; None for a seat that contributes no nonce."""


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chat line, or a reaction."""

    number: int
    name: str
    at: float
    seat: int | None = None
    text: str | None = None
    reaction: str | None = None


class Missed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A version that the client has not seen."""

    version: int
    note: Note
    events: list[Any]
    moves: int
    thrown: Thrown | None = None


class Welcome(Down, frozen=True, kw_only=True, tag="welcome"):
    """Everything that the client may know at this version.

    `missed` lists the versions since the last one it has seen; None if the server no longer has all of them.
    """

    version: int
    table: TableSeen
    seat: int | None
    """The seat from which the client views the table."""
    yours: list[int]
    host: bool
    """Whether the person is the host."""
    view: Any
    legal: str
    """Packed (see `choices`)."""
    moves: int
    """The number of moves so far, undone ones excluded."""
    dice: DiceSeen
    thrown: int
    """The number of throws so far, undone ones included."""
    can_undo: bool
    can_whistle: bool
    missed: list[Missed] | None
    presence: list[str]
    clocks: list[float] | None
    chat: list[Said]
    undo: UndoSeen | None
    held: HeldSeen | None
    rematch: RematchSeen | None


class Update(Down, frozen=True, kw_only=True, tag="update"):
    """The next version. Omitted fields have not changed.

    The exceptions are `can_undo`, `can_whistle`, `undo` and `held`: when omitted, they are false or over.
    """

    version: int
    note: Note
    events: list[Any]
    patch: Patch
    legal: str | None = None
    moves: int
    can_undo: bool = False
    can_whistle: bool = False
    status: str | None = None
    chairs: list[ChairSeen] | None = None
    clocks: list[float] | None = None
    undo: UndoSeen | None = None
    held: HeldSeen | None = None
    rematch: RematchSeen | None = None
    dice: DiceSeen | None = None
    thrown: Thrown | None = None
    """The throws of this version."""


class Ack(Down, frozen=True, tag="ack"):
    """The request with this id is done, at this version."""

    id: str
    version: int


class Refusal(Down, frozen=True, tag="refused", omit_defaults=True):
    """The request with this id was refused (see `Problem`)."""

    code: str
    reason: str
    message: str
    values: dict[str, str | int] = {}
    id: str | None = None


class Odds(Down, frozen=True, tag="odds"):
    """What a seat could work out at this version, by counting. Both are empty if the game computes nothing."""

    id: str
    version: int
    seat: int
    chances: dict[str, float]
    """By action: the exact probability of success."""
    facts: list[Fact]


class Preview(Down, frozen=True, tag="preview"):
    """A preview: what the action would do at this version, up to the next decision or outcome of chance."""

    id: str
    version: int
    seat: int
    action: str
    events: list[Any]
    patch: Patch


class Described(Down, frozen=True, tag="described"):
    """The table at this version as the terminal draws it, and its question if the game waits for the client's seat."""

    id: str
    version: int
    board: str
    ask: str


class Presence(Down, frozen=True, tag="presence"):
    """By seat: 'here', 'away', 'gone', 'bot', or 'free'."""

    seats: list[str]


class Chat(Down, frozen=True, tag="chat"):
    said: Said


class Lobby(Down, frozen=True, tag="lobby"):
    """All public tables that are open or running, most recently changed first."""

    tables: list[TableSeen]


class Pong(Down, frozen=True, tag="pong"):
    at: float


_encoder = msgspec.json.Encoder()


def encode_down(message: Down) -> bytes:
    return _encoder.encode(message)
