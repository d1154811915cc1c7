"""The entries of a table's log. A table is its settings and its log."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, Literal

import msgspec


class Entry(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    """An entry of the log."""


class Sat(Entry, frozen=True):
    """A person takes a free seat before the game."""

    seat: int
    person: str
    name: str


class Stood(Entry, frozen=True):
    """A person leaves their seat before the game."""

    seat: int


class Appointed(Entry, frozen=True):
    """The host gives a seat to a bot, or frees it, before the game."""

    seat: int
    bot: str | None = None
    name: str | None = None
    """The name of the bot, if there is one."""


class Closed(Entry, frozen=True):
    """The host closes the table before the game."""


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
    """The game begins, with its first outcomes of chance."""

    chance: list[str]


class Imported(Entry, frozen=True):
    """The beginning of a game that was played elsewhere, as the lines of a record."""

    lines: list[str]
    position: str | None = None
    """Where it begins, if not with the first position of the game."""


By = Literal["person", "bot", "clock", "stand-in"]


class Acted(Entry, frozen=True):
    """A seat acts, and chance resolves.

    `by` says who chose: the person, the seat's bot, a bot because the clock ran out, or a simpler bot because the
    seat's bot failed.
    """

    seat: int
    action: str
    chance: list[str]
    by: By = "person"


class Undone(Entry, frozen=True):
    """A seat takes back its last move; `keep` is the number of moves that remain."""

    seat: int
    keep: int


class UndoAsked(Entry, frozen=True):
    """A seat asks the other people to agree to going back further than it may alone."""

    seat: int
    keep: int


class UndoAnswered(Entry, frozen=True):
    seat: int
    agreed: bool


class Whistled(Entry, frozen=True):
    """A person pauses the game for a moment to decide whether to interrupt it."""

    seat: int


class WentOn(Entry, frozen=True, tag="went-on"):
    """The pause after a whistle ends: the person resumed the game, or took too long."""

    seat: int


class Left(Entry, frozen=True):
    """A person leaves their seat to a bot; the seat stays theirs."""

    seat: int
    bot: str


class CameBack(Entry, frozen=True):
    seat: int


class RematchOffered(Entry, frozen=True):
    """A rematch with these settings, at another table, to which everyone here is invited."""

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
