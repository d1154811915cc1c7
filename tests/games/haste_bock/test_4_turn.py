"""HB-4 A turn."""

from __future__ import annotations

import pytest

from sheepfold.core.errors import IllegalAction
from sheepfold.games.haste_bock.events import (
    CardDiscarded,
    DieRolled,
    FlockTurned,
    PanicBegun,
    PhaseBegun,
    Scored,
    SheepMoved,
    StoneMoved,
)
from sheepfold.games.haste_bock.game import GAME
from tests.games.events import of_kind
from tests.games.haste_bock.table import (
    BLOCK,
    choices,
    do,
    drawn,
    hand_of,
    meadow,
    movement_of,
    phase_of,
    picture,
)

PENNED_IN = """
    B B Y . . . . . .
    Y G G . . . . . .
"""
"""Blue cannot step."""


def test_hb_4_1_the_card_is_carried_out_and_leaves_the_game() -> None:
    state = meadow(". . B . . . . . .", cards={0: "step1 leap3", 1: "step1 leap3"})
    [event, *_] = do(state, "step1 c9 e")
    assert isinstance(event, SheepMoved)
    assert (event.seat, event.what, event.card, event.clause) == (0, "step", 1, "HB-5.1")
    assert drawn(state, 1) == ". . . B . . . . ."
    assert [hand_of(state, 0), hand_of(state, 1)] == [{"leap3": 1}, {"leap3": 1, "step1": 1}]


def test_hb_4_1_one_card_per_turn_from_the_player_s_hand() -> None:
    state = meadow(". . B . . . . . .", cards={0: "step1 turn1", 1: "straight2 step2"})
    assert {text.split()[0] for text in choices(state)} == {"step1", "turn1"}
    do(state, "turn1 left")
    assert state.waiting_for() == [1]
    assert {text.split()[0] for text in choices(state)} == {"straight2", "step2"}


@pytest.mark.parametrize(("card", "field"), [("turn1 left", 21), ("step2 c9 e", 22), ("trough3 s", 23)])
def test_hb_4_2_the_stone_moves_by_the_number_of_the_card(card: str, field: int) -> None:
    state = meadow(". . B . . . . . .")
    events = do(state, card)
    assert state.stone == field
    assert of_kind(events, StoneMoved) == [StoneMoved(20, field, 0, "HB-4.2")]


def test_hb_4_2_four_players_have_no_movement_cards() -> None:
    state = meadow()
    assert [movement_of(state, seat) for seat in range(4)] == [{}] * 4
    do(state, "turn1 left")
    assert (phase_of(state), state.waiting_for()) == ("playing", [1])


def test_hb_4_3_scoring_after_the_stone_and_before_the_panic() -> None:
    state = meadow(stone=7)
    events = do(state, "turn1 left")
    assert [type(event) for event in events] == [FlockTurned, StoneMoved, Scored, PanicBegun]


def test_hb_4_3_the_phase_begins_before_its_scoring() -> None:
    state = meadow(stone=37)
    assert [type(event) for event in do(state, "turn1 left")] == [FlockTurned, StoneMoved, PhaseBegun, Scored]


def test_hb_4_3_sheep_score_where_the_action_has_moved_them() -> None:
    state = meadow(". . B . B . . . .", stone=4)
    do(state, "step1 c9 e")
    assert state.score == [2, 0, 0, 0]


def test_hb_4_4_a_player_who_lands_on_a_panic_field_rolls_and_rams() -> None:
    state = meadow("T . B . . . . . .", stone=18, active=2, cards={2: "step2 turn1"})
    events = do(state, choices(state, "step2")[0])
    assert of_kind(events, PanicBegun) == [PanicBegun(2, 20, "HB-4.4")]
    assert choices(state) == [f"roll {side}" for side in ("black", "blue", "green", "red", "white", "yellow")]
    assert do(state, "roll black") == [DieRolled(2, "black", "HB-4.4")]
    assert (phase_of(state), state.waiting_for(), state.view(None).die) == ("ramming", [2], "black")
    do(state, "ram a9 e 1")
    assert drawn(state, 1) == ". . T B . . . . ."
    assert (phase_of(state), state.waiting_for(), state.view(None).die) == ("playing", [3], None)


def test_hb_4_4_everybody_sees_that_the_throw_is_for_a_panic() -> None:
    state = meadow("T . B . . . . . .", stone=19)
    assert state.view(None).throw is None
    do(state, "turn1 left")
    assert (phase_of(state), state.view(None).throw) == ("rolling", "panic")
    do(state, "roll black")
    assert (phase_of(state), state.view(None).throw) == ("ramming", "panic")
    do(state, "ram a9 e 1")
    assert state.view(None).throw is None


def test_hb_4_4_passing_a_panic_field_is_no_panic() -> None:
    state = meadow(". . B . . . . . .", stone=19)
    assert of_kind(do(state, "step2 c9 e"), PanicBegun) == []
    assert (phase_of(state), state.stone) == ("playing", 21)


def test_hb_4_4_after_a_panic_ram_the_stone_stays() -> None:
    state = meadow("T . B . . . . . .", stone=19)
    do(state, "turn1 left")
    events = do(state, "roll black", "ram a9 e 1")
    assert [type(event) for event in events] == [DieRolled, SheepMoved]
    assert state.stone == 20


def test_hb_4_5_an_action_that_moves_no_sheep_is_illegal() -> None:
    state = meadow(BLOCK)
    assert choices(state, "trough") == []
    assert {text.split()[1] for text in choices(state, "straight1")} == set("456def")


def test_hb_4_5_turning_the_flock_counts() -> None:
    assert choices(meadow(BLOCK, cards={0: "turn1 trough3"})) == ["turn1 left", "turn1 right"]


def test_hb_4_5_no_sheep_leaves_the_board() -> None:
    state = meadow("B R . . . . . . Y", cards={0: "step1 ram2 leap3 straight1"})
    assert choices(state, "straight1 9") == []
    assert choices(state, "straight1 a") == ["straight1 a s"]
    assert choices(state, "step1 a9") == ["step1 a9 s", "step1 a9 se"]
    assert choices(state, "ram2 a9") == ["ram2 a9 e 1"]
    assert choices(state, "leap3 a9") == ["leap3 a9 e 1"]


def test_hb_4_5_facing_does_not_matter_for_moving() -> None:
    drawing = """
        . . B . . . . . .
        . Y . . R . . . .
    """
    found = [choices(meadow(drawing, facing=facing)) for facing in "nesw"]
    assert found[1:] == found[:1] * 3
    pictures = []
    for facing in "nesw":
        state = meadow(drawing, facing=facing)
        do(state, "trough3 n")
        pictures.append(drawn(state))
    assert pictures[1:] == pictures[:1] * 3


def test_hb_4_6_a_player_who_cannot_play_any_card_discards_one() -> None:
    state = meadow(PENNED_IN, cards={0: "step1 step2"})
    assert choices(state) == ["discard step1", "discard step2"]
    before = drawn(state)
    events = do(state, "discard step2")
    assert events == [CardDiscarded(0, "step2", "HB-4.6"), StoneMoved(20, 22, 0, "HB-4.2")]
    assert drawn(state) == before
    assert hand_of(state, 0) == {"step1": 1}
    assert state.waiting_for() == [1]


def test_hb_4_6_equal_cards_are_one_discard() -> None:
    assert choices(meadow(BLOCK, cards={0: "trough3 trough3"})) == ["discard trough3"]


def test_hb_4_6_a_player_who_can_play_a_card_must_not_discard() -> None:
    state = meadow(PENNED_IN, cards={0: "step1 turn1"})
    assert choices(state) == ["turn1 left", "turn1 right"]


def test_hb_4_6_scoring_and_panic_follow_a_discard() -> None:
    state = meadow(PENNED_IN, cards={0: "step1"}, stone=7)
    events = do(state, "discard step1")
    assert [type(event) for event in events] == [CardDiscarded, StoneMoved, Scored, PanicBegun]
    assert state.score == [2, 0, 0, 0]


@pytest.mark.parametrize(("players", "walks"), [(3, ["walk 0", "walk 2", "walk 3"]), (2, ["walk 2", "walk 3"])])
def test_hb_4_6_a_movement_card_goes_with_a_discard(players: int, walks: list[str]) -> None:
    state = meadow(PENNED_IN, players=players, cards={0: "step1"}, movement={0: "2 3"})
    do(state, "discard step1")
    assert choices(state) == walks
    do(state, "walk 2")
    assert state.stone == 23


def test_hb_4_6_a_discarded_card_bans_nothing() -> None:
    state = meadow(BLOCK, stone=17, cards={0: "trough3", 1: "trough3 turn1"})
    do(state, "discard trough3", "roll black", "ram e5 sw 1")
    assert choices(state, "trough") == ["trough3 e", "trough3 n", "trough3 s", "trough3 w"]
    assert choices(state, "turn") == ["turn1 left", "turn1 right"]


def test_hb_4_7_play_goes_by_ascending_seats() -> None:
    state = meadow(active=2)
    seats = []
    for _ in range(4):
        seats += state.waiting_for()
        do(state, choices(state, "straight")[0])
        if phase_of(state) != "playing":
            break
    assert seats == [2, 3, 0, 1]


def test_hb_4_7_nobody_else_can_act() -> None:
    state = meadow(active=2)
    assert [bool(state.legal_actions(seat)) for seat in (-1, 0, 1, 2, 3)] == [False, False, False, True, False]
    assert state.view(0).active == 2
    with pytest.raises(IllegalAction, match="waits for seat 2"):
        state.act(1, GAME.parse("turn1 left"))


def test_hb_4_7_after_a_panic_the_next_seat_plays() -> None:
    state = meadow("T . B . . . . . .", stone=19, active=3)
    do(state, "turn1 left", "roll black", "ram a9 e 1")
    assert state.waiting_for() == [0]
    assert picture(drawn(state, 1)) == ". . T B . . . . ."
