"""Most refusals of our games name the clause that forbids the action, and the kit counts them."""

from __future__ import annotations

import runpy
import sys

import pytest

from sheepfold import Action, Game, all_games
from sheepfold.testing import cases_of
from sheepfold.testing.checks.refusals import Share
from tests.toys.fingers import DOUBLE, FINGERS, Fingers, FingersGame


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_nine_of_ten_refusals_name_a_clause(game: Game) -> None:
    share = Share()
    for case in cases_of(game, walked=2)[:2]:
        share.add(case)
    assert share.all > 50
    assert share.unnamed.total() <= share.all / 10, f"{game.id}: {share}"


class KnowsEveryClause(Fingers):
    def why_not(self, seat: int, action: Action) -> str | None:
        return "FI-1.4" if action == DOUBLE else "FI-1.1"


def test_a_share_counts_refusals_by_their_first_word() -> None:
    some, every = Share(), Share()
    some.add(cases_of(FINGERS)[0])
    every.add(cases_of(FingersGame(KnowsEveryClause))[0])
    assert set(some.unnamed) == {"coin"}, "Fingers names a clause for 'double', and 'show' is always legal"
    assert str(some).endswith(f"; without one: 'coin' {some.unnamed['coin']}")
    assert str(every) == f"{every.all} of {every.all} refusals name a clause (100.0 %)"
    assert some.all == every.all


def test_the_command_prints_the_share_of_a_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["testing", "haste-bock"])
    monkeypatch.setattr("sheepfold.testing.cases.WALKS", (1.0,))
    runpy.run_module("sheepfold.testing", run_name="__main__")
    assert capsys.readouterr().out.startswith("haste-bock: ")
