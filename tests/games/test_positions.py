"""Positions of each game as text: what they leave out is computed, and what is wrong is named."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold import CHANCE, PositionError, read_position
from sheepfold.games.meine_schafe.state import MeineSchafe
from sheepfold.games.volle_wolle.state import VolleWolle

SS = "schafe-schubsen:3 laying 5 1A,2B 10,out,120 1,0,2 123,-,456 .,.,. -/-/- back5,change2 0 0 out=1"
VW = "volle-wolle:2 bidding 1 1,2 S07,S08,dog -/S09 .,S09 0,1 4,4 21,."
HB = "haste-bock:4 playing c9,a8/a9,b9/b8,c8/g3,i2/h2 n step1/step1/step1/step1 20 0,0,0,0 0 1"
MS = "meine-schafe:2 turn T15b2@n1,blue@n1e1,T14a3@n2 HY,T22/T43,T54,WR blue/yellow active=0"


def test_the_rest_of_the_cards_and_chips_is_in_the_draw_pile_and_the_stock() -> None:
    state = read_position(VW)
    assert isinstance(state, VolleWolle)
    assert state.waiting_for() == [1]
    assert (state.stock, state.deck_dogs) == (state.setup.chips - 8, state.setup.dogs - 2)
    assert len(state.middle) + len(state.legal_actions(1)) > 3


def test_the_rest_of_the_tiles_is_in_the_bag_and_the_meadow_has_its_areas() -> None:
    state = read_position(MS)
    assert isinstance(state, MeineSchafe)
    assert len(state.bag) == len(state.setup.tiles) - 2 - 5
    assert [tile.cell for tile in state.view(0).laid] == ["start", "n1", "n1e1", "n2"]
    assert state.view(1).table[0].shown == ["blue"]
    assert (state.waiting_for(), state.may_act()) == ([0], [1])


def test_an_unknown_hand_has_only_possible_tiles() -> None:
    """Skips have revealed that there are only four tiles that it can have."""
    known = read_position(MS)
    assert isinstance(known, MeineSchafe)
    names = [tile.name for tile in known.setup.tiles if tile.name not in ("T43", "T54", "WR", "WY")]
    misfit = "+".join(names)
    hidden = MS.replace("T43,T54,WR", "?,?,?") + f" misfits=.,./{misfit},same,same"
    for seed in range(5):
        state = read_position(hidden, Random(seed))
        assert isinstance(state, MeineSchafe)
        hand = {state.setup.tiles[tile].name for tile in state.hands[1]}
        assert len(hand) == 3
        assert hand <= {"T43", "T54", "WR", "WY"}
    with pytest.raises(PositionError, match="'misfits' cannot be"):
        read_position(hidden.replace("?,?,?", "?,?,?,?,?").replace("same,same", "same,same,same,same"), Random(1))


@pytest.mark.parametrize(
    ("line", "before", "after", "message"),
    [
        (SS, "laying", "sleeping", "'phase' cannot be 'sleeping', but one of layout, start, laying, "),
        (SS, "1A,2B", "1A,3B", "'boards' cannot be '3B', but one of 1A, 1B, 2A, 2B"),
        (SS, "1A,2B", "1A", "'boards' must have 2 entries, not 1"),
        (SS, "10,out", "10,lost", "'sheep"),
        (SS, "123", "122", "'hands' cannot be '122', but different digits"),
        (SS, ".,.,.", "1234,.,.", "'laid' cannot be '1234', but one to three different digits"),
        (SS, "123,-,456 .,.,.", "-,-,456 ?,.,.", "'laid' cannot be '?', but '.' if a seat has no cards"),
        (SS, "back5", "back6", "'supply' cannot be 'back6', but one of back5, "),
        (SS, "out=1", "out=7", "'out' cannot be '7', but a seat from 0 to 2, or '.'"),
        (SS, "out=1", "out=1,1", "'out' cannot be '1,1', but different seats"),
        (SS, "out=1", "out=1 distances=5", "'distances' must have 3 entries, not 1"),
        (SS, "120", "10", "it breaks 'only the start field is shared'"),
        (SS, "laying", "clovers", "'active' cannot be '.', but the seat that the game waits for"),
        (VW, "21,.", "27,.", "'bids' cannot be '27', but one of 14, "),
        (VW, "1,2 ", "1 ", "'boards' must have 2 entries, not 1"),
        (VW, "S07,S08", "S07,S09", "'herds' cannot be 'S09', but a card that is nowhere else"),
        (VW, "-/S09", "-/S09,dog", "'herds' cannot be 'dog', but sheep"),
        (VW, "0,1", "0,9", "dogs and"),
        (VW, "21,.", "21,. throw=4", "'throw' cannot be '4', but at most 3"),
        (VW, "21,.", "21,. turn=9", "'turn' cannot be '9', but at most 3"),
        (VW, "4,4", "400,4", "it breaks 'chips stay in play'"),
        (HB, "c9,a8/", "", "'flock' must have 5 entries, not 4"),
        (HB, "c9,a8", "c9", "'flock' must have 2 entries, not 1"),
        (HB, "c9,a8", "c9,j8", "'flock' cannot be 'j8', but one of "),
        (HB, " n ", " ne ", "'facing' cannot be 'ne', but one of n, e, s, w"),
        (HB, "c9,a8", "c9,c9", "it breaks 'every sheep has a field of its own'"),
        (HB, "playing", "layout", "'flock' must have 0 entries, not 5"),
        (MS, "T15b2@n1", "T15b2", "'meadow' cannot be 'T15b2', but a tile where it fits"),
        (MS, "T15b2@n1", "T15b2@n7", "'meadow' cannot be 'T15b2@n7', but a tile where it fits"),
        (MS, "T15b2@n1", "T99b2@n1", "'meadow' cannot be 'T99', but one of "),
        (MS, "T15b2@n1,", "T15b2@n1,WKa0+T01@n2,", "'meadow' cannot be "),
        (MS, "HY,T22", "HY,?", "'hands' cannot be 'HY,?', but known, or only '?'"),
        (MS, "HY,T22", "HY,T15", "it breaks 'every tile is in one place'"),
        (MS, "blue/yellow", "blue/blue", "it breaks 'colours have one owner'"),
        (MS, "blue/yellow", "blue/-", "'colours' must have 1 entries, not 0"),
        (MS, "active=0", "active=0 misfits=.,.", "'misfits' must have 2 entries, not 1"),
        (MS, "active=0", "active=0 misfits=./.,.,.", "'misfits' must have 2 entries, not 1"),
        (MS, "HY,T22", "-", "it breaks 'players in the game have tiles'"),
    ],
)
def test_a_bad_position_is_refused_with_the_field_or_the_law(line: str, before: str, after: str, message: str) -> None:
    assert read_position(line).waiting_for() != [CHANCE]
    assert before in line
    with pytest.raises(PositionError) as refused:
        read_position(line.replace(before, after, 1), Random(1))
    assert message in str(refused.value)
