"""Looking up facts of an outlook in tests."""

from __future__ import annotations

from random import Random

from sheepfold import Fact, Game, State
from sheepfold.core.playout import random_step


def facts(game: Game, state: State, seat: int, identifier: str) -> list[Fact]:
    """The facts with this id, in their order."""
    return [fact for fact in game.outlook(state, seat) if fact.id == identifier]


def the_fact(game: Game, state: State, seat: int, identifier: str) -> Fact:
    [fact] = facts(game, state, seat, identifier)
    return fact


def ids(game: Game, state: State, seat: int) -> set[str]:
    return {fact.id for fact in game.outlook(state, seat)}


def play_on(state: State, rng: Random) -> None:
    """One random step of a game that is not over."""
    step = random_step(state, rng)
    assert step is not None
    state.apply(*step)
