"""HB-2 and HB-5 How sheep move. A flock is the list of the fields of its nine sheep."""

from __future__ import annotations

from typing import Final

from sheepfold.core.state import NOBODY
from sheepfold.games.haste_bock.meadow import CELLS, DEPTH, EIGHT, FILE, NEXT, OFF, RAYS, SIZE, Line

COLOURS: Final = ["blue", "yellow", "green", "red", "black"]
FLOCK: Final = 9
THEA: Final = 8
"""Sheep 0 and 1 are blue, 2 and 3 yellow, 4 and 5 green, 6 and 7 red; 8 is Thea, the black one."""
BLACK: Final = 4
WHITE: Final = 5
"""On the die, it stands for any sheep."""
NOTHING_BANNED: Final = -1
"""HB-5.8, HB-5.10 No trough or turn is banned."""

EMPTY: Final = 0
OPEN: Final = 1
BLOCKED: Final = 2
"""Whether a caravan can move along a line."""


def colour_of(sheep: int) -> int:
    return sheep // 2


def sheep_of(colour: int) -> list[int]:
    """HB-3.1 The sheep that a side of the die stands for."""
    if colour == WHITE:
        return list(range(FLOCK))
    return [THEA] if colour == BLACK else [2 * colour, 2 * colour + 1]


def grid_of(where: list[int]) -> list[int]:
    """The sheep on each field, or NOBODY."""
    grid = [NOBODY] * CELLS
    for sheep, cell in enumerate(where):
        grid[cell] = sheep
    return grid


def add_rams(grid: list[int], cell: int, direction: int, found: list[int]) -> None:
    """HB-2.1, HB-2.4 Add the ways to ram from a field, one for each possible number of rammed sheep.

    HB-2.3 The field behind the last one must be on the meadow and empty. HB-5.3 The same holds for leaps. A way is
    encoded as a number: `(cell * EIGHT + direction) * SIZE + count`.
    """
    way = (cell * EIGHT + direction) * SIZE
    met = False
    for spot in RAYS[cell * EIGHT + direction]:
        if grid[spot] != NOBODY:
            way += 1
            met = True
        elif met:
            found.append(way)
            met = False


def ram(where: list[int], cell: int, direction: int, count: int) -> list[int]:
    """HB-2.2 The last sheep is pushed one field; the others and the rammer line up behind it without gaps."""
    grid = grid_of(where)
    ray = RAYS[cell * EIGHT + direction]
    moved = where[:]
    chain = [grid[cell]]
    place = 0
    while len(chain) <= count:
        if grid[ray[place]] != NOBODY:
            chain.append(grid[ray[place]])
        place += 1
    for sheep in reversed(chain):
        moved[sheep] = ray[place]
        place -= 1
    return moved


def leap(where: list[int], cell: int, direction: int, count: int) -> list[int]:
    """HB-5.3 Only the leaping sheep moves."""
    grid = grid_of(where)
    ray = RAYS[cell * EIGHT + direction]
    moved = where[:]
    place = 0
    met = 0
    while met < count:
        if grid[ray[place]] != NOBODY:
            met += 1
        place += 1
    moved[grid[cell]] = ray[place]
    return moved


def drivable(where: list[int], count: int, lines_of: list[list[int]], ends_of: list[list[int]]) -> list[int]:
    """HB-5.6 The lines, by index, that have sheep on them of which none would leave the meadow."""
    marks = [EMPTY] * count
    for cell in where:
        for line in lines_of[cell]:
            if marks[line] == EMPTY:
                marks[line] = OPEN
        for line in ends_of[cell]:
            marks[line] = BLOCKED
    return [line for line in range(count) if marks[line] == OPEN]


def drive(where: list[int], line: Line) -> list[int]:
    """HB-5.4, HB-5.5 Move all sheep on the line one field along it."""
    return [NEXT[cell * EIGHT + line.direction] if cell in line.cells else cell for cell in where]


def crowd(where: list[int], direction: int) -> list[int]:
    """HB-5.7 In every file the sheep close up, the first one to the line of the farthest sheep of all."""
    depths = DEPTH[direction]
    files = FILE[direction]
    order = [depths[cell] * FLOCK + sheep for sheep, cell in enumerate(where)]
    order.sort()
    front = order[0] // FLOCK
    free = [front] * SIZE
    moved = where[:]
    for place in order:
        sheep = place % FLOCK
        cell = where[sheep]
        file = files[cell]
        steps = depths[cell] - free[file]
        free[file] += 1
        for _ in range(steps):
            cell = NEXT[cell * EIGHT + direction]
        moved[sheep] = cell
    return moved


def can_crowd(where: list[int], direction: int) -> bool:
    """Check whether any sheep would move: a file stays as it is only if it is full from the front line on."""
    depths = DEPTH[direction]
    files = FILE[direction]
    front = SIZE
    deepest = [0] * SIZE
    count = [0] * SIZE
    for cell in where:
        depth = depths[cell]
        file = files[cell]
        count[file] += 1
        deepest[file] = max(deepest[file], depth)
        front = min(front, depth)
    for file in range(SIZE):
        if count[file] and deepest[file] != front + count[file] - 1:
            return True
    return False


def is_free_step(grid: list[int], cell: int, direction: int) -> bool:
    """HB-5.1 Check whether the next field is free."""
    spot = NEXT[cell * EIGHT + direction]
    return spot != OFF and grid[spot] == NOBODY
