"""The benchmark of the engines: its tasks, its history of ratios, and the growth of costs."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import get_args
from xml.etree import ElementTree as ET

import pytest

from sheepfold import all_games
from sheepfold.bench.growth import kinds_of, measure_growth
from sheepfold.bench.history import Run, append_run, losses, read_history
from sheepfold.bench.plot import Curve, bars, svg
from sheepfold.bench.tasks import GAMES_AT_ONCE, POSITIONS, Task, load_task, positions
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.game import Game
from sheepfold.core.state import CHANCE


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_positions_come_from_whole_games_and_a_seat_decides(game: Game) -> None:
    found = positions(game.start(game.players[0]), Random(1))
    assert len(found) == POSITIONS
    assert all(state.waiting_for() not in ([], [CHANCE]) for state in found)
    assert len({state.view(None).__repr__() for state in found}) > POSITIONS // 3


@pytest.mark.parametrize("task", get_args(Task))
def test_every_task_counts_what_it_did(task: Task) -> None:
    done = load_task(task, "schafe-schubsen", 3)(Random(1))
    assert done == POSITIONS if task != "playout" else done > GAMES_AT_ONCE


def test_the_history_is_read_back_and_the_newest_run_is_last(tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    assert read_history(file) == []
    runs = [Run("2026-01-01", "first", {"a": 1.0}), Run("2026-01-02", "second", {"a": 1.5, "b": 0.25})]
    for run in runs:
        append_run(file, run)
    assert read_history(file) == runs


def test_a_broken_line_of_the_history_is_named(tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    append_run(file, Run("2026-01-01", "first", {}))
    file.write_text(file.read_text() + '{"date": 3}\n')
    with pytest.raises(SheepfoldError, match=r"history.jsonl, line 2: 'date' must be text"):
        read_history(file)


def test_only_losses_beyond_noise_are_reported() -> None:
    before = {"slower": 1.0, "noisy": 1.0, "faster": 1.0, "gone": 1.0}
    now = {"slower": 0.79, "noisy": 0.81, "faster": 2.0, "new": 1.0}
    assert losses(before, now) == ["slower is 21% slower than recorded (0.79 instead of 1)"]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_growth_covers_every_number_of_players_and_every_variant(game: Game) -> None:
    kinds = list(kinds_of(game))
    assert {players for players, _, _ in kinds} == set(game.players)
    assert {variant for _, variant, _ in kinds} == set(game.variants)


def test_growth_divides_a_game_into_parts() -> None:
    [game] = [game for game in all_games() if game.id == "haste-bock"]
    players, variant, options = next(kinds_of(game))
    growth = measure_growth(game, players, variant, options, seconds=0)
    assert len(growth.microseconds) == len(growth.moves) >= 2
    assert growth.moves == sorted(set(growth.moves))
    assert min(growth.microseconds) > 0
    assert growth.increase == growth.microseconds[-1] / growth.microseconds[0]


def test_bars_are_scaled_from_zero() -> None:
    assert bars([0.0, 1.0, 2.0]) == "▁▅█"
    assert bars([]) == ""
    assert bars([0.0]) == "▁"


def test_a_plot_is_an_image_with_every_curve_and_its_label() -> None:
    image = ET.fromstring(svg("A & B", "x", "y", [Curve("one <1>", [0, 5], [1, 2]), Curve("two", [5], [4])]))  # noqa: S314 our own
    lines = [element.get("points") for element in image if element.tag.endswith("polyline")]
    assert lines == ["56.0,203.5 450.0,147.0", "450.0,34.0"]
    texts = ["".join(element.itertext()) for element in image if element.tag.endswith("text")]
    assert {"A & B: y", "one <1>", "two", "x"} <= set(texts)


@pytest.mark.parametrize(
    ("most", "numbers"),
    [(0.81, ["0", "0.2", "0.4", "0.6", "0.8", "1"]), (7, ["0", "2", "4", "6", "8"]), (251, ["0", "100", "200", "300"])],
)
def test_the_axes_have_round_numbers(most: float, numbers: list[str]) -> None:
    image = ET.fromstring(svg("", "x", "y", [Curve("one", [0, most], [most, 0])]))  # noqa: S314 our own
    texts = [element.text for element in image if element.tag.endswith("text")]
    assert [text for text in texts if text and text[0].isdigit()] == numbers * 2
