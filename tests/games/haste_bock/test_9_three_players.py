"""HB-9 Three players."""

from __future__ import annotations

import pytest

from sheepfold.games.haste_bock.events import GameEnded, MovementPlayed, PenaltyPaid, Scored, SheepMoved, StoneMoved
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
    turned,
)

THREE_ROWS = """
    R R T . . . . . .
    B Y . . . . . . .
    B Y G G . . . . .
"""


def test_hb_9_1_the_fourth_colour_is_neutral() -> None:
    state = new_game(3, layout="default", start=0)
    assert drawn(state, 6) == picture(BLOCK)
    assert [player.colour for player in state.view(None).table] == ["blue", "yellow", "green"]
    for seat in range(3):
        moved = choices(meadow("R . R . . . . . .", players=3, active=seat, cards={seat: "step1"}), "step1")
        assert not {"a9", "c9"} & {text.split()[1] for text in moved}


def test_hb_9_2_three_movement_cards_each() -> None:
    state = new_game(3)
    assert [movement_of(state, seat) for seat in range(3)] == [{"1": 1, "2": 1, "3": 1}] * 3


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_hb_9_3_the_stone_moves_by_the_sum(steps: int) -> None:
    state = meadow(players=3, stone=25)
    events = do(state, "turn1 left")
    assert (phase_of(state), state.waiting_for(), state.stone) == ("walking", [0], 25)
    assert state.view(None).steps == 1
    assert choices(state) == ["walk 0", "walk 1", "walk 2", "walk 3"]
    events = do(state, f"walk {steps}")
    assert events[:2] == [MovementPlayed(0, steps, "HB-9.3"), StoneMoved(25, 26 + steps, 0, "HB-4.2")]
    assert movement_of(state, 0) == {str(other): 1 for other in (1, 2, 3) if other != steps}
    assert movement_of(state, 1) == {"1": 1, "2": 1, "3": 1}


def test_hb_9_3_movement_cards_are_optional() -> None:
    state = meadow(players=3, stone=25)
    do(state, "turn1 left")
    assert do(state, "walk 0") == [StoneMoved(25, 26, 0, "HB-4.2")]
    assert movement_of(state, 0) == {"1": 1, "2": 1, "3": 1}
    assert state.waiting_for() == [1]
    assert state.view(None).steps == 0


def test_hb_9_3_at_most_one_of_those_left() -> None:
    state = meadow(players=3, stone=25, movement={0: "2", 1: "1 3"})
    do(state, "turn1 left")
    assert choices(state) == ["walk 0", "walk 2"]
    do(state, "walk 2")
    assert (state.stone, phase_of(state), state.waiting_for()) == (28, "rolling", [-1])
    assert movement_of(state, 0) == {}


def test_hb_9_3_a_player_without_movement_cards_is_not_asked() -> None:
    state = meadow(players=3, stone=25, movement={1: "1"})
    do(state, "turn1 left")
    assert (state.stone, state.waiting_for()) == (26, [1])


def test_hb_9_3_also_if_its_steps_are_lost_at_a_pen() -> None:
    state = meadow(players=3, stone=36)
    do(state, "turn1 left")
    assert choices(state) == ["walk 0", "walk 1", "walk 2", "walk 3"]
    events = do(state, "walk 3")
    assert of_kind(events, StoneMoved) == [StoneMoved(36, 37, 3, "HB-6.2")]
    assert movement_of(state, 0) == {"1": 1, "2": 1}


def test_hb_9_4_each_unused_movement_card_costs_2() -> None:
    cards = {0: "turn1", 1: "step1", 2: "step1"}
    movement = {1: "1 2 3", 2: "3"}
    state, events = turned(ONE_ROW, field=74, players=3, scores=[20, 20, 20], cards=cards, movement=movement)
    assert state.scores() == [20, 14, 18]
    assert of_kind(events, PenaltyPaid) == [PenaltyPaid(1, 3, -6, 14, "HB-9.4"), PenaltyPaid(2, 1, -2, 18, "HB-9.4")]
    assert ranks_of(state) == [1, 3, 2]


def test_hb_9_5_after_the_very_last_card_the_final_scoring_takes_place() -> None:
    cards = {0: "turn1", 1: "", 2: ""}
    state, events = turned(THREE_ROWS, field=71, players=3, cards=cards, movement={1: "1"})
    assert [(event.points, event.clause) for event in of_kind(events, Scored)] == [
        (7, "HB-7.4"),
        (7, "HB-7.4"),
        (8, "HB-7.4"),
    ]
    assert (state.stone, phase_of(state), state.scores()) == (71, "over", [7, 5, 8])
    assert [type(event) for event in events[-5:]] == [Scored] * 3 + [PenaltyPaid, GameEnded]


def test_hb_9_5_only_after_the_very_last_card() -> None:
    state, events = turned(THREE_ROWS, field=71, players=3, cards={0: "turn1", 1: "step1", 2: ""}, movement={})
    assert (phase_of(state), state.waiting_for(), of_kind(events, Scored)) == ("playing", [1], [])


def test_hb_9_5_on_74_there_is_only_one_final_scoring() -> None:
    _, events = turned(THREE_ROWS, field=74, players=3, cards={0: "turn1", 1: "", 2: ""}, movement={})
    assert len(of_kind(events, Scored)) == 3


def test_hb_9_5_after_the_panic_ram_of_that_turn() -> None:
    cards = {0: "turn1", 1: "", 2: ""}
    state, events = turned(THREE_ROWS, field=69, players=3, cards=cards, movement={2: "2"})
    assert (phase_of(state), of_kind(events, Scored)) == ("rolling", [])
    do(state, "roll red")
    events = do(state, "ram a9 s 2")
    assert drawn(state, 4) == picture("""
        . R T . . . . . .
        R Y . . . . . . .
        B Y G G . . . . .
        B . . . . . . . .
    """)
    assert [type(event) for event in events] == [SheepMoved] + [Scored] * 3 + [PenaltyPaid, GameEnded]
    assert [event.points for event in of_kind(events, Scored)] == [7, 5, 6]
    assert (state.stone, state.scores(), phase_of(state)) == (69, [7, 5, 4], "over")


def test_hb_9_5_the_movement_card_of_the_last_turn_is_played_first() -> None:
    state, events = turned(THREE_ROWS, field=66, players=3, cards={0: "turn1", 1: "", 2: ""}, movement={0: "2"})
    assert of_kind(events, Scored) == []
    do(state, "walk 2")
    assert (state.stone, phase_of(state), state.scores()) == (68, "over", [7, 7, 8])
