"""Inspects the refusals of illegal actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby
from random import Random
from typing import Any

import pytest

from sheepfold import Action, Game, IllegalAction, State
from sheepfold.core.playout import random_step

Truth = Callable[[Any, int, list[str]], bool]
"""Whether a clause really forbids an action: given the seat's view, the seat, and the words of the action."""
WALKS = 3
TRIED = 12
"""The number of actions that each seat tries at each position."""


def clause_of(state: State, text: str, seat: int | None = None) -> str | None:
    """The clause that an illegal action breaks. By default, the one seat that the game waits for tries it."""
    if seat is None:
        [seat] = state.waiting_for()
    return refusal_of(state, seat, Action(text)).clause


def refusal_of(state: State, seat: int, action: Action) -> IllegalAction:
    with pytest.raises(IllegalAction) as caught:
        state.act(seat, action)
    return caught.value


def faded(game: Game) -> Iterator[tuple[State, int, Action]]:
    """What boards show but do not offer: actions that a seat has at other moments of a game, and cannot take now.

    From random games with the fewest and the most players, and the position at the end.
    """
    for players in {game.players[0], game.players[-1]}:
        rng = Random(f"{game.id}/{players}/faded")
        for _ in range(WALKS):
            state = game.start(players)
            known: list[set[Action]] = [set() for _ in range(players)]
            passed = []
            while (step := random_step(state, rng)) is not None:
                for seat in range(players):
                    known[seat].update(state.legal_actions(seat))
                passed.append(state.copy())
                state.apply(*step)
            candidates = [by_kind(actions) for actions in known]
            for position in [*rng.sample(passed, min(60, len(passed))), state]:
                for seat in range(players):
                    kinds = candidates[seat]
                    tried = dict.fromkeys(rng.choice(rng.choice(kinds)) for _ in range(TRIED)) if kinds else {}
                    legal = position.legal_actions(seat)
                    yield from ((position, seat, action) for action in tried if action not in legal)


def by_kind(actions: set[Action]) -> list[list[Action]]:
    """Actions by their first word, so that the rare kinds are tried as often as the others."""
    ordered = sorted(actions, key=lambda action: action.text)
    return [list(kind) for _, kind in groupby(ordered, key=lambda action: action.text.split(" ")[0])]


def assert_true(game: Game, truths: dict[str, Truth]) -> None:
    """Every clause that a refusal names really forbids the action, and none is named that has no truth here."""
    named: Counter[str] = Counter()
    for state, seat, action in faded(game):
        clause = refusal_of(state, seat, action).clause
        if clause is not None:
            named[clause] += 1
            view = state.view(seat)
            assert truths[clause](view, seat, action.text.split(" ")), f"{clause}: '{action.text}' of {seat} in {view}"
    assert len(named) > len(truths) / 2, named
