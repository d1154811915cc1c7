"""The bots and the policy of each game, from Sheepfold and other installed packages.

Bots are entry points named `<game>.<name>`; policies are named after their game.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from sheepfold.bots.bot import Bot
from sheepfold.bots.random import RandomBot
from sheepfold.core.errors import UnknownBot
from sheepfold.core.playout import RANDOM_POLICY, Policy
from sheepfold.core.registry import by_name

GROUP = "sheepfold.bots"
POLICIES = "sheepfold.policies"
RANDOM = "random"
STRENGTHS = (RANDOM, "lamb", "sheep", "bellwether")
"""The names of our own bots, from weakest to strongest."""


@cache
def _offered() -> dict[str, EntryPoint]:
    return by_name(entry_points(group=GROUP))


def bot_names(game_id: str) -> list[str]:
    """The bots of this game: ours by strength ('random' plays every game), then those of other packages."""
    offered = {name.removeprefix(f"{game_id}.") for name in _offered() if name.startswith(f"{game_id}.")}
    ours = [name for name in STRENGTHS if name == RANDOM or name in offered]
    return [*ours, *sorted(offered - set(ours))]


def best_bot(game_id: str) -> str:
    """Our strongest bot for this game."""
    return [name for name in bot_names(game_id) if name in STRENGTHS][-1]


def make_bot(game_id: str, name: str) -> Bot:
    """Create a bot by name."""
    if name == RANDOM:
        return RandomBot()
    entry = _offered().get(f"{game_id}.{name}")
    if entry is None:
        raise UnknownBot(
            f"no bot called '{name}' plays {game_id} (available: {', '.join(bot_names(game_id))})", bot=name
        )
    try:
        bot = entry.load()()
    except (Exception, SystemExit) as error:
        raise UnknownBot(f"the bot '{name}' ({entry.value}) cannot be created: {error!r}", bot=name) from error
    if not isinstance(bot, Bot):
        raise UnknownBot(f"the bot '{name}' ({entry.value}) must be a subclass of sheepfold.bots.Bot", bot=name)
    return bot


def broken_bots() -> list[str]:
    """The problems of all registered bots that cannot be created. This imports all of them."""
    return [problem for name in _offered() if (problem := _problem_of(*name.rsplit(".", 1))) is not None]


def _problem_of(game_id: str, name: str = "") -> str | None:
    try:
        make_bot(game_id, name)
    except UnknownBot as error:
        return str(error)
    return None


@cache
def policy_of(game_id: str) -> Policy:
    """The game's policy for playouts; without one, actions are random."""
    entry = by_name(entry_points(group=POLICIES)).get(game_id)
    if entry is None:
        return RANDOM_POLICY
    try:
        policy = entry.load()()
    except (Exception, SystemExit) as error:
        raise UnknownBot(f"the policy of {game_id} ({entry.value}) cannot be created: {error!r}") from error
    if not isinstance(policy, Policy):
        raise UnknownBot(f"the policy of {game_id} ({entry.value}) must be a subclass of sheepfold.Policy")
    return policy
