"""In all games, the clauses that refusals name exist."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold import Action, Game, IllegalAction, State, all_games
from sheepfold.core.action import canonical_order
from sheepfold.core.playout import random_step
from sheepfold.rulebook import clauses

TRIED = 10
"""The number of actions that each seat tries at each position."""


def walk(game: Game, players: int) -> list[tuple[int, Action]]:
    state = game.start(players)
    rng = Random(f"{game.id}/{players}")
    steps = []
    while (step := random_step(state, rng)) is not None:
        steps.append(step)
        state.apply(*step)
    return steps


def refusals(state: State, seat: int, actions: list[Action]) -> list[IllegalAction]:
    found = []
    for action in set(actions).difference(state.legal_actions(seat)):
        with pytest.raises(IllegalAction) as caught:
            state.act(seat, action)
        found.append(caught.value)
    return found


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
def test_a_clause_that_is_named_exists(game: Game, most: bool) -> None:
    players = game.players[-1] if most else game.players[0]
    steps = walk(game, players)
    actions = sorted({action for _, action in steps}, key=canonical_order)
    rng = Random(game.id)
    state = game.start(players)
    named = set()
    for step in steps:
        for seat in range(players):
            for refusal in refusals(state, seat, rng.choices(actions, k=TRIED)):
                if refusal.clause is not None:
                    assert f"({refusal.clause})" in str(refusal)
                    named.add(refusal.clause)
        state.apply(*step)
    assert named <= set(clauses(game.id))
    assert named
