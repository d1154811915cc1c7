"""`sheepfold bench flood`: the latency of moves while a stranger floods the server with tiny frames."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import msgspec
from rich.table import Table

from sheepfold.bench.flood import KINDS, Compared, measure
from sheepfold.commands.bench_server import exit_on_sigterm
from sheepfold.commands.shared import console, progress_bar


def run(given: argparse.Namespace) -> None:
    with exit_on_sigterm(), progress_bar() as progress:
        task = progress.add_task("Rounds", total=given.rounds * len(KINDS))
        compared = measure(KINDS, given.rounds, given.seconds, lambda: progress.advance(task))
    if given.json:
        document = msgspec.json.encode({"compared": compared})
        console().print(msgspec.json.format(document, indent=2).decode(), soft_wrap=True)
    else:
        _print(compared)


def _print(compared: Sequence[Compared]) -> None:
    out = console()
    grid = Table(box=None, pad_edge=False)
    grid.add_column("flood of")
    for column in ("moves", "quiet p99 ms", "flooded p99 ms", "ratio", "server", "sent kB/s", "cut off"):
        grid.add_column(column, justify="right")
    for line in compared:
        grid.add_row(
            line.flood,
            str(line.moves),
            f"{line.quiet_p99_ms:.1f}",
            f"{line.flooded_p99_ms:.1f}",
            f"{line.p99_ratio:.2f}",
            f"{line.server_busy:.0%}",
            f"{line.kilobytes_per_second:.0f}",
            str(line.cut_off),
        )
    out.print(grid)
    out.print("p99: from sending a move to its acknowledgement, at 20 tables; the median of all rounds.")
    out.print("server: its share of a core. If the server stops reading, the stranger can send no more.")
