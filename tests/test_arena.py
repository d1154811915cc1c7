"""Simulations do not depend on the number of processes, and statistics add up."""

from __future__ import annotations

from collections import Counter

import pytest

from sheepfold import OptionError
from sheepfold.arena.match import Match, Runner
from sheepfold.arena.simulate import simulate
from sheepfold.arena.statistics import Measured, Statistics, measured, wilson

MATCH = Match(game="schafe-schubsen", bots=["lamb", "random", "random"])


def test_the_number_of_processes_does_not_change_the_games() -> None:
    alone = [played.record for played in simulate(MATCH, 20, seed=4)]
    together = [played.record for played in simulate(MATCH, 20, seed=4, jobs=2)]
    assert alone == together
    assert len({tuple(record.actions) for record in alone}) == 20


def test_too_few_bots_are_rejected_before_the_first_game() -> None:
    with pytest.raises(OptionError, match="Schafe schubsen needs 3 to 8 bots"):
        Runner(Match(game="schafe-schubsen", bots=["random"]))


def test_statistics_add_up() -> None:
    statistics = Statistics(MATCH.game, MATCH.bots)
    games = list(simulate(MATCH, 50, seed=2))
    for played in games:
        statistics.add(played)
    summary = statistics.summary()
    assert summary.games == 50
    assert summary.moves == sum(len(played.record.actions) for played in games)
    assert sum(line.wins for line in summary.seats) == pytest.approx(50)
    assert sum(line.wins for line in summary.bots) == pytest.approx(50)
    assert [line.games for line in summary.bots] == [50, 100]
    assert summary.shortest <= summary.moves_per_game <= summary.longest
    assert summary.events_per_game["GameEnded"] == 1


def test_measures_are_summarised() -> None:
    numbers = measured(Counter([3, 1, 1, 2, 10]))
    assert numbers == Measured(counts={"1": 2, "2": 1, "3": 1, "10": 1}, mean=3.4, quartiles=[1, 2, 3])
    words = measured(Counter(["stuck", "all out", "all out"]))
    assert words == Measured(counts={"all out": 2, "stuck": 1}, mean=None, quartiles=[])


def test_measures_are_computed_from_events() -> None:
    match = Match(game="meine-schafe", bots=["random", "random"])
    statistics = Statistics(match.game, match.bots)
    for played in simulate(match, 8, seed=2):
        statistics.add(played)
    summary = statistics.summary()
    assert summary.measures["ending"].counts == {"all out": 8}
    assert sum(summary.measures["largest pen of a player"].counts.values()) == 16
    closed = sum(summary.measures["sheep in a closed pen"].counts.values())
    assert closed == pytest.approx(8 * summary.events_per_game["PenClosed"])


def test_a_shared_win_counts_in_part() -> None:
    statistics = Statistics(MATCH.game, MATCH.bots)
    played = next(iter(simulate(MATCH, 1, seed=1)))
    assert played.record.result is not None
    played.record.result.ranks[:] = [1, 1, 3]
    statistics.add(played)
    assert [line.wins for line in statistics.summary().seats] == [0.5, 0.5, 0]


def test_confidence_intervals_match_published_values() -> None:
    """The Wilson interval of 81 out of 263, and of none and all out of 10."""
    assert wilson(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=5e-5)
    assert wilson(1.0, 10) == pytest.approx((0.7225, 1.0), abs=5e-5)
    assert wilson(0.0, 0) == (0.0, 1.0)
