"""Replay a recorded game."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.text import Text

from sheepfold.commands.shared import console, read_record
from sheepfold.commands.shared import positive as number
from sheepfold.core.errors import OptionError, PositionError, RecordError
from sheepfold.core.record import Record, Replay, write_action
from sheepfold.core.state import State
from sheepfold.terminal import Screen


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record")
    parser.add_argument(
        "--at", type=number, metavar="N", help="stop after action N, counting throws, and show the position"
    )
    parser.add_argument("--seat", type=int, metavar="S", help="show what this seat saw (default: what a spectator saw)")


def run(given: argparse.Namespace) -> None:
    record = read_record(given.file)
    played = _set_up(given.file, record)
    if given.seat is not None and given.seat not in range(len(record.seats)):
        raise OptionError(f"--seat must be a number from 0 to {len(record.seats) - 1}")
    if given.at is not None and given.at > len(record.actions):
        raise OptionError(f"--at: the record has only {len(record.actions)} actions")
    out = console()
    screen = Screen(out, played.game, [seat.name for seat in record.seats], given.seat)
    try:
        for count, (seat, action, events) in enumerate(played.steps(), start=1):
            hidden = not all(event.seen_by(given.seat) == event for event in events)
            out.print(f"{count:>4}  {write_action(seat, action) if not hidden else f'{seat} …'}", style="dim")
            screen.print_events(events)
            if count == given.at:
                break
    except RecordError as error:
        raise RecordError(f"{given.file}: {error}") from None
    screen.draw(played.state)
    screen.print_ranking(played.state)
    out.print(_position(played.state, given.seat), soft_wrap=True)


def _position(state: State, seat: int | None) -> Text:
    """The line that `show` and `play --position` read."""
    try:
        return Text(state.position(seat))
    except PositionError as error:
        return Text(str(error), style="dim")


def _set_up(path: Path, record: Record) -> Replay:
    try:
        return Replay(record)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None
