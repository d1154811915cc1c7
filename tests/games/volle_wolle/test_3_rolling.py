"""VW-3 Rolling."""

from __future__ import annotations

import pytest

from sheepfold.core.errors import IllegalAction
from sheepfold.games.volle_wolle.events import (
    BidMissed,
    BidReached,
    CardsTaken,
    ChipGained,
    ChipPaid,
    DieLeft,
    HelpDeclined,
    PlusUsed,
    Rolled,
    TopLaid,
    TurnSkipped,
)
from sheepfold.games.volle_wolle.game import GAME
from sheepfold.games.volle_wolle.state import VolleWolle
from tests.games.events import of_kind
from tests.games.volle_wolle.table import (
    bid_all,
    choices,
    do,
    herd_of,
    is_thrown_for,
    middle_of,
    phase_of,
    table,
    throw,
    throw_three_times,
    top_of,
)

MIDDLE = ["S37", "S38", "S43", "S49"]
WITH_BLACK = ["S13", "S37", "S43", "S49"]
ALL_DICE = [True, True, True]


def third_throw(
    dice: str,
    *,
    bid: int = 20,
    top: str | None = None,
    chips: int = 0,
    middle: list[str] = WITH_BLACK,
    stock: int | None = None,
) -> VolleWolle:
    """The first of three players has rolled these dice in the third throw, after 1 1 1 and declining all help."""
    state = table(
        3,
        middle,
        bids=[bid, 14, 14],
        tops={0: top} if top else None,
        chips=[chips, 0, 0],
        stock=stock,
        boards=[1, 2, 3],
    )
    twelve, ten, eight = dice.split()
    for values, leave in [(f"{twelve} 1 1", "leave d12"), (f". {ten} 1", "leave d10")]:
        throw(state, values)
        if phase_of(state) == "help":
            do(state, "decline")
        do(state, leave)
    throw(state, f". . {eight}")
    return state


def test_vw_3_1_all_players_except_the_last_have_up_to_three_throws() -> None:
    state = table(4, [*MIDDLE, "S50"], bids=[26, 25, 24, 23])
    events = [event for _ in range(3) for event in throw_three_times(state, "5 5 5")]
    assert [(event.seat, event.throw) for event in of_kind(events, Rolled)] == [
        (seat, number) for seat in range(3) for number in (1, 2, 3)
    ]
    assert (state.waiting_for(), phase_of(state)) == ([3], "topping")


def test_vw_3_1_the_first_throw_is_with_all_three_dice() -> None:
    state = table(3, MIDDLE, bids=[26, 25, 14])
    assert len(choices(state)) == 12 * 10 * 8
    assert throw(state, "5 6 7")[0] == Rolled(0, 1, [5, 6, 7], ALL_DICE, 18, 26, "VW-3.4")
    do(state, "leave d12")
    throw(state, ". 6 7")
    do(state, "leave d10")
    throw(state, ". . 7")
    assert is_thrown_for(state, 1)
    assert len(choices(state)) == 12 * 10 * 8
    assert state.view(None).throw is not None
    assert throw(state, "1 2 3")[0] == Rolled(1, 1, [1, 2, 3], ALL_DICE, 6, 25, "VW-3.4")


def test_vw_3_1_nobody_may_stop_early() -> None:
    state = table(3, MIDDLE, bids=[26, 25, 14])
    throw(state, "5 5 5")
    assert choices(state) == ["leave d8", "leave d10", "leave d12"]
    do(state, "leave d8")
    throw(state, "5 5 .")
    assert choices(state) == ["leave d10", "leave d12"]


def test_vw_3_1_the_turn_ends_with_the_first_success() -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14])
    throw(state, "9 9 2")
    do(state, "take S37 S38 S43", "top S37")
    assert is_thrown_for(state, 1)


@pytest.mark.parametrize(
    ("die", "value", "rolls", "second"),
    [
        (12, 4, 10 * 8, [4, 9, 8]),
        (10, 3, 12 * 8, [11, 3, 8]),
        (8, 2, 12 * 10, [11, 9, 2]),
    ],
)
def test_vw_3_2_one_die_is_left_and_the_other_two_are_rolled(
    die: int, value: int, rolls: int, second: list[int]
) -> None:
    state = table(3, MIDDLE, bids=[26, 25, 14], tops={0: "S57"}, chips=[0, 0, 0])
    throw(state, "4 3 2")
    assert do(state, f"leave d{die}") == [DieLeft(0, die, value, "VW-3.2")]
    assert len(choices(state)) == rolls
    rolled = [side for side in (12, 10, 8) if side != die]
    shown = " ".join(str(second[place]) if side in rolled else "." for place, side in enumerate((12, 10, 8)))
    assert throw(state, shown)[0] == Rolled(
        0, 2, second, [side in rolled for side in (12, 10, 8)], sum(second) - 3, 26, "VW-3.4"
    )


def test_vw_3_2_exactly_one_die_is_left() -> None:
    state = table(3, MIDDLE, bids=[26, 25, 14], chips=[0, 0, 0])
    throw(state, "4 3 2")
    with pytest.raises(IllegalAction):
        state.act(-1, GAME.parse("roll 1 1 1"))
    do(state, "leave d10")
    with pytest.raises(IllegalAction):
        state.act(0, GAME.parse("leave d8"))
    assert choices(state)[0] == "roll 1 . 1"
    assert choices(state)[-1] == "roll 12 . 8"


def test_vw_3_3_one_of_the_two_dice_just_rolled_is_left_too() -> None:
    state = table(3, MIDDLE, bids=[26, 25, 14], chips=[0, 0, 0])
    throw(state, "4 3 2")
    do(state, "leave d10")
    throw(state, "7 . 1")
    assert choices(state) == ["leave d8", "leave d12"]
    assert do(state, "leave d12") == [DieLeft(0, 12, 7, "VW-3.3")]
    assert choices(state) == [f"roll . . {value}" for value in range(1, 9)]
    assert throw(state, ". . 8")[0] == Rolled(0, 3, [7, 3, 8], [False, False, True], 18, 26, "VW-3.4")


def test_vw_3_3_dice_that_were_left_are_shown_as_left() -> None:
    state = table(3, MIDDLE, bids=[26, 25, 14], chips=[0, 0, 0])
    throw(state, "4 3 2")
    do(state, "leave d10")
    seen = state.view(None).throw
    assert seen is not None
    assert (seen.number, seen.dice, seen.left) == (2, [None, 3, None], [False, True, False])
    throw(state, "7 . 1")
    do(state, "leave d12")
    seen = state.view(1).throw
    assert seen is not None
    assert (seen.number, seen.dice, seen.left, seen.needed) == (3, [7, 3, None], [True, True, False], 26)


def test_vw_3_4_the_minus_of_the_top_card_must_be_subtracted_after_each_throw() -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14], tops={0: "S57"}, chips=[0, 0, 0])
    events = throw_three_times(state, "10 8 4")
    assert [event.result for event in of_kind(events, Rolled)] == [19, 19, 19]
    assert of_kind(events, BidMissed) == [BidMissed(0, 19, "VW-3.9")]
    assert is_thrown_for(state, 1)


def test_vw_3_4_only_the_minus_of_the_player_s_top_card_counts() -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14], tops={1: "S57"}, chips=[0, 0, 0])
    assert BidReached(0, 1, 20, 3, "VW-3.6") in throw(state, "10 8 2")


def test_vw_3_4_the_plus_is_not_added_without_asking() -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14], tops={0: "S28"}, chips=[0, 0, 0])
    assert throw(state, "10 6 2") == [Rolled(0, 1, [10, 6, 2], ALL_DICE, 18, 20, "VW-3.4")]
    assert choices(state) == ["decline", "reach bid"]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_vw_3_4_plus_and_chips_help_after_each_throw(number: int) -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14], tops={0: "S28"}, chips=[3, 0, 0])
    throws = ["10 3 3", ". 3 3", ". . 3"]
    for values, leave in zip(throws[: number - 1], ["leave d12", "leave d10"], strict=False):
        throw(state, values)
        do(state, "decline", leave)
    throw(state, throws[number - 1])
    assert do(state, "reach bid")[:3] == [
        PlusUsed(0, 2, "VW-3.4"),
        ChipPaid(0, 2, 1, "VW-3.4"),
        BidReached(0, number, 20, 4 - number, "VW-3.7"),
    ]
    assert (state.chips[0], state.stock) == (1, 22 + 2)


def test_vw_3_4_any_number_of_chips() -> None:
    state = table(3, MIDDLE, bids=[26, 19, 14], chips=[12, 0, 0])
    throw(state, "7 4 3")
    assert do(state, "reach bid") == [ChipPaid(0, 12, 0, "VW-3.4"), BidReached(0, 1, 26, 3, "VW-3.7")]


def test_vw_3_4_chips_make_up_for_a_minus() -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14], tops={0: "S51"}, chips=[2, 0, 0])
    throw(state, "10 8 2")
    assert do(state, "reach bid") == [ChipPaid(0, 2, 0, "VW-3.4"), BidReached(0, 1, 20, 3, "VW-3.7")]


@pytest.mark.parametrize(("top", "chips"), [("S51", 1), ("S57", 2)])
def test_vw_3_4_chips_that_do_not_make_up_for_a_minus(top: str, chips: int) -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14], tops={0: top}, chips=[chips, 0, 0])
    throw(state, "10 8 2")
    assert phase_of(state) == "leaving"


@pytest.mark.parametrize(
    ("throws", "cards"),
    [
        (["10 8 2"], 3),
        (["10 7 2", "leave d12", ". 8 2"], 2),
        (["10 7 2", "leave d12", ". 7 2", "leave d8", ". 8 ."], 1),
    ],
)
def test_vw_3_5_reaching_the_bid_earns_three_two_or_one_cards(throws: list[str], cards: int) -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14], chips=[0, 0, 0])
    do(state, *(step if step.startswith("leave") else f"roll {step}" for step in throws))
    assert (state.waiting_for(), phase_of(state)) == ([0], "taking")
    assert {len(choice.split()) - 1 for choice in choices(state)} == {cards}
    taken = choices(state)[-1]
    events = do(state, taken)
    assert of_kind(events, CardsTaken) == [CardsTaken(0, taken.split()[1:], "VW-3.5")]
    assert len(middle_of(state)) == 4 - cards
    if cards > 1:
        do(state, "top S49")
    assert herd_of(state, 0) == taken.split()[1:]
    assert is_thrown_for(state, 1)
    assert state.chips == [0, 0, 0]


def test_vw_3_5_the_player_chooses_the_cards() -> None:
    state = table(3, ["S13", "S37", "bone", "dog"], bids=[20, 19, 14])
    throw(state, "10 8 2")
    assert choices(state) == ["take S13 S37 bone", "take S13 S37 dog", "take S13 bone dog", "take S37 bone dog"]


@pytest.mark.parametrize(("dice", "phase"), [("10 8 1", "leaving"), ("10 8 2", "taking"), ("10 8 3", "taking")])
def test_vw_3_5_what_reaches_the_bid(dice: str, phase: str) -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14], chips=[0, 0, 0])
    throw(state, dice)
    assert phase_of(state) == phase


def test_vw_3_6_reaching_without_help_is_compulsory() -> None:
    state = table(3, ["S13", "S14", "S15", "dog"], bids=[20, 19, 14], tops={0: "S28"})
    events = throw(state, "10 8 2")
    assert events[1:] == [BidReached(0, 1, 20, 3, "VW-3.6")]
    assert choices(state) == ["take S13 S14 S15", "take S13 S14 dog", "take S13 S15 dog", "take S14 S15 dog"]


def test_vw_3_6_all_the_cards_earned_must_be_taken() -> None:
    state = table(3, ["S13", "S14", "S15", "dog"], bids=[20, 19, 14])
    throw(state, "10 8 2")
    for fewer in ("take dog", "take S13 dog"):
        with pytest.raises(IllegalAction):
            state.act(0, GAME.parse(fewer))


def test_vw_3_7_help_is_optional() -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14], chips=[2, 0, 0])
    throw(state, "10 7 1")
    assert choices(state) == ["decline", "reach bid"]
    assert do(state, "decline") == [HelpDeclined(0, "VW-3.7")]
    assert choices(state) == ["leave d8", "leave d10", "leave d12"]
    assert state.chips[0] == 2


def test_vw_3_7_a_plus_that_alone_reaches_the_bid_is_optional_too() -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14], tops={0: "S28"}, chips=[0, 0, 0])
    throw(state, "10 7 1")
    assert choices(state) == ["decline", "reach bid"]
    do(state, "decline")
    assert phase_of(state) == "leaving"


def test_vw_3_7_with_help_the_full_number_of_cards_is_taken() -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14])
    throw(state, "10 7 1")
    assert do(state, "reach bid") == [ChipPaid(0, 2, 0, "VW-3.4"), BidReached(0, 1, 20, 3, "VW-3.7")]
    assert choices(state) == ["take S37 S38 S43", "take S37 S38 S49", "take S37 S43 S49", "take S38 S43 S49"]


def test_vw_3_7_declining_the_third_throw_is_a_miss() -> None:
    state = third_throw("9 7 2", chips=2, middle=MIDDLE)
    assert choices(state) == ["decline", "reach bid"]
    assert do(state, "decline") == [HelpDeclined(0, "VW-3.7"), BidMissed(0, 18, "VW-3.9"), ChipGained(0, 1, "VW-3.9")]
    assert state.chips[0] == 3


def test_vw_3_8_the_plus_comes_before_chips() -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14], tops={0: "S28"}, chips=[5, 0, 0])
    throw(state, "10 7 1")
    assert do(state, "reach bid") == [PlusUsed(0, 2, "VW-3.4"), BidReached(0, 1, 20, 3, "VW-3.7")]
    assert state.chips[0] == 5


def test_vw_3_8_a_plus_larger_than_what_is_missing_costs_no_chips() -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14], tops={0: "S28"}, chips=[5, 0, 0])
    throw(state, "10 8 1")
    assert do(state, "reach bid") == [PlusUsed(0, 2, "VW-3.4"), BidReached(0, 1, 21, 3, "VW-3.7")]
    assert (state.chips[0], state.stock) == (5, 20)


def test_vw_3_8_only_what_is_missing_is_paid() -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14], tops={0: "S32"}, chips=[5, 0, 0])
    throw(state, "10 6 1")
    assert do(state, "reach bid")[1:] == [ChipPaid(0, 2, 3, "VW-3.4"), BidReached(0, 1, 20, 3, "VW-3.7")]


@pytest.mark.parametrize(
    ("top", "chips", "phase"), [("S28", 1, "help"), ("S28", 0, "leaving"), ("S40", 3, "help"), ("S40", 2, "leaving")]
)
def test_vw_3_8_nothing_is_offered_that_does_not_reach_the_goal(top: str, chips: int, phase: str) -> None:
    state = table(3, MIDDLE, bids=[20, 19, 14], tops={0: top}, chips=[chips, 0, 0])
    throw(state, "10 6 1")
    assert phase_of(state) == phase


def test_vw_3_8_just_14_is_a_goal_after_the_third_throw() -> None:
    state = third_throw("8 3 1", chips=2)
    assert choices(state) == ["decline", "reach 14"]
    assert do(state, "reach 14") == [
        ChipPaid(0, 2, 0, "VW-3.4"),
        BidMissed(0, 14, "VW-3.9"),
        ChipGained(0, 1, "VW-3.9"),
    ]
    assert middle_of(state) == WITH_BLACK
    assert is_thrown_for(state, 1)


def test_vw_3_8_just_14_is_no_goal_before_the_third_throw() -> None:
    state = table(3, WITH_BLACK, bids=[20, 14, 14], chips=[2, 0, 0])
    throw(state, "8 3 1")
    assert choices(state) == ["leave d8", "leave d10", "leave d12"]
    do(state, "leave d12")
    throw(state, ". 3 1")
    assert choices(state) == ["leave d8", "leave d10"]


def test_vw_3_8_just_14_is_no_goal_without_a_black_sheep() -> None:
    state = third_throw("8 3 1", chips=2, middle=MIDDLE)
    assert is_thrown_for(state, 1)
    assert state.chips[0] == 3


def test_vw_3_8_just_14_is_no_goal_of_its_own_for_a_bid_of_14() -> None:
    state = third_throw("8 3 1", bid=14, chips=2)
    assert choices(state) == ["decline", "reach bid"]


def test_vw_3_8_just_14_is_no_goal_once_it_is_there() -> None:
    state = third_throw("8 3 3", chips=2)
    assert is_thrown_for(state, 1)


def test_vw_3_8_both_goals_are_offered_for_a_bid_of_15() -> None:
    state = third_throw("8 3 1", bid=15, chips=3)
    assert choices(state) == ["decline", "reach 14", "reach bid"]
    assert do(state, "reach 14")[:2] == [ChipPaid(0, 2, 1, "VW-3.4"), BidMissed(0, 14, "VW-3.9")]


def test_vw_3_8_with_chips_for_14_but_not_for_the_bid() -> None:
    state = third_throw("8 3 1", bid=15, chips=2)
    assert choices(state) == ["decline", "reach 14"]


def test_vw_3_8_without_chips_for_14_nothing_is_offered() -> None:
    state = third_throw("8 3 1", chips=1)
    assert is_thrown_for(state, 1)
    assert herd_of(state, 0) == ["S13"]
    assert state.chips[0] == 2


def test_vw_3_8_the_plus_comes_first_for_14_too() -> None:
    state = third_throw("8 3 1", top="S32", chips=3)
    assert do(state, "reach 14")[:3] == [
        PlusUsed(0, 1, "VW-3.4"),
        ChipPaid(0, 1, 2, "VW-3.4"),
        BidMissed(0, 14, "VW-3.9"),
    ]


def test_vw_3_8_a_plus_alone_can_reach_14() -> None:
    state = third_throw("8 3 2", top="S28")
    assert choices(state) == ["decline", "reach 14"]
    assert do(state, "reach 14") == [PlusUsed(0, 2, "VW-3.4"), BidMissed(0, 15, "VW-3.9"), ChipGained(0, 1, "VW-3.9")]
    assert herd_of(state, 0) == ["S28"]


def test_vw_3_8_a_plus_that_would_carry_to_an_unwanted_bid_is_left_out() -> None:
    state = third_throw("8 3 2", bid=15, top="S28", chips=2)
    assert choices(state) == ["decline", "reach 14", "reach bid"]
    assert do(state.copy(), "reach bid")[:2] == [PlusUsed(0, 2, "VW-3.4"), BidReached(0, 3, 15, 1, "VW-3.7")]
    assert do(state, "reach 14") == [
        ChipPaid(0, 1, 1, "VW-3.4"),
        BidMissed(0, 14, "VW-3.9"),
        ChipGained(0, 1, "VW-3.9"),
    ]
    assert state.chips[0] == 2


def test_vw_3_8_left_out_it_needs_chips_instead() -> None:
    state = third_throw("8 3 2", bid=15, top="S28", chips=0)
    assert choices(state) == ["decline", "reach bid"]


def test_vw_3_8_a_plus_that_does_not_carry_to_the_bid_is_used() -> None:
    state = third_throw("8 3 1", bid=15, top="S28", chips=2)
    assert choices(state) == ["decline", "reach 14", "reach bid"]
    assert do(state, "reach 14")[:2] == [PlusUsed(0, 2, "VW-3.4"), BidMissed(0, 14, "VW-3.9")]
    assert state.chips[0] == 3


def test_vw_3_9_a_miss_brings_no_cards_and_one_chip() -> None:
    state = table(3, WITH_BLACK, bids=[20, 19, 14], chips=[0, 0, 0])
    events = throw_three_times(state, "10 7 2")
    assert events[-2:] == [BidMissed(0, 19, "VW-3.9"), ChipGained(0, 1, "VW-3.9")]
    assert middle_of(state) == WITH_BLACK
    assert (state.chips, state.stock) == ([1, 0, 0], 24)
    assert is_thrown_for(state, 1)


def test_vw_3_10_below_14_the_player_takes_all_black_sheep() -> None:
    state = table(3, ["S07", "S13", "S37", "dog"], bids=[20, 19, 14], chips=[0, 0, 0])
    events = throw_three_times(state, "8 3 2")
    assert events[-3:] == [
        BidMissed(0, 13, "VW-3.9"),
        ChipGained(0, 1, "VW-3.9"),
        CardsTaken(0, ["S07", "S13"], "VW-3.10"),
    ]
    assert (state.waiting_for(), phase_of(state)) == ([0], "topping")
    assert do(state, "top S07") == [TopLaid(0, "S07", "VW-4.1")]
    assert middle_of(state) == ["S37", "dog"]
    assert (state.chips, state.stock) == ([1, 0, 0], 24)
    assert is_thrown_for(state, 1)


@pytest.mark.parametrize(("dice", "top", "comes"), [("8 3 2", "S37", True), ("8 3 3", "S37", False)])
def test_vw_3_10_14_is_enough(dice: str, top: str, comes: bool) -> None:
    state = third_throw(dice, top=top, middle=["S13", "S38", "S43", "S49"])
    assert ("S13" in herd_of(state, 0)) == comes


def test_vw_3_10_14_is_counted_after_the_minus() -> None:
    assert herd_of(third_throw("8 4 3", top="S51"), 0) == ["S13", "S51"]
    assert herd_of(third_throw("8 4 4", top="S51"), 0) == ["S51"]


def test_vw_3_10_a_player_who_declines_takes_them() -> None:
    state = third_throw("8 3 2", top="S28", chips=1)
    events = do(state, "decline")
    assert events[:4] == [
        HelpDeclined(0, "VW-3.7"),
        BidMissed(0, 13, "VW-3.9"),
        ChipGained(0, 1, "VW-3.9"),
        CardsTaken(0, ["S13"], "VW-3.10"),
    ]
    assert top_of(state, 0) == "S13"
    assert state.chips[0] == 2


def test_vw_3_10_a_bid_of_14_missed_brings_them_too() -> None:
    state = third_throw("8 3 2", bid=14)
    assert herd_of(state, 0) == ["S13"]


def test_vw_3_10_without_black_sheep_nothing_comes() -> None:
    state = third_throw("1 1 1", middle=MIDDLE)
    assert middle_of(state) == MIDDLE
    assert state.chips[0] == 1


def test_vw_3_10_chips_paid_for_14_are_in_the_stock_when_the_chip_comes_out() -> None:
    state = third_throw("8 3 1", chips=2, stock=0)
    assert do(state, "reach 14") == [
        ChipPaid(0, 2, 0, "VW-3.4"),
        BidMissed(0, 14, "VW-3.9"),
        ChipGained(0, 1, "VW-3.9"),
    ]
    assert (state.chips, state.stock) == ([1, 0, 0], 1)


def test_vw_3_10_the_chip_of_the_miss_cannot_serve_this_throw() -> None:
    state = third_throw("8 3 2", chips=0)
    assert is_thrown_for(state, 1)
    assert herd_of(state, 0) == ["S13"]
    assert state.chips[0] == 1


def test_vw_3_11_the_last_player_takes_the_rest_without_rolling() -> None:
    state = table(3, MIDDLE, bids=[20, 14, 17], chips=[0, 0, 0])
    throw_three_times(state, "5 5 5")
    events = throw_three_times(state, "5 5 5")
    assert events[-1] == CardsTaken(1, MIDDLE, "VW-3.11")
    assert (state.waiting_for(), choices(state)) == ([1], [f"top {card}" for card in MIDDLE])
    do(state, "top S43")
    assert herd_of(state, 1) == MIDDLE
    assert (state.chips, state.stock) == ([1, 0, 1], 23)
    assert phase_of(state) == "laying out"


def test_vw_3_11_the_last_player_takes_a_single_card_too() -> None:
    state = table(3, ["S37", "S38", "S43", "dog"], bids=[26, 20, 14])
    throw(state, "12 10 8")
    do(state, "take S37 S38 S43", "top S37")
    throw_three_times(state, "6 6 5")
    assert (state.dogs, state.chips) == ([0, 0, 1], [2, 3, 2])


def test_vw_3_12_fewer_cards_left_than_earned() -> None:
    state = table(4, ["S37", "S38", "S43", "S49", "dog"], bids=[26, 25, 20, 14])
    throw(state, "12 10 8")
    do(state, "take S37 S38 S43", "top S37")
    events = throw(state, "12 10 8")
    assert events[1:4] == [
        BidReached(1, 1, 30, 3, "VW-3.6"),
        CardsTaken(1, ["S49", "dog"], "VW-3.5"),
        TopLaid(1, "S49", "VW-4.1"),
    ]


def test_vw_3_13_without_cards_the_remaining_turns_are_skipped() -> None:
    state = table(4, ["S37", "S38", "S43", "S49", "dog"], bids=[26, 25, 20, 14])
    throw(state, "12 10 8")
    do(state, "take S37 S38 S43", "top S37")
    events = throw(state, "12 10 8")
    assert events[-2:] == [TurnSkipped(2, "VW-3.13"), TurnSkipped(3, "VW-3.13")]
    assert (state.chips, state.stock) == ([2, 2, 2, 2], 17)
    assert (phase_of(state), state.round) == ("laying out", 2)


def test_vw_3_13_a_chip_paid_for_26_plus_is_gone() -> None:
    state = table(3, ["S37", "S38", "S43"], deck=["S50"])
    bid_all(state, "26+", "26+", 14)
    throw(state, "12 10 8")
    assert of_kind(do(state, "top S37"), TurnSkipped) == [TurnSkipped(1, "VW-3.13"), TurnSkipped(2, "VW-3.13")]
    assert state.chips == [1, 1, 2]


def test_vw_3_13_after_black_sheep_were_the_last_cards() -> None:
    state = table(3, ["S13"], bids=[20, 19, 14], deck=["S50"], chips=[0, 0, 0])
    events = throw_three_times(state, "1 1 1")
    assert events[-2:] == [TurnSkipped(1, "VW-3.13"), TurnSkipped(2, "VW-3.13")]
    assert (state.chips, phase_of(state)) == ([1, 0, 0], "laying out")


def test_vw_3_14_an_empty_stock_gives_no_chip() -> None:
    state = table(3, WITH_BLACK, bids=[20, 19, 14], chips=[0, 13, 12], stock=0)
    events = throw_three_times(state, "5 5 5")
    assert events[-2:] == [BidMissed(0, 15, "VW-3.9"), ChipGained(0, 0, "VW-3.14")]
    assert (state.chips, state.stock) == ([0, 13, 12], 0)


def test_vw_3_14_the_last_chip_of_the_stock_is_given() -> None:
    state = table(3, MIDDLE, bids=[26, 25, 14], chips=[0, 0, 0], stock=1)
    assert of_kind(throw_three_times(state, "5 5 5"), ChipGained) == [ChipGained(0, 1, "VW-3.9")]
    assert of_kind(throw_three_times(state, "5 5 5"), ChipGained) == [ChipGained(1, 0, "VW-3.14")]
    assert (state.chips, state.stock) == ([1, 0, 0], 0)
