"""The registered games: ours and those of any installed package, found in the same way."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from random import Random

import msgspec

from sheepfold.core.errors import BrokenGame, PositionError, UnknownGame
from sheepfold.core.game import Game
from sheepfold.core.position.text import game_named
from sheepfold.core.state import State

GROUP = "sheepfold.games"
OURS = "sheepfold."
FACTS = {
    "id": str,
    "title": str,
    "pitch": str,
    "players": range,
    "minutes": int,
    "rules_version": int,
    "clause_prefix": str,
}
"""The attributes that every game must define, with their types; all others have defaults."""


def by_name(entries: Iterable[EntryPoint]) -> dict[str, EntryPoint]:
    """Index entry points by name. If several packages use the same name, ours wins, then the first by module."""
    chosen: dict[str, EntryPoint] = {}
    for entry in sorted(entries, key=lambda entry: (entry.name, not entry.value.startswith(OURS), entry.value)):
        chosen.setdefault(entry.name, entry)
    return chosen


@cache
def _installed() -> list[EntryPoint]:
    return list(entry_points(group=GROUP))


@cache
def _offered() -> dict[str, EntryPoint]:
    return by_name(_installed())


def game_ids() -> list[str]:
    """The ids of all registered games, broken ones included, in alphabetical order."""
    return list(_offered())


def find_game(game_id: str) -> Game:
    """Find a game by id. It is loaded on first use."""
    entry = _offered().get(game_id)
    if entry is None:
        raise UnknownGame(f"no game is called '{game_id}' (available: {', '.join(game_ids()) or 'none'})", game=game_id)
    found = _load(entry)
    if isinstance(found, str):
        raise BrokenGame(_describe(entry, found), game=game_id)
    return found


def read_position(text: str, rng: Random | None = None) -> State:
    """Read a position of any registered game; see `Game.position`."""
    name = game_named(text)
    try:
        game = find_game(name)
    except UnknownGame as error:
        raise PositionError(str(error), reason="position.unknown_game", game=name) from None
    return game.position(text, rng)


def all_games() -> list[Game]:
    """All games that can be played. A broken package does not hide the others."""
    examined = [_load(entry) for entry in _offered().values()]
    return [found for found in examined if not isinstance(found, str)]


def broken_games() -> list[str]:
    """Return what is wrong with registered games that cannot be played."""
    chosen = _offered()
    broken = [(entry, found) for entry in chosen.values() if isinstance(found := _load(entry), str)]
    unused = [
        (entry, f"is not used: {chosen[entry.name].value} has the same id")
        for entry in _installed()
        if entry.name in chosen and entry.value != chosen[entry.name].value
    ]
    return [_describe(entry, problem) for entry, problem in broken + unused]


def _describe(entry: EntryPoint, problem: str) -> str:
    return f"the game '{entry.name}' ({entry.value}) {problem}"


@cache
def _load(entry: EntryPoint) -> Game | str:
    """Load a game, or say what is wrong with it. A package is imported only once."""
    try:
        game = entry.load()
    except (Exception, SystemExit) as error:  # noqa: BLE001 importing a package may raise anything
        return f"cannot be loaded: {error!r}"
    if not isinstance(game, Game):
        return "must be an instance of sheepfold.Game"
    missing = [fact for fact, kind in FACTS.items() if not _defines(game, fact, kind)]
    if missing:
        return f"does not say its {', '.join(missing)}"
    if game.id != entry.name:
        return f"calls itself '{game.id}'"
    try:
        _try_out(game)
    except (Exception, SystemExit) as error:  # noqa: BLE001 setting up a game may raise anything
        return f"cannot be set up: {error!r}"
    return game


def _defines(game: Game, fact: str, kind: type) -> bool:
    value = getattr(game, fact, None)
    return isinstance(value, kind) and bool(value)


def _try_out(game: Game) -> None:
    """Try everything that the start page, a new table and its first view need."""
    game.choices()
    for players in {game.players[0], game.players[-1]}:
        view = game.start(players).view(None)
        msgspec.json.encode(view)
        names = game.face.seat_names(players)
        if len(names) != players:
            raise ValueError(f"there are {len(names)} names for {players} seats")
        game.face.draw(view, names)
