"""The worked examples of the rulebooks."""

from __future__ import annotations

import pytest

from sheepfold.games.volle_wolle.events import (
    BidMissed,
    BidReached,
    BoneGrabbed,
    CardsTaken,
    ChipGained,
    ChipPaid,
    HelpDeclined,
    PlusUsed,
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
    middle_of,
    new_game,
    phase_of,
    table,
    throw,
    top_of,
)


def test_vw_2_1_six_cards_for_five_players() -> None:
    state = new_game(5)
    do(state, "board 1", "board 2", "board 3", "board 4", "board 5")
    do(state, "card S28", "card S57", "card dog", "card S13", "card S22")
    assert phase_of(state) == "laying out"
    do(state, "card bone")
    assert (phase_of(state), len(middle_of(state))) == ("bidding", 6)


def test_vw_2_2_four_cards_in_the_last_round_of_six_players() -> None:
    state = table(6, ["dog"], bids=[20, 19, 18, 17, 16, 15], deck=["S28", "S57", "S13", "S22"])
    throw(state, "12 10 8")
    do(state, "card S28", "card S57", "card S13")
    assert phase_of(state) == "laying out"
    do(state, "card S22")
    assert (phase_of(state), len(middle_of(state)), state.deck) == ("bidding", 4, 0)


def stefan() -> VolleWolle:
    """Stefan bids 21, leaves an 8 and then a 9, and has 17."""
    state = table(3, ["S28", "S37", "S43", "S49"], bids=[21, 20, 14], chips=[0, 0, 0])
    throw(state, "5 8 2")
    do(state, "leave d10")
    throw(state, "9 . 1")
    do(state, "leave d12")
    return state


def test_vw_3_5_stefan_needs_a_4_with_the_last_die() -> None:
    state = stefan()
    assert throw(state, ". . 4")[-1] == BidReached(0, 3, 21, 1, "VW-3.6")
    do(state, "take S49")
    assert herd_of(state, 0) == ["S49"]
    assert state.chips[0] == 0


def test_vw_3_9_stefan_misses_with_a_3() -> None:
    state = stefan()
    assert throw(state, ". . 3")[1:] == [BidMissed(0, 20, "VW-3.9"), ChipGained(0, 1, "VW-3.9")]
    assert is_thrown_for(state, 1)
    assert (herd_of(state, 0), state.chips[0]) == ([], 1)


def test_vw_3_4_conni_gets_a_card() -> None:
    state = table(3, ["S28", "S37", "S43", "S49"], bids=[24, 20, 14], tops={0: "S57"}, chips=[1, 2, 2])
    assert throw(state, "12 10 3") == [Rolled(0, 1, [12, 10, 3], [True, True, True], 22, 24, "VW-3.4")]
    assert choices(state) == ["leave d8", "leave d10", "leave d12"]
    do(state, "leave d12")
    assert throw(state, ". 7 3") == [Rolled(0, 2, [12, 7, 3], [False, True, True], 19, 24, "VW-3.4")]
    assert choices(state) == ["leave d8", "leave d10"]
    do(state, "leave d10")
    assert throw(state, ". . 7") == [Rolled(0, 3, [12, 7, 7], [False, False, True], 23, 24, "VW-3.4")]
    assert choices(state) == ["decline", "reach bid"]
    assert do(state, "reach bid") == [ChipPaid(0, 1, 0, "VW-3.4"), BidReached(0, 3, 24, 1, "VW-3.7")]
    assert choices(state) == ["take S28", "take S37", "take S43", "take S49"]
    do(state, "take S28")
    assert (herd_of(state, 0), top_of(state, 0)) == (["S28", "S57"], "S28")
    assert (state.chips, state.stock) == ([0, 2, 2], 21)


def test_vw_3_7_kathrin_uses_her_plus_on_purpose() -> None:
    state = table(3, ["S13", "S43", "S49", "dog"], bids=[24, 20, 14], tops={0: "S32"}, chips=[3, 2, 2])
    throw(state, "9 8 4")
    assert choices(state) == ["decline", "reach bid"]
    assert do(state, "decline") == [HelpDeclined(0, "VW-3.7")]
    do(state, "leave d10")
    assert throw(state, "7 . 6") == [Rolled(0, 2, [7, 8, 6], [True, False, True], 21, 24, "VW-3.4")]
    assert do(state, "reach bid") == [
        PlusUsed(0, 1, "VW-3.4"),
        ChipPaid(0, 2, 1, "VW-3.4"),
        BidReached(0, 2, 24, 2, "VW-3.7"),
    ]
    do(state, "take S43 S49", "top S49")
    assert herd_of(state, 0) == ["S32", "S43", "S49"]
    assert middle_of(state) == ["S13", "dog"]
    assert (state.chips, state.stock) == ([1, 2, 2], 20)


def test_vw_3_10_robbi_stays_below_14() -> None:
    state = table(3, ["S10", "S13", "S43", "S49"], bids=[16, 15, 14], tops={0: "S51"}, chips=[0, 2, 2])
    throw(state, "3 4 1")
    do(state, "leave d10")
    throw(state, "5 . 5")
    do(state, "leave d12")
    assert throw(state, ". . 6") == [
        Rolled(0, 3, [5, 4, 6], [False, False, True], 13, 16, "VW-3.4"),
        BidMissed(0, 13, "VW-3.9"),
        ChipGained(0, 1, "VW-3.9"),
        CardsTaken(0, ["S10", "S13"], "VW-3.10"),
    ]
    do(state, "top S10")
    assert herd_of(state, 0) == ["S10", "S13", "S51"]
    assert (state.chips, state.stock) == ([1, 2, 2], 20)
    assert is_thrown_for(state, 1)


def test_vw_4_4_conni_takes_the_bone_from_stefan_at_once() -> None:
    conni, stefan = 0, 1
    state = table(3, ["S28", "S41", "S49", "dog"], bids=[20, 19, 14], bone=stefan)
    throw(state, "12 10 8")
    do(state, "take S28 S41 dog", "top S28")
    assert do(state, "grab") == [BoneGrabbed(conni, stefan, "VW-4.4")]
    assert state.bone == conni


def test_vw_4_1_stefan_can_use_the_plus_as_long_as_the_card_lies_on_top() -> None:
    deck = ["S37", "S38", "S39", "S40", "S43", "S44", "S45", "S46"]
    state = table(3, ["dog", "dog", "dog", "dog"], bids=[20, 15, 14], tops={0: "S28"}, deck=deck, chips=[0, 0, 0])
    throw(state, "10 5 3")
    assert PlusUsed(0, 2, "VW-3.4") in do(state, "reach bid")
    throw(state, "12 10 8")
    do(state, *(f"card {card}" for card in deck[:4]))
    bid_all(state, 20, 15, 14)
    throw(state, "10 5 3")
    assert PlusUsed(0, 2, "VW-3.4") in do(state, "reach bid")
    do(state, "take S37 S38 S39", "top S37")
    throw(state, "12 10 8")
    do(state, *(f"card {card}" for card in deck[4:]))
    bid_all(state, 20, 15, 14)
    throw(state, "10 5 3")
    assert phase_of(state) == "leaving"


@pytest.mark.parametrize(("count", "points"), [(1, 3), (2, 14), (3, 0), (4, 3), (5, 14), (6, 0)])
def test_vw_5_2_the_trio_of_3_7_0(count: int, points: int) -> None:
    state = table(2, ["dog"], herds={0: [f"S{number}" for number in range(22, 22 + count)]}, chips=[0, 0])
    assert state.scores() == [points, 0]


@pytest.mark.parametrize(("count", "points"), [(1, 0), (2, 0), (3, 21), (4, 21), (5, 21), (6, 42)])
def test_vw_5_3_the_trio_of_0_0_7(count: int, points: int) -> None:
    state = table(2, ["dog"], herds={0: [f"S{number}" for number in range(16, 16 + count)]}, chips=[0, 0])
    assert state.scores() == [points, 0]


def test_vw_3_13_a_new_round_begins_when_nothing_is_left() -> None:
    state = table(3, ["S37", "dog", "dog"], bids=[20, 19, 14], deck=["S43"])
    events = throw(state, "12 10 8")
    assert of_kind(events, TopLaid) == [TopLaid(0, "S37", "VW-4.1")]
    assert (phase_of(state), choices(state)) == ("laying out", ["card S43"])
