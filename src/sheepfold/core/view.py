"""What one seat may see: built by each game as an allow-list, never by striking things out."""

from __future__ import annotations

import msgspec


class View(msgspec.Struct, frozen=True, tag_field="game", kw_only=True):
    """The part of a view that every game has. `seat` is None for a spectator.

    A game that shows whose turn it is calls that `active`. After the end a view shows nothing as pending.
    """

    seat: int | None
    waiting_for: list[int]
    may_act: list[int]
    scores: list[int]
    ranks: list[int] | None
    """1 is best, equal numbers share; None until the game is over."""
