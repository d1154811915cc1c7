"""What a seat may see and know. Each game builds views as an allow-list, never by removing things."""

from __future__ import annotations

import msgspec


class View(msgspec.Struct, frozen=True, tag_field="game", kw_only=True):
    """The fields that all views have in common. `seat` is None for a spectator.

    A game that shows whose turn it is calls that field `active`. After the end, a view shows nothing as pending.
    """

    seat: int | None
    waiting_for: list[int]
    may_act: list[int]
    scores: list[int]
    ranks: list[int] | None
    """1 is best, equal numbers are ties; None until the game is over."""


class Fact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that a patient player could work out, without words: faces and language files have those, by id."""

    id: str
    clause: str
    seat: int | None = None
    """The player it is about."""
    values: dict[str, int | str] = {}
    chance: float | None = None
    """The exact probability of what it says, if that is uncertain."""
