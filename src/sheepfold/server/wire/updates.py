"""The messages from a table to a client (see `docs/protocol.md`)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from sheepfold.server.table.model import Thrown
from sheepfold.server.table.settings import Clock
from sheepfold.server.wire.patches import Patch


class Down(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, omit_defaults=True):
    """A message from a table."""


class ChairSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as everybody sees it."""

    name: str
    who: Literal["free", "person", "bot"]
    bot: str | None = None
    left: bool = False
    """Whether its person has left it to the bot, and may come back."""
    ready: bool = False


class TableSeen(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A table as everybody sees it, for the lobby and for the welcome."""

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
    """Some of its dice fell elsewhere, so its record carries no proof."""


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happened at the table, for everybody; what it did in the game is told by events."""

    kind: str
    seat: int | None = None
    name: str | None = None
    by: str | None = None
    keep: int | None = None
    agreed: bool | None = None
    table: str | None = None


class UndoSeen(msgspec.Struct, frozen=True):
    """Somebody has asked to go back."""

    seat: int
    keep: int
    agreed: list[int]


class HeldSeen(msgspec.Struct, frozen=True):
    """Somebody has whistled, and the others wait."""

    seat: int
    seconds: float
    """Until the game goes on by itself, from when the message was made."""


class RematchSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table of the rematch, and the invitation to it, but not for who has passed by at a public table."""

    table: str
    invitation: str | None = None


class DiceSeen(msgspec.Struct, frozen=True):
    """How far the dice are set up."""

    round: int
    """From 1; one more for each time that a browser did not reveal its nonce, so that all made new ones."""
    sealed: list[str | None] | None
    """All commitments to nonces, by seat, once they are fixed; None for a seat that adds no nonce."""


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the chat, or a reaction."""

    number: int
    name: str
    at: float
    seat: int | None = None
    text: str | None = None
    reaction: str | None = None


class Missed(msgspec.Struct, frozen=True, omit_defaults=True):
    """One version that the browser has not seen."""

    version: int
    note: Note
    events: list[Any]
    moves: int
    thrown: Thrown | None = None


class Welcome(Down, frozen=True, kw_only=True, tag="welcome"):
    """Everything that this browser may know, at its version.

    `missed` are the events since the version it had seen, if the server still has them all; else None, and the view is
    all there is.
    """

    version: int
    table: TableSeen
    seat: int | None
    """From where this browser looks."""
    yours: list[int]
    host: bool
    """Whether this person made the table."""
    view: Any
    legal: str
    """Packed (see `choices`)."""
    moves: int
    """How many moves count so far, for going back."""
    dice: DiceSeen
    thrown: int
    """How many throws have fallen so far, undone ones included."""
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
    """One version on. What is not named has not changed.

    But for `can_undo`, `can_whistle`, `undo` and `held`: those are then over.
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
    """The message with this id is done, at this version."""

    id: str
    version: int


class Refusal(Down, frozen=True, tag="refused", omit_defaults=True):
    """Why the message with this id was refused (see `Problem`)."""

    code: str
    reason: str
    message: str
    values: dict[str, str | int] = {}
    id: str | None = None


class Odds(Down, frozen=True, tag="odds"):
    """By action: the exact chance that it leads to success. Empty where the game knows none."""

    id: str
    chances: dict[str, float]


class Foreseen(Down, frozen=True, tag="foreseen"):
    """What the action would do to the table at this version, up to the next decision, throw or draw."""

    id: str
    version: int
    action: str
    events: list[Any]
    patch: Patch


class Described(Down, frozen=True, tag="described"):
    """The table at this version as the terminal would draw it, and what it would ask me, if it waits for me."""

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
    """All public tables that are open or running, the newest change first."""

    tables: list[TableSeen]


class Pong(Down, frozen=True, tag="pong"):
    at: float


_encoder = msgspec.json.Encoder()


def encode_down(message: Down) -> bytes:
    return _encoder.encode(message)
