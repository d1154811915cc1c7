"""Draw a position."""

from __future__ import annotations

import argparse
from random import Random

from rich.text import Text

from sheepfold.commands.shared import add_seed, console, seed_of
from sheepfold.core.errors import OptionError
from sheepfold.core.registry import find_game, read_position
from sheepfold.core.state import REFEREE, State
from sheepfold.terminal import Screen


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "position", metavar="GAME|POSITION", help="a position as one line or as JSON, or a game's first one"
    )
    add_seed(parser)
    parser.add_argument("--seat", type=int, metavar="S", help="show only what this seat knows")
    parser.add_argument("--json", action="store_true", help="write the position as JSON instead of drawing it")


def run(given: argparse.Namespace) -> None:
    state = _read(given.position, Random(seed_of(given)))
    origin = state.origin
    assert origin is not None, "the game was started"
    if given.seat is not None and given.seat not in range(origin.players):
        raise OptionError(f"--seat must be a number from 0 to {origin.players - 1}")
    line = state.position(REFEREE if given.seat is None else given.seat)
    out = console()
    if given.json:
        out.print(Text(origin.game.position_json(line)), soft_wrap=True)
        return
    Screen(out, origin.game, origin.game.face.seat_names(origin.players), given.seat).draw(state)
    out.print(Text(line), soft_wrap=True)


def _read(text: str, rng: Random) -> State:
    """Read a position, or start the game that has this name."""
    if ":" in text:
        return read_position(text, rng)
    game = find_game(text)
    return game.start(game.players[0])
