"""VW-4 The herd."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold.games.volle_wolle.events import (
    BidReached,
    BoneGrabbed,
    BoneSpared,
    CardsTaken,
    OrderSet,
    Place,
    Rolled,
    TopLaid,
)
from sheepfold.games.volle_wolle.state import VolleWolle
from tests.games.events import of_kind
from tests.games.volle_wolle.table import (
    bid_all,
    choices,
    do,
    herd_of,
    is_thrown_for,
    phase_of,
    table,
    throw,
    throw_three_times,
    top_of,
)


def taken(*cards: str, bone: int = 1) -> VolleWolle:
    """The first of three players has just taken these three cards; one is left."""
    state = table(3, [*cards, "S50"], bids=[20, 19, 14], bone=bone)
    throw(state, "12 10 8")
    do(state, f"take {' '.join(cards)}")
    return state


def test_vw_4_1_one_of_the_sheep_just_won_lies_on_top() -> None:
    state = table(3, ["S13", "S37", "S51", "dog"], bids=[20, 19, 14], tops={0: "S28"}, herds={0: ["S40"]})
    throw(state, "12 10 8")
    do(state, "take S13 S37 S51")
    assert (state.waiting_for(), phase_of(state)) == ([0], "topping")
    assert choices(state) == ["top S13", "top S37", "top S51"]
    assert do(state, "top S37") == [TopLaid(0, "S37", "VW-4.1")]
    assert top_of(state, 0) == "S37"
    assert herd_of(state, 0) == ["S13", "S28", "S37", "S40", "S51"]


def test_vw_4_1_dogs_and_the_bone_do_not_lie_on_the_herd() -> None:
    state = table(3, ["S13", "S37", "bone", "dog"], bids=[20, 19, 14])
    throw(state, "12 10 8")
    assert do(state, "take S37 bone dog") == [
        CardsTaken(0, ["S37", "bone", "dog"], "VW-3.5"),
        TopLaid(0, "S37", "VW-4.1"),
    ]


def test_vw_4_1_without_a_new_sheep_the_top_stays() -> None:
    state = table(3, ["S13", "bone", "dog", "dog"], bids=[20, 19, 14], tops={0: "S28"})
    throw(state, "12 10 8")
    assert do(state, "take bone dog dog") == [CardsTaken(0, ["bone", "dog", "dog"], "VW-3.5")]
    assert top_of(state, 0) == "S28"


def test_vw_4_1_only_the_mark_of_the_top_card_counts() -> None:
    state = table(3, ["S37", "S38", "S43", "S49"], bids=[20, 14, 14], herds={0: ["S57", "S28"]}, tops={0: "S40"})
    assert throw(state, "10 5 2") == [Rolled(0, 1, [10, 5, 2], [True, True, True], 17, 20, "VW-3.4")]
    assert phase_of(state) == "leaving"


def test_vw_4_1_the_new_top_counts_from_the_next_turn_on() -> None:
    state = table(2, ["S28", "S57", "dog"], bids=[20, 14], deck=["S37", "S38", "S43"], boards=[1, 2])
    throw(state, "12 10 8")
    do(state, "top S57", "card S37", "card S38", "card S43")
    assert of_kind(bid_all(state, 20, 20), OrderSet)[0].order == [Place(1, "20", 2), Place(0, "20", 57)]
    throw(state, "12 10 8")
    assert phase_of(state) == "topping"


@pytest.mark.parametrize(("top", "result", "phase"), [("S28", 18, "help"), ("S57", 15, "leaving")])
def test_vw_4_1_the_choice_decides_about_mark_and_number(top: str, result: int, phase: str) -> None:
    state = table(2, ["S28", "S57", "dog"], bids=[20, 14], deck=["S37", "S38", "S43"], chips=[0, 0])
    throw(state, "12 10 8")
    do(state, f"top {top}", "card S37", "card S38", "card S43")
    assert state.view(None).table[0].number == int(top[1:])
    bid_all(state, 20, 14)
    assert of_kind(throw(state, "10 6 2"), Rolled)[0].result == result
    assert phase_of(state) == phase


def test_vw_4_1_black_sheep_that_come_are_laid_in_any_order_too() -> None:
    state = table(3, ["S07", "S13", "S37", "S38"], bids=[20, 19, 14], chips=[0, 0, 0])
    throw_three_times(state, "1 1 1")
    assert choices(state) == ["top S07", "top S13"]
    do(state, "top S13")
    assert top_of(state, 0) == "S13"


def test_vw_4_2_nobody_the_owner_included_sees_below_the_top_card() -> None:
    state = table(3, ["S37", "S38", "S43", "S49"], tops={0: "S28"}, herds={0: ["S07", "S57"]})
    for seat in (0, 1, 2, None):
        owner = state.view(seat).table[0]
        assert (owner.top, owner.herd, owner.sheep) == ("S28", 3, None)


def test_vw_4_2_scores_reveal_nothing_about_herds() -> None:
    low = table(3, ["S37", "S38", "S43", "S49"], tops={0: "S28"}, herds={0: ["S07", "S13"]}, chips=[1, 2, 3])
    high = table(3, ["S37", "S38", "S43", "S49"], tops={0: "S28"}, herds={0: ["S57", "S56"]}, chips=[1, 2, 3])
    for seat in (0, 1, None):
        assert low.view(seat) == high.view(seat)
        assert low.view(seat).scores == [1, 2, 3]


def test_vw_4_2_open_herds_are_an_option() -> None:
    state = table(
        3, ["S37", "S38", "S43", "S49"], tops={0: "S28"}, herds={0: ["S57", "S07"]}, dogs={0: 1}, open_herds=True
    )
    for seat in (0, 1, 2, None):
        seen = state.view(seat)
        assert [player.sheep for player in seen.table] == [["S07", "S28", "S57"], [], []]
        assert seen.scores == [8 + 2 - 5 + 9 - 5 + 2, 2, 2]


def test_vw_4_2_herds_are_shown_when_the_game_is_over() -> None:
    state = table(2, ["S37"], bids=[20, 14], tops={0: "S28"}, deck=[])
    throw(state, "12 10 8")
    seen = state.view(1)
    assert [player.sheep for player in seen.table] == [["S28", "S37"], []]
    assert (seen.scores, seen.ranks) == ([2, 2], [1, 1])


def test_vw_4_2_remembering_is_allowed() -> None:
    state = table(3, ["S37", "S38", "S43", "S49"], tops={0: "S28"}, herds={0: ["S07", "S57"]})
    assert herd_of(state.resample(1, Random(1)), 0) == ["S07", "S28", "S57"]
    assert herd_of(state.resample(None, Random(2)), 0) == ["S07", "S28", "S57"]


def test_vw_4_3_dogs_and_the_bone_lie_openly_beside_the_herd() -> None:
    state = table(3, ["S13", "bone", "dog", "dog"], bids=[20, 19, 14], dogs={0: 1, 2: 1})
    throw(state, "12 10 8")
    do(state, "take bone dog dog")
    for seat in (0, 1, None):
        players = state.view(seat).table
        assert [player.dogs for player in players] == [3, 0, 1]
        assert [player.bone for player in players] == [True, False, False]
        assert [player.herd for player in players] == [0, 0, 0]


def test_vw_4_4_a_bone_symbol_takes_the_bone_from_another_player() -> None:
    state = taken("S20", "dog", "dog")
    assert (state.waiting_for(), phase_of(state)) == ([0], "grabbing")
    assert choices(state) == ["grab", "spare"]
    assert do(state, "grab") == [BoneGrabbed(0, 1, "VW-4.4")]
    assert [player.bone for player in state.view(None).table] == [True, False, False]
    assert is_thrown_for(state, 1)


def test_vw_4_4_taking_it_is_optional() -> None:
    state = taken("S20", "dog", "dog", bone=2)
    assert do(state, "spare") == [BoneSpared(0, "VW-4.4")]
    assert [player.bone for player in state.view(None).table] == [False, False, True]
    assert is_thrown_for(state, 1)


def test_vw_4_4_nobody_takes_the_bone_from_themselves() -> None:
    state = taken("S20", "dog", "dog", bone=0)
    assert is_thrown_for(state, 1)
    assert state.bone == 0


def test_vw_4_4_a_bone_that_nobody_has_cannot_be_taken() -> None:
    state = table(3, ["S20", "bone", "dog", "dog"], bids=[20, 19, 14])
    throw(state, "12 10 8")
    do(state, "take S20 dog dog")
    assert is_thrown_for(state, 1)
    assert state.view(None).middle == ["bone"]


def test_vw_4_4_a_sheep_without_the_symbol_takes_nothing() -> None:
    assert is_thrown_for(taken("S37", "dog", "dog"), 1)


def test_vw_4_4_the_last_in_order_may_take_the_bone() -> None:
    state = table(3, ["S20", "S37", "S38", "S43"], bids=[20, 19, 14], bone=0)
    throw(state, "12 10 8")
    do(state, "take S37 S38 S43", "top S37")
    throw_three_times(state, "5 5 5")
    assert (state.waiting_for(), phase_of(state)) == ([2], "grabbing")
    assert do(state, "grab")[0] == BoneGrabbed(2, 0, "VW-4.4")


def test_vw_4_4_a_black_sheep_with_the_symbol_may_take_the_bone() -> None:
    state = table(3, ["S13", "S37", "S38", "S43"], bids=[20, 19, 14], bone=1, bone_symbols=["S13"], chips=[0, 0, 0])
    throw_three_times(state, "1 1 1")
    assert (state.waiting_for(), phase_of(state)) == ([0], "grabbing")
    assert do(state, "grab") == [BoneGrabbed(0, 1, "VW-4.4")]


def test_vw_4_5_a_bone_symbol_on_a_top_card_means_nothing_later() -> None:
    state = table(3, ["S37", "S38", "dog", "dog"], bids=[20, 19, 14], tops={0: "S20", 1: "S41"}, bone=1)
    throw(state, "12 10 8")
    do(state, "take S37 dog dog")
    assert is_thrown_for(state, 1)
    assert state.bone == 1


def test_vw_4_6_the_last_in_order_takes_the_bone_card_before_the_symbol_counts() -> None:
    state = table(3, ["S20", "S37", "bone", "dog"], bids=[26, 20, 14])
    throw_three_times(state, "1 1 1")
    throw_three_times(state, "1 1 1")
    assert phase_of(state) == "topping"
    do(state, "top S20")
    assert phase_of(state) == "laying out"
    assert state.bone == 2


def test_vw_4_5_a_symbol_does_not_wait_for_a_bone() -> None:
    state = table(4, ["S20", "S37", "S38", "bone", "dog"], bids=[26, 25, 15, 14])
    throw(state, "12 10 8")
    do(state, "take S20 S37 S38", "top S20")
    throw(state, "12 10 8")
    assert (state.bone, phase_of(state)) == (1, "laying out")


def test_vw_4_6_several_symbols_together_are_one_chance() -> None:
    state = taken("S20", "S41", "S47")
    do(state, "top S41", "spare")
    assert is_thrown_for(state, 1)
    assert state.bone == 1


def test_vw_4_6_the_bone_card_comes_before_the_symbol_counts() -> None:
    state = table(3, ["S20", "S37", "bone", "dog"], bids=[20, 19, 14])
    throw(state, "12 10 8")
    do(state, "take S20 bone dog")
    assert is_thrown_for(state, 1)
    assert state.bone == 0


@pytest.mark.parametrize("top", ["S20", "S37"])
def test_vw_4_6_the_top_is_chosen_before_the_symbol_counts(top: str) -> None:
    state = taken("S20", "S37", "dog")
    assert choices(state) == ["top S20", "top S37"]
    assert do(state, f"top {top}") == [TopLaid(0, top, "VW-4.1")]
    assert choices(state) == ["grab", "spare"]


def test_vw_4_6_a_symbol_counts_for_its_own_taking_only() -> None:
    state = taken("S20", "S37", "dog", bone=2)
    do(state, "top S20", "spare")
    events = throw(state, "12 10 8")
    assert events[1:3] == [BidReached(1, 1, 30, 3, "VW-3.6"), CardsTaken(1, ["S50"], "VW-3.5")]
    assert phase_of(state) == "laying out"
