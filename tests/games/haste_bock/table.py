"""Positions of Haste Bock? for tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from textwrap import dedent
from typing import Any

import msgspec

from sheepfold.core.event import Event
from sheepfold.games.haste_bock.data import HasteBockComponents, Panic
from sheepfold.games.haste_bock.game import GAME
from sheepfold.games.haste_bock.meadow import NAMES as CELLS
from sheepfold.games.haste_bock.state import HasteBock
from tests.games.fields import with_fields

SHEEP = "BBYYGGRRT"
"""The letter of each sheep, by number: two each, and Thea."""
LEFT_OF = {"n": "w", "e": "n", "s": "e", "w": "s"}
NAMES = ["Anna", "Bert", "Cora", "Dirk"]
HOMES = {"B": ["h3", "g1"], "Y": ["g2", "i1"], "G": ["i3", "h1"], "R": ["g3", "i2"], "T": ["h2"]}
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
    return with_fields(state, flock=_flock(drawing))


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
    seats = range(players)
    hands = [hand_of(state, seat) for seat in seats]
    if cards is not None:
        size = len(next(iter(cards.values())).split())
        rest = " ".join(list(Counter(hands[0]).elements())[:size])
        hands = [Counter(cards.get(seat, rest).split()) for seat in seats]
    walks = [movement_of(state, seat) for seat in seats]
    if movement is not None:
        walks = [Counter(movement.get(seat, "").split()) for seat in seats]
    return with_fields(
        state,
        phase="playing",
        flock=_flock(drawing),
        facing=facing,
        cards=hands,
        stone=stone,
        scores=list(scores or [0] * players),
        active=active,
        movement=walks,
        scrambles=0,
    )


def turned(drawing: str = "", *, facing: str = "n", field: int = 21, **more: Any) -> tuple[HasteBock, list[Event]]:
    """The active seat turns the flock to the right, to this facing, and the stone moves to this field."""
    state = meadow(drawing, facing=LEFT_OF[facing], stone=field - 1, **more)
    return state, do(state, "turn1 right")


def _flock(drawing: str) -> list[list[str]]:
    rows = [line.split() for line in drawing.splitlines() if line.strip()]
    assert all(len(row) == 9 for row in rows)
    cells: dict[str, list[str]] = {letter: [] for letter in HOMES}
    for cell, letter in zip(CELLS, [letter for row in rows for letter in row], strict=False):
        if letter != ".":
            cells[letter].append(cell)
    for letter, homes in HOMES.items():
        assert len(cells[letter]) <= len(homes), f"too many sheep {letter}"
        cells[letter] += homes[len(cells[letter]) :]
    return list(cells.values())


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
