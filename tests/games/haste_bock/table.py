"""Positions of Haste Bock? for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import dedent
from typing import Any

import msgspec

from sheepfold.core.event import Event
from sheepfold.games.haste_bock.data import HasteBockComponents, Panic
from sheepfold.games.haste_bock.game import GAME
from sheepfold.games.haste_bock.phases import PLAYING
from sheepfold.games.haste_bock.state import HasteBock

SHEEP = "BBYYGGRRT"
"""The letter of each sheep, by number: two each, and Thea."""
FACINGS = {"n": 0, "e": 2, "s": 4, "w": 6}
LEFT_OF = {"n": "w", "e": "n", "s": "e", "w": "s"}
NAMES = ["Anna", "Bert", "Cora", "Dirk"]
HOMES = {"B": [(6, 7), (8, 6)], "Y": [(7, 6), (8, 8)], "G": [(6, 8), (8, 7)], "R": [(6, 6), (7, 8)], "T": [(7, 7)]}
"""The fields of sheep that are not drawn: the default layout, in the bottom right corner."""

ONE_ROW = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    B Y G R T B Y G R
"""
"""No sheep can ram, and when facing up or down there is one row."""
BLOCK = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . R B G . . .
    . . . Y T R . . .
    . . . B G Y . . .
"""
"""The default layout; no trough can move it."""


def new_game(players: int, **options: object) -> HasteBock:
    """A new game with our components."""
    state = GAME.start(players, GAME.read_options(options))
    assert isinstance(state, HasteBock)
    return state


def position(fields: str, players: int = 4) -> HasteBock:
    """A position with our components (docs/positions.md)."""
    state = GAME.position(f"haste-bock:{players} {fields}")
    assert isinstance(state, HasteBock)
    return state


def components(panic: Sequence[int] | None = None) -> HasteBockComponents:
    standard = GAME.standard_components()
    assert isinstance(standard, HasteBockComponents)
    if panic is None:
        return standard
    return msgspec.structs.replace(standard, panic=Panic(status="assumed", fields=list(panic)))


def scramble(drawing: str, *, players: int = 4, start: int = 0) -> HasteBock:
    """The start player is about to roll for the first ram. Sheep are drawn as in `meadow`."""
    state = new_game(players, layout="default", start=start)
    state.where = _placed(drawing)
    return _checked(state)


def meadow(
    drawing: str = "",
    *,
    players: int = 4,
    active: int = 0,
    stone: int = 20,
    facing: str = "n",
    cards: Mapping[int, str] | None = None,
    movement: Mapping[int, str] | None = None,
    scores: Sequence[int] | None = None,
    colours: str = "blue yellow green red",
    panic: Sequence[int] | None = None,
) -> HasteBock:
    """The active seat is about to play a card. From field 20 the stone can move three fields without consequences.

    Rows are drawn from the top; those below may be left out. Sheep that are not drawn stand at the bottom right.
    Seats that `cards` does not name have as many as the first named, and all of them without `cards`.
    Seats that `movement` does not name have none, and all of them without `movement`.
    """
    options = GAME.read_options({"layout": "default", "start": 0, "colours": colours})
    state = GAME.start(players, options, components(panic))
    assert isinstance(state, HasteBock)
    state.where = _placed(drawing)
    state.facing = FACINGS[facing]
    state.stone = stone
    state.scrambles = 0
    state.active = active
    state.phase = PLAYING
    state.waiting = [active]
    state.score = list(scores or [0] * players)
    if cards is not None:
        kinds = [card.name for card in state.setup.cards]
        many = len(next(iter(cards.values())).split())
        rest = " ".join(
            [name for name, count in zip(kinds, state.setup.counts, strict=True) for _ in range(count)][:many]
        )
        hands = [cards.get(seat, rest).split() for seat in range(players)]
        state.cards = [hand.count(name) for hand in hands for name in kinds]
    if movement is not None:
        state.movement = [
            movement.get(seat, "").split().count(str(steps)) for seat in range(players) for steps in range(4)
        ]
    return _checked(state)


def turned(drawing: str = "", *, facing: str = "n", field: int = 21, **more: Any) -> tuple[HasteBock, list[Event]]:
    """The active seat turns the flock to the right, to this facing, and the stone moves to this field."""
    state = meadow(drawing, facing=LEFT_OF[facing], stone=field - 1, **more)
    return state, do(state, "turn1 right")


def _placed(drawing: str) -> list[int]:
    rows = [line.split() for line in drawing.splitlines() if line.strip()]
    assert all(len(row) == 9 for row in rows)
    spots: dict[str, list[tuple[int, int]]] = {letter: [] for letter in HOMES}
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            if letter != ".":
                spots[letter].append((row, column))
    for letter, homes in HOMES.items():
        assert len(spots[letter]) <= len(homes), f"too many sheep {letter}"
        spots[letter] += homes[len(spots[letter]) :]
    return [9 * row + column for letter in HOMES for row, column in spots[letter]]


def _checked(state: HasteBock) -> HasteBock:
    broken = [name for name, holds in GAME.laws.items() if not holds(state)]
    assert not broken, f"not a position of the game: {broken}"
    return state


def picture(drawing: str) -> str:
    """A drawing in the form of `drawn`."""
    return dedent(drawing).strip()


def drawn(state: HasteBock, rows: int = 9) -> str:
    """The first rows of the meadow, from the top."""
    letters = ["."] * 81
    for letter, cell in zip(SHEEP, state.where, strict=True):
        letters[cell] = letter
    return "\n".join(" ".join(letters[9 * row : 9 * row + 9]) for row in range(rows))


def do(state: HasteBock, *actions: str) -> list[Event]:
    """Play these actions, each by the one seat (or chance) that the game waits for."""
    events = []
    for text in actions:
        [seat] = state.waiting_for()
        events += state.act(seat, GAME.parse(text))
    return events


def choices(state: HasteBock, word: str = "") -> list[str]:
    """The legal actions of the one seat (or chance) that the game waits for, with this prefix."""
    [seat] = state.waiting_for()
    return [action.text for action in state.legal_actions(seat) if action.text.startswith(word)]


def hand_of(state: HasteBock, seat: int) -> dict[str, int]:
    return state.view(None).table[seat].cards


def movement_of(state: HasteBock, seat: int) -> dict[str, int]:
    return state.view(None).table[seat].movement


def phase_of(state: HasteBock) -> str:
    return state.view(None).phase


def ranks_of(state: HasteBock) -> list[int] | None:
    outcome = state.outcome()
    return None if outcome is None else outcome.ranks
