"""Show the cards, tiles and boards of a game, and the source of each table."""

from __future__ import annotations

import argparse

import msgspec
from rich.padding import Padding
from rich.text import Text

from sheepfold.commands.shared import add_components, add_game, console, own_components
from sheepfold.core.components import components_text
from sheepfold.core.registry import find_game

SOURCES = {
    "rulebook": ("green", "from the rulebook"),
    "reported": ("yellow", "from public sources on the same edition"),
    "assumed": ("red", "our assumption"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_components(parser)
    parser.add_argument("--json", action="store_true", help="print the file, to edit and pass to --components")


def run(given: argparse.Namespace) -> None:
    game = find_game(given.game)
    components = own_components(game, given.components) or game.standard_components()
    out = console()
    if given.json:
        text = given.components.read_bytes() if given.components else components_text(game.components)
        out.out(text.decode().rstrip())
        return
    for name, table in msgspec.to_builtins(components).items():
        colour, meaning = SOURCES[table.pop("status")]
        note = table.pop("note", "")
        out.print(Text.assemble((name, "bold"), "  ", (meaning, colour), f"  ({note})" if note else ""))
        for key, values in table.items():
            out.print(Padding(Text(f"{key}: {_plain(values)}"), (0, 2)))


def _plain(values: object) -> str:
    if isinstance(values, dict):
        return ", ".join(f"{key} {_plain(value)}" for key, value in values.items())
    if not isinstance(values, list):
        return str(values)
    nested = any(isinstance(value, dict) for value in values)
    return ("\n  " if nested else "") + ("\n  " if nested else " ").join(_plain(value) for value in values)
