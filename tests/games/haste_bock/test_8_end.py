"""HB-8 End."""

from __future__ import annotations

from sheepfold.games.haste_bock.events import GameEnded, PanicBegun, PenaltyPaid, Scored
from tests.games.events import of_kind
from tests.games.haste_bock.table import ONE_ROW, phase_of, ranks_of, turned

TWO_ROWS = """
    B B Y Y . . . . .
    G G R R T . . . .
"""


def test_hb_8_1_the_game_ends_after_the_scoring_on_74() -> None:
    state, events = turned(TWO_ROWS, field=74, scores=[9, 1, 2, 0], cards={0: "turn1"})
    assert state.scores() == [9, 1, 10, 8]
    assert [type(event) for event in events[-5:]] == [Scored] * 4 + [GameEnded]
    assert events[-1] == GameEnded([2, 4, 1, 3], "HB-8.1")
    assert (phase_of(state), state.waiting_for(), ranks_of(state)) == ("over", [], [2, 4, 1, 3])


def test_hb_8_1_after_the_end_nothing_is_pending() -> None:
    state, _ = turned(TWO_ROWS, field=74)
    seen = state.view(None)
    assert (seen.active, seen.throw, seen.die, seen.banned_trough, seen.banned_side) == (None,) * 5
    assert (seen.rows, seen.worth) == ([], [])


def test_hb_8_1_not_before() -> None:
    state, events = turned(TWO_ROWS, field=73)
    assert (phase_of(state), ranks_of(state), of_kind(events, GameEnded)) == ("playing", None, [])


def test_hb_8_1_no_panic_on_74() -> None:
    state, events = turned(TWO_ROWS, field=74, panic=[74])
    assert (phase_of(state), of_kind(events, PanicBegun)) == ("over", [])


def test_hb_8_2_the_greater_sum_on_unused_action_cards_breaks_ties() -> None:
    cards = {0: "turn1 step1", 1: "step2", 2: "leap3", 3: "ram3"}
    state, _ = turned(ONE_ROW, field=74, scores=[9, 9, 8, 7], cards=cards)
    assert ranks_of(state) == [2, 1, 3, 4]


def test_hb_8_2_the_numbers_count_and_not_the_cards() -> None:
    cards = {0: "turn1 step1 straight1", 1: "leap3 ram3", 2: "step1 ram2", 3: "step1 ram3"}
    state, _ = turned(ONE_ROW, field=74, scores=[9, 9, 9, 9], cards=cards)
    assert ranks_of(state) == [4, 1, 3, 2]


def test_hb_8_2_each_of_two_equal_cards_counts() -> None:
    cards = {0: "turn1 trough3 trough3", 1: "leap3 ram2", 2: "ram3 leap3", 3: "ram3 step1"}
    state, _ = turned(ONE_ROW, field=74, scores=[9, 9, 9, 9], cards=cards)
    assert ranks_of(state) == [1, 3, 1, 4]


def test_hb_8_2_remaining_ties_are_shared() -> None:
    cards = {0: "turn1 step2", 1: "straight2", 2: "leap3", 3: "ram2"}
    state, _ = turned(ONE_ROW, field=74, scores=[9, 9, 5, 9], cards=cards)
    assert ranks_of(state) == [1, 1, 4, 1]


def test_hb_8_2_movement_cards_never_count() -> None:
    cards = {0: "turn1 step2", 1: "ram2", 2: "leap3"}
    state, _ = turned(ONE_ROW, field=74, players=3, scores=[10, 12, 9], cards=cards, movement={1: "3"})
    assert state.scores() == [10, 10, 9]
    assert ranks_of(state) == [1, 1, 3]


def test_hb_8_3_the_last_scoring_and_then_penalties_down_to_0() -> None:
    drawing = "R R T . . . . . .\nB Y G . . . . . .\nB Y G . . . . . ."
    cards = {0: "turn1", 1: "step1", 2: "step1"}
    movement = {1: "1 2 3", 2: "1 2 3"}
    state, events = turned(drawing, field=74, players=3, scores=[0, 1, 0], cards=cards, movement=movement)
    assert [event.points for event in of_kind(events, Scored)] == [7, 7, 7]
    assert state.scores() == [7, 2, 1]
    kinds = [type(event) for event in events[-6:]]
    assert kinds == [Scored] * 3 + [PenaltyPaid] * 2 + [GameEnded]


def test_hb_8_3_nobody_falls_below_0() -> None:
    cards = {0: "turn1", 1: "step1", 2: "leap3"}
    movement = {1: "1 2 3", 2: "2"}
    state, events = turned(ONE_ROW, field=74, players=3, scores=[0, 5, 1], cards=cards, movement=movement)
    assert state.scores() == [0, 0, 0]
    assert [(event.seat, event.cards, event.total) for event in of_kind(events, PenaltyPaid)] == [(1, 3, 0), (2, 1, 0)]


def test_hb_8_3_comparison_and_tie_break_come_last() -> None:
    cards = {0: "turn1", 1: "step1", 2: "leap3"}
    movement = {1: "1 2 3", 2: "2"}
    state, events = turned(ONE_ROW, field=74, players=3, scores=[0, 5, 1], cards=cards, movement=movement)
    assert ranks_of(state) == [3, 2, 1]
    assert events[-1] == GameEnded([3, 2, 1], "HB-8.1")
