"""HB-10 Two players."""

from __future__ import annotations

import pytest

from sheepfold.games.haste_bock.events import MovementPlayed, PenaltyPaid, StoneMoved
from tests.games.events import of_kind
from tests.games.haste_bock.table import (
    BLOCK,
    ONE_ROW,
    choices,
    do,
    drawn,
    meadow,
    movement_of,
    new_game,
    phase_of,
    picture,
    ranks_of,
)


def test_hb_10_1_two_colours_are_neutral() -> None:
    state = new_game(2, layout="default", start=0)
    assert drawn(state, 6) == picture(BLOCK)
    assert [player.colour for player in state.view(None).table] == ["blue", "yellow"]
    for seat in range(2):
        moved = choices(meadow("R . R . G . G . .", players=2, active=seat, cards={seat: "step1"}), "step1")
        assert not {"a9", "c9", "e9", "g9"} & {text.split()[1] for text in moved}


def test_hb_10_2_twelve_movement_cards_each() -> None:
    state = new_game(2)
    assert [movement_of(state, seat) for seat in range(2)] == [{"1": 4, "2": 4, "3": 4}] * 2


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_hb_10_3_exactly_one_movement_card_with_each_action_card(steps: int) -> None:
    state = meadow(players=2, stone=25)
    do(state, "turn1 left")
    assert (phase_of(state), state.waiting_for(), state.stone) == ("walking", [0], 25)
    assert choices(state) == ["walk 1", "walk 2", "walk 3"]
    events = do(state, f"walk {steps}")
    assert events[:2] == [MovementPlayed(0, steps, "HB-10.3"), StoneMoved(25, 26 + steps, 0, "HB-4.2")]
    assert movement_of(state, 0) == {str(number): 3 if number == steps else 4 for number in (1, 2, 3)}
    assert phase_of(state) in ("playing", "rolling")


def test_hb_10_3_the_only_kind_left_is_played_without_asking() -> None:
    state = meadow(players=2, stone=25, movement={0: "2 2", 1: "1"})
    events = do(state, "turn1 left")
    assert MovementPlayed(0, 2, "HB-10.3") in events
    assert (state.stone, movement_of(state, 0)) == (28, {"2": 1})


def test_hb_10_4_no_penalty() -> None:
    state = meadow(ONE_ROW, players=2, stone=72, facing="w", scores=[9, 8], movement={0: "1 2", 1: "1 2 3"})
    events = do(state, "turn1 right", "walk 1")
    assert (phase_of(state), state.scores(), of_kind(events, PenaltyPaid)) == ("over", [9, 8], [])


def test_hb_10_4_the_tie_break_counts_action_cards_only() -> None:
    cards = {0: "turn1 leap3", 1: "ram2"}
    movement = {0: "1", 1: "3 3 3"}
    state = meadow(ONE_ROW, players=2, stone=72, facing="w", scores=[9, 9], cards=cards, movement=movement)
    do(state, "turn1 right")
    assert ranks_of(state) == [1, 2]
    equal = {0: "turn1 step2", 1: "ram2"}
    state = meadow(ONE_ROW, players=2, stone=72, facing="w", scores=[9, 9], cards=equal, movement=movement)
    do(state, "turn1 right")
    assert ranks_of(state) == [1, 1]
