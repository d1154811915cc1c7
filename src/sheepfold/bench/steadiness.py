"""How steady the machine is. On a shared machine the same work takes a varying time, and so do moves."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Final

import msgspec

TASK: Final = range(5000)
"""Iterating over it takes a fraction of a millisecond."""


class Steadiness(msgspec.Struct, frozen=True):
    """The shortest, average and longest time of the same small task."""

    shortest_ms: float
    average_ms: float
    longest_ms: float


def steadiness(times: Sequence[float]) -> Steadiness:
    """Summarise the times of the task, given in seconds."""
    return Steadiness(min(times) * 1000, sum(times) / len(times) * 1000, max(times) * 1000)


def task_times(seconds: float, clock: Callable[[], float] = perf_counter) -> list[float]:
    times: list[float] = []
    begun = last = clock()
    while last - begun < seconds:
        for _ in TASK:
            pass
        now = clock()
        times.append(now - last)
        last = now
    return times


def task_times_in_process(seconds: float) -> list[float]:
    """Measure in a separate process, where no other thread interferes, and in a group that gets no Ctrl-C."""
    command = [sys.executable, "-m", "sheepfold.bench.steadiness", str(seconds)]
    found = subprocess.run(command, stdout=subprocess.PIPE, check=True, process_group=0)  # noqa: S603 our own module
    return msgspec.json.decode(found.stdout, type=list[float])


if __name__ == "__main__":
    sys.stdout.write(msgspec.json.encode(task_times(float(sys.argv[1]))).decode())
