"""The log of a table: everything that ever happened at it, entry by entry. A table is its settings and its log."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, Literal

import msgspec


class Entry(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    """One thing that happened."""


class Sat(Entry, frozen=True):
    """Somebody takes a free seat before the game."""

    seat: int
    person: str
    name: str


class Stood(Entry, frozen=True):
    """Somebody frees a seat before the game."""

    seat: int


class Appointed(Entry, frozen=True):
    """Who made the table lets a bot play at a seat that nobody has taken, or keeps it free for somebody again."""

    seat: int
    bot: str | None = None
    name: str | None = None
    """Of the bot, if there is one."""


class Closed(Entry, frozen=True):
    """Who made the table gives it up before the game."""


class Ready(Entry, frozen=True):
    """A browser has seen the table's commitment and commits to its own nonce."""

    seat: int
    commitment: str


class Sealed(Entry, frozen=True):
    """All commitments are fixed, by seat; None for a bot, or for a person whose browser sent none in time."""

    commitments: list[str | None]


class Revealed(Entry, frozen=True):
    """A browser has seen all commitments and reveals its nonce."""

    seat: int
    nonce: str


class Unsealed(Entry, frozen=True):
    """These browsers did not reveal their nonces: the dice are set up again, without them."""

    seats: list[int]


class Begun(Entry, frozen=True):
    """The game begins with its first throws."""

    chance: list[str]


class Imported(Entry, frozen=True):
    """A game that was played elsewhere, or at another table up to here: its lines as in a record."""

    lines: list[str]


By = Literal["person", "bot", "clock", "stand-in"]


class Acted(Entry, frozen=True):
    """A seat acts, and chance answers. `by` tells who chose.

    That is the person, a bot, a bot because time was up, or a simpler bot because the seat's own bot failed.
    """

    seat: int
    action: str
    chance: list[str]
    by: By = "person"


class Undone(Entry, frozen=True):
    """The game goes back to where so many entries of it count."""

    seat: int
    keep: int


class UndoAsked(Entry, frozen=True):
    """A seat asks all people to let it go back further than it may by itself."""

    seat: int
    keep: int


class UndoAnswered(Entry, frozen=True):
    seat: int
    agreed: bool


class Whistled(Entry, frozen=True):
    """A person holds the game for a moment, to decide whether to interrupt it."""

    seat: int


class WentOn(Entry, frozen=True, tag="went-on"):
    """Who has whistled lets the game go on, or has taken too long."""

    seat: int


class Left(Entry, frozen=True):
    """A person leaves the seat to a bot; the seat stays theirs."""

    seat: int
    bot: str


class CameBack(Entry, frozen=True):
    seat: int


class RematchOffered(Entry, frozen=True):
    """Once more: with these settings, at that table, for which everybody here is invited."""

    seat: int
    table: str
    invitation: str
    settings: dict[str, Any]


_any: Any = reduce(or_, Entry.__subclasses__())
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(_any)
_encoder = msgspec.json.Encoder()


def decode_entry(body: bytes) -> Entry:
    return _decoder.decode(body)


def encode_entry(entry: Entry) -> bytes:
    return _encoder.encode(entry)
