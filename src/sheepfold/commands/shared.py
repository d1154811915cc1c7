"""What several commands share: arguments, output and reading files."""

from __future__ import annotations

import argparse
import os
from itertools import cycle, islice
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from sheepfold.core.components import Components, parse_components
from sheepfold.core.errors import OptionError, RecordError
from sheepfold.core.game import Game, Options
from sheepfold.core.record import Record, decode_record
from sheepfold.core.registry import find_game

MIN_SECONDS = 0.01
MAX_SECONDS = 3600


def console() -> Console:
    """A console for output, without automatic highlighting."""
    return Console(highlight=False)


def progress_bar() -> Progress:
    """A progress bar on stderr, if that is a terminal."""
    errors = Console(stderr=True)
    return Progress(console=errors, transient=True, disable=not errors.is_terminal)


def positive(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number of at least 1")
    return int(text)


def seconds(text: str) -> float:
    try:
        given = float(text)
    except ValueError:
        given = 0.0
    if not MIN_SECONDS <= given <= MAX_SECONDS:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of seconds from {MIN_SECONDS} to {MAX_SECONDS}")
    return given


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game; see `sheepfold games`")


def add_table(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that set up a game."""
    add_game(parser)
    parser.add_argument("--players", type=positive, metavar="N", help="number of players (default: the fewest)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; may be repeated"
    )
    add_components(parser)


def add_components(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--components", type=Path, metavar="FILE", help="use these components instead of ours")


def add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, metavar="S", help="the same seed gives the same game (default: random)")


def seed_of(given: argparse.Namespace) -> int:
    return given.seed if given.seed is not None else int.from_bytes(os.urandom(4), "big")


def seat_bots(names: str, seats: int) -> list[str]:
    """One bot per seat, repeating the names as needed."""
    bots = names.split(",")
    if len(bots) > seats:
        raise OptionError(f"there are {len(bots)} bots for {seats} seats")
    return list(islice(cycle(bots), seats))


class Table:
    """A game with the players, options and components from the arguments."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.game: Game = find_game(given.game)
        self.players: int = given.players or self.game.players[0]
        self.given_options = dict(_split(option) for option in given.option)
        self.options: Options = self.game.read_options(self.given_options)
        self.components: Components | None = own_components(self.game, given.components)
        self.first = self.game.start(self.players, self.options, self.components)
        """The first position. Starting the game also validates the arguments."""


def _split(option: str) -> tuple[str, str]:
    name, equals, value = option.partition("=")
    if not equals:
        raise OptionError(f"'{option}' is not NAME=VALUE")
    return name, value


def own_components(game: Game, path: Path | None) -> Components | None:
    if path is None:
        return None
    return parse_components(game.components, path.read_bytes(), str(path))


def read_record(path: Path) -> Record:
    try:
        return decode_record(path.read_bytes())
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None
