"""The cost of a move as a game goes on, by number of players and by variant."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import perf_counter_ns, process_time
from typing import Final

import msgspec

from sheepfold.core.game import Game, Options
from sheepfold.core.playout import random_step
from sheepfold.core.state import State

PARTS: Final = 10
"""A game is divided into this many parts of equal length."""
FEWEST: Final = 1000
"""Parts that fewer moves fall into are dropped: only games of an unusual length have them."""
INTERRUPTED: Final = 0.05
"""This share of the times measured, the longest ones, is left out: other processes have interrupted them."""


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
    """Play random games for this long (processor time), and at least until the first part has enough moves."""
    rng = Random(f"{game.id}/{players}/{variant}")
    start = game.start(players, options)
    width = max(1, _length(start, rng) // PARTS)
    times: list[list[int]] = [[]]
    end = process_time() + seconds
    while process_time() < end or len(times[0]) * width < FEWEST:
        _play(start.copy(), rng, width, times)
    kept = [part for part, found in enumerate(times) if len(found) * width >= FEWEST]
    return Growth(
        game=game.id,
        players=players,
        variant=variant,
        moves=[part * width for part in kept],
        microseconds=[_mean(times[part]) / width / 1000 for part in kept],
    )


def _mean(times: list[int]) -> float:
    """The mean without the longest times."""
    kept = sorted(times)[: len(times) - int(len(times) * INTERRUPTED)]
    return sum(kept) / len(kept)


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


def _play(state: State, rng: Random, width: int, times: list[list[int]]) -> None:
    """Play one game and add the nanoseconds that each part takes."""
    moves = 0
    begun = perf_counter_ns()
    while (step := random_step(state, rng)) is not None:
        state.apply(*step)
        moves += 1
        if moves % width == 0:
            spent = perf_counter_ns() - begun
            if moves // width > len(times):
                times.append([])
            times[moves // width - 1].append(spent)
            begun = perf_counter_ns()
