"""The view of Haste Bock?, in which everything is public."""

from __future__ import annotations

from typing import Literal

import msgspec

from sheepfold.core.view import View

Throw = Literal["scramble", "panic"]
"""Why the colour die is rolled (HB-3.1, HB-4.4)."""


class Sheep(msgspec.Struct, frozen=True):
    colour: str
    cell: str


class Player(msgspec.Struct, frozen=True, kw_only=True):
    colour: str
    cards: dict[str, int]
    """The action cards in hand, by name."""
    movement: dict[str, int]
    """The movement cards in hand, by steps."""


class HasteBockView(View, frozen=True, tag="haste-bock", kw_only=True):
    phase: str
    flock: list[Sheep]
    facing: str
    """The edge that all sheep face, where Roger (track phase 2) or Jacques (4) stands."""
    stone: int
    track_phase: int
    table: list[Player]
    start: int | None
    """The start player; None until chosen (HB-1.8)."""
    active: int | None
    throw: Throw | None
    """From before the roll until the ram is done."""
    die: str | None
    steps: int
    """The number on the card just played, while a movement card is being chosen."""
    banned_trough: str | None
    banned_side: str | None
    rows: list[int]
    """What a sheep in each row would score now, starting at the edge that the flock faces.

    Empty while rows do not count and, like `worth`, after the end.
    """
    worth: list[int]
    """What each seat would score now (HB-7); empty before the flock is placed."""
