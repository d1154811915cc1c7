"""What a seat sees of Meine Schafe, Deine Schafe."""

from __future__ import annotations

import msgspec

from sheepfold.core.view import View


class Laid(msgspec.Struct, frozen=True):
    """A tile as it lies. `tile` is its id, 'start', or '?'; edges are letters from the top clockwise."""

    cell: str
    tile: str
    side: str
    edges: str
    beast: str | None
    under: str | None
    """The id of the wolf tile under a hunter (MS-4.4)."""


class Tile(msgspec.Struct, frozen=True):
    """A tile of the own hand, both sides unturned; a beast is on side a."""

    tile: str
    a: str
    b: str
    beast: str | None


class Area(msgspec.Struct, frozen=True):
    """A pen, or a forest: connected edges with one motif."""

    motif: str
    edges: list[str]
    """Each as `n2e3:ne`, a cell and those of its edges that belong to it."""
    size: int
    """Edges, so sheep in a pen."""
    open: int
    """Edges that nothing lies against; without any a pen is closed."""
    wolves: int
    hunters: int
    threatened: bool
    """Borders on a forest with a wolf, and so would not count."""


class Player(msgspec.Struct, frozen=True, kw_only=True):
    hand: int
    """How many tiles."""
    colours: list[str] | None
    """None while this seat cannot know them."""
    shown: list[str]
    """The colours that the markers show."""
    out: int | None
    """1 for who was out first."""
    bonus: int
    skipped: bool
    """Since the last tile was laid; never after the end."""


class PenOnReceipt(msgspec.Struct, frozen=True):
    """A pen that was looked at in the end."""

    colour: str
    sheep: int
    passed: bool
    """Passed over because of a wolf (MS-8.2)."""


class Receipt(msgspec.Struct, frozen=True):
    """What a seat has in the end, and for what."""

    lines: list[PenOnReceipt]
    times: int
    """How often the largest counts (MS-9.2)."""
    bonus: int
    points: int


class MeineSchafeView(View, frozen=True, tag="meine-schafe", kw_only=True):
    """`scores` have only the bonus of seats whose colours are not known."""

    phase: str
    active: int | None
    special: int | None
    """Whose special action goes on."""
    drawing: int
    """Tiles that are still to be drawn, or are earned so far in the special action."""
    bag: int
    reach: int
    """How far the table reaches from the start tile."""
    laid: list[Laid]
    areas: list[Area]
    table: list[Player]
    hand: list[Tile]
    """The own one."""
    settlement: list[Receipt] | None
    """By seat, once it is over."""
