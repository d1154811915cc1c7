"""HB-6 Time and phases."""

from __future__ import annotations

import pytest

from sheepfold.games.haste_bock.events import PanicBegun, PhaseBegun, Scored, StoneMoved
from sheepfold.games.haste_bock.game import GAME
from tests.games.events import of_kind
from tests.games.haste_bock.table import NAMES, do, meadow, phase_of, turned

BORDERS = [(1, 1), (12, 1), (13, 2), (37, 2), (38, 3), (49, 3), (50, 4), (73, 4), (74, 4)]


@pytest.mark.parametrize(("field", "number"), BORDERS)
def test_hb_6_1_the_four_phases(field: int, number: int) -> None:
    state, events = turned(field=field)
    assert state.view(None).track_phase == number
    assert of_kind(events, PhaseBegun) == ([PhaseBegun(number, "HB-6.1")] if field in (1, 13, 38, 50) else [])


@pytest.mark.parametrize(("wall", "clause"), [(24, "HB-7.2"), (61, "HB-7.4")])
def test_hb_6_1_the_walls_stand_after_24_and_61(wall: int, clause: str) -> None:
    scorings = {field: of_kind(turned(field=field)[1], Scored) for field in (wall - 1, wall, wall + 1, wall + 2)}
    assert [field for field, scored in scorings.items() if scored] == [wall + 1]
    assert {event.clause for event in scorings[wall + 1]} == {clause}


@pytest.mark.parametrize(("pen", "before"), [(37, 36), (37, 35), (74, 73), (74, 72)])
def test_hb_6_2_surplus_steps_are_lost_at_a_pen(pen: int, before: int) -> None:
    state = meadow("B . . . . . . . .", stone=before)
    events = do(state, "trough3 s")
    assert state.stone == pen
    assert of_kind(events, StoneMoved) == [StoneMoved(before, pen, before + 3 - pen, "HB-6.2")]


def test_hb_6_2_reaching_a_pen_exactly_loses_nothing() -> None:
    state = meadow("B . . . . . . . .", stone=34)
    assert of_kind(do(state, "trough3 s"), StoneMoved) == [StoneMoved(34, 37, 0, "HB-4.2")]


def test_hb_6_2_the_next_player_moves_on_from_the_pen() -> None:
    state = meadow("B . . . . . . . .", stone=36)
    do(state, "trough3 s")
    assert (phase_of(state), state.waiting_for()) == ("playing", [1])
    events = do(state, "turn1 left")
    assert of_kind(events, StoneMoved) == [StoneMoved(37, 38, 0, "HB-4.2")]
    assert state.view(None).track_phase == 3


def test_hb_6_2_a_stone_stopped_by_a_pen_has_landed_there() -> None:
    state = meadow("B . . . . . . . .", stone=36, panic=[37])
    events = do(state, "trough3 s")
    assert of_kind(events, PanicBegun) == [PanicBegun(0, 37, "HB-4.4")]
    assert phase_of(state) == "rolling"


@pytest.mark.parametrize(
    ("field", "who"),
    [(12, ""), (13, "Roger"), (37, "Roger"), (38, ""), (49, ""), (50, "Jacques"), (73, "Jacques"), (74, "Jacques")],
)
def test_hb_6_3_roger_or_jacques_stands_at_the_edge_that_the_flock_faces(field: int, who: str) -> None:
    state, _ = turned(field=field, facing="e")
    text = GAME.face.draw(state.view(None), NAMES)
    [line] = [line for line in text.splitlines() if line.startswith("The flock looks")]
    assert line == "The flock looks to the right edge" + (f" ({who} is there)" if who else "")
