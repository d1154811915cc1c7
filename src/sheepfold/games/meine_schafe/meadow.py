"""The laid tiles: where tiles fit, and the areas that their edges form, updated with every tile."""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import Final, final

from sheepfold.core.state import NO_INTS
from sheepfold.games.meine_schafe.areas import (
    HUNTERS,
    ONE_HUNTER,
    ONE_OPEN,
    ONE_WOLF,
    WOLVES,
    is_closed_pen,
    joined,
    motif_of,
    size_of,
)
from sheepfold.games.meine_schafe.cells import OFF_TABLE, Cells
from sheepfold.games.meine_schafe.faces import WOLF, Face
from sheepfold.games.meine_schafe.motifs import ANYTHING, EDGES, FITTING, FOREST, OPPOSITE

_NOTHING_UNDER: Final[dict[int, int]] = {}


@final
class Meadow:
    """Tiles are numbered in the order of laying, and edges with them: `tile * EDGES + edge`.

    The edges of an area form a union–find structure: `parent` leads to the root, whose numbers are those of the area.
    There are few lists, and copies share what they can: compiled, copying a position takes 2.1 µs. With a list for each
    number of an area and for each hand it takes 4.7 µs.
    """

    __slots__ = ("areas", "at", "cells", "faces", "frontier", "parent", "places", "under", "wolf_cells")

    def __init__(self, cells: Cells) -> None:
        self.cells = cells
        self.at = NO_INTS
        """By cell: if it is empty, its need (motifs.py); otherwise `~tile`, which is negative."""
        self.frontier = NO_INTS
        """The empty cells beside tiles, in ascending order."""
        self.places = NO_INTS
        """By tile: its cell."""
        self.faces = NO_INTS
        """By tile: the number of its face."""
        self.parent = NO_INTS
        """By edge: the next edge on the way to the root of its area."""
        self.areas = NO_INTS
        """By edge: the numbers of its area (areas.py) if it is a root, and otherwise only its motif."""
        # The following two are replaced and never modified, so that copies share them.
        self.under = _NOTHING_UNDER
        """By tile: the face of the wolf under its hunter (MS-4.4)."""
        self.wolf_cells = NO_INTS
        """The cells of wolves that have not been driven out, in ascending order."""

    def __getnewargs__(self) -> tuple[Cells]:
        return (self.cells,)

    def copy(self) -> Meadow:
        other = Meadow(self.cells)
        other.at = self.at[:]
        other.frontier = self.frontier[:]
        other.places = self.places[:]
        other.faces = self.faces[:]
        other.parent = self.parent[:]
        other.areas = self.areas[:]
        other.under = self.under
        other.wolf_cells = self.wolf_cells
        return other

    def is_empty(self, cell: int) -> bool:
        return self.at[cell] >= 0

    # Laying

    def lay(self, cell: int, face: Face) -> int:
        """Lay a tile on an empty cell where it fits. Returns the number of touching edges (MS-2.5)."""
        tile = len(self.places)
        self._leave_frontier(cell)
        self.at[cell] = ~tile
        self.places.append(cell)
        self.faces.append(face.number)
        if face.beast == WOLF:
            self.wolf_cells = sorted([*self.wolf_cells, cell])
        first = tile * EDGES
        for edge in range(EDGES):
            self.parent.append(first + face.roots[edge])
            self.areas.append(face.areas[edge])
        touching = 0
        for edge in range(EDGES):
            beside = self.cells.neighbours[cell * EDGES + edge]
            if beside == OFF_TABLE:
                continue
            there = self.at[beside]
            if there < 0:
                touching += 1
                self._join(first + edge, ~there * EDGES + OPPOSITE[edge])
                continue
            if there == ANYTHING:
                insort(self.frontier, beside)
            self.at[beside] = there | face.needs[edge]  # MS-2.3
        return touching

    def drive_out(self, cell: int, face: Face) -> None:
        """MS-4.4 A hunter drives out the wolf in this cell and guards the forest."""
        tile = self.tile_at(cell)
        self.under = {**self.under, tile: self.faces[tile]}
        self.faces[tile] = face.number
        self.wolf_cells = [other for other in self.wolf_cells if other != cell]
        self.areas[self.root(tile * EDGES)] += ONE_HUNTER - ONE_WOLF

    def tile_at(self, cell: int) -> int:
        """The tile in a cell that is not empty."""
        return ~self.at[cell]

    def _leave_frontier(self, cell: int) -> None:
        place = bisect_left(self.frontier, cell)
        if place < len(self.frontier):  # the start tile is laid without a frontier
            del self.frontier[place]

    def root(self, edge: int) -> int:
        """Find the root. Paths are not compressed, so a view changes nothing; joining by size keeps them short."""
        parent = self.parent
        while parent[edge] != edge:
            edge = parent[edge]
        return edge

    def _join(self, one: int, other: int) -> None:
        """Join the areas of two touching edges, which are open no more."""
        one = self.root(one)
        other = self.root(other)
        areas = self.areas
        if one != other:
            if size_of(areas[one]) < size_of(areas[other]):
                one, other = other, one
            self.parent[other] = one
            areas[one] = joined(areas[one], areas[other])
            areas[other] = motif_of(areas[other])
        areas[one] -= 2 * ONE_OPEN

    # Wolves and hunters

    def beast_fits(self, beast: int, cell: int) -> bool:
        return FITTING[FOREST][self.at[cell]] and self.beast_may_touch(beast, cell)

    def beast_may_touch(self, beast: int, cell: int) -> bool:
        """MS-4.3, MS-4.6, MS-4.7 A wolf may touch only forests without a hunter; a hunter, only ones without a wolf."""
        enemies = HUNTERS if beast == WOLF else WOLVES
        for edge in range(EDGES):
            beside = self.cells.neighbours[cell * EDGES + edge]
            if beside != OFF_TABLE and self.at[beside] < 0:
                root = self.root(~self.at[beside] * EDGES + OPPOSITE[edge])
                if self.areas[root] & enemies:
                    return False
        return True

    # Pens

    def roots(self) -> list[int]:
        """All areas, by their root."""
        return [edge for edge, parent in enumerate(self.parent) if parent == edge]

    def threatened(self) -> list[bool]:
        """By root: whether it borders on a forest with a wolf (MS-8.2)."""
        areas = self.areas
        found = [False] * len(areas)
        if not self.wolf_cells:
            return found
        for edge in range(len(areas)):
            if motif_of(areas[edge]) == FOREST and areas[self.root(edge)] & WOLVES:
                found[self.root(edge ^ 1)] = True  # the neighbours on the tile differ in the lowest bit
                found[self.root(edge ^ 3)] = True
        return found

    def pens(self) -> list[list[int]]:
        """By colour: the sizes of the pens that count, largest first (MS-7.1, MS-8.2)."""
        found: list[list[int]] = [[], [], [], []]
        threatened = self.threatened()
        for edge, area in enumerate(self.areas):
            if is_closed_pen(area) and not threatened[edge]:
                found[motif_of(area)].append(size_of(area))
        for sizes in found:
            sizes.sort(reverse=True)
        return found

    def edges_of(self, root: int) -> list[int]:
        """The edges of an area."""
        return [edge for edge in range(len(self.parent)) if self.root(edge) == root]

    def cells_of(self, root: int) -> list[int]:
        """The cells of an area, in the order in which their tiles were laid."""
        tiles = sorted({edge // EDGES for edge in self.edges_of(root)})
        return [self.places[tile] for tile in tiles]


def bare_meadow(cells: Cells) -> Meadow:
    """A table without tiles."""
    meadow = Meadow(cells)
    meadow.at = [ANYTHING] * cells.count
    meadow.frontier = []
    meadow.places = []
    meadow.faces = []
    meadow.parent = []
    meadow.areas = []
    return meadow
