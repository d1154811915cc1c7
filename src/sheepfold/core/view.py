"""Views: what a seat may see. Each game builds them as an allow-list, never by removing things."""

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
