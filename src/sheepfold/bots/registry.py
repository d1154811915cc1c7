"""Which bots play which game: entry points named `<game>.<strength>`, ours and those of any installed package."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from sheepfold.bots.bot import Bot
from sheepfold.bots.random import RandomBot
from sheepfold.core.errors import UnknownBot

GROUP = "sheepfold.bots"
RANDOM = "random"


@cache
def _offered() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP))}


def bot_names(game_id: str) -> list[str]:
    """The bots that play this game; 'random' plays every game."""
    return [RANDOM, *(name.removeprefix(f"{game_id}.") for name in _offered() if name.startswith(f"{game_id}."))]


def make_bot(game_id: str, name: str) -> Bot:
    """A new bot of this name for this game."""
    if name == RANDOM:
        return RandomBot()
    entry = _offered().get(f"{game_id}.{name}")
    if entry is None:
        raise UnknownBot(f"no bot called '{name}' plays {game_id} (there are: {', '.join(bot_names(game_id))})")
    bot = entry.load()()
    if not isinstance(bot, Bot):
        raise UnknownBot(f"entry point '{entry.value}' does not offer a bot")
    return bot
