"""The meadow, updated tile by tile, agrees with a plain search of the table, in hundreds of random positions."""

from __future__ import annotations

import re

import pytest

from sheepfold.games.meine_schafe.phases import TURN
from sheepfold.games.meine_schafe.state import MeineSchafe
from tests.games.meine_schafe.walks import TABLES, positions

Cell = tuple[int, int]
Edge = tuple[Cell, int]
STEPS = [(-1, 0), (0, 1), (1, 0), (0, -1)]


class Table:
    """The tiles of a view by row and column, with their edges and beasts."""

    def __init__(self, state: MeineSchafe) -> None:
        self.reach = state.setup.reach
        self.tiles = {place(tile.cell): tile for tile in state.view(None).laid}

    def on_table(self, cell: Cell) -> bool:
        return max(abs(cell[0]), abs(cell[1])) <= self.reach

    def frontier(self) -> set[Cell]:
        around = {beside(cell, way) for cell in self.tiles for way in range(4)}
        return {cell for cell in around - set(self.tiles) if self.on_table(cell)}

    def places(self, edges: str, beast: str | None) -> list[Cell]:
        """MS-2.3 Where a tile with these edges can be laid, MS-4.4 or a hunter on a wolf."""
        wolves = [cell for cell, laid in self.tiles.items() if laid.beast == "wolf"]
        fitting = [cell for cell in self.frontier() if self.fits(cell, edges, beast)]
        return fitting + wolves if beast == "hunter" else fitting

    def areas(self) -> list[set[Edge]]:
        """Areas by flood fill from every edge."""
        found: list[set[Edge]] = []
        for edge in [(cell, way) for cell in self.tiles for way in range(4)]:
            if not any(edge in area for area in found):
                found.append(self.fill(edge))
        return found

    def fill(self, start: Edge) -> set[Edge]:
        motif = self.motif(start)
        area, todo = set[Edge](), [start]
        while todo:
            cell, way = todo.pop()
            if (cell, way) in area or cell not in self.tiles or self.motif((cell, way)) != motif:
                continue
            area.add((cell, way))
            todo += [(cell, (way + 1) % 4), (cell, (way + 3) % 4), (beside(cell, way), (way + 2) % 4)]
        return area

    def motif(self, edge: Edge) -> str:
        return self.tiles[edge[0]].edges[edge[1]]

    def open(self, area: set[Edge]) -> int:
        return sum(beside(cell, way) not in self.tiles for cell, way in area)

    def beasts(self, area: set[Edge], beast: str) -> int:
        return sum(self.tiles[cell].beast == beast for cell in {cell for cell, _ in area})

    def threatened(self, pen: set[Edge]) -> bool:
        neighbours = [(cell, (way + turn) % 4) for cell, way in pen for turn in (1, 3)]
        woods = [edge for edge in neighbours if self.motif(edge) == "F"]
        return any(self.beasts(self.fill(edge), "wolf") for edge in woods)

    def fits(self, cell: Cell, edges: str, beast: str | None) -> bool:
        touched = [(beside(cell, way), (way + 2) % 4, way) for way in range(4) if beside(cell, way) in self.tiles]
        if any(self.motif((other, facing)) != edges[way] for other, facing, way in touched):
            return False
        enemy = {"wolf": "hunter", "hunter": "wolf"}.get(beast or "")
        return enemy is None or not any(self.beasts(self.fill((other, facing)), enemy) for other, facing, _ in touched)


def beside(cell: Cell, way: int) -> Cell:
    return cell[0] + STEPS[way][0], cell[1] + STEPS[way][1]


def place(name: str) -> Cell:
    steps = {way: int(count) for way, count in re.findall(r"([nsew])(\d+)", name)}
    return steps.get("s", 0) - steps.get("n", 0), steps.get("e", 0) - steps.get("w", 0)


def name(cell: Cell) -> str:
    row, column = cell
    north = f"{'n' if row < 0 else 's'}{abs(row)}" if row else ""
    east = f"{'w' if column < 0 else 'e'}{abs(column)}" if column else ""
    return north + east


def lays(table: Table, state: MeineSchafe, seat: int) -> set[str]:
    """MS-2.2, MS-2.3, MS-2.6, MS-4.4, MS-4.6 Every way to lay a tile, once if several look the same."""
    found = set()
    for tile in state.view(seat).hand:
        for side, letters in (("a", tile.a), ("b", tile.b)):
            beast = tile.beast if side == "a" else None
            seen = set()
            for turn in range(4):
                edges = letters[4 - turn :] + letters[: 4 - turn]
                if edges in seen:
                    continue
                seen.add(edges)
                found |= {f"lay {tile.tile}{side} {name(cell)} {turn}" for cell in table.places(edges, beast)}
    return found


def specials(table: Table, state: MeineSchafe, seat: int) -> set[str]:
    """MS-3.1, MS-4.1 Wolves and hunters, MS-5.1 and colours that are not shown yet."""
    view = state.view(seat)
    own = view.table[seat]
    beasts = [tile for tile in view.hand if tile.beast is not None]
    found = {f"send {tile.tile} {name(cell)}" for tile in beasts for cell in table.places("FFFF", tile.beast)}
    for colour in own.colours or []:
        if colour not in own.shown:
            letter = {"black": "K", "yellow": "Y", "red": "R", "blue": "B"}[colour]
            found |= {f"show {colour} {name(cell)}" for cell in table.places(letter * 4, None)}
    return found


@pytest.mark.parametrize(("players", "reach"), TABLES)
def test_areas_agree_with_a_flood_fill(players: int, reach: int) -> None:
    """MS-4.2 Forests, MS-7.1 pens, MS-8.2 and their borders."""
    compared = 0
    for number, state in enumerate(positions(players, reach)):
        if number % 3:
            continue
        table = Table(state)
        expected = {
            frozenset(area): (
                table.motif(next(iter(area))),
                len(area),
                table.open(area),
                table.beasts(area, "wolf"),
                table.beasts(area, "hunter"),
                table.motif(next(iter(area))) != "F" and table.threatened(area),
            )
            for area in table.areas()
            if table.motif(next(iter(area))) != "V"
        }
        found = {
            frozenset(
                (place(part.split(":")[0]), "nesw".index(way)) for part in area.edges for way in part.split(":")[1]
            ): (
                area.motif,
                area.size,
                area.open,
                area.wolves,
                area.hunters,
                area.threatened,
            )
            for area in state.view(None).areas
        }
        assert found == expected
        compared += 1
    assert compared > 10


@pytest.mark.parametrize(("players", "reach"), TABLES)
def test_the_frontier_and_legal_actions_agree_with_a_plain_search(players: int, reach: int) -> None:
    """MS-1.10 Up to the edge of the table, MS-2.2 with either side up, MS-3.1 also of those who may interrupt."""
    compared = special = 0
    for number, state in enumerate(positions(players, reach)):
        if number % 3 or state.phase != TURN:
            continue
        table = Table(state)
        assert {place(state.setup.cells.names[cell]) for cell in state.meadow.frontier} == table.frontier()
        actions = [action.text for action in state.legal_actions(state.active)]
        assert {text for text in actions if text.startswith("lay")} == lays(table, state, state.active)
        assert ("skip" in actions) == (not lays(table, state, state.active))
        for seat in (state.active, *state.may_act()):
            actions = [action.text for action in state.legal_actions(seat)]
            found = {text for text in actions if text.startswith(("send", "show"))}
            assert found == specials(table, state, seat)
            special += len(found)
        compared += 1
    assert compared > 5
    assert special > 5


@pytest.mark.parametrize(("players", "reach"), TABLES)
def test_counting_pens_agree_with_a_flood_fill(players: int, reach: int) -> None:
    """MS-8.1 Closed ones, MS-8.2 without a wolf beside them."""
    for number, state in enumerate(positions(players, reach)):
        if number % 5:
            continue
        table = Table(state)
        for colour, letter in enumerate("KYRB"):
            pens = [area for area in table.areas() if table.motif(next(iter(area))) == letter]
            sizes = [len(pen) for pen in pens if not table.open(pen) and not table.threatened(pen)]
            assert state.meadow.pens()[colour] == sorted(sizes, reverse=True)
