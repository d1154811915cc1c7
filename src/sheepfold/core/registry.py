"""Which games there are: ours and those of any installed package, all found the same way."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from sheepfold.core.errors import UnknownGame
from sheepfold.core.game import Game

GROUP = "sheepfold.games"
FACTS = ("id", "title", "pitch", "players", "minutes", "rules_version", "clause_prefix")
"""What every game must say of itself; the rest has a default."""


@cache
def _offered() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP))}


def game_ids() -> list[str]:
    """The ids of all registered games, in alphabetical order."""
    return list(_offered())


@cache
def find_game(game_id: str) -> Game:
    """The game of this id, loaded when first asked for."""
    entry = _offered().get(game_id)
    if entry is None:
        raise UnknownGame(f"no game is called '{game_id}' (there are: {', '.join(game_ids()) or 'none'})")
    try:
        game = entry.load()
    except Exception as error:
        raise UnknownGame(f"the game '{game_id}' ({entry.value}) cannot be loaded: {error!r}") from error
    if not isinstance(game, Game):
        raise UnknownGame(f"the game '{game_id}' ({entry.value}) must be an instance of sheepfold.Game")
    missing = [fact for fact in FACTS if not hasattr(game, fact)]
    if missing:
        raise UnknownGame(f"the game '{game_id}' ({entry.value}) does not say its {', '.join(missing)}")
    if game.id != game_id:
        raise UnknownGame(f"the game '{game_id}' ({entry.value}) calls itself '{game.id}'")
    return game


def all_games() -> list[Game]:
    return [find_game(game_id) for game_id in game_ids()]
