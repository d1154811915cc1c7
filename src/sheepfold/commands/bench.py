"""Benchmark random playouts or the table server, alone or against other packages."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import msgspec
from rich.table import Table

from sheepfold.bench.harness import Measured, measure
from sheepfold.bench.peers import PEERS, available
from sheepfold.bench.worker import Contestant
from sheepfold.commands import bench_flood, bench_server
from sheepfold.commands.shared import console, positive, progress_bar, seconds
from sheepfold.core.compiling import is_compiled
from sheepfold.core.registry import all_games

USUAL_TABLE = 4
"""The number of players to measure with, if the game allows it."""


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
    bench_server.add_arguments(parser)


def run(given: argparse.Namespace) -> None:
    if given.what == "server":
        bench_server.run(given)
    elif given.what == "flood":
        bench_flood.run(given)
    else:
        _run_playouts(given)


def _run_playouts(given: argparse.Namespace) -> None:
    contestants = _ours()
    missing: list[str] = []
    if given.peers:
        contestants += [Contestant(peer.name) for peer in PEERS if available(peer)]
        missing = [peer.name for peer in PEERS if not available(peer)]
    with progress_bar() as progress:
        task = progress.add_task("Rounds", total=given.rounds)
        measured = measure(contestants, given.rounds, given.seconds, lambda: progress.advance(task))
    if given.json:
        document = {"measured": [_plain(line) for line in measured], "ratios": _ratios(measured), "missing": missing}
        console().print(msgspec.json.format(msgspec.json.encode(document), indent=2).decode(), soft_wrap=True)
    else:
        _print(measured, missing)


def _ours() -> list[Contestant]:
    builds = (False, True) if is_compiled() else (True,)
    return [
        Contestant(game.id, USUAL_TABLE if USUAL_TABLE in game.players else game.players[0], interpreted)
        for game in all_games()
        for interpreted in builds
    ]


def _plain(line: Measured) -> dict[str, object]:
    return {"name": line.contestant.label, **msgspec.to_builtins(line)}


def _ratios(measured: Sequence[Measured]) -> dict[str, dict[str, float]]:
    """Moves per second of each of our games, divided by those of each peer and of its own interpreted build."""
    ratios: dict[str, dict[str, float]] = {}
    for line in measured:
        own = line.contestant
        if own.players:
            ratios[own.label] = {
                other.contestant.label: round(line.moves_per_second / other.moves_per_second, 2)
                for other in measured
                if not other.contestant.players or (other.contestant.name == own.name and other is not line)
            }
    return ratios


def _print(measured: Sequence[Measured], missing: Sequence[str]) -> None:
    out = console()
    grid = Table(box=None, pad_edge=False)
    grid.add_column("random playouts")
    for column in ("games/s", "moves/s", "slowest – fastest round"):
        grid.add_column(column, justify="right")
    for line in measured:
        spread = f"{line.slowest:,.0f} – {line.fastest:,.0f}"
        grid.add_row(line.contestant.label, f"{line.games_per_second:,.0f}", f"{line.moves_per_second:,.0f}", spread)
    out.print(grid)
    for name, others in _ratios(measured).items():
        if others:
            out.print(f"{name}: {', '.join(f'{ratio:g} × {other}' for other, ratio in others.items())}")
    if not is_compiled():
        out.print("This installation is interpreted; `make bench` measures the compiled library as well.")
    if missing:
        out.print(f"Not installed: {', '.join(missing)} (pip install -r benchmarks/peers.txt)")
