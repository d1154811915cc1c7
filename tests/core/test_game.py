"""Registering, finding and setting up games."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from sheepfold import OptionError, UnknownBot, UnknownGame, all_games, find_game, game_ids
from sheepfold.bots import registry as bots
from sheepfold.core import registry
from sheepfold.core.components import Components
from sheepfold.core.game import Game
from tests.toys.fingers import FINGERS

SCHAFE = find_game("schafe-schubsen")


def test_all_our_games_are_registered() -> None:
    assert "schafe-schubsen" in game_ids()
    assert [game.id for game in all_games()] == game_ids()


def test_an_unknown_game_lists_the_available_ones() -> None:
    with pytest.raises(UnknownGame, match=r"no game is called 'chess' \(available: .*schafe-schubsen"):
        find_game("chess")


def test_an_unknown_bot_lists_the_available_ones() -> None:
    with pytest.raises(UnknownBot, match=r"no bot called 'wolf' plays schafe-schubsen \(available: random, lamb\)"):
        bots.make_bot("schafe-schubsen", "wolf")


def test_a_package_registers_its_game_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("fingers", "tests.toys.fingers:FINGERS", registry.GROUP)
    monkeypatch.setattr(registry, "_offered", lambda: {"fingers": entry})
    assert find_game("fingers") is FINGERS


def test_of_packages_with_the_same_id_ours_wins_and_the_others_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = registry._offered()["volle-wolle"]
    twins = [EntryPoint("volle-wolle", f"{module}:GAME", registry.GROUP) for module in ("aardvark", "zebra")]
    offered = registry.by_name([twins[0], ours, twins[1]])
    assert offered == {"volle-wolle": ours}
    assert registry.by_name(reversed(twins)) == {"volle-wolle": twins[0]}
    monkeypatch.setattr(registry, "_installed", lambda: [*twins, ours])
    monkeypatch.setattr(registry, "_offered", lambda: offered)
    assert [game.id for game in all_games()] == ["volle-wolle"]
    assert registry.broken_games() == [
        f"the game 'volle-wolle' ({twin.value}) is not used: {ours.value} has the same id" for twin in twins
    ]


class Nameless(Game):
    id = "marbles"


NAMELESS = Nameless()


@pytest.mark.parametrize(
    ("offered", "error_message"),
    [
        ("tests.toys.fingers:FINGERS", "calls itself 'fingers'"),
        ("tests.toys.fingers:DOUBLE", "must be an instance of sheepfold.Game"),
        ("tests.toys.nowhere:GAME", "cannot be loaded: ModuleNotFoundError"),
        (
            "tests.core.test_game:NAMELESS",
            "does not say its title, pitch, players, minutes, rules_version, clause_prefix",
        ),
    ],
)
def test_a_broken_game_is_reported(monkeypatch: pytest.MonkeyPatch, offered: str, error_message: str) -> None:
    entry = EntryPoint("marbles", offered, registry.GROUP)
    monkeypatch.setattr(registry, "_offered", lambda: {"marbles": entry})
    with pytest.raises(UnknownGame, match=rf"the game 'marbles' \({offered}\) {error_message}"):
        find_game("marbles")


@pytest.mark.parametrize(
    ("offered", "error_message"),
    [
        ("tests.toys.fingers:Fingers", r"cannot be created: TypeError"),
        ("tests.toys.fingers:FingersGame", "must be a subclass of sheepfold.bots.Bot"),
    ],
)
def test_a_broken_bot_is_reported(monkeypatch: pytest.MonkeyPatch, offered: str, error_message: str) -> None:
    entry = EntryPoint("fingers.wolf", offered, bots.GROUP)
    monkeypatch.setattr(bots, "_offered", lambda: {"fingers.wolf": entry})
    with pytest.raises(UnknownBot, match=rf"the bot 'wolf' \({offered}\) {error_message}"):
        bots.make_bot("fingers", "wolf")


def test_bots_of_other_packages_come_after_ours_and_are_not_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["fingers.zebra", "fingers.lamb", "fingers.ant", "other.lamb"]
    monkeypatch.setattr(bots, "_offered", lambda: dict.fromkeys(names))
    assert bots.bot_names("fingers") == ["random", "lamb", "ant", "zebra"]
    assert bots.best_bot("fingers") == "lamb"
    assert bots.best_bot("nothing") == "random"


def test_a_game_without_components_needs_none() -> None:
    assert Nameless().standard_components() == Components()


@pytest.mark.parametrize("players", [0, 2, 9])
def test_a_wrong_number_of_players_is_refused(players: int) -> None:
    with pytest.raises(OptionError, match=f"Schafe schubsen is for 3 to 8 players, not {players}"):
        SCHAFE.start(players)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_an_unknown_option_lists_the_available_ones(game: Game) -> None:
    with pytest.raises(OptionError, match=f"options of {game.id}: .*'moon' is unknown.*; there are "):
        game.read_options({"moon": "full"})


def test_options_can_be_given_as_text_and_invalid_ones_list_the_valid_ones() -> None:
    assert SCHAFE.read_options({"start": "2"}) == SCHAFE.read_options({"start": 2})
    with pytest.raises(OptionError, match=r"layout: 1A 2A, .*random; start: a whole number"):
        SCHAFE.read_options({"layout": "3C"})
    with pytest.raises(OptionError, match="start is a seat from 0 to 3, not 4"):
        SCHAFE.start(4, SCHAFE.read_options({"start": "4"}))
