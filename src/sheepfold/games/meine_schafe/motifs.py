"""MS-1.2 What an edge can show, and which edges fit to which."""

from __future__ import annotations

from typing import Final

LETTERS: Final = "KYRBVF"
COLOURS: Final = ["black", "yellow", "red", "blue"]
"""The sheep; a colour is the number of its motif."""
VILLAGE: Final = 4
FOREST: Final = 5
MOTIFS: Final = 6

EDGES: Final = 4
"""North, east, south, west: clockwise, as `edges` are everywhere."""
DIRECTIONS: Final = "nesw"

ANYTHING: Final = (1 << MOTIFS * EDGES) - 1
"""The needs of a cell that touches nothing. A need is a set of bits: `edge * MOTIFS + motif` may be there."""

WOODS: Final = sum(1 << edge * MOTIFS + FOREST for edge in range(EDGES))
"""The bits of a tile with forest on four edges."""


def edges_of(letters: str) -> list[int]:
    return [LETTERS.index(letter) for letter in letters]


def letters_of(edges: list[int]) -> str:
    return "".join([LETTERS[motif] for motif in edges])


def bits_of(edges: list[int]) -> int:
    """A tile fits a cell if all its bits are among the cell's needs (MS-2.3)."""
    bits = 0
    for edge in range(EDGES):
        bits |= 1 << edge * MOTIFS + edges[edge]
    return bits


def need_of(edge: int, motif: int) -> int:
    """The needs of a cell that must show this motif there and may show anything elsewhere."""
    return ANYTHING & ~((1 << MOTIFS) - 1 << edge * MOTIFS) | 1 << edge * MOTIFS + motif
