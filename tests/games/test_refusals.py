"""In all games: nearly everything that boards show but do not offer is refused with a true reason, which has words."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from sheepfold import Game, all_games
from sheepfold.rulebook import clauses
from tests.games.refusals import faded, refusal_of
from tests.test_structure import SOURCE

WORDS = Path(__file__).parents[2] / "web" / "src" / "words" / "learn"
LEAST = 0.95


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_nearly_all_refusals_give_a_true_reason(game: Game) -> None:
    """A clause of the game, or that it is over or waits for others. Tests of each game see that clauses are true."""
    reasons: Counter[str] = Counter()
    own = set(clauses(game.id))
    for state, seat, action in faded(game):
        refusal = refusal_of(state, seat, action)
        reasons[refusal.reason] += 1
        if refusal.clause is not None:
            assert refusal.clause in own
            assert f"({refusal.clause})" in str(refusal)
        elif refusal.reason == "action.not_your_turn":
            assert state.waiting_for()
            assert seat not in state.waiting_for()
        elif refusal.reason == "action.over":
            assert state.outcome() is not None
    given = reasons["action.breaks_clause"] + reasons["action.not_your_turn"] + reasons["action.over"]
    assert reasons["action.breaks_clause"] > 100
    assert given >= LEAST * reasons.total(), reasons


def named() -> set[str]:
    """All clauses that a game can name, from the sources."""
    found: set[str] = set()
    for path in SOURCE.glob("games/*/reasons.py"):
        constants = [node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)]
        found.update(text for text in constants if isinstance(text, str) and re.fullmatch(r"[A-Z]{2}-\d+\.\d+", text))
    return found


@pytest.mark.parametrize("language", sorted(file.stem for file in WORDS.glob("*.json")))
def test_every_clause_that_refuses_has_words_in_every_language(language: str) -> None:
    words = json.loads((WORDS / f"{language}.json").read_text())
    sentences = {key.removeprefix("whynot."): text for key, text in words.items() if re.match(r"whynot\.[A-Z]", key)}
    assert set(sentences) == named()
    assert len(named()) > 40
    assert [clause for clause, text in sentences.items() if not re.fullmatch(r"[^{}]+\.", text)] == []
