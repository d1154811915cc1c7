"""Benchmark the engines: random playouts, listing actions, copies and resampled worlds, and how costs grow."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from rich.table import Table

from sheepfold.bench.growth import Growth, kinds_of, measure_growth
from sheepfold.bench.harness import Measured, measure
from sheepfold.bench.history import FILE, REFERENCE, Ratios, Run, append_run, losses, read_history
from sheepfold.bench.peers import PEERS, available
from sheepfold.bench.plot import Curve, bars, svg
from sheepfold.bench.tasks import Task
from sheepfold.bench.worker import Contestant
from sheepfold.commands.shared import console, progress_bar
from sheepfold.core.compiling import is_compiled
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.game import Game
from sheepfold.core.registry import all_games, find_game

USUAL_TABLE = 4
"""The number of players to measure with, if the game allows it."""
TASKS: Sequence[Task] = ("playout", "list", "copy", "resample")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", metavar="GAME", help="measure only this game (default: all)")
    parser.add_argument(
        "--growth", action="store_true", help="measure how the cost of a move grows, by players and variants"
    )
    parser.add_argument("--plot", type=Path, metavar="FOLDER", help="with --growth: write a plot for each game there")
    parser.add_argument(
        "--record", metavar="NOTE", help=f"with --peers: append the ratios and this note to {FILE.as_posix()}"
    )


def run(given: argparse.Namespace) -> None:
    if given.growth:
        _run_growth(given)
        return
    if given.plot is not None:
        raise SheepfoldError("--plot needs --growth")
    if given.record is not None and not given.peers:
        raise SheepfoldError("--record needs --peers: only ratios to other packages are comparable between machines")
    _run_tasks(given)


# Tasks


def _run_tasks(given: argparse.Namespace) -> None:
    contestants = _ours(_games(given))
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
    _compare_with_history(_to_reference(measured), given.record, warn=not given.json)


def _games(given: argparse.Namespace) -> list[Game]:
    return all_games() if given.game is None else [find_game(given.game)]


def _ours(games: Iterable[Game]) -> list[Contestant]:
    builds = (False, True) if is_compiled() else (True,)
    return [
        Contestant(game.id, _usual_players(game), interpreted, task)
        for game in games
        for task in TASKS
        for interpreted in builds
    ]


def _usual_players(game: Game) -> int:
    return USUAL_TABLE if USUAL_TABLE in game.players else game.players[0]


def _plain(line: Measured) -> dict[str, object]:
    return {"name": line.contestant.label, **msgspec.to_builtins(line)}


def _ratios(measured: Sequence[Measured]) -> dict[str, dict[str, float]]:
    """The speed of each of our tasks, divided by its own interpreted build and, for playouts, by each peer.

    Resampling is also divided by copying: a resampled world is a copy with something drawn again.
    """
    return {
        line.contestant.label: {
            other.contestant.label: round(line.moves_per_second / other.moves_per_second, 3)
            for other in measured
            if _is_comparable(line.contestant, other.contestant)
        }
        for line in measured
        if line.contestant.players
    }


def _is_comparable(own: Contestant, other: Contestant) -> bool:
    if not other.players:
        return own.task == "playout"
    same_game = (own.name, own.players) == (other.name, other.players)
    other_build = own.task == other.task and own.interpreted != other.interpreted
    copies = own.task == "resample" and other.task == "copy" and own.interpreted == other.interpreted
    return same_game and (other_build or copies)


def _print(measured: Sequence[Measured], missing: Sequence[str]) -> None:
    out = console()
    grid = Table(box=None, pad_edge=False)
    grid.add_column("random playouts, and operations on positions of random games")
    for column in ("games/s", "moves or operations/s", "slowest – fastest round"):
        grid.add_column(column, justify="right")
    for line in measured:
        games = f"{line.games_per_second:,.0f}" if line.games_per_second else ""
        spread = f"{line.slowest:,.0f} – {line.fastest:,.0f}"
        grid.add_row(line.contestant.label, games, f"{line.moves_per_second:,.0f}", spread)
    out.print(grid)
    for name, others in _ratios(measured).items():
        if others:
            out.print(f"{name}: {', '.join(f'{ratio:g} × {other}' for other, ratio in others.items())}")
    if not is_compiled():
        out.print("This installation is interpreted; `make bench` measures the compiled library as well.")
    if missing:
        out.print(f"Not installed: {', '.join(missing)} (pip install -r benchmarks/peers.txt)")


# History


def _to_reference(measured: Sequence[Measured]) -> Ratios:
    """The speed of all our tasks, divided by that of the reference; empty if it was not measured."""
    speeds = {line.contestant.label: line.moves_per_second for line in measured}
    if REFERENCE not in speeds:
        return {}
    ours = [line.contestant.label for line in measured if line.contestant.players]
    return {label: float(f"{speeds[label] / speeds[REFERENCE]:.3g}") for label in ours}


def _compare_with_history(ratios: Ratios, note: str | None, *, warn: bool) -> None:
    if not ratios:
        if note is not None:
            raise SheepfoldError(f"nothing is recorded: {REFERENCE} is not installed (benchmarks/peers.txt)")
        return
    history = read_history(FILE)
    found = losses(history[-1].ratios, ratios) if history else []
    for loss in found if warn else []:
        console().print(f"Warning: {loss}", style="bold red")
    if note is not None:
        append_run(FILE, Run(datetime.now(UTC).date().isoformat(), note, ratios))


# Growth


def _run_growth(given: argparse.Namespace) -> None:
    kinds = [(game, *kind) for game in _games(given) for kind in kinds_of(game)]
    grown: list[Growth] = []
    with progress_bar() as progress:
        for game, players, variant, options in progress.track(kinds, description="Kinds of games"):
            grown.append(measure_growth(game, players, variant, options, given.seconds))
    if given.json:
        console().print(msgspec.json.format(msgspec.json.encode(grown), indent=2).decode(), soft_wrap=True)
    else:
        _print_growth(grown)
    if given.plot is not None:
        _write_plots(given.plot, grown)


def _print_growth(grown: Iterable[Growth]) -> None:
    grid = Table(box=None, pad_edge=False)
    for column in ("cost of a move", "players", "variant", "as the game goes on", "first µs", "last µs", "increase"):
        grid.add_column(column, justify="left" if column in ("cost of a move", "variant") else "right")
    for line in grown:
        costs = line.microseconds
        first, last = (f"{costs[0]:.2f}", f"{costs[-1]:.2f}") if costs else ("", "")
        grid.add_row(line.game, str(line.players), line.variant, bars(costs), first, last, f"{line.increase:.2f} ×")
    console().print(grid)


def _write_plots(folder: Path, grown: Sequence[Growth]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in dict.fromkeys(line.game for line in grown):
        curves = [
            Curve(f"{line.players} players, {line.variant}", [float(move) for move in line.moves], line.microseconds)
            for line in grown
            if line.game == name
        ]
        plot = svg(name, "moves made so far", "µs per move", curves)
        (folder / f"growth-{name}.svg").write_text(plot)
