"""Contestants take turns, round by round, so that noise on the machine affects all of them alike."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.resources import files
from statistics import median

import msgspec

from sheepfold.bench.worker import Contestant, Round
from sheepfold.core.errors import SheepfoldError


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """The medians over a contestant's rounds, and the spread."""

    contestant: Contestant
    games_per_second: float
    moves_per_second: float
    slowest: float
    """Moves per second in the slowest round."""
    fastest: float
    """Moves per second in the fastest round."""


class _Running:
    """The process of a contestant."""

    def __init__(self, contestant: Contestant) -> None:
        self.contestant = contestant
        self.rounds: list[Round] = []
        command = [sys.executable, "-m", "sheepfold.bench.worker"]
        if contestant.interpreted:
            command = [sys.executable, str(files("sheepfold.bench").joinpath("source_first.py"))]
        self._process = subprocess.Popen(  # noqa: S603 our own module
            [*command, msgspec.json.encode(contestant).decode()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play_round(self, seconds: float) -> None:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{seconds}\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            raise SheepfoldError(f"the benchmark of {self.contestant.label} failed (see above)")
        done = msgspec.json.decode(line, type=Round)
        if self.contestant.players and done.compiled == self.contestant.interpreted:
            raise SheepfoldError(f"the benchmark of {self.contestant.label} ran the wrong build")
        self.rounds.append(done)

    def measured(self) -> Measured:
        moves = [done.moves / done.seconds for done in self.rounds]
        return Measured(
            contestant=self.contestant,
            games_per_second=median(done.games / done.seconds for done in self.rounds),
            moves_per_second=median(moves),
            slowest=min(moves),
            fastest=max(moves),
        )

    def stop(self) -> None:
        process = self._process
        if process.stdin is not None:
            process.stdin.close()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def measure(
    contestants: Sequence[Contestant], rounds: int, seconds: float, after_round: Callable[[], None]
) -> list[Measured]:
    """Measure all contestants."""
    running: list[_Running] = []
    try:
        running.extend(_Running(contestant) for contestant in contestants)
        for _ in range(rounds):
            for process in running:
                process.play_round(seconds)
            after_round()
        return [process.measured() for process in running]
    finally:
        for process in running:
            process.stop()
