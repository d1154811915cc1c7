"""What several commands share: arguments, output and reading files."""

from __future__ import annotations

import argparse
import os
from itertools import cycle, islice
from pathlib import Path
from random import Random

from rich.console import Console
from rich.progress import Progress

from sheepfold.core.components import Components, parse_components
from sheepfold.core.errors import OptionError, RecordError
from sheepfold.core.game import Game, Options
from sheepfold.core.record import Record, decode_record
from sheepfold.core.registry import find_game
from sheepfold.core.state import State

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
    parser.set_defaults(position=None)


def add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--position", metavar="POSITION", help="start here; it has its own players and options")


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
    """A game with the players, options and components from the arguments, or those of a position."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.game: Game = find_game(given.game)
        self.starts_at_a_position = given.position is not None
        self.given_options = dict(_split(option) for option in given.option)
        self.first = self._begin(given)
        """The first position. Starting the game also validates the arguments."""
        origin = self.first.origin
        assert origin is not None, "the game was started"
        self.players: int = origin.players
        self.options: Options = origin.options
        self.components: Components | None = origin.components

    def _begin(self, given: argparse.Namespace) -> State:
        if given.position is None:
            options = self.game.read_options(self.given_options)
            components = own_components(self.game, given.components)
            return self.game.start(given.players or self.game.players[0], options, components)
        if given.players or given.option or given.components:
            raise OptionError("--position has players and options of its own; leave the others out")
        return self.game.position(given.position, Random())


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
