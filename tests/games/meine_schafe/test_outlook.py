"""Unseen tiles, pens that can be closed, wolves, and the bonus."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from sheepfold.games.meine_schafe.actions import Lay
from sheepfold.games.meine_schafe.areas import is_closed_pen
from sheepfold.games.meine_schafe.faces import BEASTS, HUNTER, WOLF
from sheepfold.games.meine_schafe.game import GAME
from sheepfold.games.meine_schafe.motifs import COLOURS
from sheepfold.games.meine_schafe.outlook import closing_tiles, gaps_of, pen, unseen_tiles
from sheepfold.games.meine_schafe.phases import TURN
from sheepfold.games.meine_schafe.state import MeineSchafe
from tests.games.meine_schafe.table import FOREST, RING, new_game, table
from tests.games.outlooks import facts, ids, play_on, the_fact


def turns(players: int, seed: int) -> list[MeineSchafe]:
    """The positions of a random game in which somebody is about to lay a tile."""
    state, rng, found = new_game(players), Random(seed), []
    while state.outcome() is None:
        if state.phase == TURN:
            found.append(state.copy())
        play_on(state, rng)
    return found


def closes(state: MeineSchafe, tile: int, edge: int, cell: int) -> bool:
    """Whether the active player could close the pen with this tile if it were their hand."""
    trial = state.copy()
    seat = trial.active
    trial.hands[seat] = [tile]
    for action in trial.legal_actions(seat):
        if isinstance(action, Lay) and action.cell == cell:
            after = trial.copy()
            after.meadow.lay(cell, after.setup.faces[action.face])
            if is_closed_pen(after.meadow.areas[after.meadow.root(edge)]):
                return True
    return False


def test_closing_tiles_are_those_whose_lays_close_the_pen() -> None:
    compared = 0
    for state in turns(3, 1)[::6]:
        meadow = state.meadow
        seat = state.active
        unseen = unseen_tiles(state, seat)
        for root in meadow.roots():
            gaps, blocked = gaps_of(state, root)
            if len(gaps) == 1 and not blocked and meadow.areas[root] & 7 < len(COLOURS):
                count = sum(closes(state, tile, root, gaps[0]) for tile in unseen[::5])
                assert closing_tiles(state, unseen[::5], root, gaps[0]) == count
                compared += 1
            if compared >= 12:
                return
    assert compared > 5


def test_a_pen_with_one_gap_tells_how_many_tiles_close_it() -> None:
    state = table(*RING, colours=["black", "yellow"], hands={0: "T01", 1: "T02"})
    told = next(fact for fact in facts(GAME, state, 0, "pen-one") if fact.values["sheep"] == 1)
    assert told.values["unseen"] == len(state.bag) + 1
    assert told.chance == pytest.approx(int(told.values["tiles"]) / int(told.values["unseen"]))


def test_skips_leave_the_count_and_take_the_chance() -> None:
    state = table(*RING, colours=["black", "yellow"], hands={0: "T01", 1: "T02"})
    before = facts(GAME, state, 0, "pen-one")
    state.misfits[1] = [1]
    after = facts(GAME, state, 0, "pen-one")
    assert [fact.values for fact in before] == [fact.values for fact in after]
    assert all(fact.chance is not None for fact in before)
    assert all(fact.chance is None for fact in after)
    assert all(fact.chance is None for fact in facts(GAME, state, 0, "beast"))


@pytest.mark.parametrize("players", [2, 4])
def test_a_pen_that_is_stuck_is_never_closed(players: int) -> None:
    stuck_in_all = 0
    for seed in range(3):
        state, rng = new_game(players, reach=3), Random(seed)
        stuck: set[int] = set()
        while state.outcome() is None:
            if state.phase == TURN:
                unseen = unseen_tiles(state, state.active)
                for root, area in enumerate(state.meadow.areas):
                    if state.meadow.parent[root] == root and area & 7 < len(COLOURS) and not is_closed_pen(area):
                        told = pen(state, state.active, unseen, root)
                        if told.id == "pen-stuck":
                            stuck.add(root)
            play_on(state, rng)
        assert not [edge for edge in stuck if is_closed_pen(state.meadow.areas[state.meadow.root(edge)])]
        stuck_in_all += len(stuck)
    assert stuck_in_all


def test_the_chance_that_somebody_has_a_wolf_counts_all_hands() -> None:
    state = table("KVVV n1", hands={0: "T01", 1: "T02 T03 WK"}, bag="WY HK T04 T05 T06")
    unseen = unseen_tiles(state, 0)
    assert len(unseen) == 8
    hands = list(combinations(unseen, 3))
    for fact, beast in zip(facts(GAME, state, 0, "beast"), (WOLF, HUNTER), strict=True):
        assert fact.values["beast"] == BEASTS[beast]
        beasts = {tile for tile in unseen if state.setup.tiles[tile].beast == beast}
        assert fact.values["count"] == len(beasts)
        assert fact.chance == pytest.approx(sum(not beasts.isdisjoint(hand) for hand in hands) / len(hands))
    assert the_fact(GAME, state, 0, "unseen").values == {"unseen": 8, "bag": 5, "hands": 3}


def test_a_wolf_can_come_where_a_forest_is_open_and_unguarded() -> None:
    """The pen of two black sheep in n1 and n2 borders on the forest of n2."""
    laid = ["KVVV n1", "YFKR n2"]
    open_to_wolves = table(*laid, colours=["black", "yellow"], own=["YFKR"])
    told = the_fact(GAME, open_to_wolves, 0, "pen-wolf")
    assert (told.values["sheep"], told.values["wolves"]) == (2, 4)
    wolves = [action.text for action in with_hand(open_to_wolves, "WK").legal_actions(0)]
    assert "lay WKa n2e1 0" in wolves
    guarded = table(*laid, "HK n2e1", colours=["black", "yellow"], own=["YFKR"])
    assert the_fact(GAME, guarded, 0, "pen-safe").values["sheep"] == 2
    assert "pen-wolf" not in ids(GAME, guarded, 0)
    elsewhere = table(*FOREST, colours=["black", "yellow"])
    assert "pen-wolf" not in ids(GAME, elsewhere, 0)


def with_hand(state: MeineSchafe, name: str) -> MeineSchafe:
    other = state.copy()
    other.hands[0] = [next(number for number, tile in enumerate(state.setup.tiles) if tile.name == name)]
    return other


def test_the_bonus_is_that_of_the_next_player_who_goes_out() -> None:
    state = table("KVVV n1", "YBKR n2", players=3)
    assert the_fact(GAME, state, 0, "bonus").values == {"pen": 2, "bonus": 6, "points": 8}
    state = table("KVVV n1", "YBKR n2", players=3, out=[2])
    assert the_fact(GAME, state, 0, "bonus").values == {"pen": 2, "bonus": 3, "points": 5}
    assert facts(GAME, state, 2, "bonus") == []
    state = table("KVVV n1", "YBKR n2", players=3, out=[2, 1])
    assert the_fact(GAME, state, 0, "bonus").values == {"pen": 2, "bonus": 0, "points": 2}
    assert facts(GAME, table("KVVV n1", variant="maehr"), 0, "bonus") == []


def test_before_the_deal_there_is_no_outlook() -> None:
    assert ids(GAME, new_game(3), 0) == set()
