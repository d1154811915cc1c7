"""Let bots play many games and print statistics."""

from __future__ import annotations

import argparse
from pathlib import Path
from time import perf_counter

import msgspec
from rich.table import Table as Grid

from sheepfold.arena.match import Match
from sheepfold.arena.simulate import simulate
from sheepfold.arena.statistics import Line, Measured, Statistics, Summary
from sheepfold.bots.registry import RANDOM
from sheepfold.commands.shared import Table, add_seed, add_table, console, positive, progress_bar, seat_bots, seed_of
from sheepfold.core.record import encode_record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_table(parser)
    add_seed(parser)
    parser.add_argument("--games", type=positive, default=100, metavar="K", help="number of games (default: 100)")
    parser.add_argument(
        "--bots", default=RANDOM, metavar="A,B,…", help="one bot per seat, repeated as needed (default: random)"
    )
    parser.add_argument("--jobs", type=positive, default=1, metavar="J", help="number of processes (default: 1)")
    parser.add_argument("--record", type=Path, metavar="DIR", help="save every game in this folder")
    parser.add_argument("--json", action="store_true", help="print the statistics as JSON")


def run(given: argparse.Namespace) -> None:
    table = Table(given)
    bots = seat_bots(given.bots, table.players)
    match = Match(game=table.game.id, bots=bots, options=dict(table.given_options), components=table.components)
    seed = seed_of(given)
    games = simulate(match, given.games, seed, given.jobs)
    statistics = Statistics(match.game, bots)
    if given.record:
        given.record.mkdir(parents=True, exist_ok=True)
    begun = perf_counter()
    with progress_bar() as progress:
        task = progress.add_task(f"{table.game.title}, {table.players} players", total=given.games)
        for number, played in enumerate(games, start=1):
            statistics.add(played)
            if given.record:
                path = given.record / f"{table.game.id}-{table.players}p-{seed}-{number:06}.json"
                path.write_bytes(encode_record(played.record))
            progress.advance(task)
    seconds = perf_counter() - begun
    summary = statistics.summary()
    if given.json:
        pace = {"seed": seed, "seconds": seconds, "games_per_second": summary.games / seconds}
        document = msgspec.to_builtins(summary) | pace | {"moves_per_second": summary.moves / seconds}
        console().print(msgspec.json.format(msgspec.json.encode(document), indent=2).decode(), soft_wrap=True)
    else:
        _print(summary, seconds, seed)


def _print(summary: Summary, seconds: float, seed: int) -> None:
    out = console()
    out.print(
        f"{summary.games} games of {summary.game} with {summary.players} players, seed {seed}: "
        f"{summary.games / seconds:,.0f} games/s, {summary.moves / seconds:,.0f} moves/s"
    )
    out.print(
        f"{summary.moves_per_game:.1f} moves per game ({summary.shortest} to {summary.longest}), "
        f"{summary.decisions_per_game:.1f} of them decisions with {summary.branching:.1f} choices each"
    )
    out.print(_grid("seat", summary.seats))
    if len(summary.bots) > 1:
        out.print(_grid("bot", summary.bots))
    counted = ", ".join(f"{name} {count:.2f}" for name, count in summary.events_per_game.items())
    out.print(f"Events per game: {counted}")
    for name, measure in summary.measures.items():
        out.print(f"{name[0].upper()}{name[1:]}: {_measured(measure)}")


def _measured(measure: Measured) -> str:
    values = list(measure.counts)
    if measure.mean is not None:
        low, middle, high = measure.quartiles
        return (
            f"mean {measure.mean:.2f}, half of them {low} to {high}, median {middle}, all {values[0]} to {values[-1]}"
        )
    total = sum(measure.counts.values())
    return ", ".join(f"{value} {count / total:.1%}" for value, count in measure.counts.items())


def _grid(head: str, lines: list[Line]) -> Grid:
    grid = Grid(box=None, pad_edge=False)
    grid.add_column(head)
    for column in ("wins", "95 % interval", "mean rank", "mean score"):
        grid.add_column(column, justify="right")
    for line in lines:
        interval = f"{line.low:.1%} – {line.high:.1%}"
        grid.add_row(line.name, f"{line.win_share:.1%}", interval, f"{line.mean_rank:.2f}", f"{line.mean_score:.2f}")
    return grid
