"""The command `sheepfold`."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import sheepfold
from sheepfold.commands import bench, components, games, odds, perft, play, replay, serve, show, simulate, verify
from sheepfold.core.compiling import is_compiled
from sheepfold.core.errors import SheepfoldError

COMMANDS = (serve, games, components, show, play, simulate, replay, verify, perft, odds, bench)

ABOUT = "Four sheep board games to play and study. The default command is serve; see 'sheepfold serve --help'."
OWN_OPTIONS = ("-h", "--help", "--version")
BAD_ARGUMENTS = 2
INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """Reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        fail(f"{message} (see '{self.prog} --help')")


def fail(message: str) -> NoReturn:
    print(f"sheepfold: {' '.join(message.split())}", file=sys.stderr)  # noqa: T201
    sys.exit(BAD_ARGUMENTS)


def parser() -> argparse.ArgumentParser:
    build = "compiled" if is_compiled() else "interpreted"
    top = Parser(prog="sheepfold", description=ABOUT)
    top.add_argument("--version", action="version", version=f"sheepfold {sheepfold.__version__} ({build})")
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        name = command.__name__.rpartition(".")[2]
        about = (command.__doc__ or "").strip().splitlines()[0]
        sub = commands.add_parser(name, help=about, description=about)
        command.add_arguments(sub)
        sub.set_defaults(run=command.run)
    return top


def with_command(arguments: Sequence[str]) -> Sequence[str]:
    """Add the command `serve` if there is none: `sheepfold` alone, or with options of `serve`, starts the server."""
    if not arguments:
        return ["serve"]
    first = arguments[0]
    is_own = any(option.startswith(first) for option in OWN_OPTIONS)  # argparse accepts abbreviations
    return arguments if is_own or not first.startswith("-") else ["serve", *arguments]


def main(arguments: Sequence[str] | None = None) -> None:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # for terminals that lack some characters
    given = parser().parse_args(with_command(sys.argv[1:] if arguments is None else arguments))
    try:
        given.run(given)
        sys.stdout.flush()
    except SheepfoldError as error:
        fail(str(error))
    except BrokenPipeError:  # the reader stopped early: `sheepfold perft … | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        fail(f"{error.filename or 'file'}: {error.strerror or error}")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
