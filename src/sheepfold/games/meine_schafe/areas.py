"""The numbers of an area, packed into one int: joining two areas is one addition, and copying them one list."""

from __future__ import annotations

from typing import Final

from sheepfold.games.meine_schafe.motifs import VILLAGE

# Three bits for the motif, ten for open edges, eight for wolves, eight for hunters, and the rest for the size.
# That is enough: a table has at most 107 tiles (data.py), so at most 428 edges.
MOTIF: Final = 7
ONE_OPEN: Final = 1 << 3
ONE_WOLF: Final = 1 << 13
ONE_HUNTER: Final = 1 << 21
ONE_EDGE: Final = 1 << 29
OPEN: Final = ONE_WOLF - ONE_OPEN
WOLVES: Final = ONE_HUNTER - ONE_WOLF
HUNTERS: Final = ONE_EDGE - ONE_HUNTER


def motif_of(area: int) -> int:
    return area & MOTIF


def open_of(area: int) -> int:
    """The number of edges without a neighbour (MS-7.1); those at the edge of the table stay open (MS-1.10)."""
    return (area & OPEN) >> 3


def wolves_of(area: int) -> int:
    """The number of wolves that have not been driven out."""
    return (area & WOLVES) >> 13


def hunters_of(area: int) -> int:
    return (area & HUNTERS) >> 21


def size_of(area: int) -> int:
    """The number of edges, which is the number of sheep in a pen."""
    return area >> 29


def is_closed_pen(area: int) -> bool:
    """MS-7.1 A pen is closed when no edge of it is open. Edges that are not roots are no pens."""
    return area > MOTIF and area & OPEN == 0 and area & MOTIF < VILLAGE


def joined(one: int, other: int) -> int:
    """MS-4.2 Connected areas are one; MS-4.5 joined forests share their wolves and hunters."""
    return one + other - (other & MOTIF)
