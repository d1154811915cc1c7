"""What a seat sees of the table."""

from __future__ import annotations

import msgspec

from sheepfold.core.view import View


class Sheep(msgspec.Struct, frozen=True, kw_only=True):
    """One player's sheep and what lies openly before the player."""

    field: int | None
    """0 to 199; None when it is out."""
    rings: int
    clovers: dict[str, int]
    cards: int | None
    """The size of the hand; None between laying and revealing, where it is hidden (SS-2.3)."""
    has_laid: bool
    revealed: str | None
    """The digits shown this round."""
    distance: int | None
    """The distance it has compared this round."""


class SchafeSchubsenView(View, frozen=True, tag="schafe-schubsen", kw_only=True):
    phase: str
    round: int
    boards: list[str]
    water: list[int]
    """The water fields of the dyke as it lies, 0 to 199."""
    sides: dict[str, list[int]]
    """The water fields that are printed on each side of the boards, 0 to 99."""
    shared_start: bool
    sheep: list[Sheep]
    supply: dict[str, int]
    start: int | None
    active: int | None
    back: int
    """How far the active seat's used clovers take it back, and below by how much they may change its distance."""
    change: int
    angel: int | None
    devil: int | None
    hand: list[int] | None
    """The viewer's own cards; None for a spectator."""
    laid: str | None
    """What the viewer has laid this round."""
