"""An illegal action names the clause that it breaks."""

from __future__ import annotations

from sheepfold.games.volle_wolle.game import GAME
from sheepfold.games.volle_wolle.view import VolleWolleView
from tests.games.refusals import Truth, assert_true, clause_of
from tests.games.volle_wolle.table import do, new_game, table, throw

MIDDLE = ["S13", "S14", "S15", "dog"]


def test_vw_2_3_a_bid_stands() -> None:
    state = table(3, MIDDLE)
    assert clause_of(state, "decline", seat=0) == "VW-2.3"
    state.act(0, state.legal_actions(0)[0])
    assert clause_of(state, "bid 20", seat=0) == "VW-2.3"
    assert clause_of(state, "decline", seat=0) is None


def test_vw_2_7_no_26_plus_without_a_chip() -> None:
    assert clause_of(table(3, MIDDLE, chips=[0, 1, 1]), "bid 26+", seat=0) == "VW-2.7"


def test_vw_3_2_a_die_is_left_before_the_second_throw() -> None:
    state = table(3, MIDDLE, bids=[26, 25, 14], chips=[0, 0, 0])
    throw(state, "4 3 2")
    assert clause_of(state, "reach bid") == "VW-3.2"


def test_vw_3_3_a_die_that_is_left_already() -> None:
    state = table(3, MIDDLE, bids=[26, 25, 14], chips=[0, 0, 0])
    throw(state, "4 3 2")
    do(state, "leave d10")
    throw(state, "7 . 1")
    assert clause_of(state, "leave d10") == "VW-3.3"


def test_vw_3_5_cards_that_are_not_there_or_not_as_many() -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14])
    throw(state, "10 8 2")
    assert clause_of(state, "take S13 S14 S16") == "VW-3.5"
    assert clause_of(state, "take S13 dog") == "VW-3.5"


def test_vw_3_7_help_or_none_is_asked_for() -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14])
    throw(state, "10 8 1")
    assert clause_of(state, "leave d12") == "VW-3.7"


def test_vw_3_8_just_14_before_the_third_throw() -> None:
    state = table(3, MIDDLE, bids=[15, 14, 14])
    throw(state, "7 4 2")
    assert clause_of(state, "reach 14") == "VW-3.8"


def test_vw_4_1_a_sheep_that_was_not_won_now() -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14])
    throw(state, "10 8 2")
    do(state, "take S13 S14 dog")
    assert clause_of(state, "top S15") == "VW-4.1"


def test_vw_4_4_the_bone_is_taken_or_not() -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14], bone=1, bone_symbols=["S13"])
    throw(state, "10 8 2")
    do(state, "take S13 S14 dog", "top S13")
    assert clause_of(state, "top S14") == "VW-4.4"


def test_no_clause_for_other_seats_chance_and_nonsense() -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14])
    assert clause_of(state, "roll 13 1 1") is None
    throw(state, "10 8 1")
    assert clause_of(state, "decline", seat=1) is None
    assert clause_of(state, "shear S13") is None
    assert clause_of(new_game(3), "bid 20") is None


def other_cards(view: VolleWolleView, cards: list[str]) -> bool:
    """Not as many as are earned, or not all from the middle."""
    assert view.throw is not None
    return len(cards) != view.throw.earns or any(cards.count(card) > view.middle.count(card) for card in cards)


def is_left(view: VolleWolleView, die: str) -> bool:
    assert view.throw is not None
    return view.throw.left[["d12", "d10", "d8"].index(die)]


def is_out_of_reach(view: VolleWolleView, goal: str) -> bool:
    assert view.throw is not None
    return (view.throw.reach_bid if goal == "bid" else view.throw.reach_14) is None


def is_leaving(view: VolleWolleView, throw: int) -> bool:
    return view.phase == "leaving" and view.throw is not None and view.throw.number == throw


TRUTHS: dict[str, Truth] = {
    "VW-2.3": lambda view, seat, words: view.phase == "bidding" and (words[0] != "bid" or view.table[seat].has_bid),
    "VW-2.7": lambda view, seat, words: words == ["bid", "26+"] and view.table[seat].chips == 0,
    "VW-3.2": lambda view, _, words: is_leaving(view, 1) and words[0] != "leave",
    "VW-3.3": lambda view, _, words: is_leaving(view, 2) and (words[0] != "leave" or is_left(view, words[1])),
    "VW-3.5": lambda view, _, words: view.phase == "taking" and (words[0] != "take" or other_cards(view, words[1:])),
    "VW-3.7": lambda view, _, words: view.phase == "help" and words[0] != "reach",
    "VW-3.8": lambda view, _, words: view.phase == "help" and is_out_of_reach(view, words[1]),
    "VW-4.1": lambda view, _, words: view.phase == "topping" and (words[0] != "top" or words[1] not in view.middle),
    "VW-4.4": lambda view, _, words: view.phase == "grabbing" and words[0] not in ("grab", "spare"),
}


def test_in_random_games_every_clause_is_true() -> None:
    assert_true(GAME, TRUTHS)
