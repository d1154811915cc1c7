"""The odds for players: those of a turn that is played only for the bid."""

from __future__ import annotations

import pytest

from sheepfold.games.volle_wolle.chances import chances
from sheepfold.games.volle_wolle.dice_odds import D8, D10, D12, NO_DIE, WHOLE, Turn, Worth
from tests.games.volle_wolle.table import do, table

SUCCESS = Worth(three=1, two=1, one=1, chip=0, black=0)


def success(bid: int, modifier: int = 0, chips: int = 0) -> float:
    return Turn(bid, modifier, chips, 5, SUCCESS).value_before_first() / WHOLE


def test_every_bid_has_a_chance_that_depends_on_chips_and_top_card() -> None:
    state = table(2, ["S40", "S41", "S42"], chips=[2, 0], tops={0: "S28"})  # a plus of 2
    found = chances(state, 0)
    assert list(found) == [action.text for action in state.legal_actions(0)]
    assert found["bid 21"] == success(21, 2, chips=2)
    assert chances(state, 1)["bid 21"] == success(21)


def test_vw_2_6_the_chip_for_26_plus_is_subtracted() -> None:
    found = chances(table(2, ["S40", "S41", "S42"], chips=[1, 0]), 0)
    assert found["bid 26+"] == success(26)
    assert found["bid 26"] == success(26, chips=1)


def test_vw_3_2_every_die_to_leave_has_a_chance() -> None:
    state = table(2, ["S40", "S41", "S42"], bids=[20, 14], chips=[0, 0])
    do(state, "roll 9 4 2")
    leaving = Turn(20, 0, 0, 25, SUCCESS).values_of_leaving(1, [9, 4, 2], NO_DIE)
    assert chances(state, 0) == {
        f"leave {name}": leaving[die] / WHOLE for die, name in ((D8, "d8"), (D10, "d10"), (D12, "d12"))
    }


def test_vw_3_3_before_the_last_throw_one_die_is_counted() -> None:
    state = table(2, ["S40", "S41", "S42"], bids=[20, 14], chips=[0, 0])
    do(state, "roll 9 4 2", "leave d12", "roll . 9 1")
    # The d10 must show its 10 to 9 and 1; the d8 anything but 1 to 9 and 9.
    assert chances(state, 0) == {"leave d8": pytest.approx(1 / 10), "leave d10": pytest.approx(7 / 8)}


def test_vw_3_7_help_reaches_the_bid_for_sure_and_without_it_the_dice_decide() -> None:
    state = table(2, ["S40", "S41", "S42"], bids=[20, 14], chips=[1, 0])
    do(state, "roll 9 4 2", "leave d12", "roll . 9 1")
    # With the chip in hand, 19 will do: the d10 must show 9 or 10, and the d8 is sure.
    assert chances(state, 0) == {"reach bid": 1.0, "decline": pytest.approx(1.0)}


def test_vw_3_9_after_the_last_throw_only_help_is_left() -> None:
    state = table(2, ["S13", "S41", "S42"], bids=[20, 14], chips=[7, 0])
    do(state, "roll 5 4 2", "leave d12", "roll . 4 2", "leave d10", "roll . . 4")
    assert chances(state, 0) == {"reach bid": 1.0, "reach 14": 0.0, "decline": 0.0}


def test_choices_without_dice_have_no_chance() -> None:
    state = table(2, ["S40", "S41", "S42"], bids=[20, 14], chips=[0, 0])
    do(state, "roll 12 10 8")
    assert chances(state, 0) == {}
