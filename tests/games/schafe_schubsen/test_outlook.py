"""Where moves end, who may push whom, the devil and the angel: compared with every way to lay the cards."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from sheepfold import Event
from sheepfold.games.schafe_schubsen import events
from sheepfold.games.schafe_schubsen.actions import Lay, lays_of
from sheepfold.games.schafe_schubsen.board import OUT
from sheepfold.games.schafe_schubsen.game import GAME
from sheepfold.games.schafe_schubsen.phases import TAKING, TURNING
from sheepfold.games.schafe_schubsen.state import SchafeSchubsen
from tests.games.outlooks import facts, ids, play_on, the_fact
from tests.games.schafe_schubsen.table import dyke, new_game


def staying_lays(state: SchafeSchubsen, seat: int) -> list[Lay]:
    lays = [lay for lay in lays_of(state.hand[seat]) if isinstance(lay, Lay)]
    return [lay for lay in lays if state.field[seat] + lay.distance < 200]


def all_rounds(state: SchafeSchubsen, seat: int, lay: str) -> list[list[Event]]:
    """The events of this round for every way in which the others can lay their cards without leaving the dyke."""
    others = [other for other in state.waiting_for() if other != seat]
    own = GAME.parse(f"lay {lay}")
    found = []
    for lays in product(*[staying_lays(state, other) for other in others]):
        after = state.copy()
        happened = after.act(seat, own)
        for other, other_lay in zip(others, lays, strict=True):
            happened += after.act(other, other_lay)
        while after.phase == TURNING:  # whichever side comes up
            happened += after.act(after.active, after.legal_actions(after.active)[0])
        found.append(happened)
    return found


def gets_the_devil(happened: list[Event], seat: int) -> bool:
    return any(isinstance(one, events.RingLost) and one.clause == "SS-6.1" and one.seat == seat for one in happened)


def gets_the_angel(happened: list[Event], seat: int) -> bool:
    last = [one.seat for one in happened if isinstance(one, events.AngelMoved)]
    return last[-1] == seat if last else seat == 0  # the start player has it until somebody takes it


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_devil_and_the_angel_count_every_way_to_lay(seat: int) -> None:
    state = dyke([5, 15, 30], hands={0: "0147", 1: "0147", 2: "0148"}, rings={0: 5, 1: 5, 2: 5})
    told = facts(GAME, state, seat, "devil") + facts(GAME, state, seat, "angel")
    assert {fact.id for fact in told} == {"devil", "angel"}
    for fact in told:
        lay = next(lay for lay in staying_lays(state, seat) if lay.distance == fact.values["distance"])
        rounds = all_rounds(state, seat, lay.digits)
        gets = gets_the_devil if fact.id == "devil" else gets_the_angel
        assert fact.chance == pytest.approx(sum(gets(one, seat) for one in rounds) / len(rounds))


def test_named_distances_are_the_first_below_a_risk_and_above_a_hope() -> None:
    state = dyke([5, 15, 30])
    devils, angels = facts(GAME, state, 0, "devil"), facts(GAME, state, 0, "angel")
    assert devils[0].values["distance"] == 0
    for limit, fact in zip((0.5, 0.1), devils[1:], strict=True):
        assert fact.chance is not None
        assert fact.chance <= limit
    assert angels[-1].values["distance"] == 194
    assert all((fact.chance or 0) >= limit for limit, fact in zip((0.1, 0.5), angels[:2], strict=True))


def test_after_laying_the_chances_are_those_of_the_cards_laid() -> None:
    state = dyke([5, 15, 30], hands={0: "0147", 1: "0147", 2: "0148"})
    before = all_rounds(state, 1, "41")
    state.apply(1, GAME.parse("lay 41"))
    devil = the_fact(GAME, state, 1, "devil")
    assert devil.values == {"distance": 41}
    assert devil.chance == pytest.approx(sum(gets_the_devil(one, 1) for one in before) / len(before))


def test_somebody_may_land_where_the_sheep_is() -> None:
    """Seat 0 moves before seat 1, and seat 2 later. Nobody is in the way of anybody else."""
    state = dyke([5, 19, 100], hands={0: "0149", 1: "0129", 2: "0123"}, water={"1A": [20]})
    here = the_fact(GAME, state, 1, "push-here")
    assert here.values == {"field": 19, "next": 20, "ground": "water", "players": 1}
    rounds = all_rounds(state, 1, "9")
    pushed = [any(isinstance(one, events.Pushed) and one.seat == 1 for one in happened) for happened in rounds]
    assert here.chance == pytest.approx(sum(pushed) / len(pushed))
    assert 0 < sum(pushed) < len(pushed)


def test_somebody_may_land_where_the_sheep_goes() -> None:
    state = dyke([150, 19, 5], hands={0: "0123", 1: "0129", 2: "0123"})
    state.apply(1, GAME.parse("lay 9"))
    there = the_fact(GAME, state, 1, "push-there")
    assert there.values["field"] == 28
    rounds = all_rounds(dyke([150, 19, 5], hands={0: "0123", 1: "0129", 2: "0123"}), 1, "9")
    pushed = [any(isinstance(one, events.Pushed) and one.seat == 1 for one in happened) for happened in rounds]
    assert there.chance == pytest.approx(sum(pushed) / len(pushed))
    ways = staying_lays(state, 2)
    assert sum(pushed) / len(pushed) == 2 / len(ways)  # 23 and 023


def test_nothing_is_said_where_nobody_can_land() -> None:
    state = dyke([5, 19, 100], hands={0: "0123", 1: "0129"})
    assert "push-here" not in ids(GAME, state, 1)  # 14 fields to go, without a 4


def test_nobody_is_pushed_off_the_shared_start() -> None:
    assert not {"push-here", "push-there"} & ids(GAME, new_game(3, layout="1A 2A", start=0), 1)


def test_endings_are_those_of_every_distance() -> None:
    state = dyke([5, 12, 90], hands={0: "0279"}, water={"1A": [7, 95], "2A": [2]})
    told = {str(fact.values["ending"]): fact for fact in facts(GAME, state, 0, "ending")}
    counts = dict.fromkeys(["dry", "push", "water", "stay"], 0)
    for distance in sorted({lay.distance for lay in staying_lays(state, 0)}):
        after = state.copy()
        happened = after.act(0, next(lay for lay in staying_lays(state, 0) if lay.distance == distance))
        for other, digits in ((1, "0"), (2, "0")):
            happened += after.act(other, GAME.parse(f"lay {digits}"))
        wet = any(isinstance(one, events.RingLost) and one.seat == 0 and one.clause == "SS-4.3" for one in happened)
        pushes = any(isinstance(one, events.Pushed) for one in happened)
        counts["stay" if not distance else "water" if wet else "push" if pushes else "dry"] += 1
    assert {ending: fact.values["distances"] for ending, fact in told.items()} == counts
    assert sum(fact.chance or 0 for fact in told.values()) == pytest.approx(1)


def test_a_sheep_that_cannot_stay_on_the_dyke_is_told() -> None:
    state = dyke([199, 12, 90], hands={0: "5679"})
    assert the_fact(GAME, state, 0, "off").seat == 0
    assert not {"ending", "devil", "angel"} & ids(GAME, state, 0)


def test_hands_are_what_everyone_could_remember() -> None:
    state = dyke([5, 15, 30], hands={1: "0147"})
    assert the_fact_about(state, 0, 1) == "0 1 4 7"
    state.apply(1, GAME.parse("lay 41"))
    assert the_fact_about(state, 0, 1) == "0 1 4 7"  # face down
    state.apply(0, GAME.parse("lay 1"))
    state.apply(2, GAME.parse("lay 1"))
    assert the_fact_about(state, 0, 1) == "0 7"
    [angel] = state.waiting_for()
    state.apply(angel, state.legal_actions(angel)[0])
    assert the_fact_about(state, 0, 1) == "0 1 2 3 4 5 6 7 8 9"  # SS-6.3


def the_fact_about(state: SchafeSchubsen, seat: int, other: int) -> object:
    [fact] = [fact for fact in facts(GAME, state, seat, "hand") if fact.seat == other]
    return fact.values["digits"]


def test_sheep_that_are_out_are_left_out() -> None:
    state = dyke([5, 15, 30, OUT])
    assert {fact.seat for fact in facts(GAME, state, 0, "hand")} == {1, 2}
    assert ids(GAME, state, 3) == {"hand", "rounds"}


@pytest.mark.parametrize("players", [3, 5, 8])
def test_no_game_has_more_rounds_than_told(players: int) -> None:
    for seed in range(5):
        state, rng, last = new_game(players), Random(seed), 10**6
        while state.outcome() is None:
            for fact in facts(GAME, state, 0, "rounds"):
                done = state.round if state.phase == TAKING else state.round - 1
                last = min(last, done + int(fact.values["most"]))
            play_on(state, rng)
        assert state.round <= last


def test_the_most_rounds_are_one_for_each_ring_and_sheep() -> None:
    assert the_fact(GAME, dyke([5, 15, 30], rings={0: 0, 1: 0, 2: 0}), 0, "rounds").values == {"most": 1}
    assert the_fact(GAME, dyke([5, 15, 30, 40], rings={0: 1, 1: 0, 2: 2, 3: 0}), 0, "rounds").values == {"most": 5}
