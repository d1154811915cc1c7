"""Which bots play which game: entry points named `<game>.<name>`, ours and those of any installed package."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from sheepfold.bots.bot import Bot
from sheepfold.bots.random import RandomBot
from sheepfold.core.errors import UnknownBot
from sheepfold.core.registry import by_name

GROUP = "sheepfold.bots"
RANDOM = "random"
STRENGTHS = (RANDOM, "lamb", "sheep", "bellwether")
"""Our own bots, from the weakest to the strongest."""


@cache
def _offered() -> dict[str, EntryPoint]:
    return by_name(entry_points(group=GROUP))


def bot_names(game_id: str) -> list[str]:
    """The bots that play this game: ours by strength ('random' plays every game), then those of other packages."""
    offered = {name.removeprefix(f"{game_id}.") for name in _offered() if name.startswith(f"{game_id}.")}
    ours = [name for name in STRENGTHS if name == RANDOM or name in offered]
    return [*ours, *sorted(offered - set(ours))]


def best_bot(game_id: str) -> str:
    """The strongest of ours that plays this game."""
    return [name for name in bot_names(game_id) if name in STRENGTHS][-1]


def make_bot(game_id: str, name: str) -> Bot:
    """A new bot of this name for this game."""
    if name == RANDOM:
        return RandomBot()
    entry = _offered().get(f"{game_id}.{name}")
    if entry is None:
        raise UnknownBot(f"no bot called '{name}' plays {game_id} (there are: {', '.join(bot_names(game_id))})")
    try:
        bot = entry.load()()
    except (Exception, SystemExit) as error:
        raise UnknownBot(f"the bot '{name}' ({entry.value}) cannot be made: {error!r}") from error
    if not isinstance(bot, Bot):
        raise UnknownBot(f"the bot '{name}' ({entry.value}) must be a subclass of sheepfold.bots.Bot")
    return bot


def broken_bots() -> list[str]:
    """What is wrong with each registered bot that cannot be made. This imports them all."""
    return [problem for name in _offered() if (problem := _problem_of(*name.rsplit(".", 1))) is not None]


def _problem_of(game_id: str, name: str = "") -> str | None:
    try:
        make_bot(game_id, name)
    except UnknownBot as error:
        return str(error)
    return None
