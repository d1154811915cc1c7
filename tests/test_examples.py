"""The game in `examples/` passes the conformance checks."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from sheepfold import Game
from sheepfold.core import registry
from sheepfold.testing import CHECKS, cases_of
from sheepfold.testing.conformance import Check

FOLDER = Path(__file__).parents[1] / "examples" / "last_sheep"


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game, registered as if its package were installed."""
    monkeypatch.syspath_prepend(FOLDER)
    entry = EntryPoint("last-sheep", "last_sheep:GAME", registry.GROUP)
    monkeypatch.setattr(registry, "_offered", lambda: {"last-sheep": entry})
    return registry.find_game("last-sheep")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance(game: Game, check: Check) -> None:
    for case in cases_of(game):
        check(case)
