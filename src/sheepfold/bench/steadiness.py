"""How steady the machine is: on a shared one the same work takes now longer and now shorter, and so do moves."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Final

import msgspec

PIECE: Final = range(5000)
"""Counted in a fraction of a millisecond."""


class Steadiness(msgspec.Struct, frozen=True):
    """How long a piece of work took at least, on average and at most."""

    shortest_ms: float
    average_ms: float
    longest_ms: float


def steadiness(times: Sequence[float]) -> Steadiness:
    """Of how long a piece of work took each time, in seconds."""
    return Steadiness(min(times) * 1000, sum(times) / len(times) * 1000, max(times) * 1000)


def times_of_work(seconds: float, clock: Callable[[], float] = perf_counter) -> list[float]:
    times: list[float] = []
    begun = last = clock()
    while last - begun < seconds:
        for _ in PIECE:
            pass
        now = clock()
        times.append(now - last)
        last = now
    return times


def times_alone(seconds: float) -> list[float]:
    """In a process of its own: threads of one would hold each other up. In its own group, ctrl-C is for us alone."""
    working = [sys.executable, "-m", "sheepfold.bench.steadiness", str(seconds)]
    found = subprocess.run(working, stdout=subprocess.PIPE, check=True, process_group=0)  # noqa: S603 our own
    return msgspec.json.decode(found.stdout, type=list[float])


if __name__ == "__main__":
    sys.stdout.write(msgspec.json.encode(times_of_work(float(sys.argv[1]))).decode())
