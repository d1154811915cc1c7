"""Benchmark the engines or the table server, alone or against other packages."""

from __future__ import annotations

import argparse

from sheepfold.commands import bench_flood, bench_playouts, bench_server
from sheepfold.commands.shared import positive, seconds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        nargs="?",
        choices=("playouts", "server", "flood"),
        default="playouts",
        help="what to measure (default: playouts)",
    )
    parser.add_argument(
        "--peers",
        action="store_true",
        help="compare with OpenSpiel, RLCard, Catanatron or boardgame.io, if installed",
    )
    parser.add_argument("--rounds", type=positive, default=7, metavar="N", help="number of rounds (default: 7)")
    parser.add_argument("--seconds", type=seconds, default=0.5, metavar="S", help="length of each round (default: 0.5)")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    bench_playouts.add_arguments(parser)
    bench_server.add_arguments(parser)


def run(given: argparse.Namespace) -> None:
    if given.what == "server":
        bench_server.run(given)
    elif given.what == "flood":
        bench_flood.run(given)
    else:
        bench_playouts.run(given)
