"""The cost of a move as a game goes on, by number of players and by variant."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import perf_counter, perf_counter_ns
from typing import Final

import msgspec

from sheepfold.core.game import Game, Options
from sheepfold.core.playout import random_step
from sheepfold.core.state import State

PARTS: Final = 10
"""A game is divided into this many parts of equal length."""
FEWEST: Final = 200
"""Parts that fewer moves fall into are dropped, because a single interruption would decide their cost."""


class Growth(msgspec.Struct, frozen=True):
    """The cost of a move in random games of one kind."""

    game: str
    players: int
    variant: str
    moves: list[int]
    """How many moves were made before each part begins."""
    microseconds: list[float]
    """For each part: the mean cost of a move, chosen and played."""

    @property
    def increase(self) -> float:
        """The cost of a move in the last part, divided by the cost in the first."""
        return self.microseconds[-1] / self.microseconds[0] if self.microseconds else 1.0


def kinds_of(game: Game) -> Iterator[tuple[int, str, Options]]:
    """Every number of players without options, and every variant with the most players that it is for."""
    default = next(iter(game.variants))
    for players in game.players:
        yield players, default, game.variants[default]
    for variant, options in game.variants.items():
        most = max((players for players in game.players if variant in game.variants_for(players)), default=0)
        if variant != default and most:
            yield most, variant, options


def measure_growth(game: Game, players: int, variant: str, options: Options, seconds: float) -> Growth:
    """Play random games for this long, and at least until the first part has enough moves."""
    rng = Random(f"{game.id}/{players}/{variant}")
    start = game.start(players, options)
    width = max(1, _length(start, rng) // PARTS)
    spent: list[int] = []
    counts: list[int] = []
    end = perf_counter() + seconds
    while perf_counter() < end or sum(counts[:1]) < FEWEST:
        _play(start.copy(), rng, width, spent, counts)
    kept = [part for part, count in enumerate(counts) if count >= FEWEST]
    return Growth(
        game=game.id,
        players=players,
        variant=variant,
        moves=[part * width for part in kept],
        microseconds=[spent[part] / counts[part] / 1000 for part in kept],
    )


def _length(start: State, rng: Random) -> int:
    """The length of a long random game."""
    lengths: list[int] = []
    for _ in range(20):
        state = start.copy()
        moves = 0
        while (step := random_step(state, rng)) is not None:
            state.apply(*step)
            moves += 1
        lengths.append(moves)
    return sorted(lengths)[-4]


def _play(state: State, rng: Random, width: int, spent: list[int], counts: list[int]) -> None:
    """Play one game and add the time that each part takes."""
    moves = 0
    begun = perf_counter_ns()
    while (step := random_step(state, rng)) is not None:
        state.apply(*step)
        moves += 1
        if moves % width == 0:
            now = perf_counter_ns()
            _add(moves // width - 1, width, now - begun, spent, counts)
            begun = perf_counter_ns()


def _add(part: int, moves: int, nanoseconds: int, spent: list[int], counts: list[int]) -> None:
    while len(spent) <= part:
        spent.append(0)
        counts.append(0)
    spent[part] += nanoseconds
    counts[part] += moves
