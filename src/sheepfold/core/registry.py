"""Which games there are: ours and those of any installed package, all found the same way."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points

import msgspec

from sheepfold.core.errors import BrokenGame, UnknownGame
from sheepfold.core.game import Game

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
"""What every game must say of itself; the rest has a default."""


def by_name(entries: Iterable[EntryPoint]) -> dict[str, EntryPoint]:
    """One entry point per name. When several packages offer the same name, ours wins, else the first by module."""
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
    """The game of this id, loaded when first asked for."""
    entry = _offered().get(game_id)
    if entry is None:
        raise UnknownGame(f"no game is called '{game_id}' (there are: {', '.join(game_ids()) or 'none'})")
    found = _examined(entry)
    if isinstance(found, str):
        raise BrokenGame(_complaint(entry, found))
    return found


def all_games() -> list[Game]:
    """Every game that can be played; a broken package does not hide the others."""
    examined = [_examined(entry) for entry in _offered().values()]
    return [found for found in examined if not isinstance(found, str)]


def broken_games() -> list[str]:
    """What is wrong with the other games, explained to whoever installed them."""
    chosen = _offered()
    broken = [(entry, found) for entry in chosen.values() if isinstance(found := _examined(entry), str)]
    unused = [
        (entry, f"is not used: {chosen[entry.name].value} has the same id")
        for entry in _installed()
        if entry.name in chosen and entry.value != chosen[entry.name].value
    ]
    return [_complaint(entry, problem) for entry, problem in broken + unused]


def _complaint(entry: EntryPoint, problem: str) -> str:
    return f"the game '{entry.name}' ({entry.value}) {problem}"


@cache
def _examined(entry: EntryPoint) -> Game | str:
    """The game, or what is wrong with it. A package is imported once, however often somebody asks for it."""
    try:
        game = entry.load()
    except (Exception, SystemExit) as error:  # noqa: BLE001 whatever a package does when it is imported
        return f"cannot be loaded: {error!r}"
    if not isinstance(game, Game):
        return "must be an instance of sheepfold.Game"
    missing = [fact for fact, kind in FACTS.items() if not _says(game, fact, kind)]
    if missing:
        return f"does not say its {', '.join(missing)}"
    if game.id != entry.name:
        return f"calls itself '{game.id}'"
    try:
        _try_out(game)
    except (Exception, SystemExit) as error:  # noqa: BLE001 whatever a game does when it is set up
        return f"cannot be set up: {error!r}"
    return game


def _says(game: Game, fact: str, kind: type) -> bool:
    value = getattr(game, fact, None)
    return isinstance(value, kind) and bool(value)


def _try_out(game: Game) -> None:
    """Do everything that the start page, a new table and its first view need."""
    game.choices()
    for players in {game.players[0], game.players[-1]}:
        view = game.start(players).view(None)
        msgspec.json.encode(view)
        names = game.face.seat_names(players)
        if len(names) != players:
            raise ValueError(f"there are {len(names)} names for {players} seats")
        game.face.draw(view, names)
