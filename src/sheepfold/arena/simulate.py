"""Play many games in one or more processes. The same seed gives the same games, whatever the number of processes."""

from __future__ import annotations

from collections.abc import Iterator
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal

import msgspec

from sheepfold.arena.match import Match, Played, Runner

CHUNK = 8
"""How many games a process plays at a time."""


class _Chunk(msgspec.Struct, frozen=True):
    """Games for one process."""

    match: Match
    seed: int
    first: int
    last: int


def simulate(match: Match, games: int, seed: int, jobs: int = 1) -> Iterator[Played]:
    """Play games and yield them in order. Raises before the first game if the match is invalid."""
    Runner(match)
    chunks = [_Chunk(match, seed, first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    return _play_here(chunks) if jobs == 1 else _play_in_processes(chunks, jobs)


def _play_here(chunks: list[_Chunk]) -> Iterator[Played]:
    for chunk in chunks:
        yield from _play(chunk)


def _play_in_processes(chunks: list[_Chunk], jobs: int) -> Iterator[Played]:
    with get_context("spawn").Pool(jobs, signal, (SIGINT, SIG_IGN)) as pool:  # the parent handles Ctrl-C
        for games in pool.imap(_play, chunks):
            yield from games


def _play(chunk: _Chunk) -> list[Played]:
    runner = Runner(chunk.match)
    return [runner.play(f"{chunk.seed}/{number}") for number in range(chunk.first, chunk.last)]
