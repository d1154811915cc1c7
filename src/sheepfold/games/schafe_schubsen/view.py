"""The view of Schafe schubsen."""

from __future__ import annotations

import msgspec

from sheepfold.core.view import View


class Sheep(msgspec.Struct, frozen=True, kw_only=True):
    """A player's sheep and everything public that belongs to the player."""

    field: int | None
    """0 to 199; None if it is out."""
    rings: int
    clovers: dict[str, int]
    cards: int | None
    """The size of the hand; None between laying and revealing, when it is hidden (SS-2.3)."""
    has_laid: bool
    revealed: str | None
    """The digits revealed this round."""
    distance: int | None
    """The distance compared this round."""


class SchafeSchubsenView(View, frozen=True, tag="schafe-schubsen", kw_only=True):
    phase: str
    round: int
    boards: list[str]
    water: list[int]
    """The water fields of the current dyke, 0 to 199."""
    sides: dict[str, list[int]]
    """The water fields printed on each side of the boards, 0 to 99."""
    shared_start: bool
    sheep: list[Sheep]
    supply: dict[str, int]
    start: int | None
    active: int | None
    back: int
    """How far the clovers that the active seat has used take it back; `change` is by how much they change distances."""
    change: int
    angel: int | None
    devil: int | None
    hand: list[int] | None
    """The viewer's cards; None for a spectator."""
    laid: str | None
    """The cards that the viewer has laid this round."""
