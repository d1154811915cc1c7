"""The latency of moves while a stranger floods the server, compared with quiet rounds in between."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from sheepfold.bench.server import HOST, OURS, Round, Running
from sheepfold.bench.stranger import FLOODS, Flood, Flooded

TABLES: Final = 20
PAUSE: Final = 0.06
"""Seconds between moves of one player, which stays below the limit of 20 messages per second."""
HEAD_START: Final = 0.5
"""Seconds that the flood starts before the round and continues after it."""
KINDS: Final = tuple(FLOODS)


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """Medians over the rounds with one kind of flood and over the quiet rounds in between."""

    flood: str
    moves: int
    quiet_p99_ms: float
    flooded_p99_ms: float
    p99_ratio: float
    quiet_median_ms: float
    flooded_median_ms: float
    server_busy: float
    """The share of a core that the server used while it was flooded."""
    kilobytes_per_second: float
    """How much the stranger could send. If the server stops reading, the network buffers fill up."""
    cut_off: int
    """How often the server disconnected the stranger."""


def measure(kinds: Sequence[str], rounds: int, seconds: float, after_round: Callable[[], None]) -> list[Compared]:
    """Measure each kind of flood, all on one server."""
    with TemporaryDirectory() as folder:
        running = Running(OURS, TABLES, Path(folder), PAUSE)
        try:
            running.play(seconds)
            return [_compare(running, kind, rounds, seconds, after_round) for kind in kinds]
        finally:
            running.stop()


def _compare(running: Running, kind: str, rounds: int, seconds: float, after_round: Callable[[], None]) -> Compared:
    quiet: list[Round] = []
    flooded: list[Round] = []
    floods: list[Flooded] = []
    busy: list[float] = []
    for _ in range(rounds):
        quiet.append(running.play(seconds))
        flood = Flood(HOST, running.port, kind, seconds + 2 * HEAD_START)
        command = [sys.executable, "-m", "sheepfold.bench.stranger", msgspec.json.encode(flood).decode()]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as stranger:  # noqa: S603 our own module
            before = running.cpu_seconds()
            flooded.append(running.play(seconds))
            busy.append((running.cpu_seconds() - before) / flooded[-1].seconds)
            floods.append(msgspec.json.decode(stranger.communicate()[0], type=Flooded))
        after_round()
    quiet_p99, flooded_p99 = (median(one.p99_ms for one in some) for some in (quiet, flooded))
    return Compared(
        flood=kind,
        moves=sum(one.moves for one in flooded),
        quiet_p99_ms=quiet_p99,
        flooded_p99_ms=flooded_p99,
        p99_ratio=flooded_p99 / quiet_p99,
        quiet_median_ms=median(one.median_ms for one in quiet),
        flooded_median_ms=median(one.median_ms for one in flooded),
        server_busy=median(busy),
        kilobytes_per_second=sum(one.bytes_sent for one in floods) / 1000 / rounds / (seconds + 2 * HEAD_START),
        cut_off=sum(one.cut_off for one in floods),
    )
