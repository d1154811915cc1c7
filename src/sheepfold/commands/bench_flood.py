"""`sheepfold bench flood`: what people at tables notice while one stranger floods the server with tiny frames."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import msgspec
from rich.table import Table

from sheepfold.bench.flood import KINDS, Compared, measure
from sheepfold.commands.bench_server import ended_in_good_order
from sheepfold.commands.shared import console, progress_bar


def run(given: argparse.Namespace) -> None:
    with ended_in_good_order(), progress_bar() as progress:
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
    out.print("p99: of the moves of people at 20 tables, from sending to acknowledgement; medians of all rounds.")
    out.print("server: how much of a core it used. A server that does not read soon leaves no room to send more.")
