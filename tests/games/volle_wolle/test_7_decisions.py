"""VW-7 Decisions."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from sheepfold.core.playout import random_step
from sheepfold.core.state import CHANCE
from sheepfold.games.volle_wolle.data import SheepCard, SheepCards
from sheepfold.games.volle_wolle.events import CardsTaken, TopLaid
from sheepfold.games.volle_wolle.game import GAME
from sheepfold.games.volle_wolle.state import VolleWolle
from tests.games.volle_wolle.table import (
    choices,
    components,
    do,
    is_thrown_for,
    new_game,
    phase_of,
    table,
    throw,
    throw_three_times,
)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_vw_7_1_players_are_asked_only_if_they_have_a_choice(players: int) -> None:
    state, rng = new_game(players), Random(players)
    asked: set[str] = set()
    while (step := random_step(state, rng)) is not None:
        if step[0] != CHANCE:
            assert len(set(state.legal_actions(step[0]))) >= 2
            asked.add(phase_of(state))
        state.apply(*step)
    assert asked >= {"bidding", "help", "leaving", "taking", "topping"}


def test_vw_7_1_a_player_who_gets_all_cards_is_not_asked_which() -> None:
    state = table(3, ["S37", "S38", "dog"], bids=[20, 19, 14], deck=["S40"])
    assert throw(state, "12 10 8")[-1] == CardsTaken(0, ["S37", "S38", "dog"], "VW-3.5")
    assert choices(state) == ["top S37", "top S38"]


def test_vw_7_1_a_player_who_can_only_take_dogs_is_not_asked_which() -> None:
    state = table(3, ["dog", "dog", "dog", "dog"], bids=[20, 19, 14])
    assert throw(state, "12 10 8")[-1] == CardsTaken(0, ["dog", "dog", "dog"], "VW-3.5")
    assert (state.dogs, is_thrown_for(state, 1)) == ([3, 0, 0], True)


def test_vw_7_1_dogs_are_interchangeable() -> None:
    state = table(3, ["S37", "dog", "dog", "dog"], bids=[20, 19, 14])
    throw(state, "12 10 8")
    assert choices(state) == ["take S37 dog dog", "take dog dog dog"]
    do(state, "take S37 dog dog")
    assert (state.dogs, state.view(None).middle) == ([2, 0, 0], ["dog"])


def test_vw_7_1_dogs_are_interchangeable_for_two_cards_and_for_one() -> None:
    state = table(3, ["S37", "bone", "dog", "dog"], bids=[20, 19, 14], chips=[0, 0, 0])
    throw(state, "8 5 5")
    do(state, "leave d12")
    second = state.copy()
    throw(second, ". 7 5")
    assert choices(second) == ["take S37 bone", "take S37 dog", "take bone dog", "take dog dog"]
    throw(state, ". 5 5")
    do(state, "leave d10")
    throw(state, ". . 7")
    assert choices(state) == ["take S37", "take bone", "take dog"]


def test_vw_7_1_other_cards_are_not_interchangeable() -> None:
    state = table(3, ["S37", "S38", "S39", "S40"], bids=[20, 19, 14])
    throw(state, "12 10 8")
    assert len(choices(state)) == 4


def test_vw_7_1_each_way_to_take_cards_is_an_action_of_its_own_even_in_a_large_deck() -> None:
    sheep = [SheepCard(id=f"S{number}", kind="white", number=number, points=1) for number in range(10, 210)]
    deck = msgspec.structs.replace(components(), sheep=SheepCards(status="assumed", cards=sheep))
    assert deck.problems() == []
    state = GAME.start(2, None, deck)
    assert isinstance(state, VolleWolle)
    assert state.setup.take([0, 1]).text == "take S10 S11"
    assert state.setup.take([129]).text == "take S139"


def test_vw_7_1_a_single_sheep_goes_on_top_without_asking() -> None:
    state = table(3, ["S37", "bone", "dog", "dog"], bids=[20, 19, 14])
    throw(state, "12 10 8")
    assert do(state, "take S37 dog dog")[-1] == TopLaid(0, "S37", "VW-4.1")
    assert is_thrown_for(state, 1)


def test_vw_7_1_without_useful_help_nobody_is_asked_about_it() -> None:
    state = table(3, ["S37", "S38", "S39", "S40"], bids=[20, 19, 14], tops={0: "S28"}, chips=[2, 0, 0])
    throw(state, "5 5 5")
    assert phase_of(state) == "leaving"


def test_vw_7_1_equal_dice_are_not_interchangeable() -> None:
    state = table(3, ["S37", "S38", "S39", "S40"], bids=[26, 19, 14])
    throw(state, "5 5 5")
    assert choices(state) == ["leave d8", "leave d10", "leave d12"]


def test_vw_7_1_without_a_bone_to_take_nobody_is_asked_about_it() -> None:
    state = table(3, ["S20", "S38", "S39", "S40"], bids=[26, 19, 14])
    throw(state, "12 10 8")
    do(state, "take S20 S38 S39", "top S20")
    assert is_thrown_for(state, 1)


def test_vw_7_1_the_last_in_order_is_not_asked_about_taking() -> None:
    state = table(3, ["S37", "bone", "dog", "dog"], bids=[26, 25, 14])
    throw_three_times(state, "5 5 5")
    throw_three_times(state, "5 5 5")
    assert (phase_of(state), state.dogs, state.bone) == ("laying out", [0, 0, 2], 2)
