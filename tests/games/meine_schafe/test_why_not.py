"""An illegal action names the clause that it breaks."""

from __future__ import annotations

import re

import pytest

from sheepfold.games.meine_schafe.game import GAME
from sheepfold.games.meine_schafe.view import MeineSchafeView
from tests.games.meine_schafe.table import FOREST, do, new_game, table
from tests.games.refusals import Truth, assert_true, clause_of


def test_ms_1_3_nothing_fits_between_village_and_forest() -> None:
    state = table(*FOREST, "KKFY n2e1", hands={0: "T05 WK"})
    assert clause_of(state, "lay T05b n1e1 0") == "MS-1.3"
    assert clause_of(state, "send WK n1e1") == "MS-1.3"


def test_ms_1_8_a_tile_that_is_not_in_hand() -> None:
    state = table(*FOREST, hands={0: "T05"})
    assert clause_of(state, "lay T26b e1 0") == "MS-1.8"
    assert clause_of(state, "send WK n3") == "MS-1.8"


def test_ms_1_10_beyond_the_table() -> None:
    assert clause_of(table(hands={0: "T05"}, reach=2), "lay T05b n3 0") == "MS-1.10"


@pytest.mark.parametrize("text", ["draw T01", "colour red", "start 0"])
def test_ms_2_1_a_tile_is_laid_before_anything_is_drawn(text: str) -> None:
    assert clause_of(table(hands={0: "T26", 1: "T05"}), text) == "MS-2.1"


def test_ms_2_2_not_beside_a_tile_or_on_top_of_one() -> None:
    state = table("VVVB n1", hands={0: "T05"})
    assert clause_of(state, "lay T05b n2e1 0") == "MS-2.2"
    assert clause_of(state, "lay T05b n1 0") == "MS-2.2"


def test_ms_2_3_edges_that_do_not_match() -> None:
    assert clause_of(table("KVVV n1", hands={0: "T14"}), "lay T14a n2 1") == "MS-2.3"
    assert clause_of(table("KVVV n1", hands={0: "WK"}), "send WK n2") == "MS-2.3"
    assert clause_of(table("KVVV n1", hands={0: "T60"}), "show black e1") == "MS-2.3"


def test_ms_2_4_a_skip_while_a_tile_can_be_laid() -> None:
    assert clause_of(table(hands={0: "T26"}), "skip") == "MS-2.4"


def test_ms_3_1_others_only_interrupt_with_special_actions() -> None:
    state = table(hands={0: "T26", 1: "T05"})
    assert clause_of(state, "lay T05b n1 0", seat=1) == "MS-3.1"
    assert clause_of(state, "skip", seat=1) == "MS-3.1"
    assert clause_of(state, "draw T01", seat=1) == "MS-3.1"


def test_ms_3_2_nobody_interrupts_a_special_action() -> None:
    state = table(*FOREST, hands={0: "T60", 1: "WK WR T05"}, players=3)
    do(state, "1: send WK n3")
    assert clause_of(state, "out", seat=2) == "MS-3.2"
    assert clause_of(state, "lay T60a s1 0", seat=0) == "MS-3.2"


def test_ms_3_3_nobody_interrupts_a_turn_twice() -> None:
    state = table(*FOREST, hands={0: "T60", 1: "WK WR T05"})
    do(state, "1: send WK n3", "done", "draw T01")
    assert clause_of(state, "send WR n4", seat=1) == "MS-3.3"


def test_ms_3_7_no_special_action_to_end() -> None:
    assert clause_of(table(hands={0: "T26"}), "done") == "MS-3.7"


def test_ms_4_1_only_wolves_and_hunters_are_sent() -> None:
    assert clause_of(table(*FOREST, hands={0: "T05"}), "send T05 n3") == "MS-4.1"
    state = table(*FOREST, hands={0: "WK T05"})
    do(state, "send WK n3")
    assert clause_of(state, "lay T05b e1 0") == "MS-4.1"
    assert clause_of(state, "draw T01") == "MS-4.1"


def test_ms_4_4_a_hunter_on_a_tile_without_a_wolf() -> None:
    state = table(*FOREST, "WK n3", "HK n3", hands={0: "HR WR"})
    assert clause_of(state, "send HR n3") == "MS-4.4"
    assert clause_of(state, "lay HRa n2 0") == "MS-4.4"
    assert clause_of(state, "send WR n2") == "MS-2.2"


def test_ms_4_6_a_wolf_beside_a_hunter_and_a_hunter_beside_a_wolf() -> None:
    assert clause_of(table(*FOREST, "HK n3", hands={0: "WR"}), "send WR n4") == "MS-4.6"
    assert clause_of(table(*FOREST, "WK n3", hands={0: "HR"}), "lay HRa n4 0") == "MS-4.6"


def test_ms_5_1_a_colour_that_is_not_the_player_s_or_is_shown() -> None:
    state = table("KVVV n1", hands={0: "T60"})
    assert clause_of(state, "show red n2") == "MS-5.1"
    assert clause_of(table("KVVV n1", "black n2", hands={0: "T60"}), "show black n3") == "MS-5.1"


def test_ms_5_2_after_a_colour_a_tile_is_laid() -> None:
    state = table("KVVV n1", hands={0: "T60"})
    do(state, "show black n2", "draw T01")
    assert clause_of(state, "skip") == "MS-5.2"
    assert clause_of(state, "draw T05") == "MS-5.2"


def test_ms_5_4_a_colour_that_fits_nowhere() -> None:
    assert clause_of(table("VVVB n1", hands={0: "T60"}), "show black e1") == "MS-5.4"


def test_ms_6_1_a_player_who_is_out_or_in_a_special_action() -> None:
    state = table(*FOREST, hands={0: "T60", 1: "T14", 2: "WK T05"}, players=3, out=[1])
    assert clause_of(state, "out", seat=1) == "MS-6.1"
    do(state, "2: send WK n3")
    assert clause_of(state, "out", seat=2) == "MS-6.1"


def test_ms_6_2_a_player_without_tiles() -> None:
    state = table(*FOREST, hands={0: "T60", 2: "T05"}, players=3, out=[1])
    assert clause_of(state, "lay T14a n3 0", seat=1) == "MS-6.2"


@pytest.mark.parametrize("text", ["shear T26", "lay WKb n1 2"])
def test_no_clause_for_nonsense_and_equal_rotations(text: str) -> None:
    assert clause_of(table(hands={0: "T26 WK"}), text) is None


def test_no_clause_for_chance() -> None:
    assert clause_of(new_game(2), "lay T26b n1 0") is None
    assert clause_of(new_game(2), "draw T01") is None


def test_no_clause_before_the_first_turn() -> None:
    assert clause_of(new_game(2), "lay T26b n1 0", seat=0) is None


def place(cell: str) -> tuple[int, int]:
    """How far a place is to the east and to the north of the start tile."""
    ways = {"n": (0, 1), "s": (0, -1), "e": (1, 0), "w": (-1, 0)}
    parts = [(ways[way], int(steps)) for way, steps in re.findall(r"([nsew])(\d+)", cell)]
    return sum(way[0] * steps for way, steps in parts), sum(way[1] * steps for way, steps in parts)


def is_beside(view: MeineSchafeView, cell: str) -> bool:
    """Whether a place is empty and has a neighbour."""
    east, north = place(cell)
    laid = {(0, 0) if tile.tile == "start" else place(tile.cell) for tile in view.laid}
    return (east, north) not in laid and any(
        (east + one, north + other) in laid for one, other in ((0, 1), (1, 0), (0, -1), (-1, 0))
    )


def faced(view: MeineSchafeView, cell: tuple[int, int]) -> str:
    """What a place faces, clockwise from the top; '?' where nothing is."""
    east, north = cell
    laid = {(0, 0) if tile.tile == "start" else place(tile.cell): tile.edges for tile in view.laid}
    around = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    found = [laid.get((east + one, north + other), "????")[(way + 2) % 4] for way, (one, other) in enumerate(around)]
    return "".join(found)


def matches(view: MeineSchafeView, words: list[str]) -> bool:
    """Whether the edges of a tile fit its neighbours."""
    pairs = zip(faced(view, place(words[2])), edges_of(view, words), strict=True)
    return all(other in ("?", own) for other, own in pairs)


def fits_somewhere(view: MeineSchafeView, edges: str) -> bool:
    """Whether four equal edges fit beside some tile."""
    laid = {(0, 0) if tile.tile == "start" else place(tile.cell) for tile in view.laid}
    reach = range(-view.reach, view.reach + 1)
    empty = [faced(view, (east, north)) for east in reach for north in reach if (east, north) not in laid]
    return any(set(facing) - {"?"} == {edges[0]} for facing in empty)


def edges_of(view: MeineSchafeView, words: list[str]) -> str:
    """The edges of a tile as it would lie, clockwise from the top."""
    if words[0] == "show":
        return {"black": "K", "yellow": "Y", "red": "R", "blue": "B"}[words[1]] * 4
    name = words[1] if words[0] == "send" else words[1][:-1]
    [tile] = [tile for tile in view.hand if tile.tile == name]
    edges = tile.a if words[0] == "send" or words[1].endswith("a") else tile.b
    turn = int(words[3]) if words[0] == "lay" else 0
    return edges[-turn:] + edges[:-turn] if turn else edges


def beast_of(view: MeineSchafeView, words: list[str]) -> str | None:
    [beast] = [tile.beast for tile in view.hand if words[1].startswith(tile.tile)]
    return beast


def is_in_hand(view: MeineSchafeView, words: list[str]) -> bool:
    return (words[1] if words[0] == "send" else words[1][:-1]) in [tile.tile for tile in view.hand]


TRUTHS: dict[str, Truth] = {
    "MS-1.3": lambda view, _, words: is_beside(view, words[2]) and {"V", "F"} <= set(faced(view, place(words[2]))),
    "MS-1.8": lambda view, _, words: not is_in_hand(view, words),
    "MS-1.10": lambda view, _, words: max(map(abs, place(words[2]))) > view.reach,
    "MS-2.1": lambda view, seat, words: view.phase == "turn" and view.active == seat and words[0] in ("draw", "colour"),
    "MS-2.2": lambda view, _, words: not is_beside(view, words[2]),
    "MS-2.3": lambda view, _, words: not matches(view, words),
    "MS-2.4": lambda view, seat, words: words == ["skip"] and view.active == seat,
    "MS-3.1": lambda view, seat, words: view.phase == "turn" and view.active != seat and words[0] in ("lay", "skip"),
    "MS-3.2": lambda view, seat, _: view.special not in (None, seat),
    "MS-3.3": lambda view, seat, _: view.phase == "turn" and view.active != seat and seat not in view.may_act,
    "MS-3.7": lambda view, _, words: words == ["done"] and view.special is None,
    "MS-4.1": lambda view, _, words: (
        (words[0] == "send" and beast_of(view, words) is None) or (view.phase == "beasts" and words[0] != "send")
    ),
    "MS-4.4": lambda view, _, words: (
        beast_of(view, words) == "hunter"
        and [tile.beast for tile in view.laid if tile.cell == words[2]] not in ([], ["wolf"])
    ),
    "MS-4.6": lambda view, _, words: matches(view, words) and beast_of(view, words) is not None,
    "MS-5.1": lambda view, seat, words: (
        words[0] == "show" and (words[1] not in (view.table[seat].colours or []) or words[1] in view.table[seat].shown)
    ),
    "MS-5.2": lambda view, _, words: view.phase == "extra" and words[0] != "lay",
    "MS-5.4": lambda view, _, words: words[0] == "show" and not fits_somewhere(view, edges_of(view, words)),
    "MS-6.1": lambda view, seat, words: view.table[seat].out is not None or (view.special == seat and words == ["out"]),
    "MS-6.2": lambda view, seat, _: view.table[seat].out is not None and view.table[seat].hand == 0,
}


def test_in_random_games_every_clause_is_true() -> None:
    assert_true(GAME, TRUTHS)
