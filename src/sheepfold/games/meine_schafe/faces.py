"""MS-1.2 The faces of tiles: each is one side in one rotation."""

from __future__ import annotations

from typing import Final

from sheepfold.core.pickling import Pickled
from sheepfold.games.meine_schafe.areas import ONE_EDGE, ONE_HUNTER, ONE_OPEN, ONE_WOLF
from sheepfold.games.meine_schafe.motifs import COLOURS, EDGES, OPPOSITE, VILLAGE, code_of, need_of

NO_BEAST: Final = 0
WOLF: Final = 1
HUNTER: Final = 2
BEASTS: Final = ["", "wolf", "hunter"]
_ONE_BEAST: Final = [0, ONE_WOLF, ONE_HUNTER]

NO_TILE: Final = -1


class Face(Pickled):
    """A side of a tile in one rotation. The start tile and the '?' tiles have negative numbers and no tile."""

    __slots__ = ("areas", "beast", "code", "edges", "needs", "number", "roots", "side", "tile", "turn")

    def __init__(self, number: int, tile: int, side: int, turn: int, edges: list[int], beast: int) -> None:
        self.number = number
        """The index in setup.faces."""
        self.tile = tile
        self.side = side
        self.turn = turn
        """Quarter turns clockwise."""
        self.edges = edges
        self.code = code_of(edges)
        self.beast = beast
        self.needs = [need_of(OPPOSITE[edge], motif) for edge, motif in enumerate(edges)]
        """By edge: what it requires of the neighbouring cell."""
        self.roots = _roots(edges)
        """By edge: the edge that stands for the area."""
        self.areas = [motif + self.roots.count(edge) * (ONE_EDGE + ONE_OPEN) for edge, motif in enumerate(edges)]
        """By edge: the numbers of its area, complete if the edge is a root."""
        self.areas[self.roots[0]] += _ONE_BEAST[beast]


def _roots(edges: list[int]) -> list[int]:
    """MS-7.1 Neighbouring edges with the same motif are one area; opposite ones are not."""
    roots = [0]
    for edge in range(1, EDGES):
        roots.append(roots[edge - 1] if edges[edge] == edges[edge - 1] else edge)
    first, last = roots[0], roots[-1]
    if edges[0] != edges[-1] or first == last:
        return roots
    kept, given_up = (first, last) if roots.count(first) > roots.count(last) else (last, first)
    return [kept if root == given_up else root for root in roots]


START_FACE: Final = -1
"""The number of the start tile's face. Smaller numbers are '?' tiles, by colour."""
QUESTION_FACES: Final = -2

START: Final = Face(START_FACE, NO_TILE, 0, 0, [VILLAGE] * EDGES, NO_BEAST)
"""MS-1.6 The start tile has village on all edges."""
QUESTIONS: Final = [
    Face(QUESTION_FACES - colour, NO_TILE, 0, 0, [colour] * EDGES, NO_BEAST) for colour in range(len(COLOURS))
]
"""MS-1.7 By colour: the '?' tile when it is shown."""
