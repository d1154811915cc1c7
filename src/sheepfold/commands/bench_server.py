"""`sheepfold bench server`: throughput, latency and memory of the table server."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec
from rich.table import Table

from sheepfold.bench.server import OURS, PEER, Measured, measure, peer_is_installed
from sheepfold.bench.steadiness import Steadiness, steadiness, task_times_in_process
from sheepfold.commands.shared import console, positive, progress_bar
from sheepfold.core.compiling import is_compiled

TABLES = (1, 50, 500)
MAX_TABLES = 2000
"""Each takes two or three sockets at either end."""
COMPARED = ("moves_per_second", "median_ms", "p99_ms", "p99_ms_best_round", "core_us_per_move", "memory_mb")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--tables",
        type=number_of_tables,
        nargs="+",
        default=TABLES,
        metavar="N",
        help=f"for `bench server`: numbers of tables to measure with, up to {MAX_TABLES} (default: 1 50 500)",
    )


def number_of_tables(text: str) -> int:
    if positive(text) > MAX_TABLES:
        raise argparse.ArgumentTypeError(
            f"{text} tables are more than {MAX_TABLES}: they need more sockets than a process can usually open"
        )
    return int(text)


def run(given: argparse.Namespace) -> None:
    servers = [OURS]
    missing: list[str] = []
    if given.peers:
        (servers if peer_is_installed() else missing).append(PEER)
    times: list[float] = []
    with exit_on_sigterm(), progress_bar() as progress:
        task = progress.add_task("Rounds", total=given.rounds * len(given.tables))

        def after_round() -> None:
            times.extend(task_times_in_process(given.seconds / 4))
            progress.advance(task)

        measured = measure(servers, given.tables, given.rounds, given.seconds, after_round)
    if given.json:
        document = {"measured": measured, "ratios": _ratios(measured), "missing": missing, "machine": steadiness(times)}
        console().print(msgspec.json.format(msgspec.json.encode(document), indent=2).decode(), soft_wrap=True)
    else:
        _print(measured, missing, steadiness(times))


@contextmanager
def exit_on_sigterm() -> Iterator[None]:
    """Turn SIGTERM into SystemExit, so that servers are stopped and temporary files removed."""
    before = signal.signal(signal.SIGTERM, lambda _signal, _frame: sys.exit(1))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _ratios(measured: Sequence[Measured]) -> dict[int, dict[str, float]]:
    """Our figures divided by the peer's, by number of tables. For moves higher is better, for the rest lower."""
    ours = {line.tables: line for line in measured if line.server == OURS}
    return {
        line.tables: {name: round(getattr(ours[line.tables], name) / getattr(line, name), 2) for name in COMPARED}
        for line in measured
        if line.server != OURS
    }


def _print(measured: Sequence[Measured], missing: Sequence[str], machine: Steadiness) -> None:
    out = console()
    grid = Table(box=None, pad_edge=False, padding=(0, 0, 0, 1))  # narrow, to fit into 80 columns
    grid.add_column("server")
    for column in ("tables", "moves/s", "slowest–fastest", "p50 ms", "p99 ms", "best", "µs/move", "MB", "load"):
        grid.add_column(column, justify="right")
    for line in measured:
        grid.add_row(
            line.server,
            str(line.tables),
            f"{line.moves_per_second:,.0f}",
            f"{line.moves_per_second_slowest_round:,.0f}–{line.moves_per_second_fastest_round:,.0f}",
            f"{line.median_ms:.1f}",
            f"{line.p99_ms:.1f}",
            f"{line.p99_ms_best_round:.1f}",
            f"{line.core_us_per_move:,.0f}",
            f"{line.memory_mb:.0f}",
            f"{line.load_busy:.0%}",
        )
    out.print(grid)
    out.print("best: the p99 of the best round; other work on the machine can only make a round slower.")
    out.print("µs/move: CPU time of the server; load: how busy the clients' core was. Sheepfold commits every move.")
    out.print(f"Sheepfold is {'compiled' if is_compiled() else 'interpreted; `make bench-server` compiles it'}.")
    out.print(
        f"The machine: between rounds, the same small task took {machine.shortest_ms:.2f} ms at best, "
        f"{machine.average_ms / machine.shortest_ms:.2f} × that on average, and {machine.longest_ms:.1f} ms at worst."
    )
    for tables, ratios in _ratios(measured).items():
        moves, slow, memory = (ratios[name] for name in ("moves_per_second", "p99_ms", "memory_mb"))
        compared = f"{moves:g} × the moves, {slow:g} × the p99, {memory:g} × the MB"
        out.print(f"{tables} tables: {compared} of {PEER}, which keeps everything in memory")
    if missing:
        out.print(f"Not installed: {', '.join(missing)} (make bench-server)")
