"""Many games, on one core or on several. The same seed gives the same games whatever the number of processes."""

from __future__ import annotations

from collections.abc import Iterator
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal

import msgspec

from sheepfold.arena.match import Match, Played, Runner

CHUNK = 8
"""Games handed to a process at a time."""


class _Order(msgspec.Struct, frozen=True):
    """What a process has to play."""

    match: Match
    seed: int
    first: int
    last: int


def simulate(match: Match, games: int, seed: int, jobs: int = 1) -> Iterator[Played]:
    """Play the games, in their order. What is wrong with the match is told before the first game."""
    Runner(match)
    orders = [_Order(match, seed, first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    return _here(orders) if jobs == 1 else _elsewhere(orders, jobs)


def _here(orders: list[_Order]) -> Iterator[Played]:
    for order in orders:
        yield from _play(order)


def _elsewhere(orders: list[_Order], jobs: int) -> Iterator[Played]:
    with get_context("spawn").Pool(jobs, signal, (SIGINT, SIG_IGN)) as pool:  # ctrl-C is the parent's business
        for chunk in pool.imap(_play, orders):
            yield from chunk


def _play(order: _Order) -> list[Played]:
    runner = Runner(order.match)
    return [runner.play(f"{order.seed}/{number}") for number in range(order.first, order.last)]
