"""List the games that can be played here."""

from __future__ import annotations

import argparse

import msgspec
from rich.table import Table

from sheepfold.bots.registry import bot_names
from sheepfold.commands.shared import console
from sheepfold.core.registry import all_games


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none."""


def run(given: argparse.Namespace) -> None:
    table = Table(box=None, pad_edge=False)
    for head in ("game", "players", "minutes", "bots", "options", "what it is"):
        table.add_column(head, no_wrap=head == "game")
    for game in all_games():
        options = ", ".join(msgspec.structs.asdict(game.options())) or "none"
        players = f"{game.players[0]} to {game.players[-1]}"
        table.add_row(game.id, players, str(game.minutes), ", ".join(bot_names(game.id)), options, game.pitch)
    console().print(table)
