"""List the games that can be played here."""

from __future__ import annotations

import argparse

from rich.padding import Padding
from rich.text import Text

from sheepfold.bots.registry import bot_names, broken_bots
from sheepfold.commands.shared import console
from sheepfold.core.game import Game
from sheepfold.core.registry import all_games, broken_games
from sheepfold.lessons.library import broken_lessons


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add nothing: there are no arguments."""


def run(given: argparse.Namespace) -> None:
    out = console()
    for game in all_games():
        out.print(Text.assemble((game.id, "bold"), f"  {_players(game)}, about {game.minutes} minutes"))
        options = "; ".join(f"{name} = {values}" for name, values in game.option_values().items()) or "none"
        for line in (game.pitch, f"Bots: {', '.join(bot_names(game.id))}", f"Options: {options}"):
            out.print(Padding(Text(line), (0, 2)))
        out.print()
    for problem in broken_games() + broken_bots() + broken_lessons():
        out.print(Text(problem, style="red"), soft_wrap=True)


def _players(game: Game) -> str:
    fewest, most = game.players[0], game.players[-1]
    return f"{fewest} players" if fewest == most else f"{fewest} to {most} players"
