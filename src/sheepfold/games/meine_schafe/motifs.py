"""MS-1.2 The motifs of edges, and which edges match."""

from __future__ import annotations

from typing import Final

LETTERS: Final = "KYRBVF"
COLOURS: Final = ["black", "yellow", "red", "blue"]
"""The colours of sheep. A colour is the number of its motif."""
VILLAGE: Final = 4
FOREST: Final = 5

EDGES: Final = 4
"""North, east, south, west: `edges` are always in this order."""
DIRECTIONS: Final = "nesw"
OPPOSITE: Final = [2, 3, 0, 1]

# The motifs of four edges in one number, three bits for each edge: 0 for any motif, otherwise the motif plus 1.
# The code of a tile has four motifs. The need of a cell has those of the edges that touch it.
_BITS: Final = 3
_ONE_EDGE: Final = (1 << _BITS) - 1
NEEDS: Final = 1 << _BITS * EDGES
ANYTHING: Final = 0
"""The need of a cell without neighbours."""


def edges_of(letters: str) -> list[int]:
    return [LETTERS.index(letter) for letter in letters]


def letters_of(edges: list[int]) -> str:
    return "".join([LETTERS[motif] for motif in edges])


def need_of(edge: int, motif: int) -> int:
    """The need of a cell that must have this motif on one edge and may have anything on the others."""
    return motif + 1 << edge * _BITS


def one_edge(need: int) -> int:
    """The need of the first edge that is restricted."""
    edge = 0
    while not need >> edge * _BITS & _ONE_EDGE:
        edge += 1
    return need & _ONE_EDGE << edge * _BITS


def code_of(edges: list[int]) -> int:
    return sum([need_of(edge, motif) for edge, motif in enumerate(edges)])


def fits(code: int, need: int) -> bool:
    """MS-2.3 Every touching edge must show the same motif."""
    return code & _TOUCHING[need] == need


def asks_for(need: int, motif: int) -> bool:
    """Check whether a need has this motif on some edge."""
    return any(need >> edge * _BITS & _ONE_EDGE == motif + 1 for edge in range(EDGES))


def _touching(need: int) -> int:
    """The bits of the edges that the need restricts."""
    edge_bits = [_ONE_EDGE << edge * _BITS for edge in range(EDGES)]
    return sum([bits for bits in edge_bits if need & bits])


_TOUCHING: Final = [_touching(need) for need in range(NEEDS)]
ONE_EDGE_NEEDS: Final = [need_of(edge, motif) for edge in range(EDGES) for motif in range(len(LETTERS))]
"""The needs of cells with one neighbour."""
FITTING: Final = [[fits(code_of([motif] * EDGES), need) for need in range(NEEDS)] for motif in range(len(LETTERS))]
"""By motif and need: whether a tile with this motif on four edges fits."""
