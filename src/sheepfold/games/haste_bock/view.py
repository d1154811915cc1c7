"""What is seen of the table: everything, by everybody."""

from __future__ import annotations

from typing import Literal

import msgspec

from sheepfold.core.view import View

Throw = Literal["scramble", "panic"]
"""What the colour die is thrown for (HB-3.1, HB-4.4)."""


class Sheep(msgspec.Struct, frozen=True):
    colour: str
    cell: str


class Player(msgspec.Struct, frozen=True, kw_only=True):
    colour: str
    cards: dict[str, int]
    """Action cards still to play, by name."""
    movement: dict[str, int]
    """Movement cards still to play, by steps."""


class HasteBockView(View, frozen=True, tag="haste-bock", kw_only=True):
    phase: str
    flock: list[Sheep]
    facing: str
    """The edge that all sheep look at; Roger (track phase 2) or Jacques (4) stands there."""
    stone: int
    track_phase: int
    table: list[Player]
    start: int | None
    """Who began; None until that is decided (HB-1.8)."""
    active: int | None
    throw: Throw | None
    """While the die is thrown and until the ram is done."""
    die: str | None
    steps: int
    """The number on the card just played, while a movement card is chosen."""
    banned_trough: str | None
    banned_side: str | None
    rows: list[int]
    """What a sheep in each row would earn now, from the faced edge on; empty while rows do not count.

    Empty after the end, like `worth`.
    """
    worth: list[int]
    """What each seat would earn if the phase of the track were scored now (HB-7); empty before the flock stands."""
