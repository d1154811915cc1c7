"""MS-4 Wolves and hunters."""

from __future__ import annotations

import pytest

from sheepfold.core.errors import IllegalAction
from sheepfold.games.meine_schafe.events import TileDrawn, TileLaid, WolfDrivenOut
from tests.games.events import of_kind
from tests.games.meine_schafe.table import (
    FOREST,
    areas,
    cells_for,
    choices,
    do,
    hand_of,
    pen_sizes,
    phase_of,
    table,
)

TWO_FORESTS = [*FOREST, "VVRV s1", "RKFR s2"]
"""One at n3 and one at s3."""
APART = [*FOREST, "YFBY n2e1"]
"""One at n3 and one at n2e2."""
BETWEEN = [*APART, "HK n3", "WK n2e2", "FFYF n3e1"]
"""A tile at n3e2 touches the guarded forest in the west and the wolf's in the south."""
TOGETHER = [*BETWEEN, "BBFF n3e2"]


def beasts(*laid: str) -> list[tuple[int, int]]:
    """Wolves and hunters, by forest."""
    return [(area.wolves, area.hunters) for area in areas(table(*laid), "F")]


def test_ms_4_1_the_view_promises_no_more_tiles_than_the_bag_has() -> None:
    state = table(*TWO_FORESTS, hands={0: "WK WR HB T60"})
    do(state, "send WK n3", "send HB s3")
    assert (phase_of(state), state.view(0).drawing) == ("beasts", 2)
    del state.bag[1:]
    assert state.view(0).drawing == 1


def test_ms_4_1_any_number_in_several_forests() -> None:
    state = table(*TWO_FORESTS, hands={0: "WK WR HB T60"})
    do(state, "send WK n3", "send HB s3", "send WR n4")
    assert [(area.wolves, area.hunters) for area in areas(state, "F")] == [(2, 0), (0, 1)]


def test_ms_4_1_the_events_of_laying_wolves() -> None:
    events = do(table(*FOREST, hands={0: "HB T60"}), "send HB n3")
    assert of_kind(events, TileLaid) == [TileLaid(0, "HB", "a", "n3", 0, "FFFF", "hunter", 1, "MS-4.1")]


def test_ms_4_1_one_after_the_other_in_the_players_order() -> None:
    state = table(*FOREST, hands={0: "WK HB T60"})
    assert choices(state, "send") == ["send HB n3", "send WK n3"]
    do(state, "send WK n3")
    assert choices(state) == ["done", "send HB n3"]


def test_ms_4_1_the_tiles_for_all_are_drawn_at_the_end() -> None:
    state = table(*TWO_FORESTS, hands={0: "WK HB T60"})
    events = do(state, "send WK n3", "send HB s3")
    assert (of_kind(events, TileDrawn), state.view(None).drawing) == ([], 2)
    events = do(state, "done", "draw T50", "draw T52")
    assert [event.clause for event in of_kind(events, TileDrawn)] == ["MS-2.5", "MS-2.5"]
    assert (hand_of(state, 0), phase_of(state)) == (["T50", "T52", "T60"], "turn")


def test_ms_4_1_edges_are_counted_as_each_beast_is_laid() -> None:
    state = table(*FOREST, "FYYY n2e1", hands={0: "WK WR T60"})
    do(state, "send WK n3", "send WR n3e1")
    assert state.view(None).drawing == 3


def test_ms_4_1_only_as_many_as_the_bag_has() -> None:
    state = table(*TWO_FORESTS, hands={0: "WK HB T60"}, bag="T01")
    do(state, "send WK n3", "send HB s3", "done", "draw T01")
    assert (hand_of(state, 0), phase_of(state)) == (["T01", "T60"], "turn")


def test_ms_4_1_each_special_action_is_counted_by_itself() -> None:
    state = table(*TWO_FORESTS, hands={0: "WK HB T60"})
    do(state, "send WK n3", "done", "draw T01", "send HB s3")
    assert state.view(None).drawing == 1


def test_ms_4_1_only_the_beast_side_and_no_other_tiles() -> None:
    state = table("KVVV n1", hands={1: "WK T60"}, colours=["red", "blue"])
    assert choices(state, seat=1) == ["out"]


def test_ms_4_2_connected_areas_are_one_forest() -> None:
    assert beasts(*FOREST, "WK n3", "FFFY n4") == [(1, 0)]
    assert len(areas(table(*TWO_FORESTS), "F")) == 2


def test_ms_4_2_a_forest_bounds_a_pen_like_a_fence() -> None:
    assert pen_sizes(table("KVVV n1", "FBKF n2"), "K") == [2]


def test_ms_4_2_so_does_the_village() -> None:
    assert pen_sizes(table("KVVV n1", "VVKB n2"), "K") == [2]


def test_ms_4_3_no_wolf_is_laid_in_a_guarded_forest() -> None:
    state = table(*TWO_FORESTS, "HK n3", hands={0: "WK WR"})
    assert (cells_for(state, "send WK"), cells_for(state, "lay WKa")) == (["s3"], ["s3"])
    with pytest.raises(IllegalAction):
        do(state, "send WR n4")


def test_ms_4_3_a_hunter_guards_as_soon_as_it_is_laid() -> None:
    state = table(*FOREST, hands={0: "WK HB T60"})
    do(state, "send HB n3")
    assert choices(state) == ["done"]


def test_ms_4_3_another_hunter_may_come() -> None:
    assert cells_for(table(*FOREST, "HK n3", hands={0: "HR"}), "send HR") == ["n3e1", "n3w1", "n4"]


def test_ms_4_4_a_hunter_on_a_wolf_drives_it_out() -> None:
    state = table(*FOREST, "WK n3", hands={0: "HR T60"})
    assert choices(state, "send") == ["send HR n3"]
    events = do(state, "send HR n3")
    assert of_kind(events, WolfDrivenOut) == [WolfDrivenOut(0, "HR", "n3", "MS-4.4")]
    assert not of_kind(events, TileLaid)
    assert [(area.wolves, area.hunters) for area in areas(state, "F")] == [(0, 1)]


def test_ms_4_4_the_wolf_stays_under_its_hunter() -> None:
    state = table(*FOREST, "WK n3", hands={0: "HR T60"})
    assert [(tile.tile, tile.under) for tile in state.view(None).laid if tile.cell == "n3"] == [("WK", None)]
    before = state.copy()
    do(state, "send HR n3")
    assert [(tile.tile, tile.under) for tile in state.view(None).laid if tile.cell == "n3"] == [("HR", "WK")]
    assert [tile.under for tile in before.view(None).laid] == [None] * len(before.view(None).laid)


def test_ms_4_4_no_tile_is_drawn_for_that() -> None:
    state = table(*FOREST, "WK n3", hands={0: "HR T60"})
    do(state, "send HR n3", "done")
    assert (phase_of(state), hand_of(state, 0)) == ("turn", ["T60"])


def test_ms_4_4_the_hunter_then_guards_that_forest() -> None:
    state = table(*FOREST, "WK n3", hands={0: "HR WR T60"})
    assert cells_for(state, "send WR") == ["n3e1", "n3w1", "n4"]
    do(state, "send HR n3")
    assert choices(state) == ["done"]


def test_ms_4_4_not_on_a_wolf_that_is_driven_out_already() -> None:
    state = table(*FOREST, "WK n3", "HK n3", hands={0: "HR"})
    assert cells_for(state, "send HR") == ["n3e1", "n3w1", "n4"]


def test_ms_4_4_a_wolf_is_not_laid_on_top_of_anything() -> None:
    state = table(*FOREST, "WK n3", hands={0: "WR"})
    assert "n3" not in cells_for(state, "send WR")


def test_ms_4_4_of_two_wolves_one_is_driven_out() -> None:
    state = table(*FOREST, "WK n3", "WR n4", hands={0: "HR HB T60"})
    assert choices(state, "send HR") == ["send HR n3", "send HR n4"]
    do(state, "send HR n4")
    assert [(area.wolves, area.hunters) for area in areas(state, "F")] == [(1, 1)]
    assert choices(state) == ["done", "send HB n3"]


def test_ms_4_5_forests_join_with_all_their_beasts() -> None:
    assert beasts(*BETWEEN) == [(0, 1), (1, 0)]
    assert beasts(*TOGETHER) == [(1, 1)]


def test_ms_4_5_then_no_further_wolf_may_be_laid() -> None:
    assert cells_for(table(*APART, "WK n2e2", hands={0: "WR"}), "send WR") == ["n1e2", "n2e3", "n3", "n3e2"]
    assert cells_for(table(*TOGETHER, hands={0: "WR"}), "send WR") == []


def test_ms_4_5_but_each_wolf_needs_a_hunter_of_its_own() -> None:
    two = [*APART, "HK n3", "WK n2e2", "WB n2e3", "FFYF n3e1", "BBFF n3e2"]
    state = table(*two, hands={0: "HR HY T60"})
    assert choices(state, "send HR") == ["send HR n2e2", "send HR n2e3"]
    do(state, "send HR n2e3")
    assert [(area.wolves, area.hunters) for area in areas(state, "F")] == [(1, 2)]
    assert choices(state) == ["done", "send HY n2e2"]


def test_ms_4_6_a_wolf_may_touch_no_forest_with_a_hunter() -> None:
    state = table(*BETWEEN, hands={0: "WR"})
    assert cells_for(state, "send WR") == ["n1e2", "n2e3"]


def test_ms_4_6_a_hunter_beside_may_touch_no_forest_with_a_wolf() -> None:
    state = table(*BETWEEN, hands={0: "HR"})
    assert cells_for(state, "send HR") == ["n2e2", "n3w1", "n4", "n4e1"]


def test_ms_4_6_a_beast_does_not_fit_beside_sheep_or_village() -> None:
    assert cells_for(table(*FOREST, hands={0: "WR"}), "lay WRa") == ["n3"]
    state = table(*APART, "HK n3", hands={0: "HR"})
    assert "n3e1" not in cells_for(state, "send HR")


def test_ms_4_7_a_wolf_may_join_a_wolf() -> None:
    state = table(*FOREST, "WK n3", hands={0: "WR T60"})
    do(state, "send WR n4")
    assert [(area.wolves, area.hunters) for area in areas(state, "F")] == [(2, 0)]
