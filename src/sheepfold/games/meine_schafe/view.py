"""The view of Meine Schafe, Deine Schafe."""

from __future__ import annotations

import msgspec

from sheepfold.core.view import View


class Laid(msgspec.Struct, frozen=True):
    """A laid tile. `tile` is its id, 'start' or '?'. Edges are letters, clockwise from the top."""

    cell: str
    tile: str
    side: str
    edges: str
    beast: str | None
    under: str | None
    """The id of the wolf tile under a hunter (MS-4.4)."""


class Tile(msgspec.Struct, frozen=True):
    """A tile of the viewer's hand, without rotation. A beast is on side a."""

    tile: str
    a: str
    b: str
    beast: str | None


class Area(msgspec.Struct, frozen=True):
    """A pen or a forest: connected edges with one motif."""

    motif: str
    edges: list[str]
    """Each as `n2e3:ne`: a cell and its edges that belong to the area."""
    size: int
    """The number of edges, which is the number of sheep in a pen."""
    open: int
    """The number of edges without a neighbour; a pen with none is closed."""
    wolves: int
    hunters: int
    threatened: bool
    """Whether it borders on a forest with a wolf and would not count."""


class Player(msgspec.Struct, frozen=True, kw_only=True):
    hand: int
    """The number of tiles in hand."""
    colours: list[str] | None
    """None while the viewer cannot know them."""
    shown: list[str]
    """The colours that have been shown."""
    out: int | None
    """1 for the first player who went out."""
    bonus: int
    skipped: bool
    """Whether the seat has been skipped since the last tile was laid; never after the end."""


class PenOnReceipt(msgspec.Struct, frozen=True):
    """A pen in the final settlement."""

    colour: str
    sheep: int
    passed: bool
    """Whether it is passed over because of a wolf (MS-8.2)."""


class Receipt(msgspec.Struct, frozen=True):
    """The final score of a seat, and what it consists of."""

    lines: list[PenOnReceipt]
    times: int
    """The factor of the largest pen (MS-9.2)."""
    bonus: int
    points: int


class MeineSchafeView(View, frozen=True, tag="meine-schafe", kw_only=True):
    """For seats with unknown colours, `scores` has only the bonus."""

    phase: str
    active: int | None
    special: int | None
    """The seat whose special action is in progress."""
    drawing: int
    """The number of tiles still to draw, or earned so far in the special action."""
    bag: int
    reach: int
    """How far the table reaches from the start tile."""
    laid: list[Laid]
    areas: list[Area]
    table: list[Player]
    hand: list[Tile]
    """The viewer's hand."""
    settlement: list[Receipt] | None
    """By seat, at the end."""
