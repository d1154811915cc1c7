"""Golden playthroughs: everything that can be observed in some complete games, as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheepfold import game_ids
from sheepfold.testing import read_playthrough, write_playthrough

FOLDER = Path(__file__).parents[1] / "playthroughs"
FILES = sorted(FOLDER.glob("*/*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_playthrough(path: Path) -> None:
    text = path.read_text()
    assert write_playthrough(read_playthrough(text)) == text


def test_every_game_has_playthroughs() -> None:
    assert sorted(folder.name for folder in FOLDER.iterdir() if any(folder.glob("*.txt"))) == game_ids()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_playthrough_is_a_whole_game(path: Path) -> None:
    assert "ranks none yet" not in path.read_text()
