"""Counting positions by depth, and the counts that are stored as data."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheepfold import divide, game_ids, perft
from sheepfold.core.game import Game
from sheepfold.testing import Position, read_positions
from tests.toys.fingers import FINGERS, SHOW

FILES = sorted((Path(__file__).parents[1] / "perft").glob("*.toml"))
POSITIONS = [(game, position) for game, positions in map(read_positions, FILES) for position in positions]


@pytest.mark.parametrize(
    ("game", "position"), POSITIONS, ids=[f"{game.id}: {position.name}" for game, position in POSITIONS]
)
def test_counts(game: Game, position: Position) -> None:
    position.check(game)


def test_every_game_has_counts() -> None:
    assert [path.stem for path in FILES] == game_ids()


def test_secret_choices_are_counted_in_one_order_only() -> None:
    assert [perft(FINGERS.start(2), depth) for depth in (1, 2, 3)] == [3, 12, 27]


def test_actions_out_of_turn_are_counted() -> None:
    state = FINGERS.start(2)
    state.apply(1, SHOW[0])
    assert [perft(state, depth) for depth in (1, 2)] == [4, 9]


def test_a_game_that_is_over_counts_once() -> None:
    state = FINGERS.start(2)
    for _ in range(3):
        for seat in (0, 1, -1):
            state.apply(seat, state.legal_actions(seat)[0])
    assert perft(state, 5) == 1


def test_divide_adds_up() -> None:
    parts = divide(FINGERS.start(2), 3)
    assert sum(count for _, _, count in parts) == perft(FINGERS.start(2), 3)
    assert [action.text for _, action, _ in parts] == ["show 1", "show 2", "show 3"]


def test_a_wrong_count_is_located() -> None:
    wrong = Position(name="start", players=2, counts=[3, 10])
    with pytest.raises(AssertionError, match="start, depth 2: 12 instead of 10\n0 show 1: 4\n0 show 2: 4"):
        wrong.check(FINGERS)
