"""What is left in the pile, and what cards in the middle are worth."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from sheepfold.games.volle_wolle.cards import BONE, DOG
from sheepfold.games.volle_wolle.game import GAME
from sheepfold.games.volle_wolle.outlook import NAMES
from sheepfold.games.volle_wolle.phases import BIDDING
from sheepfold.games.volle_wolle.places import DECK
from sheepfold.games.volle_wolle.state import VolleWolle
from tests.games.outlooks import facts, ids, play_on
from tests.games.volle_wolle.table import new_game, table


def pile_of(state: VolleWolle) -> list[int]:
    """The kind of every single card in the pile."""
    sheep = [state.setup.cards[card].kind for card, place in enumerate(state.where) if place == DECK]
    return sheep + [DOG] * state.deck_dogs + [BONE] * state.deck_bones


def late_position(players: int, cards: int) -> VolleWolle:
    """Everyone bids, and so many cards are left in the pile."""
    state, rng = new_game(players), Random(1)
    while state.phase != BIDDING or state.deck > cards:
        play_on(state, rng)
    return state


@pytest.mark.parametrize(("players", "cards"), [(2, 12), (3, 8), (4, 10), (6, 4)])
def test_the_chance_of_each_kind_counts_all_draws_of_the_next_round(players: int, cards: int) -> None:
    state = late_position(players, cards)
    pile = pile_of(state)
    assert len(pile) == state.deck
    draws = list(combinations(pile, min(players + 1, len(pile))))
    told = facts(GAME, state, 0, "pile")
    assert [fact.values["kind"] for fact in told] == NAMES
    for kind, fact in enumerate(told):
        assert fact.values["cards"] == pile.count(kind)
        assert fact.chance == pytest.approx(sum(kind in draw for draw in draws) / len(draws))


def test_in_the_last_round_nothing_is_said_about_the_pile() -> None:
    assert facts(GAME, table(3, ["S07", "S08"], deck=[]), 0, "pile") == []


def worth(state: VolleWolle, seat: int) -> dict[str, int]:
    return {str(fact.values["card"]): int(fact.values["points"]) for fact in facts(GAME, state, seat, "middle")}


def kind_of(state: VolleWolle, name: str) -> list[str]:
    """The cards of a kind, in the order of notation."""
    return [card.name for card in state.setup.cards if NAMES[card.kind] == name]


def test_a_third_sheep_of_a_group_changes_everything() -> None:
    three, seven = kind_of(new_game(3), "group370"), kind_of(new_game(3), "group007")
    state = table(3, [three[2], seven[2]], herds={0: [*three[:2], *seven[:2]], 1: three[3:4]}, dogs={0: 1, 1: 2, 2: 3})
    assert worth(state, 0) == {three[2]: -14, seven[2]: 21}
    assert worth(state, 1) == {three[2]: 11, seven[2]: 0}
    assert worth(state, 2) == {three[2]: 3, seven[2]: 0}


def test_dogs_and_the_bone_are_worth_what_they_bring_on_top() -> None:
    state = table(3, ["dog", "dog", "bone"], dogs={1: 1, 2: 3})
    assert worth(state, 0) == {"dog": 9, "bone": 0}
    assert worth(state, 1) == {"dog": -9, "bone": 4}
    assert worth(state, 2) == {"dog": 0, "bone": 12}


def test_before_the_cards_lie_and_after_the_end_there_is_no_outlook() -> None:
    state = new_game(2)
    assert ids(GAME, state, 0) == set()
    rng = Random(1)
    while state.outcome() is None:
        play_on(state, rng)
    assert ids(GAME, state, 0) == set()
