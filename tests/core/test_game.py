"""Setting up a game, and finding it."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from sheepfold import OptionError, UnknownBot, UnknownGame, all_games, find_game, game_ids
from sheepfold.bots import registry as bots
from sheepfold.core import registry
from sheepfold.core.game import Game
from tests.toys.fingers import FINGERS

SCHAFE = find_game("schafe-schubsen")


def test_all_our_games_are_registered() -> None:
    assert "schafe-schubsen" in game_ids()
    assert [game.id for game in all_games()] == game_ids()


def test_an_unknown_game_is_told_with_those_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"no game is called 'chess' \(there are: .*schafe-schubsen"):
        find_game("chess")


def test_an_unknown_bot_is_told_with_those_there_are() -> None:
    with pytest.raises(UnknownBot, match=r"no bot called 'wolf' plays schafe-schubsen \(there are: random, lamb\)"):
        bots.make_bot("schafe-schubsen", "wolf")


def test_an_installed_package_offers_its_game_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("fingers", "tests.toys.fingers:FINGERS", registry.GROUP)
    monkeypatch.setattr(registry, "_offered", lambda: {"fingers": entry})
    registry.find_game.cache_clear()
    assert find_game("fingers") is FINGERS


def test_an_entry_point_that_offers_something_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("marbles", "tests.toys.fingers:FINGERS", registry.GROUP)
    monkeypatch.setattr(registry, "_offered", lambda: {"marbles": entry})
    with pytest.raises(UnknownGame, match="does not offer a game with the id 'marbles'"):
        find_game("marbles")


@pytest.mark.parametrize("players", [0, 2, 9])
def test_a_wrong_number_of_players_is_refused(players: int) -> None:
    with pytest.raises(OptionError, match=f"Schafe schubsen is for 3 to 8 players, not {players}"):
        SCHAFE.start(players)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_unknown_options_are_refused_with_those_there_are(game: Game) -> None:
    with pytest.raises(OptionError, match=f"options of {game.id}: .*unknown field `moon`.*; there are "):
        game.read_options({"moon": "full"})


def test_options_can_be_given_as_text_and_wrong_ones_are_told_with_the_right_ones() -> None:
    assert SCHAFE.read_options({"start": "2"}) == SCHAFE.read_options({"start": 2})
    with pytest.raises(OptionError, match=r"layout: 1A 2A, .*random; start: a whole number"):
        SCHAFE.read_options({"layout": "3C"})
    with pytest.raises(OptionError, match="start is a seat from 0 to 3, not 4"):
        SCHAFE.start(4, SCHAFE.read_options({"start": "4"}))
