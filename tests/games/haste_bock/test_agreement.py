"""The tables of the rules agree with a plain implementation of the clauses, in hundreds of random positions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from sheepfold.core.playout import random_step
from sheepfold.games.haste_bock.game import GAME
from sheepfold.games.haste_bock.phases import PLAYING, RAMMING
from sheepfold.games.haste_bock.state import HasteBock

Cell = tuple[int, int]
WAYS = {
    "n": (-1, 0),
    "ne": (-1, 1),
    "e": (0, 1),
    "se": (1, 1),
    "s": (1, 0),
    "sw": (1, -1),
    "w": (0, -1),
    "nw": (-1, -1),
}
COLOUR_OF_DIE = {0: (0, 1), 1: (2, 3), 2: (4, 5), 3: (6, 7), 4: (8,), 5: range(9)}


def positions(players: int) -> Iterator[HasteBock]:
    rng = Random(f"agreement {players}")
    for _ in range(12):
        state = GAME.start(players)
        assert isinstance(state, HasteBock)
        while step := random_step(state, rng):
            if state.phase in (PLAYING, RAMMING):
                yield state
            state.apply(*step)


def sheep(state: HasteBock) -> list[Cell]:
    return [divmod(cell, 9) for cell in state.where]


def name(cell: Cell) -> str:
    return f"{'abcdefghi'[cell[1]]}{9 - cell[0]}"


def inside(cell: Cell) -> bool:
    return 0 <= cell[0] < 9 and 0 <= cell[1] < 9


def after(cell: Cell, way: str, steps: int = 1) -> Cell:
    return cell[0] + steps * WAYS[way][0], cell[1] + steps * WAYS[way][1]


def sheep_plays(card: str, movers: list[Cell], flock: list[Cell]) -> set[str]:
    found = set()
    for mover in movers:
        for way in WAYS:
            line = [after(mover, way, steps) for steps in range(1, 9)]
            if card.startswith("step"):
                if inside(line[0]) and line[0] not in flock:
                    found.add(f"{card} {name(mover)} {way}")
                continue
            for last, spot in enumerate(line[:-1]):
                if spot in flock and inside(line[last + 1]) and line[last + 1] not in flock:
                    count = sum(cell in flock for cell in line[: last + 1])
                    found.add(f"{card} {name(mover)} {way} {count}")
    return found


def caravans(card: str, ways: tuple[str, ...], flock: list[Cell]) -> set[str]:
    found = set()
    for driver in flock:
        for way in ways:
            line = [cell for steps in range(-8, 9) if inside(cell := after(driver, way, steps))]
            if all(inside(after(cell, way)) for cell in line if cell in flock):
                west = min(line, key=lambda cell: (cell[1], -cell[0]))
                label = name(west)[0] if way in "ns" else name(west)[1] if way in "ew" else name(west)
                found.add(f"{card} {label} {way}")
    return found


def troughs(card: str, flock: list[Cell]) -> set[str]:
    found = set()
    for way in "nesw":
        row, column = WAYS[way]
        ahead = {cell: row * cell[0] + column * cell[1] for cell in flock}
        front = max(ahead.values())
        for cell in flock:
            before = sum(
                other != cell and ahead[other] > ahead[cell] and _same_file(cell, other, way) for other in flock
            )
            if ahead[cell] != front - before:
                found.add(f"{card} {way}")
    return found


def _same_file(cell: Cell, other: Cell, way: str) -> bool:
    return cell[1] == other[1] if way in "ns" else cell[0] == other[0]


def plain_plays(state: HasteBock) -> set[str]:
    flock = sheep(state)
    if state.phase == RAMMING:
        return sheep_plays("ram", [flock[one] for one in COLOUR_OF_DIE[state.colour]], flock)
    view = state.view(None)
    own = [flock[one] for one in COLOUR_OF_DIE[state.setup.colours[state.active]]]
    found: set[str] = set()
    for card in view.table[state.active].cards:
        kind = card[:-1]
        if kind in ("step", "ram", "leap"):
            found |= sheep_plays(card, own, flock)
        elif kind == "diagonal":
            found |= caravans(card, ("ne", "nw", "se", "sw"), flock)
        elif kind == "straight":
            found |= caravans(card, ("n", "e", "s", "w"), flock)
        elif kind == "trough":
            found |= troughs(card, flock) - {f"{card} {view.banned_trough}"}
        else:
            found |= {f"{card} left", f"{card} right"} - {f"{card} {view.banned_side}"}
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_exactly_the_possible_plays_are_legal(players: int) -> None:
    seen = 0
    for state in positions(players):
        expected = plain_plays(state)
        offered = {action.text for action in state.legal_actions(state.active)}
        if expected:
            assert offered == expected
            seen += 1
        else:
            assert all(text.startswith("discard ") for text in offered)
    assert seen > 200
