"""States and actions can be pickled and copied, compiled or not."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from sheepfold import Action, Game, Outcome, State, all_games, playouts
from sheepfold.core.playout import playout, random_step
from tests.toys.fingers import FINGERS

GAMES = pytest.mark.parametrize("game", [*all_games(), FINGERS], ids=lambda game: game.id)
Again = Callable[[Any], Any]


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 our own


WAYS = pytest.mark.parametrize("again", [pickled, copy.copy, copy.deepcopy])


def midgame(game: Game) -> State:
    """A position after a third of a random game."""
    rng = Random(5)
    length = playout(game.start(game.players[-1]), Random(5))
    state = game.start(game.players[-1])
    for _ in range(length // 3):
        step = random_step(state, rng)
        assert step is not None
        state.apply(*step)
    return state


@GAMES
@WAYS
def test_a_copied_state_plays_on_identically(game: Game, again: Again) -> None:
    state = midgame(game)
    other = again(state)
    assert type(other) is type(state)
    for seat in (None, *range(game.players[-1])):
        assert other.view(seat) == state.view(seat)
    assert playout(other, Random(6)) == playout(state.copy(), Random(6))
    assert other.waiting_for() == []
    assert state.waiting_for() != [], "the copy is independent"
    playout(state, Random(6))
    assert other.scores() == state.scores()


@GAMES
@WAYS
def test_a_copied_action_is_equal_and_plays_identically(game: Game, again: Again) -> None:
    state = midgame(game)
    seat = state.waiting_for()[0]
    for action in state.legal_actions(seat)[:20]:
        other = again(action)
        assert (other, type(other)) == (action, type(action))
        first, second = state.copy(), state.copy()
        first.apply(seat, action)
        second.apply(seat, other)  # it has the attributes that the rules read
        assert first.view(None) == second.view(None)


@WAYS
def test_results_survive(again: Again) -> None:
    assert again(Outcome([2, 1])).winners() == [1]
    played = playouts(FINGERS.start(2), 3, Random(1))
    assert (again(played).games, again(played).wins) == (3, played.wins)


class Named(Action):
    """An action of another package."""

    def __init__(self, name: str) -> None:
        super().__init__(f"name {name}")
        self.name = name


@WAYS
def test_subclasses_of_other_packages_keep_their_attributes(again: Again) -> None:
    assert again(Named("Ada")).name == "Ada"
    assert again(Named("Ada")) == Named("Ada")
