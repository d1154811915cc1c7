"""Errors have a reason and values besides their message, and keep them when pickled."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from sheepfold import (
    ComponentError,
    IllegalAction,
    NotationError,
    OptionError,
    RecordError,
    SheepfoldError,
    UnknownGame,
    find_game,
)
from sheepfold.bots.registry import make_bot
from sheepfold.core.errors import UnknownBot
from tests.toys.fingers import FINGERS, SHOW


def pickled(error: SheepfoldError) -> Any:
    return pickle.loads(pickle.dumps(error))  # noqa: S301 our own


class TooWet(SheepfoldError):
    """An error of another package."""

    reason = "meadow.too_wet"

    def __init__(self, puddles: int) -> None:
        super().__init__(f"there are {puddles} puddles", puddles=puddles)


def test_a_class_has_a_general_reason() -> None:
    assert SheepfoldError("no").reason == "other"
    assert RecordError("no").reason == "record.damaged"
    assert ComponentError("no").reason == "components.invalid"
    with pytest.raises(NotationError) as unreadable:
        find_game("haste-bock").parse("fly to the moon")
    assert unreadable.value.reason == "action.unreadable"
    assert RecordError("no").values == {}
    assert str(RecordError("no")) == "no"


def test_an_error_can_have_a_specific_reason_with_values() -> None:
    error = RecordError("no", reason="record.action", number=3)
    assert (error.reason, error.values) == ("record.action", {"number": 3})
    assert RecordError("no").reason == "record.damaged"


def test_the_number_of_players_is_in_the_values() -> None:
    with pytest.raises(OptionError) as caught:
        FINGERS.start(5)
    assert caught.value.reason == "options.players"
    assert caught.value.values == {"least": 2, "most": 2, "players": 5}


def test_an_unknown_game_has_its_reason() -> None:
    with pytest.raises(UnknownGame) as caught:
        find_game("chess")
    assert (caught.value.reason, caught.value.values) == ("game.unknown", {"game": "chess"})


def test_an_unknown_bot_has_its_name_in_the_values() -> None:
    with pytest.raises(UnknownBot) as caught:
        make_bot("haste-bock", "wolf")
    assert (caught.value.reason, caught.value.values) == ("bot.unknown", {"bot": "wolf"})


@pytest.mark.parametrize("again", [pickled, copy.copy, copy.deepcopy])
@pytest.mark.parametrize(
    "error", [RecordError("no", reason="record.action", number=3), SheepfoldError("no"), TooWet(4)], ids=repr
)
def test_an_error_can_be_pickled_and_copied(error: SheepfoldError, again: Callable[[Any], Any]) -> None:
    other = again(error)
    assert type(other) is type(error)
    assert (str(other), other.reason, other.values) == (str(error), error.reason, error.values)


def test_an_error_raised_by_the_rules_can_be_pickled() -> None:
    state = FINGERS.start(2)
    state.act(0, SHOW[0])
    with pytest.raises(IllegalAction) as caught:
        state.act(0, SHOW[0])
    other = pickled(caught.value)
    assert (str(other), other.reason) == (str(caught.value), caught.value.reason)
