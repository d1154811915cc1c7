"""Count the sequences of actions by depth, counting every outcome of chance once."""

from __future__ import annotations

import argparse
from pathlib import Path

from sheepfold.commands.shared import Table, add_position, add_table, console, positive, read_record
from sheepfold.core.errors import OptionError
from sheepfold.core.perft import divide, perft
from sheepfold.core.record import Replay, write_action
from sheepfold.core.state import State


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_table(parser)
    add_position(parser)
    parser.add_argument("--depth", type=positive, required=True, metavar="D", help="the greatest number of actions")
    parser.add_argument("--divide", action="store_true", help="also count by first action")
    parser.add_argument("--after", type=Path, metavar="FILE", help="start at the end of this record")


def run(given: argparse.Namespace) -> None:
    state = _after(given) if given.after else Table(given).first
    out = console()
    if given.divide:
        for seat, action, count in divide(state, given.depth):
            out.print(f"{write_action(seat, action)}: {count}")
    for depth in range(1, given.depth + 1):
        out.print(f"depth {depth}: {perft(state, depth)}")


def _after(given: argparse.Namespace) -> State:
    record = read_record(given.after)
    if record.game != given.game:
        raise OptionError(f"{given.after} is a record of {record.game}, not of {given.game}")
    played = Replay(record)
    for _ in played.steps():
        pass
    return played.state
