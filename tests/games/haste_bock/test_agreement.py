"""The bit sets and tables of the rules agree with a plain implementation of the clauses, over whole random games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from sheepfold.core.playout import random_step
from sheepfold.games.haste_bock.game import GAME
from sheepfold.games.haste_bock.phases import PLAYING, RAMMING
from sheepfold.games.haste_bock.state import HasteBock
from tests.games.drawing import assert_drawn_evenly, assert_drawn_like_the_list
from tests.games.haste_bock.table import choices, do, meadow

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
OPPOSITE = {"ne": "sw", "sw": "ne", "se": "nw", "nw": "se"}
COLOUR_OF_DIE = {0: (0, 1), 1: (2, 3), 2: (4, 5), 3: (6, 7), 4: (8,), 5: range(9)}


def positions(players: int, games: int = 12) -> Iterator[HasteBock]:
    rng = Random(f"agreement {players}")
    for _ in range(games):
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


def plain_after(flock: list[Cell], play: str) -> list[Cell]:
    """The fields of the sheep after a play."""
    card, *words = play.split()
    kind = card.rstrip("123")
    if kind == "trough":
        return after_trough(flock, words[0])
    if kind in ("diagonal", "straight"):
        return [after(cell, words[1]) if is_on_line(cell, words[0], words[1]) else cell for cell in flock]
    if kind == "turn":
        return flock
    mover, way = cell_named(words[0]), words[1]
    if kind == "step":
        return [after(cell, way) if cell == mover else cell for cell in flock]
    met = [cell for steps in range(1, 9) if (cell := after(mover, way, steps)) in flock][: int(words[2])]
    end = after(met[-1], way)
    if kind == "leap":
        return [end if cell == mover else cell for cell in flock]
    chain = [mover, *met]
    moved = {cell: after(end, way, place - len(met)) for place, cell in enumerate(chain)}
    return [moved.get(cell, cell) for cell in flock]


def after_trough(flock: list[Cell], way: str) -> list[Cell]:
    row, column = WAYS[way]
    ahead = [row * cell[0] + column * cell[1] for cell in flock]
    moved = []
    for one, cell in enumerate(flock):
        before = sum(ahead[other] > ahead[one] and _same_file(cell, flock[other], way) for other in range(9))
        moved.append(after(cell, way, max(ahead) - before - ahead[one]))
    return moved


def is_on_line(cell: Cell, line: str, way: str) -> bool:
    """A line is named by its row, its column or, if it is a diagonal, its western end."""
    if way in WAYS and len(way) == 1:
        return line in name(cell)
    end = cell_named(line)
    return any(cell == after(end, slant, steps) for slant in {way, OPPOSITE[way]} for steps in range(9))


def cell_named(text: str) -> Cell:
    return 9 - int(text[1]), "abcdefghi".index(text[0])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_play_moves_the_sheep_as_the_clauses_say(players: int) -> None:
    seen = set()
    for state in positions(players, games=2):
        flock = sheep(state)
        for action in state.legal_actions(state.active):
            if action.text.startswith("discard"):
                continue
            world = state.copy()
            world.apply(state.active, action)
            assert sheep(world) == plain_after(flock, action.text), action.text
            assert sheep(state) == flock
            seen.add(action.text.split()[0])
    assert len(seen) == 12  # eleven different cards, and the ram without one


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_random_action_is_drawn_evenly_without_a_list(players: int) -> None:
    assert_drawn_like_the_list(GAME, players, games=2)


def test_a_random_discard_is_drawn_evenly() -> None:
    penned_in = """
        Y Y B . . . . . .
        B G G . . . . . .
    """
    state = meadow(penned_in, cards={0: "turn1 leap3", 1: "step1 step2"})
    do(state, "turn1 left")
    assert choices(state) == ["discard step1", "discard step2"]
    assert_drawn_evenly(state, 1)
