"""VW-2 A round: lay out, bid, roll."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold.core.action import Action
from sheepfold.core.errors import IllegalAction
from sheepfold.core.event import Event
from sheepfold.core.state import CHANCE
from sheepfold.games.volle_wolle.actions import bid_text
from sheepfold.games.volle_wolle.events import (
    BidMade,
    BidReached,
    BidsRevealed,
    CardLaidOut,
    ChipPaid,
    OrderSet,
    Place,
    Rolled,
)
from sheepfold.games.volle_wolle.game import GAME
from sheepfold.games.volle_wolle.state import VolleWolle
from tests.games.events import of_kind
from tests.games.volle_wolle.table import (
    bid_all,
    bids_of,
    choices,
    do,
    is_thrown_for,
    middle_of,
    new_game,
    phase_of,
    play_on,
    table,
    throw,
    throw_three_times,
)

MIDDLE_OF_THREE = ["S28", "S37", "S43", "S49"]


def bid(state: VolleWolle, seat: int, text: str) -> list[Event]:
    return state.act(seat, GAME.parse(f"bid {text}"))


def order_of(events: list[Event]) -> list[int]:
    [order] = of_kind(events, OrderSet)
    return [place.seat for place in order.order]


@pytest.mark.parametrize("players", range(2, 7))
def test_vw_2_1_one_card_more_than_players(players: int) -> None:
    state = new_game(players)
    do(state, *(f"board {seat + 1}" for seat in range(players)))
    cards = [f"S{number}" for number in range(20, 21 + players)]
    for card in cards[:-1]:
        assert do(state, f"card {card}") == [CardLaidOut(card, "VW-2.1")]
        assert (state.waiting_for(), phase_of(state)) == ([CHANCE], "laying out")
    do(state, f"card {cards[-1]}")
    assert state.waiting_for() == list(range(players))
    assert middle_of(state) == cards
    assert state.deck == 60 - players - 1


def test_vw_2_1_the_middle_lies_face_up() -> None:
    state = new_game(2)
    do(state, "board 1", "board 2", "card S40", "card dog", "card S07")
    assert state.view(0).middle == state.view(1).middle == state.view(None).middle == ["S07", "S40", "dog"]


def rounds_of(events: list[Event]) -> list[int]:
    """The number of cards laid out in each round."""
    rounds = [0]
    for event in events:
        if isinstance(event, CardLaidOut):
            rounds[-1] += 1
        elif isinstance(event, BidsRevealed):
            rounds.append(0)
    assert rounds.pop() == 0
    return rounds


@pytest.mark.parametrize(
    ("players", "rounds"), [(2, [3] * 20), (3, [4] * 15), (4, [5] * 12), (5, [6] * 10), (6, [*[7] * 8, 4])]
)
def test_vw_2_2_how_many_rounds(players: int, rounds: list[int]) -> None:
    state = new_game(players)
    assert rounds_of(play_on(state)) == rounds
    assert state.round == len(rounds)


def test_vw_2_2_the_short_round_is_played_like_any_other() -> None:
    state = table(6, ["S28", "S37", "S43", "S49"], bids=[20, 19, 18, 17, 16, 15], deck=[])
    throw_three_times(state, "1 1 1")
    assert is_thrown_for(state, 1)
    throw_three_times(state, "1 1 1")
    throw_three_times(state, "1 1 1")
    throw_three_times(state, "1 1 1")
    throw_three_times(state, "1 1 1")
    assert (state.waiting_for(), phase_of(state)) == ([5], "topping")
    do(state, "top S28")
    assert phase_of(state) == "over"


def test_vw_2_3_all_bid_at_the_same_time_in_any_order() -> None:
    state = table(3, MIDDLE_OF_THREE)
    assert state.waiting_for() == [0, 1, 2]
    assert bid(state, 1, "20") == [BidMade(1, "20", "VW-2.3")]
    assert state.waiting_for() == [0, 2]
    assert bid(state, 2, "26+") == [BidMade(2, "26+", "VW-2.3")]
    assert state.waiting_for() == [0]
    assert bid(state, 0, "14")[:2] == [BidMade(0, "14", "VW-2.3"), BidsRevealed(["14", "20", "26+"], "VW-2.3")]
    assert is_thrown_for(state, 2)


def test_vw_2_3_a_bid_once_given_stands() -> None:
    state = table(3, MIDDLE_OF_THREE)
    bid(state, 1, "20")
    assert state.legal_actions(1) == []
    with pytest.raises(IllegalAction):
        bid(state, 1, "21")
    assert state.bid == [0, 20, 0]


def test_vw_2_3_events_hide_a_bid_from_others() -> None:
    [made] = bid(table(3, MIDDLE_OF_THREE), 1, "26+")
    assert made.seen_by(1) == BidMade(1, "26+", "VW-2.3")
    assert [made.seen_by(seat) for seat in (0, 2, None)] == [BidMade(1, None, "VW-2.3")] * 3


def test_vw_2_3_nobody_else_sees_a_bid_before_all_are_in() -> None:
    low, high = table(3, MIDDLE_OF_THREE), table(3, MIDDLE_OF_THREE)
    bid(low, 1, "14")
    bid(high, 1, "26+")
    for seat in (0, 2, None):
        assert low.view(seat) == high.view(seat)
        assert [player.bid for player in high.view(seat).table] == [None, None, None]
    assert [player.has_bid for player in high.view(0).table] == [False, True, False]
    assert [player.bid for player in high.view(1).table] == [None, "26+", None]


def test_vw_2_3_legal_bids_reveal_no_bid() -> None:
    low, high = table(3, MIDDLE_OF_THREE), table(3, MIDDLE_OF_THREE)
    bid(low, 1, "14")
    bid(high, 1, "26+")
    assert bids_of(low, 0) == bids_of(high, 0) == bids_of(low, 2) == bids_of(high, 2)
    assert low.waiting_for() == high.waiting_for()


def test_vw_2_3_no_order_is_shown_before_all_bids_are_in() -> None:
    state = table(3, MIDDLE_OF_THREE, bids=[20, 15, 14])
    assert state.view(None).order == [0, 1, 2]
    throw(state, "12 10 8")
    do(state, "take S28 S37 S43", "top S28")
    throw(state, "12 10 8")
    do(state, "card S50")
    assert state.view(None).order == []
    do(state, "card S51", "card S52", "card S53")
    assert [player.has_bid for player in state.view(1).table] == [False] * 3
    bid(state, 0, "14")
    bid(state, 1, "14")
    assert state.view(None).order == []


def test_vw_2_3_all_bids_are_shown_together() -> None:
    state = table(3, MIDDLE_OF_THREE, bids=[20, "26+", 14])
    for seat in (0, 1, 2, None):
        assert [player.bid for player in state.view(seat).table] == ["20", "26+", "14"]


def test_vw_2_3_bids_of_others_may_be_anything_they_could_bid() -> None:
    state = table(3, MIDDLE_OF_THREE, chips=[2, 2, 0])
    bid(state, 0, "20")
    bid(state, 2, "20")
    rng = Random(1)
    worlds = [state.resample(0, rng) for _ in range(300)]
    settings = [str(setting) for setting in range(14, 27)]
    assert {world.bid[0] for world in worlds} == {20}
    assert {world.bid[1] for world in worlds} == {0}
    assert {bid_text(world.bid[2]) for world in worlds} == set(settings)
    unknown = [state.resample(None, rng) for _ in range(300)]
    assert {bid_text(world.bid[0]) for world in unknown} == {*settings, "26+"}
    assert state.bid == [20, 0, 20]


def test_vw_2_3_bids_that_are_shown_are_known() -> None:
    state = table(3, MIDDLE_OF_THREE, bids=[20, 17, 14])
    assert state.resample(2, Random(1)).bid == [20, 17, 14]


def test_vw_2_4_higher_bids_act_before_lower_bids() -> None:
    state = table(4, [*MIDDLE_OF_THREE, "S50"], boards=[1, 2, 3, 4])
    events = bid_all(state, 14, 19, 26, 20)
    assert of_kind(events, OrderSet) == [
        OrderSet([Place(2, "26", 3), Place(3, "20", 4), Place(1, "19", 2), Place(0, "14", 1)], "VW-2.4")
    ]
    for seat in (2, 3, 1):
        assert is_thrown_for(state, seat)
        throw_three_times(state, "5 5 1")
    assert (state.waiting_for(), phase_of(state)) == ([0], "topping")


def test_vw_2_5_equal_bids_by_the_lower_sheep_number() -> None:
    state = table(4, [*MIDDLE_OF_THREE, "S50"], boards=[6, 2, 5, 3])
    events = bid_all(state, 20, 20, 20, 20)
    assert of_kind(events, OrderSet) == [
        OrderSet([Place(1, "20", 2), Place(3, "20", 3), Place(2, "20", 5), Place(0, "20", 6)], "VW-2.4")
    ]
    assert is_thrown_for(state, 1)


def test_vw_2_5_the_number_of_the_top_card_counts() -> None:
    state = table(3, MIDDLE_OF_THREE, boards=[1, 2, 6], tops={0: "S50", 1: "S40"}, herds={0: ["S07"], 1: ["S57"]})
    events = bid_all(state, 20, 20, 20)
    assert of_kind(events, OrderSet)[0].order == [Place(2, "20", 6), Place(1, "20", 40), Place(0, "20", 50)]
    assert [player.number for player in state.view(None).table] == [50, 40, 6]


def test_vw_2_5_dogs_and_the_bone_have_no_number() -> None:
    state = table(3, MIDDLE_OF_THREE, boards=[2, 3, 1], dogs={0: 2}, bone=1)
    events = bid_all(state, 20, 20, 20)
    assert of_kind(events, OrderSet)[0].order == [Place(2, "20", 1), Place(0, "20", 2), Place(1, "20", 3)]


def test_vw_2_6_the_bidder_pays_one_chip_to_the_stock_on_revealing() -> None:
    state = table(3, MIDDLE_OF_THREE, chips=[3, 2, 2])
    bid(state, 0, "26+")
    bid(state, 1, "20")
    assert (state.chips, state.stock) == ([3, 2, 2], 18)
    assert bid(state, 2, "14")[1:3] == [BidsRevealed(["26+", "20", "14"]), ChipPaid(0, 1, 2, "VW-2.6")]
    assert (state.chips, state.stock) == ([2, 2, 2], 19)


def test_vw_2_6_nobody_pays_for_26() -> None:
    state = table(3, MIDDLE_OF_THREE)
    assert of_kind(bid_all(state, 26, 26, 26), ChipPaid) == []
    assert state.chips == [2, 2, 2]


def test_vw_2_6_it_acts_before_26_whatever_the_sheep_numbers() -> None:
    state = table(3, MIDDLE_OF_THREE, boards=[1, 2, 6])
    assert order_of(bid_all(state, 26, 26, "26+")) == [2, 0, 1]


def test_vw_2_6_it_is_met_by_26() -> None:
    state = table(3, MIDDLE_OF_THREE, bids=["26+", 26, 14], chips=[1, 0, 0])
    events = throw(state, "12 10 3")
    assert events == [Rolled(0, 1, [12, 10, 3], [True, True, True], 25, 26, "VW-3.4")]
    assert phase_of(state) == "leaving"
    do(state, "leave d12")
    assert BidReached(0, 2, 26, 2, "VW-3.6") in throw(state, ". 10 4")


def test_vw_2_6_help_is_needed_for_26_not_27() -> None:
    state = table(3, MIDDLE_OF_THREE, bids=["26+", 20, 14], chips=[2, 0, 0])
    throw(state, "12 10 3")
    events = do(state, "reach bid")
    assert events == [ChipPaid(0, 1, 0, "VW-3.4"), BidReached(0, 1, 26, 3, "VW-3.7")]


def test_vw_2_6_everybody_sees_that_26_is_needed() -> None:
    seen = table(3, MIDDLE_OF_THREE, bids=["26+", 20, 14]).view(None).throw
    assert seen is not None
    assert seen.needed == 26


def test_vw_2_7_without_a_chip_26_plus_may_not_be_bid() -> None:
    state = table(3, MIDDLE_OF_THREE, chips=[0, 1, 2])
    assert [bids_of(state, seat)[-1] for seat in range(3)] == ["26", "26+", "26+"]
    with pytest.raises(IllegalAction):
        state.act(0, Action("bid 26+"))


def test_vw_2_8_several_26_plus_bidders_each_pay_first_and_sheep_numbers_order_them() -> None:
    state = table(4, [*MIDDLE_OF_THREE, "S50"], boards=[1, 6, 3, 4], tops={3: "S13"}, chips=[2, 1, 2, 2])
    events = bid_all(state, 26, "26+", "26+", "26+")
    assert events[4:] == [
        BidsRevealed(["26", "26+", "26+", "26+"], "VW-2.3"),
        ChipPaid(1, 1, 0, "VW-2.6"),
        ChipPaid(2, 1, 1, "VW-2.6"),
        ChipPaid(3, 1, 1, "VW-2.6"),
        OrderSet([Place(2, "26+", 3), Place(1, "26+", 6), Place(3, "26+", 13), Place(0, "26", 1)], "VW-2.4"),
    ]
    assert (state.chips, state.stock) == ([2, 0, 1, 1], 21)
    assert choices(state)[0] == "roll 1 1 1"
