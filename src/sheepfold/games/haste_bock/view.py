"""What is seen of the table: everything, by everybody."""

from __future__ import annotations

import msgspec

from sheepfold.core.view import View


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
    active: int | None
    die: str | None
    steps: int
    """The number on the card just played, while a movement card is chosen."""
    banned_trough: str | None
    banned_side: str | None
    rows: list[int]
    """What a sheep in each row would earn now, from the faced edge on; empty while rows do not count."""
    worth: list[int]
    """What each seat would earn if the phase of the track were scored now (HB-7); empty before the flock stands."""
