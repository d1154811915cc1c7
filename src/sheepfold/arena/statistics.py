"""Statistics over many games."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import msgspec

from sheepfold.arena.match import Played

NINETY_FIVE = 1.959964
"""The number of standard deviations around the mean that contain 95 % of a normal distribution."""


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share observed in this many games (Wilson score interval)."""
    if not games:
        return 0.0, 1.0
    z2 = NINETY_FIVE * NINETY_FIVE
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    margin = NINETY_FIVE * sqrt(share * (1 - share) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return max(0.0, middle - margin), min(1.0, middle + margin)


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """The results of one seat, or of one bot over all its seats."""

    name: str
    games: int
    wins: float
    """A shared win counts in part."""
    win_share: float
    low: float
    """The 95 % confidence interval of the share of wins."""
    high: float
    mean_rank: float
    mean_score: float


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """The values of one measure over all games."""

    counts: dict[str, int]
    """How often each value occurred; numbers in ascending order, words by frequency."""
    mean: float | None
    """None if the values are words."""
    quartiles: list[int]
    """Empty if the values are words."""


def measured(values: Counter[int | str]) -> Measured:
    numbers = sorted((value, count) for value, count in values.items() if isinstance(value, int))
    if not numbers:
        return Measured(counts={str(value): count for value, count in values.most_common()}, mean=None, quartiles=[])
    total = sum(count for _, count in numbers)
    return Measured(
        counts={str(value): count for value, count in numbers},
        mean=sum(value * count for value, count in numbers) / total,
        quartiles=[_quantile(numbers, total * quarter / 4) for quarter in (1, 2, 3)],
    )


def _quantile(numbers: list[tuple[int, int]], place: float) -> int:
    """The smallest value with at least this many values up to it."""
    below = 0
    for value, count in numbers:
        below += count
        if below >= place:
            return value
    raise AssertionError("the last value has all values up to it")


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    players: int
    games: int
    moves: int
    """All actions, chance included."""
    moves_per_game: float
    longest: int
    shortest: int
    decisions_per_game: float
    branching: float
    """Legal actions per decision."""
    seats: list[Line]
    bots: list[Line]
    events_per_game: dict[str, float]
    measures: dict[str, Measured]


class _Tally:
    def __init__(self) -> None:
        self.games = 0
        self.wins = 0.0
        self.ranks = 0
        self.scores = 0

    def line(self, name: str) -> Line:
        share = self.wins / self.games
        low, high = wilson(share, self.games)
        return Line(
            name=name,
            games=self.games,
            wins=self.wins,
            win_share=share,
            low=low,
            high=high,
            mean_rank=self.ranks / self.games,
            mean_score=self.scores / self.games,
        )


class Statistics:
    """Accumulates statistics game by game."""

    def __init__(self, game: str, bots: list[str]) -> None:
        self._game = game
        self._bots = bots
        self._lengths: list[int] = []
        self._decisions = 0
        self._choices = 0
        self._events: Counter[str] = Counter()
        self._measured: dict[str, Counter[int | str]] = {}
        self._seats = [_Tally() for _ in bots]
        self._by_bot = {bot: _Tally() for bot in bots}

    def add(self, played: Played) -> None:
        result = played.record.result
        assert result is not None, "the game must be finished"
        self._lengths.append(len(played.record.actions))
        self._decisions += played.decisions
        self._choices += played.choices
        self._events.update(played.events)
        for name, values in played.measured.items():
            self._measured.setdefault(name, Counter()).update(values)
        winners = result.ranks.count(1)
        for seat, bot in enumerate(self._bots):
            for tally in (self._seats[seat], self._by_bot[bot]):
                tally.games += 1
                tally.wins += 1 / winners if result.ranks[seat] == 1 else 0
                tally.ranks += result.ranks[seat]
                tally.scores += result.scores[seat]

    def summary(self) -> Summary:
        games = len(self._lengths)
        return Summary(
            game=self._game,
            players=len(self._bots),
            games=games,
            moves=sum(self._lengths),
            moves_per_game=sum(self._lengths) / games,
            longest=max(self._lengths),
            shortest=min(self._lengths),
            decisions_per_game=self._decisions / games,
            branching=self._choices / max(1, self._decisions),
            seats=[tally.line(f"{seat} ({self._bots[seat]})") for seat, tally in enumerate(self._seats)],
            bots=[tally.line(bot) for bot, tally in self._by_bot.items()],
            events_per_game={name: count / games for name, count in sorted(self._events.items())},
            measures={name: measured(values) for name, values in self._measured.items() if values},
        )
