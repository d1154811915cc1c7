"""HB-2 Ramming."""

from __future__ import annotations

import pytest

from sheepfold.core.errors import IllegalAction, NotationError
from sheepfold.games.haste_bock.events import Move, SheepMoved
from sheepfold.games.haste_bock.game import GAME
from tests.games.haste_bock.table import BLOCK, choices, do, drawn, picture, scramble


def rams(drawing: str, word: str) -> list[str]:
    """The rams that a white die allows, with this prefix."""
    state = scramble(drawing)
    do(state, "roll white")
    return [text.removeprefix("ram ") for text in choices(state, f"ram {word}")]


def rammed(drawing: str, ram: str, rows: int) -> str:
    state = scramble(drawing)
    do(state, "roll white", f"ram {ram}")
    return drawn(state, rows)


def test_hb_2_1_the_figures_of_the_scramble() -> None:
    state = scramble(BLOCK)
    do(state, "roll black", "ram e5 sw 1")
    assert drawn(state) == picture("""
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . R B G . . .
        . . . Y . R . . .
        . . . T G Y . . .
        . . B . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """)
    do(state, "roll yellow", "ram f4 nw 1")
    assert drawn(state) == picture("""
        . . . . . . . . .
        . . . . . . . . .
        . . R . . . . . .
        . . . Y B G . . .
        . . . Y . R . . .
        . . . T G . . . .
        . . B . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """)
    do(state, "roll green", "ram f6 w 2")
    assert drawn(state) == picture("""
        . . . . . . . . .
        . . . . . . . . .
        . . R . . . . . .
        . . Y B G . . . .
        . . . Y . R . . .
        . . . T G . . . .
        . . B . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """)
    do(state, "roll red", "ram c7 s 1")
    assert drawn(state) == picture("""
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . R B G . . . .
        . . Y Y . R . . .
        . . . T G . . . .
        . . B . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """)


STAR = """
    . . . . . . . . .
    . . . . . . . . .
    . . B . B . Y . .
    . . . . . . . . .
    . . Y . T . G . .
    . . . . . . . . .
    . . G . R . R . .
"""


@pytest.mark.parametrize(
    ("direction", "thea", "rammed_sheep"),
    [
        ("n", "e7", "e8"),
        ("ne", "g7", "h8"),
        ("e", "g5", "h5"),
        ("se", "g3", "h2"),
        ("s", "e3", "e2"),
        ("sw", "c3", "b2"),
        ("w", "c5", "b5"),
        ("nw", "c7", "b8"),
    ],
)
def test_hb_2_1_in_eight_directions_over_empty_fields(direction: str, thea: str, rammed_sheep: str) -> None:
    state = scramble(STAR)
    before = {sheep.cell for sheep in state.view(None).flock}
    do(state, "roll black", f"ram e5 {direction} 1")
    after = {sheep.cell for sheep in state.view(None).flock}
    assert (after - before, before - after) == ({rammed_sheep}, {"e5"})
    assert state.view(None).flock[8].cell == thea


def test_hb_2_2_the_last_sheep_moves_one_field_and_all_close_up() -> None:
    assert rammed(". T . . B . Y . .", "b9 e 2", 1) == ". . . . . T B Y ."


def test_hb_2_2_across_the_gap_as_in_the_figure() -> None:
    state = scramble("""
        . . . . . . . . .
        . . . . . . . . .
        . . R . . . . . .
        . . Y B G . . . .
        . . . Y . R . . .
        . . . T G . . . .
        . . B . . . . . .
    """)
    events = do(state, "roll red", "ram c7 s 2")
    assert drawn(state) == picture("""
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . B G . . . .
        . . . Y . R . . .
        . . R T G . . . .
        . . Y . . . . . .
        . . B . . . . . .
        . . . . . . . . .
    """)
    moves = [Move("blue", "c3", "c2"), Move("yellow", "c6", "c3"), Move("red", "c7", "c4")]
    assert events[1:] == [SheepMoved(0, "ram", None, moves, "HB-2.2")]


def test_hb_2_2_sheep_beyond_the_last_stay() -> None:
    assert rammed("T B . Y . . . . .", "a9 e 1", 1) == ". T B Y . . . . ."


def test_hb_2_3_the_player_chooses_how_many() -> None:
    assert rams("T B . Y . G . . .", "a9 e") == ["a9 e 1", "a9 e 2", "a9 e 3"]
    assert rammed("T B . Y . G . . .", "a9 e 1", 1) == ". T B Y . G . . ."
    assert rammed("T B . Y . G . . .", "a9 e 2", 1) == ". . T B Y G . . ."
    assert rammed("T B . Y . G . . .", "a9 e 3", 1) == ". . . T B Y G . ."


def test_hb_2_3_a_sheep_right_behind_makes_it_a_greater_number() -> None:
    assert rams("T . B Y . G R . .", "a9 e") == ["a9 e 2", "a9 e 4"]
    state = scramble("T . B Y . G R . .")
    do(state, "roll black")
    with pytest.raises(IllegalAction):
        do(state, "ram a9 e 1")


def test_hb_2_3_not_over_the_edge() -> None:
    assert rams(". . T . . B . . Y", "c9 e") == ["c9 e 1"]
    assert rams(". . . . . . . T B", "h9 e") == []
    assert rams("B T . . . . . . .", "b9 w") == []


def test_hb_2_3_onto_the_last_field_of_the_line() -> None:
    assert rammed(". . . . . . T B .", "g9 e 1", 1) == ". . . . . . . T B"


def test_hb_2_4_at_least_one_sheep() -> None:
    assert rams(". . T . . . . . .", "c9 e") == []
    with pytest.raises(NotationError):
        GAME.parse("ram c9 e 0")
