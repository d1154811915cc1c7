"""What views show besides the cards on the table: results, help, earned cards and the settlement."""

from __future__ import annotations

import pytest

from sheepfold.games.volle_wolle.events import Settled, SheepPutBack, Total
from sheepfold.games.volle_wolle.state import VolleWolle
from sheepfold.games.volle_wolle.view import Line, Reach, Receipt, Throw
from tests.games.events import of_kind
from tests.games.volle_wolle.table import bid_all, choices, do, new_game, phase_of, play_on, table, throw

PLUS_1 = "S32"
PLUS_2 = "S28"
MINUS_2 = "S51"
MIDDLE = ["S37", "S38", "S43", "S49"]


def seen(state: VolleWolle) -> Throw:
    found = state.view(None).throw
    assert found is not None
    return found


def first_throw(dice: str, *, top: str | None = None, chips: int = 0, bid: int = 20) -> Throw:
    state = table(3, MIDDLE, bids=[bid, 14, 14], tops={0: top} if top else None, chips=[chips, 0, 0], boards=[1, 2, 3])
    throw(state, dice)
    return seen(state)


@pytest.mark.parametrize(("top", "result"), [(None, 15), (PLUS_2, 15), (MINUS_2, 13)])
def test_the_result_is_the_sum_minus_the_minus(top: str | None, result: int) -> None:
    assert first_throw("5 5 5", top=top, bid=26).result == result


def test_there_is_no_result_before_the_roll() -> None:
    state = table(3, MIDDLE, bids=[26, 14, 14], chips=[0, 0, 0])
    assert (seen(state).dice, seen(state).result) == ([None, None, None], None)
    throw(state, "5 5 5")
    do(state, "leave d12")
    assert (seen(state).dice, seen(state).result) == ([5, None, None], None)


def test_each_throw_shows_what_it_earns_and_how_many_may_follow() -> None:
    state = table(3, MIDDLE, bids=[26, 14, 14], chips=[0, 0, 0])
    throws = [(seen(state).earns, seen(state).more)]
    for dice, leave in [("1 1 1", "leave d12"), (". 1 1", "leave d10")]:
        throw(state, dice)
        do(state, leave)
        throws.append((seen(state).earns, seen(state).more))
    assert throws == [(3, 2), (2, 1), (1, 0)]


def test_no_throw_earns_more_cards_than_there_are() -> None:
    assert seen(table(3, ["S37"], bids=[20, 14, 14])).earns == 1


@pytest.mark.parametrize(
    ("top", "chips", "reach"),
    [
        (None, 2, None),
        (None, 3, Reach(plus=0, chips=3, result=20)),
        (PLUS_1, 2, Reach(plus=1, chips=2, result=20)),
        (MINUS_2, 5, Reach(plus=0, chips=5, result=20)),
    ],
)
def test_help_for_the_bid_has_its_price(top: str | None, chips: int, reach: Reach | None) -> None:
    found = first_throw("7 5 5", top=top, chips=chips)
    assert (found.reach_bid, found.reach_14) == (reach, None)


def test_a_plus_can_make_more_than_is_needed() -> None:
    assert first_throw("9 5 5", top=PLUS_2).reach_bid == Reach(plus=2, chips=0, result=21)


def test_used_help_is_shown_while_cards_are_chosen() -> None:
    state = table(3, MIDDLE, bids=[20, 14, 14], tops={0: PLUS_1}, chips=[2, 0, 0])
    throw(state, "7 6 5")
    do(state, "reach bid")
    assert (phase_of(state), state.chips[0]) == ("taking", 1)
    assert (seen(state).result, seen(state).reach_bid) == (18, Reach(plus=1, chips=1, result=20))


def test_a_bid_reached_without_help_shows_no_help() -> None:
    found = first_throw("12 5 5", top=PLUS_2, chips=2)
    assert (found.result, found.reach_bid, found.reach_14) == (22, None, None)


def test_declined_help_is_no_longer_shown() -> None:
    state = table(3, MIDDLE, bids=[20, 14, 14], chips=[3, 0, 0])
    throw(state, "7 5 5")
    do(state, "decline")
    assert (phase_of(state), seen(state).reach_bid) == ("leaving", None)


@pytest.mark.parametrize(
    ("bid", "top", "eight", "reach_bid", "reach_14"),
    [
        (20, None, 1, None, Reach(plus=0, chips=2, result=14)),
        (20, PLUS_2, 1, None, Reach(plus=2, chips=0, result=14)),
        (15, PLUS_2, 2, Reach(plus=2, chips=0, result=15), Reach(plus=0, chips=1, result=14)),
    ],
)
def test_just_14_has_its_price_too(
    bid: int, top: str | None, eight: int, reach_bid: Reach | None, reach_14: Reach
) -> None:
    state = table(3, ["S13", *MIDDLE[1:]], bids=[bid, 14, 14], tops={0: top} if top else None, chips=[2, 0, 0])
    for dice, leave in [("6 1 1", "leave d12"), (". 5 1", "leave d10")]:
        throw(state, dice)
        if phase_of(state) == "help":
            do(state, "decline")
        do(state, leave)
    throw(state, f". . {eight}")
    assert (seen(state).reach_bid, seen(state).reach_14) == (reach_bid, reach_14)
    assert ("reach 14" in choices(state), "reach bid" in choices(state)) == (True, reach_bid is not None)


def test_the_settlement_is_shown_only_at_the_end() -> None:
    state = table(2, ["S37", "S38", "S49"], bids=[20, 14], chips=[1, 3], dogs={1: 1}, deck=[])
    assert state.view(None).settlement is None
    throw(state, "12 10 8")
    do(state, "top S37")
    dog = [Line(what="dog", count=1, points=9), Line(what="most dogs", count=1, points=-5)]
    assert state.view(None).settlement == [
        Receipt(
            gone=["S37", "S38"], lines=[Line(what="white", count=1, points=6), Line(what="chips", count=1, points=1)]
        ),
        Receipt(gone=[], lines=[*dog, Line(what="chips", count=3, points=3)]),
    ]


def test_after_the_end_there_are_no_bids_and_there_is_no_order() -> None:
    state = table(2, ["S37", "S38", "S49"], bids=[20, 14], deck=[])
    assert state.view(None).order == [0, 1]
    throw(state, "12 10 8")
    do(state, "top S37")
    seen = state.view(None)
    assert (seen.phase, seen.order, seen.active, seen.throw) == ("over", [], None, None)
    assert [(player.has_bid, player.bid) for player in seen.table] == [(False, None)] * 2


@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_settlement_agrees_with_the_events(players: int) -> None:
    state = new_game(players)
    events = play_on(state, seed=players)
    last = state.view(None)
    assert last.settlement is not None
    for seat, receipt in enumerate(last.settlement):
        lines = [
            Line(what=line.what, count=line.count, points=line.points)
            for line in of_kind(events, Settled)
            if line.seat == seat
        ]
        gone = [card for event in of_kind(events, SheepPutBack) if event.seat == seat for card in event.cards]
        assert receipt == Receipt(gone=gone, lines=lines)
        assert last.scores[seat] == sum(line.points for line in lines)
    assert [event.points for event in of_kind(events, Total)] == last.scores


def test_before_bids_are_shown_there_is_no_throw() -> None:
    state = table(3, MIDDLE)
    bid_all(state, 20, 14)
    assert state.view(0).throw is None
