"""The odds, the tables and the draws agree with the rules, in hundreds of random positions."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random

import pytest

from sheepfold.core.playout import random_step
from sheepfold.games.volle_wolle import dice_odds
from sheepfold.games.volle_wolle.dice import target_of
from sheepfold.games.volle_wolle.dice_odds import NEVER, NO_DIE, Turn, Worth
from sheepfold.games.volle_wolle.events import ChipPaid
from sheepfold.games.volle_wolle.game import GAME
from sheepfold.games.volle_wolle.phases import HELP, TAKING
from sheepfold.games.volle_wolle.state import VolleWolle
from tests.games.drawing import assert_drawn_like_the_list

GOALS = {"decline": dice_odds.DECLINE, "reach 14": dice_odds.REACH_14, "reach bid": dice_odds.REACH_BID}


def positions(players: int, phase: int) -> Iterator[VolleWolle]:
    """Positions of a phase."""
    rng = Random(f"agreement {players}")
    for _ in range(30):
        state = GAME.start(players)
        assert isinstance(state, VolleWolle)
        while step := random_step(state, rng):
            if state.phase == phase:
                yield state
            state.apply(*step)


def turn_of(state: VolleWolle) -> Turn:
    seat = state.active
    black = -5 if any(state.setup.is_black[card] for card in state.middle) else 0
    worth = Worth(9, 7, 4, 1, black)
    return Turn(target_of(state.bid[seat]), state.modifier(seat), state.chips[seat], state.stock, worth)


def die_left(state: VolleWolle) -> int:
    return next(die for die in range(3) if state.left >> die & 1) if state.throw == 2 else NO_DIE


@pytest.mark.parametrize("players", [2, 4, 6])
def test_legal_help_is_what_the_odds_allow(players: int) -> None:
    asked = 0
    for state in positions(players, HELP):
        turn = turn_of(state)
        assert not turn.must_take(state.dice)
        values = turn.values_of_help(state.throw, state.dice, die_left(state))
        possible = {text for text, goal in GOALS.items() if values[goal] != NEVER}
        assert {action.text for action in state.legal_actions(state.active)} == possible
        asked += 1
    assert asked > 50


@pytest.mark.parametrize("players", [2, 4, 6])
def test_help_costs_what_the_odds_say(players: int) -> None:
    for state in positions(players, HELP):
        turn = turn_of(state)
        for action in state.legal_actions(state.active):
            emitted = state.copy().act(state.active, action)
            paid = sum(event.chips for event in emitted if isinstance(event, ChipPaid))
            expected = 0 if action.text == "decline" else turn.chips_for(GOALS[action.text], sum(state.dice))
            assert paid == expected


@pytest.mark.parametrize("players", [2, 4, 6])
def test_exactly_the_combinations_of_earned_cards_are_legal(players: int) -> None:
    sizes = set()
    for state in positions(players, TAKING):
        view = state.view(None)
        assert view.throw is not None
        combinations = {f"take {' '.join(cards)}" for cards in itertools.combinations(view.middle, view.throw.earns)}
        legal = [action.text for action in state.legal_actions(state.active)]
        assert sorted(combinations) == sorted(legal)
        sizes.add((len(view.middle), view.throw.earns, view.middle.count("dog") > 1))
    assert len(sizes) > 4


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_random_action_is_drawn_evenly_without_a_list(players: int) -> None:
    assert_drawn_like_the_list(GAME, players, games=1)
