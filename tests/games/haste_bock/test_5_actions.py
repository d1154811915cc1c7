"""HB-5 The seven actions."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold.games.haste_bock.events import FlockTurned, Move, SheepMoved
from sheepfold.games.haste_bock.game import GAME
from tests.games.events import of_kind
from tests.games.haste_bock.table import NAMES, choices, do, drawn, meadow, picture, position, turned

SCATTERED = """
    . . . . . . . . .
    . . B . . . . . .
    . . . . Y . . . .
    . . G . . . . . .
    . . . . Y . R . .
    . B . . . . . . .
    . . . . T . . R .
    . . G . . . . . .
    . . . . . . . . .
"""


def test_hb_5_1_a_step_to_a_free_neighbouring_field() -> None:
    state = meadow(
        """
        . . . Y . . . . .
        . . . B T . . . .
        """,
        cards={0: "step1"},
    )
    assert [text.split()[2] for text in choices(state, "step1 d8")] == ["ne", "nw", "s", "se", "sw", "w"]
    do(state, "step1 d8 sw")
    assert drawn(state, 3) == picture("""
        . . . Y . . . . .
        . . . . T . . . .
        . . B . . . . . .
    """)


def test_hb_5_1_only_the_player_s_sheep_step() -> None:
    state = meadow("B . Y . Y . G . B", active=1, cards={1: "step2"})
    assert {text.split()[1] for text in choices(state)} == {"c9", "e9"}


def test_hb_5_2_only_the_player_s_sheep_ram() -> None:
    state = meadow("Y . B . R . . . .", cards={0: "ram2"})
    assert choices(state, "ram2 c9") == ["ram2 c9 e 1"]
    assert choices(state, "ram2 a9") == []
    assert choices(meadow("Y . B . R . . . .", active=1, cards={1: "ram2"}), "ram2 a9") == [
        "ram2 a9 e 1",
        "ram2 a9 e 2",
    ]


def test_hb_5_2_the_ram_of_a_card() -> None:
    state = meadow(". B . Y R . G . .", cards={0: "ram3"})
    assert choices(state, "ram3 b9") == ["ram3 b9 e 2", "ram3 b9 e 3"]
    [event, *_] = do(state, "ram3 b9 e 2")
    assert drawn(state, 1) == ". . . B Y R G . ."
    moves = [Move("blue", "b9", "d9"), Move("yellow", "d9", "e9"), Move("red", "e9", "f9")]
    assert event == SheepMoved(0, "ram", 3, moves, "HB-5.2")


@pytest.mark.parametrize(("count", "after"), [(1, ". . . R B B . . G"), (2, ". . . R . B B . G")])
def test_hb_5_3_the_figure_of_the_leap(count: int, after: str) -> None:
    state = meadow(". B . R . B . . G", cards={0: "leap3"})
    assert choices(state, "leap3 b9") == ["leap3 b9 e 1", "leap3 b9 e 2"]
    do(state, f"leap3 b9 e {count}")
    assert drawn(state, 1) == after


def test_hb_5_3_the_field_behind_must_be_free() -> None:
    state = meadow("B Y R . G . . . .", cards={0: "leap3"})
    assert choices(state, "leap3 a9") == ["leap3 a9 e 2", "leap3 a9 e 3"]
    do(state, "leap3 a9 e 2")
    assert drawn(state, 1) == ". Y R B G . . . ."


def test_hb_5_3_over_at_least_one_sheep() -> None:
    assert choices(meadow(". B . . . . . . .", cards={0: "leap3"}), "leap3 b9") == []


def test_hb_5_3_diagonally_with_a_run_up() -> None:
    state = meadow(
        """
        . . . . . . B . .
        . . . . . . . . .
        . . . . R . . . .
        . . . . . . . . .
        """,
        cards={0: "leap3"},
    )
    do(state, "leap3 g9 sw 1")
    assert drawn(state, 4) == picture("""
        . . . . . . . . .
        . . . . . . . . .
        . . . . R . . . .
        . . . B . . . . .
    """)


def test_hb_5_3_only_the_player_s_sheep_leap() -> None:
    state = meadow("Y R . B G . . . .", cards={0: "leap3"})
    assert choices(state, "leap3 a9") == []
    assert choices(state, "leap3 d9") == ["leap3 d9 e 1"]


CARAVAN = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . R . .
    . . . . . . . . .
    . G . . Y . . . .
    . . . B . . . . .
    . . . . . . . . .
"""


def test_hb_5_4_all_sheep_of_a_diagonal_move_along_it() -> None:
    state = meadow(CARAVAN)
    do(state, "diagonal1 a1 ne")
    assert drawn(state, 6) == picture("""
        . . . . . . . . .
        . . . . . . . R .
        . . . . . . . . .
        . . . . . Y . . .
        . G . . B . . . .
        . . . . . . . . .
    """)


def test_hb_5_4_the_other_way() -> None:
    state = meadow(CARAVAN)
    [event, *_] = do(state, "diagonal2 a1 sw")
    assert isinstance(event, SheepMoved)
    assert (event.what, event.card, event.clause) == ("diagonal", 2, "HB-5.4")
    assert [(move.start, move.end) for move in event.moves] == [("d4", "c3"), ("e5", "d4"), ("g7", "f6")]


def test_hb_5_4_falling_diagonals_too() -> None:
    state = meadow(CARAVAN)
    do(state, "diagonal1 a6 se")
    assert drawn(state, 6).splitlines()[4:] == [". . . . Y . . . .", ". . G B . . . . ."]


def test_hb_5_4_a_diagonal_card_moves_no_rows() -> None:
    state = meadow(CARAVAN, cards={0: "diagonal1"})
    assert {text.split()[2] for text in choices(state)} == {"ne", "nw", "se", "sw"}


def test_hb_5_5_all_sheep_of_a_row_move_along_it() -> None:
    state = meadow("""
        . . . . . Y . . .
        . . B . G G . . .
    """)
    [event, *_] = do(state, "straight1 8 w")
    assert isinstance(event, SheepMoved)
    assert (event.what, event.card, event.clause) == ("straight", 1, "HB-5.5")
    assert drawn(state, 2) == picture("""
        . . . . . Y . . .
        . B . G G . . . .
    """)


def test_hb_5_5_all_sheep_of_a_column_move_along_it() -> None:
    state = meadow("""
        . . . . . . . . .
        . . B . R . . . .
        . . . . . . . . .
        . . G . . . . . .
    """)
    do(state, "straight1 c n")
    assert drawn(state, 4) == picture("""
        . . B . . . . . .
        . . . . R . . . .
        . . G . . . . . .
        . . . . . . . . .
    """)


def test_hb_5_5_a_straight_card_moves_rows_and_columns_only() -> None:
    state = meadow(CARAVAN, cards={0: "straight1"})
    assert {text.split()[2] for text in choices(state)} == {"n", "e", "s", "w"}


def test_hb_5_6_none_of_the_player_s_sheep_is_needed() -> None:
    state = meadow(". . Y . R . . . .", cards={0: "straight1 diagonal1"})
    assert choices(state, "straight1 9") == ["straight1 9 e", "straight1 9 w"]
    assert "diagonal1 a7 sw" in choices(state)


def test_hb_5_6_not_if_one_sheep_would_leave_the_board() -> None:
    state = meadow("""
        . . . . . . . . B
        . . . Y . . . . .
        . . Y . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        G . . . . . . . .
    """)
    assert choices(state, "straight1 9") == ["straight1 9 w"]
    assert choices(state, "straight1 i") == ["straight1 i s"]
    assert choices(state, "straight1 4") == ["straight1 4 e"]
    assert choices(state, "diagonal1 a5") == ["diagonal1 a5 ne", "diagonal1 a5 sw"]
    assert choices(state, "diagonal1 a4") == ["diagonal1 a4 ne", "diagonal1 a4 se"]


TROUGHS = {
    "n": """
        . . . . . . . . .
        . B B . Y . R R .
        . . G . Y . . . .
        . . G . T . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """,
    "s": """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . B . Y . . . .
        . . G . Y . . . .
        . B G . T . R R .
        . . . . . . . . .
    """,
    "w": """
        . . . . . . . . .
        . B . . . . . . .
        . Y . . . . . . .
        . G . . . . . . .
        . Y R . . . . . .
        . B . . . . . . .
        . T R . . . . . .
        . G . . . . . . .
        . . . . . . . . .
    """,
    "e": """
        . . . . . . . . .
        . . . . . . . B .
        . . . . . . . Y .
        . . . . . . . G .
        . . . . . . Y R .
        . . . . . . . B .
        . . . . . . T R .
        . . . . . . . G .
        . . . . . . . . .
    """,
}


@pytest.mark.parametrize("direction", TROUGHS)
def test_hb_5_7_the_flock_closes_up_to_its_outermost_line(direction: str) -> None:
    state = meadow(SCATTERED)
    events = do(state, f"trough3 {direction}")
    assert drawn(state) == picture(TROUGHS[direction])
    assert [(event.what, event.clause) for event in of_kind(events, SheepMoved)] == [("trough", "HB-5.7")]
    assert choices(state, f"trough3 {direction}") == []


def in_trough(where: list[int], direction: str) -> list[int]:
    """The fields of the sheep after a trough, found by moving them one by one, field by field."""
    step = {"n": -9, "s": 9, "w": -1, "e": 1}[direction]
    depth = [{"n": cell // 9, "s": -(cell // 9), "w": cell % 9, "e": -(cell % 9)}[direction] for cell in range(81)]
    front = min(depth[cell] for cell in where)
    moved = where[:]
    for sheep in sorted(range(9), key=lambda one: depth[where[one]]):
        while depth[moved[sheep]] > front and moved[sheep] + step not in moved:
            moved[sheep] += step
    return moved


@pytest.mark.parametrize("width", [3, 4, 9])
def test_hb_5_7_a_trough_is_legal_only_if_it_moves_a_sheep(width: int) -> None:
    rng = Random(width)
    for _ in range(20):
        state = meadow(cards={0: "trough3"})
        state.where = rng.sample([9 * row + column for row in range(width) for column in range(width)], 9)
        moving = [way for way in "ensw" if in_trough(state.where, way) != state.where]
        assert choices(state, "trough3") == [f"trough3 {way}" for way in moving]
        for way in moving:
            fed = state.copy()
            do(fed, f"trough3 {way}")
            assert fed.where == in_trough(state.where, way)


@pytest.mark.parametrize(("fed", "free"), [("n", ["e", "w"]), ("s", ["e", "w"]), ("e", ["n", "s"]), ("w", ["n", "s"])])
def test_hb_5_8_the_opposite_trough_is_banned_next(fed: str, free: list[str]) -> None:
    state = meadow(SCATTERED)
    do(state, f"trough3 {fed}")
    assert [text.split()[1] for text in choices(state, "trough3")] == free
    opposite = {"n": "s", "s": "n", "e": "w", "w": "e"}[fed]
    assert state.view(None).banned_trough == opposite
    do(state, "turn1 left")
    assert f"trough3 {opposite}" in choices(state)


def test_hb_5_8_the_same_trough_is_allowed() -> None:
    state = meadow(SCATTERED, stone=17)
    do(state, "trough3 n", "roll yellow", "ram e7 s 1")
    assert drawn(state, 5).splitlines()[3:] == [". . G . Y . . . .", ". . . . T . . . ."]
    assert "trough3 n" in choices(state)
    assert "trough3 s" not in choices(state)


@pytest.mark.parametrize(
    ("facing", "left", "right"), [("n", "w", "e"), ("e", "n", "s"), ("s", "e", "w"), ("w", "s", "n")]
)
def test_hb_5_9_the_flock_turns_by_90_degrees(facing: str, left: str, right: str) -> None:
    for side, faced in (("left", left), ("right", right)):
        state = meadow(SCATTERED, facing=facing)
        [event, *_] = do(state, f"turn1 {side}")
        assert event == FlockTurned(0, 1, side, faced, "HB-5.9")
        assert state.view(None).facing == faced
        assert drawn(state) == picture(SCATTERED)


@pytest.mark.parametrize(("field", "who"), [(26, "Roger"), (63, "Jacques")])
def test_hb_5_9_roger_and_jacques_go_to_the_edge_that_the_flock_faces(field: int, who: str) -> None:
    for facing, edge in (("n", "top"), ("e", "right"), ("s", "bottom"), ("w", "left")):
        state, _ = turned(facing=facing, field=field)
        assert f"looks to the {edge} edge ({who} is there)" in GAME.face.draw(state.view(None), NAMES)


@pytest.mark.parametrize(("side", "back"), [("left", "right"), ("right", "left")])
def test_hb_5_10_turning_back_is_banned_next_but_not_turning_further(side: str, back: str) -> None:
    state = meadow()
    do(state, f"turn1 {side}")
    assert choices(state, "turn") == [f"turn1 {side}"]
    assert state.view(None).banned_side == back
    do(state, f"turn1 {side}")
    assert state.view(None).facing == "s"
    assert choices(state, "turn") == [f"turn1 {side}"]


def test_hb_5_11_bans_end_with_the_next_turn_whatever_is_played() -> None:
    state = meadow(". . . Y . . . . .")
    do(state, "turn1 left", "step1 d9 e")
    assert choices(state, "turn") == ["turn1 left", "turn1 right"]
    state = meadow(SCATTERED, stone=20)
    do(state, "trough3 n", "turn1 left")
    assert "trough3 s" in choices(state)
    assert choices(state, "turn") == ["turn1 left"]
    assert state.view(None).banned_trough is None


def test_hb_5_11_a_discard_ends_bans_too() -> None:
    penned_in = """
        Y Y B . . . . . .
        B G G . . . . . .
    """
    state = meadow(penned_in, cards={0: "turn1 leap3", 1: "step1 step2"})
    do(state, "turn1 left")
    assert state.view(None).banned_side == "right"
    do(state, "discard step1")
    assert state.view(None).banned_side is None
    flock = "c9,a8/a9,b9/b8,c8/g3,i2/h2"
    state = position(f"playing {flock} n trough3/step1/step1/step1 20 0,0,0,0 0 1 banned_trough=n")
    do(state, "discard step1")
    assert state.view(None).banned_trough is None


def test_hb_5_11_a_panic_ram_does_not_lift_the_bans() -> None:
    state = meadow("T . B . . . . . .", stone=19)
    do(state, "turn1 left", "roll black", "ram a9 e 1")
    assert choices(state, "turn") == ["turn1 left"]
    state = meadow("T . B . . . . . .", stone=17)
    do(state, "trough3 n", "roll black", "ram a9 e 1")
    assert "trough3 s" not in choices(state)
    do(state, "turn1 left")
    assert "trough3 s" in choices(state)
