"""The laid tiles: where tiles fit, and the areas that their edges form, updated with every tile."""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import Final

from sheepfold.core.state import NO_INTS
from sheepfold.games.meine_schafe.cells import OFF_TABLE, Cells
from sheepfold.games.meine_schafe.motifs import ANYTHING, EDGES, FOREST, MOTIFS, VILLAGE, WOODS, need_of

EMPTY: Final = -1

NO_BEAST: Final = 0
WOLF: Final = 1
HUNTER: Final = 2
BEASTS: Final = ["", "wolf", "hunter"]

_NEEDS: Final = [need_of(edge, motif) for edge in range(EDGES) for motif in range(MOTIFS)]
_NOTHING_UNDER: Final[dict[int, int]] = {}


class Meadow:
    """Tiles and areas are numbered in the order of laying. A tile has one area for each run of equal edges.

    Joined areas form a union–find structure: `parent` leads to the root, whose numbers are those of the whole area.
    """

    __slots__ = (
        "area", "at", "cells", "faces", "frontier", "hunters", "marks", "motif", "needs", "open", "parent", "places",
        "size", "under", "wolf_cells", "wolves",
    )  # fmt: skip

    def __init__(self, cells: Cells) -> None:
        self.cells = cells
        self.at = NO_INTS
        """By cell: the number of the tile there, or EMPTY."""
        self.needs = NO_INTS
        """By cell: the motifs that a tile there may have (motifs.bits_of)."""
        self.frontier = NO_INTS
        """The empty cells beside tiles, in ascending order."""
        self.marks = NO_INTS
        """By index in the frontier: one of the touching edges with its motif, `edge * MOTIFS + motif`."""
        self.places = NO_INTS
        """By tile: its cell."""
        self.faces = NO_INTS
        """By tile: the number that the caller gave its face."""
        self.under = _NOTHING_UNDER
        """By tile: the face of the wolf under its hunter (MS-4.4)."""
        self.area = NO_INTS
        """By tile and edge, `tile * EDGES + edge`: an area, not necessarily a root."""
        self.wolf_cells = NO_INTS
        """The cells of wolves that have not been driven out, in ascending order."""
        self.parent = NO_INTS
        self.motif = NO_INTS
        self.size = NO_INTS
        """The number of edges, which is the number of sheep in a pen."""
        self.open = NO_INTS
        """The number of edges without a neighbour (MS-7.1); those at the edge of the table stay open (MS-1.10)."""
        self.wolves = NO_INTS
        """Wolves that have not been driven out."""
        self.hunters = NO_INTS

    def __getnewargs__(self) -> tuple[Cells]:
        return (self.cells,)

    def copy(self) -> Meadow:
        other = Meadow(self.cells)
        other.at = self.at[:]
        other.needs = self.needs[:]
        other.frontier = self.frontier[:]
        other.marks = self.marks[:]
        other.places = self.places[:]
        other.faces = self.faces[:]
        other.under = self.under.copy()
        other.area = self.area[:]
        other.wolf_cells = self.wolf_cells[:]
        other.parent = self.parent[:]
        other.motif = self.motif[:]
        other.size = self.size[:]
        other.open = self.open[:]
        other.wolves = self.wolves[:]
        other.hunters = self.hunters[:]
        return other

    # Laying

    def lay(self, cell: int, edges: list[int], beast: int, face: int) -> int:
        """Lay a tile on an empty cell where it fits. Returns the number of touching edges (MS-2.5)."""
        tile = len(self.places)
        self.at[cell] = tile
        self.places.append(cell)
        self.faces.append(face)
        place = bisect_left(self.frontier, cell)
        if place < len(self.frontier) and self.frontier[place] == cell:
            del self.frontier[place]
            del self.marks[place]
        self._add_areas(edges)
        touching = 0
        neighbours = self.cells.neighbours
        for edge in range(EDGES):
            area = self.area[tile * EDGES + edge]
            beside = neighbours[cell * EDGES + edge]
            if beside == OFF_TABLE:
                self.open[self.root(area)] += 1
            elif self.at[beside] == EMPTY:
                self.open[self.root(area)] += 1
                self._narrow(beside, (edge + 2) % EDGES, edges[edge])
            else:
                touching += 1
                other = self.area[self.at[beside] * EDGES + (edge + 2) % EDGES]
                self.open[self.root(other)] -= 1
                self._join(area, other)
        if beast == WOLF:
            self.wolves[self.root(self.area[tile * EDGES])] += 1
            self.wolf_cells.insert(bisect_left(self.wolf_cells, cell), cell)
        elif beast == HUNTER:
            self.hunters[self.root(self.area[tile * EDGES])] += 1
        return touching

    def drive_out(self, cell: int, face: int) -> None:
        """MS-4.4 A hunter drives out the wolf in this cell and guards the forest."""
        tile = self.at[cell]
        self.under[tile] = self.faces[tile]
        self.faces[tile] = face
        self.wolf_cells.remove(cell)
        root = self.root(self.area[tile * EDGES])
        self.wolves[root] -= 1
        self.hunters[root] += 1

    def _add_areas(self, edges: list[int]) -> None:
        """MS-7.1 Neighbouring edges with the same motif are one area; opposite ones are not."""
        first = len(self.area)
        for edge in range(EDGES):
            if edge and edges[edge] == edges[edge - 1]:
                area = self.area[first + edge - 1]
            else:
                area = len(self.parent)
                self.parent.append(area)
                self.motif.append(edges[edge])
                self.size.append(0)
                self.open.append(0)
                self.wolves.append(0)
                self.hunters.append(0)
            self.area.append(area)
            self.size[area] += 1
        if edges[3] == edges[0] and self.area[first + 3] != self.area[first]:
            self._join(self.area[first + 3], self.area[first])

    def _narrow(self, cell: int, edge: int, motif: int) -> None:
        """MS-2.3 The neighbours of a cell restrict what fits there."""
        mark = edge * MOTIFS + motif
        if self.needs[cell] == ANYTHING:
            place = bisect_left(self.frontier, cell)
            self.frontier.insert(place, cell)
            self.marks.insert(place, mark)
        self.needs[cell] &= _NEEDS[mark]

    def root(self, area: int) -> int:
        parent = self.parent
        while parent[area] != area:
            parent[area] = parent[parent[area]]
            area = parent[area]
        return area

    def _join(self, one: int, other: int) -> None:
        """MS-4.2 Connected areas are one; MS-4.5 joined forests share their wolves and hunters."""
        one = self.root(one)
        other = self.root(other)
        if one == other:
            return
        if self.size[one] < self.size[other]:
            one, other = other, one
        self.parent[other] = one
        self.size[one] += self.size[other]
        self.open[one] += self.open[other]
        self.wolves[one] += self.wolves[other]
        self.hunters[one] += self.hunters[other]

    # Wolves and hunters

    def beast_places(self, beast: int) -> list[int]:
        """MS-4.6 The cells where a wolf or hunter may be laid; MS-4.4 a hunter also on a wolf."""
        if beast == WOLF:
            return [cell for cell in self.frontier if self.wolf_fits(cell)]
        found = [cell for cell in self.frontier if self.hunter_fits(cell)]
        for cell in self.wolf_cells:
            insort(found, cell)
        return found

    def wolf_fits(self, cell: int) -> bool:
        """MS-4.3, MS-4.6, MS-4.7 A wolf may touch only forests without a hunter."""
        return self._woods_fit(cell, self.hunters)

    def hunter_fits(self, cell: int) -> bool:
        """MS-4.6 A hunter beside other tiles may touch only forests without a wolf."""
        return self._woods_fit(cell, self.wolves)

    def _woods_fit(self, cell: int, beasts: list[int]) -> bool:
        if self.needs[cell] & WOODS != WOODS:
            return False
        for edge in range(EDGES):
            beside = self.cells.neighbours[cell * EDGES + edge]
            if beside != OFF_TABLE and self.at[beside] != EMPTY:
                area = self.area[self.at[beside] * EDGES + (edge + 2) % EDGES]
                if beasts[self.root(area)]:
                    return False
        return True

    # Pens

    def roots(self) -> list[int]:
        """All areas, by their root."""
        return [area for area, parent in enumerate(self.parent) if parent == area]

    def threatened(self) -> list[bool]:
        """By root: whether it borders on a forest with a wolf (MS-8.2)."""
        found = [False] * len(self.parent)
        if not self.wolf_cells:
            return found
        for tile in range(len(self.places)):
            for edge in range(EDGES):
                root = self.root(self.area[tile * EDGES + edge])
                if self.motif[root] == FOREST and self.wolves[root]:
                    for beside in ((edge + 1) % EDGES, (edge + 3) % EDGES):
                        found[self.root(self.area[tile * EDGES + beside])] = True
        return found

    def pens(self) -> list[list[int]]:
        """By colour: the sizes of the pens that count, largest first (MS-7.1, MS-8.2)."""
        found: list[list[int]] = [[], [], [], []]
        threatened = self.threatened()
        for area, parent in enumerate(self.parent):
            if parent == area and self.motif[area] < VILLAGE and not self.open[area] and not threatened[area]:
                found[self.motif[area]].append(self.size[area])
        for sizes in found:
            sizes.sort(reverse=True)
        return found

    def edges_of(self, root: int) -> list[int]:
        """The edges of an area, each as `tile * EDGES + edge`."""
        return [place for place, area in enumerate(self.area) if self.root(area) == root]

    def cells_of(self, root: int) -> list[int]:
        """The cells of an area, in the order in which their tiles were laid."""
        tiles = sorted({place // EDGES for place in self.edges_of(root)})
        return [self.places[tile] for tile in tiles]


def bare_meadow(cells: Cells) -> Meadow:
    """A table without tiles."""
    meadow = Meadow(cells)
    meadow.at = [EMPTY] * cells.count
    meadow.needs = [ANYTHING] * cells.count
    meadow.frontier = []
    meadow.marks = []
    meadow.places = []
    meadow.faces = []
    meadow.under = {}
    meadow.area = []
    meadow.wolf_cells = []
    meadow.parent = []
    meadow.motif = []
    meadow.size = []
    meadow.open = []
    meadow.wolves = []
    meadow.hunters = []
    return meadow
