"""MS-1 Components and setup."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from sheepfold.core.components import parse_components
from sheepfold.core.errors import ComponentError, IllegalAction, NotationError, OptionError
from sheepfold.core.state import CHANCE
from sheepfold.games.meine_schafe.data import MeineSchafeComponents, Tiles
from sheepfold.games.meine_schafe.events import ColourDealt, ColoursTold, StartChosen, TileDrawn
from sheepfold.games.meine_schafe.game import GAME
from sheepfold.games.meine_schafe.state import MeineSchafe
from tests.games.events import of_kind
from tests.games.meine_schafe.table import (
    BLACK_PEN,
    BLACK_SHOWN,
    FOREST,
    OUR_FILE,
    YELLOW_SHOWN,
    areas,
    bag_of,
    cells_for,
    choices,
    components,
    dealt,
    do,
    error_message,
    hand_of,
    hand_sizes,
    new_game,
    only,
    pen_sizes,
    phase_of,
    table,
)

T01 = '{"id": "T01", "a": "KKBB", "b": "VVBB"}'
WK = '{"id": "WK", "a": "FFFF", "b": "KKKK", "beast": "wolf"}'


def test_ms_1_1_68_tiles_for_the_bag_with_four_wolves_and_four_hunters() -> None:
    beasts = Counter(tile.beast for tile in components().tiles.faces)
    assert beasts == {None: 60, "wolf": 4, "hunter": 4}
    assert new_game(2).view(None).bag == 68


def test_ms_1_1_a_tile_is_named_once() -> None:
    assert error_message(T01, T01.replace("T01", "T02")) == "the id 'T02' is taken"
    assert error_message(T01, T01.replace("T01", "T2")) == "the id 'T2' is taken"


def test_ms_1_1_there_are_enough_tiles_for_four_hands() -> None:
    parts = components()
    few = msgspec.structs.replace(parts, tiles=Tiles(status="assumed", faces=parts.tiles.faces[:15]))
    with pytest.raises(ComponentError, match="four hands are 16 tiles, here are 15"):
        parse_components(MeineSchafeComponents, msgspec.json.encode(few), "own.json")


def test_ms_1_2_an_edge_shows_one_of_six_motifs() -> None:
    assert {edge for tile in components().tiles.faces for edge in tile.a + tile.b} == set("KYRBVF")
    assert "KYRBVF" in error_message('"a": "KKBB", "b": "VVBB"', '"a": "KKBX", "b": "VVBB"')


def test_ms_1_2_a_side_has_four_edges() -> None:
    assert "KYRBVF" in error_message('"a": "KKBB", "b": "VVBB"', '"a": "KKB", "b": "VVBB"')


def test_ms_1_2_one_sheep_for_each_edge() -> None:
    assert [area.size for area in areas(table("KKVV n1"), "K")] == [2]
    assert [area.size for area in areas(table("KKVK n1"), "K")] == [3]


def test_ms_1_3_no_side_shows_both_village_and_forest() -> None:
    assert not [tile for tile in components().tiles.faces if any({"V", "F"} <= set(side) for side in (tile.a, tile.b))]
    assert error_message(T01, T01.replace("KKBB", "KVBF")) == "no side shows both village and forest"
    assert error_message(T01, T01.replace("VVBB", "FVBB")) == "no side shows both village and forest"


def test_ms_1_4_wolves_and_hunters_have_four_forest_edges_and_one_colour_on_the_back() -> None:
    beasts = [tile for tile in components().tiles.faces if tile.beast]
    assert {tile.a for tile in beasts} == {"FFFF"}
    backs = Counter((tile.beast, tile.b) for tile in beasts)
    assert backs == {(beast, letter * 4): 1 for beast in ("wolf", "hunter") for letter in "KYRB"}
    said = "a wolf or a hunter has forest on four edges of side a, FFFF"
    assert error_message(WK, WK.replace("FFFF", "FFFK")) == said


def test_ms_1_4_the_back_of_a_wolf_is_laid_as_sheep() -> None:
    state = table("KVVV n1", hands={0: "WK T60"})
    do(state, "lay WKb n2 0")
    assert [area.size for area in areas(state, "K")] == [5]
    assert not areas(state, "F")


def test_ms_1_5_our_faces_are_marked_as_assumed() -> None:
    assert components().tiles.status == "assumed"


def test_ms_1_5_custom_tiles_can_be_used() -> None:
    parts = parse_components(MeineSchafeComponents, OUR_FILE.replace("VVKK", "VVVV").encode(), "own.json")
    state = GAME.start(2, None, parts)
    assert isinstance(state, MeineSchafe)
    do(state, "colour black", "colour red", *(f"draw T{tile}" for tile in (26, *range(51, 58))), "start 0")
    assert cells_for(state, "lay T26b") == ["e1", "n1", "s1", "w1"]


def test_ms_1_6_the_start_tile_lies_in_the_middle() -> None:
    view = new_game(2).view(None)
    assert [(tile.cell, tile.tile, tile.edges, tile.beast) for tile in view.laid] == [("start", "start", "VVVV", None)]
    assert cells_for(dealt(), "lay T01b") == ["e1", "n1", "s1", "w1"]


def test_ms_1_6_it_shows_the_village_on_four_edges() -> None:
    assert error_message('"VVVV"', '"VVVK"') == "the start tile shows the village on four edges, VVVV"


def test_ms_1_7_each_player_gets_a_colour() -> None:
    state = new_game(3)
    assert choices(state) == ["colour black", "colour blue", "colour red", "colour yellow"]
    assert do(state, "colour blue") == [ColourDealt(0, "blue", "MS-1.7")]
    assert choices(state) == ["colour black", "colour red", "colour yellow"]
    assert do(state, "colour yellow", "colour black")[-1] == ColourDealt(2, "black", "MS-1.7")
    assert [state.view(seat).table[seat].colours for seat in range(3)] == [["blue"], ["yellow"], ["black"]]
    assert phase_of(state) == "drawing"


def test_ms_1_7_only_the_owner_sees_the_event() -> None:
    event = only(do(new_game(3), "colour blue"), ColourDealt)
    assert [event.seen_by(seat).colour for seat in (0, 1, 2, None)] == ["blue", None, None, None]


def test_ms_1_7_nobody_sees_the_colour_of_another() -> None:
    state = dealt(3)
    for observer in (0, 1, 2, None):
        known = [player.colours is not None for player in state.view(observer).table]
        assert known == [seat == observer for seat in range(3)]


def test_ms_1_7_the_last_of_four_colours_follows_from_the_others() -> None:
    state = table(*BLACK_SHOWN, *YELLOW_SHOWN, players=4)
    assert state.view(2).table[3].colours == ["blue"]
    assert state.view(3).table[2].colours == ["red"]
    assert [player.colours for player in state.view(None).table[2:]] == [None, None]
    assert [player.colours for player in state.view(0).table[2:]] == [None, None]


def test_ms_1_7_unused_colours_stay_hidden() -> None:
    state = table(*BLACK_SHOWN, *YELLOW_SHOWN, players=3)
    assert state.view(None).table[2].colours is None
    assert {state.resample(0, Random(seed)).colours[2][0] for seed in range(20)} == {2, 3}


def test_ms_1_7_sizes_are_public_and_the_tiles_are_not() -> None:
    state = table(players=2, hands={0: "T01 T02 T03", 1: "T04 WK"})
    for observer in (0, 1, None):
        view = state.view(observer)
        assert ([player.hand for player in view.table], view.bag) == ([3, 2], 63)
    assert (hand_of(state, 0), hand_of(state, 1)) == (["T01", "T02", "T03"], ["T04", "WK"])
    assert state.view(None).hand == []


def test_ms_1_7_laid_tiles_are_public() -> None:
    state = table(*FOREST, "blue n2w1", "WK n3", "HB n3", colours=["red", "blue"])
    laid = {tile.cell: (tile.tile, tile.side, tile.edges, tile.beast) for tile in state.view(None).laid}
    assert laid["n2"] == ("T51", "b", "FYKB", None)
    assert laid["n2w1"] == ("?", "", "BBBB", None)
    assert laid["n3"] == ("HB", "a", "FFFF", "hunter")


def test_ms_1_7_at_the_end_all_colours_are_made_known() -> None:
    state = table(*BLACK_PEN, hands={0: "T01", 1: "T02"}, colours=["red", "blue"])
    events = do(state, "out", "out")
    assert only(events, ColoursTold) == ColoursTold([["red"], ["blue"]], "MS-1.7")
    assert [player.colours for player in state.view(None).table] == [["red"], ["blue"]]


def test_ms_1_7_points_of_hidden_colours_are_only_the_bonus() -> None:
    state = table(*BLACK_PEN, players=3, out=[0, 1], active=2)
    assert state.scores() == [8, 3, 0]
    assert [state.view(seat).scores for seat in (0, 1, None)] == [[8, 3, 0], [6, 3, 0], [6, 3, 0]]


def test_ms_1_7_resampling_keeps_everything_visible() -> None:
    state = table(*BLACK_PEN, *YELLOW_SHOWN, players=3, hands={0: "T30 T31", 1: "T32 T33 T34", 2: "T35"})
    for seed in range(10):
        other = state.resample(0, Random(seed))
        assert other.view(0) == state.view(0)
        assert [other.colours[seat] for seat in (0, 1)] == [[0], [1]]
        assert sorted(other.bag + other.hands[1] + other.hands[2]) == sorted(
            state.bag + state.hands[1] + state.hands[2]
        )


def test_ms_1_7_resampling_varies_hidden_things() -> None:
    state = table(players=2, hands={0: "T30 T31", 1: "T32 T33 T34"})
    others = [state.resample(0, Random(seed)) for seed in range(40)]
    assert {other.colours[1][0] for other in others} == {1, 2, 3}
    assert len({tuple(hand_of(other, 1)) for other in others}) > 30
    assert {other.colours[0][0] for other in (state.resample(None, Random(seed)) for seed in range(40))} == {0, 1, 2, 3}
    assert len({tuple(hand_of(state.resample(None, Random(seed)), 0)) for seed in range(40)}) > 30


def test_ms_1_7_resampled_hands_are_sorted() -> None:
    state = table(players=2, hands={0: "T30", 1: "T32 T33 T34 T35 T36"})
    other = state.resample(0, Random(1))
    assert other.bag == sorted(other.bag)
    assert other.hands[1] == sorted(other.hands[1])


def test_ms_1_7_after_the_end_resampling_keeps_all_colours() -> None:
    state = table(players=3)
    do(state, "out", "out", "out")
    assert {tuple(map(tuple, state.resample(None, Random(seed)).colours)) for seed in range(10)} == {((0,), (1,), (2,))}


def test_ms_1_7_a_resampled_world_is_independent() -> None:
    state = table(*FOREST, players=3, hands={0: "WK WR HR T60", 1: "T59"})
    seen = [state.view(seat) for seat in range(3)]
    actions = ["2: out", "send WK n3", "send WR n4", "send HR n3", "done", "draw T50", "draw T49"]
    actions += ["1: show yellow n2e1", "draw T48", "done", "lay T60a s1 0", "draw T47", "out", "out"]
    events = do(state.copy(), *actions)
    assert [state.view(seat) for seat in range(3)] == seen
    do(state.resample(0, Random(1)), *actions[:5])
    assert [state.view(seat) for seat in range(3)] == seen
    assert do(state, *actions) == events


def test_ms_1_8_each_player_draws_four_tiles() -> None:
    state = new_game(3, start=0)
    do(state, "colour black", "colour blue", "colour red")
    for tile in range(1, 13):
        assert (phase_of(state), state.drawer, state.waiting_for()) == ("drawing", (tile - 1) // 4, [CHANCE])
        do(state, f"draw T{tile:02}")
    assert hand_sizes(state) == [4, 4, 4]
    assert hand_of(state, 1) == ["T05", "T06", "T07", "T08"]
    assert len(bag_of(state)) == 56
    assert phase_of(state) == "turn"


def test_ms_1_8_only_the_drawer_sees_the_tile() -> None:
    state = new_game(2)
    do(state, "colour black", "colour blue")
    event = only(do(state, "draw T17"), TileDrawn)
    assert event == TileDrawn(0, "T17", "MS-1.8")
    assert [event.seen_by(seat) for seat in (0, 1, None)] == [event, *[TileDrawn(0, None, "MS-1.8")] * 2]


def test_ms_1_8_the_owner_looks_at_both_sides() -> None:
    [first, second] = table(hands={0: "T17 WR"}).view(0).hand
    assert (first.tile, first.a, first.b, first.beast) == ("T17", "RRBB", "VKRR", None)
    assert (second.tile, second.a, second.b, second.beast) == ("WR", "FFFF", "RRRR", "wolf")


def test_ms_1_9_chance_picks_the_seat_that_begins() -> None:
    state = dealt(3, start=None)
    assert (phase_of(state), choices(state)) == ("starting", ["start 0", "start 1", "start 2"])
    assert do(state, "start 2") == [StartChosen(2, "MS-1.9")]
    assert (state.waiting_for(), state.active) == ([2], 2)


def test_ms_1_9_or_a_table_option() -> None:
    state = dealt(3, start=1)
    assert (phase_of(state), state.waiting_for()) == ("turn", [1])


@pytest.mark.parametrize("seat", [-1, 3])
def test_ms_1_9_a_seat_that_does_not_exist_cannot_begin(seat: int) -> None:
    with pytest.raises(OptionError, match=f"start is a seat from 0 to 2, not {seat}"):
        new_game(3, start=seat)


def test_ms_1_10_the_table_reaches_ten_cells_from_the_start_tile() -> None:
    state = new_game(2)
    assert (state.view(None).reach, state.setup.cells.count) == (10, 21 * 21)


def test_ms_1_10_nothing_is_laid_beyond_the_edge() -> None:
    state = table("VVVY n1", hands={0: "T01 WY"}, reach=1)
    assert cells_for(state, "lay T01b") == ["e1", "n1e1", "s1", "w1"]
    assert cells_for(table("VVVY n1", hands={0: "T01"}), "lay T01b") == ["e1", "n1e1", "n2", "s1", "w1"]
    with pytest.raises(IllegalAction):
        do(state, "lay T01b n2 0")


def test_ms_1_10_a_table_option_changes_it() -> None:
    assert new_game(2, reach=3).setup.cells.count == 7 * 7
    for reach in (0, 41):
        with pytest.raises(OptionError, match="reach"):
            new_game(2, reach=reach)


def test_ms_1_10_an_edge_that_faces_beyond_the_table_stays_open() -> None:
    state = table("KVVV n1", reach=1, colours=["black", "yellow"])
    assert [area.open for area in areas(state, "K")] == [1]
    assert (pen_sizes(state, "K"), state.scores()) == ([], [0, 0])


def test_ms_1_11_colours_then_tiles_then_the_start_seat() -> None:
    state = new_game(2)
    events = do(state, "colour black", "colour red", *(f"draw T{tile}" for tile in range(41, 49)), "start 0")
    assert [type(event) for event in events] == [*[ColourDealt] * 2, *[TileDrawn] * 8, StartChosen]
    assert [event.seat for event in of_kind(events, ColourDealt)] == [0, 1]
    assert [event.seat for event in of_kind(events, TileDrawn)] == [0, 0, 0, 0, 1, 1, 1, 1]


def test_ms_1_11_one_action_for_each_tile_drawn() -> None:
    state = table("KVVV n1", hands={0: "T26", 1: "T60"}, bag="T30 T31 T32")
    assert not of_kind(do(state, "lay T26b s1 0"), TileDrawn)
    assert choices(state) == ["draw T30", "draw T31", "draw T32"]
    assert state.waiting_for() == [CHANCE]


@pytest.mark.parametrize("text", ["lay T01c n1 0", "lay T01a n1 4", "lay T01a start 0", "lay T01a n0 0", "Out", "send"])
def test_ms_1_11_malformed_notation_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not an action of Meine Schafe, Deine Schafe"):
        GAME.parse(text)


def test_ms_1_1_no_three_hands_hold_every_village() -> None:
    parts = components()
    faces = [tile for tile in parts.tiles.faces if "V" in tile.a + tile.b][:12]
    faces += [tile for tile in parts.tiles.faces if "V" not in tile.a + tile.b]
    few = msgspec.structs.replace(parts, tiles=Tiles(status="assumed", faces=faces))
    with pytest.raises(ComponentError, match="three hands could hold all tiles with a village"):
        parse_components(MeineSchafeComponents, msgspec.json.encode(few), "own.json")


def test_ms_1_1_three_bonuses_in_the_components() -> None:
    assert error_message("[6, 3, 1]", "[6, 3]") == "a bonus for the first, the second and the third"


def test_ms_1_7_the_question_tiles_have_the_four_colours() -> None:
    said = error_message('["KKKK", "YYYY", "RRRR", "BBBB"]', '["KKKK", "YYYY", "RRRR", "RRRR"]')
    assert said == "the '?' tiles are KKKK, YYYY, RRRR, BBBB, in this order"
