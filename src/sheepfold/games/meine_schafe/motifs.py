"""MS-1.2 The motifs of edges, and which edges match."""

from __future__ import annotations

from typing import Final

LETTERS: Final = "KYRBVF"
COLOURS: Final = ["black", "yellow", "red", "blue"]
"""The colours of sheep. A colour is the number of its motif."""
VILLAGE: Final = 4
FOREST: Final = 5
MOTIFS: Final = 6

EDGES: Final = 4
"""North, east, south, west: `edges` are always in this order."""
DIRECTIONS: Final = "nesw"

ANYTHING: Final = (1 << MOTIFS * EDGES) - 1
"""The needs of a cell without neighbours. Needs are a bit set: bit `edge * MOTIFS + motif` allows a motif."""

WOODS: Final = sum(1 << edge * MOTIFS + FOREST for edge in range(EDGES))
"""The bits of a tile with forest on four edges."""


def edges_of(letters: str) -> list[int]:
    return [LETTERS.index(letter) for letter in letters]


def letters_of(edges: list[int]) -> str:
    return "".join([LETTERS[motif] for motif in edges])


def bits_of(edges: list[int]) -> int:
    """The edges as a bit set. A tile fits a cell if all its bits are in the cell's needs (MS-2.3)."""
    bits = 0
    for edge in range(EDGES):
        bits |= 1 << edge * MOTIFS + edges[edge]
    return bits


def need_of(edge: int, motif: int) -> int:
    """The needs of a cell that must have this motif on one edge and may have anything on the others."""
    return ANYTHING & ~((1 << MOTIFS) - 1 << edge * MOTIFS) | 1 << edge * MOTIFS + motif
