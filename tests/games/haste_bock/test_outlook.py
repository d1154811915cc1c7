"""Panics, the die, the next scoring, and who can still catch up."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold import CHANCE
from sheepfold.games.haste_bock.actions import Play
from sheepfold.games.haste_bock.game import GAME
from sheepfold.games.haste_bock.phases import PLAYING, ROLLING, WALKING
from sheepfold.games.haste_bock.state import HasteBock
from tests.games.haste_bock.table import new_game
from tests.games.outlooks import facts, ids, play_on, the_fact


def positions(players: int, seed: int, phase: int) -> list[HasteBock]:
    """The positions of a random game that are in this phase."""
    state, rng, found = new_game(players), Random(seed), []
    while state.outcome() is None:
        if state.phase == phase:
            found.append(state.copy())
        play_on(state, rng)
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_best_turn_is_the_best_of_all(players: int) -> None:
    told = 0
    for state in positions(players, 1, PLAYING):
        seat = state.active
        gains = []
        for action in state.legal_actions(seat):
            after = state.copy()
            after.apply(seat, action)
            ends = [after]
            if after.waits_for(seat) and after.active == seat and after.steps and after.stone == state.stone:
                ends = []
                for walk in after.legal_actions(seat):
                    end = after.copy()
                    end.apply(seat, walk)
                    ends.append(end)
            gains.append(max(end.score[seat] - state.score[seat] for end in ends))
        for fact in facts(GAME, state, seat, "best"):
            told += 1
            assert fact.values == {"points": max(gains), "plays": gains.count(max(gains)), "all": len(gains)}
        if max(gains) <= 0:
            assert facts(GAME, state, seat, "best") == []
    assert told > 3


@pytest.mark.parametrize("players", [2, 4])
def test_each_side_of_the_die_is_tried(players: int) -> None:
    """HB-3.1, HB-4.4 Play every throw and every ram, and look at what the view says the sheep are worth then."""
    for state in positions(players, 2, ROLLING):
        for seat in range(players):
            now = state.view(seat).worth[seat]
            told = {fact.values["colour"]: fact for fact in facts(GAME, state, seat, "die")}
            assert len(told) == len(state.legal_actions(CHANCE)) == 6
            counted = 0
            for roll in state.legal_actions(CHANCE):
                thrown = state.copy()
                thrown.apply(CHANCE, roll)
                worths = []
                for action in thrown.legal_actions(state.active) if thrown.colour >= 0 else []:
                    assert isinstance(action, Play)
                    after = thrown.copy()
                    after.apply(state.active, action)
                    worths.append(after.view(seat).worth[seat])
                fact = told[roll.text.removeprefix("roll ")]
                assert fact.values["ways"] == len(worths)
                assert (fact.values["least"], fact.values["most"]) == (min(worths or [now]), max(worths or [now]))
                counted += max(worths or [now]) > now if seat == state.active else min(worths or [now]) < now
            summary = the_fact(GAME, state, seat, "gain" if seat == state.active else "harm")
            assert summary.values["sides"] == counted
            assert summary.chance == pytest.approx(counted / 6)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_panics_are_the_steps_that_lead_to_one(players: int) -> None:
    for seed in range(3):
        for state in positions(players, seed, PLAYING):
            told = {fact.values["steps"] for fact in facts(GAME, state, 0, "panic")}
            assert told == steps_to_panic(state)
            assert ("die" in ids(GAME, state, 0)) == bool(told)


def steps_to_panic(state: HasteBock) -> set[int]:
    """Play the whole turn in every possible way."""
    found: set[int] = set()
    for action in state.legal_actions(state.active):
        after = state.copy()
        after.apply(state.active, action)
        ends = [after]
        if after.phase == WALKING:
            ends = []
            for walk in after.legal_actions(state.active):
                end = after.copy()
                end.apply(state.active, walk)
                ends.append(end)
        found |= {end.stone - state.stone for end in ends if end.phase == ROLLING}
    return found


def test_hb_4_5_a_card_that_cannot_be_played_leads_to_no_panic() -> None:
    state = GAME.position(
        "haste-bock:4 playing g1,g2/g8,g7/g3,g9/g6,g5/g4 w ram2,trough3:2,turn1/ram2,trough3:2,turn1/"
        "ram2,straight1,trough3,turn1/leap3,ram2,trough3 62 2,21,9,1 3 0 steps=3 banned_trough=e"
    )
    assert isinstance(state, HasteBock)
    assert state.setup.is_panic[62 + 3]
    assert [action.text for action in state.legal_actions(0)] == ["turn1 left", "turn1 right"]
    assert facts(GAME, state, 0, "panic") == []
    assert steps_to_panic(state) == set()


def test_the_next_scoring_comes_as_soon_as_the_highest_cards_bring_it() -> None:
    state = next(one for one in positions(4, 1, PLAYING) if one.stone == 0)
    seat = state.active
    [fact] = facts(GAME, state, 0, "scoring")
    # 25 steps to cross the wall; everyone has four cards with a 3: eight turns make 24, the ninth is one too many.
    assert fact.values == {"steps": 25, "turns": 9}
    assert fact.seat == seat  # nine turns with four players


def test_the_next_scoring_is_never_earlier_than_told() -> None:
    for players in (2, 3, 4):
        for seed in range(4):
            pending: list[tuple[int, int]] = []
            turn = 0
            state, rng = new_game(players), Random(seed)
            while state.outcome() is None:
                before, playing = state.stone, state.phase == PLAYING
                if playing:
                    turn += 1
                    for fact in facts(GAME, state, 0, "scoring"):
                        steps, turns = int(fact.values["steps"]), int(fact.values["turns"])
                        pending.append((before + steps, turn + turns - 1))
                play_on(state, rng)
                if state.stone != before:
                    assert all(turn >= earliest for field, earliest in pending if state.stone >= field)
                    pending = [one for one in pending if one[0] > state.stone]


def test_nobody_makes_up_more_than_is_told() -> None:
    """A bound of the race holds in random games, and a lead that is called safe stays one."""
    over = 0
    for players in (2, 3, 4):
        for seed in range(12):
            state, rng = new_game(players), Random(seed)
            safe: set[tuple[int, int]] = set()
            bounds: list[tuple[int, int]] = []
            while state.outcome() is None:
                for seat in range(players):
                    for fact in [*facts(GAME, state, seat, "race-open"), *facts(GAME, state, seat, "race-over")]:
                        assert fact.seat is not None
                        mine = fact.values["leader"] == "you"
                        leader, behind = (seat, fact.seat) if mine else (fact.seat, seat)
                        bounds.append((behind, state.score[behind] + int(fact.values["most"])))
                        if fact.id == "race-over":
                            safe.add((leader, behind))
                play_on(state, rng)
            assert all(state.score[behind] <= most for behind, most in bounds)
            assert all(state.score[leader] > state.score[behind] for leader, behind in safe)
            over += len(safe)
    assert over


def test_the_last_scoring_can_bring_eight_points_and_no_more() -> None:
    state = next(one for one in positions(4, 1, PLAYING) if one.stone > 61)
    state.score = [20, 12, 11, 20]
    assert {fact.seat: fact.values["most"] for fact in facts(GAME, state, 0, "race-open")} == {1: 8}
    assert {fact.seat: fact.values["lead"] for fact in facts(GAME, state, 0, "race-over")} == {2: 9}
    [fact] = [fact for fact in facts(GAME, state, 2, "race-over") if fact.seat == 3]
    assert fact.values == {"lead": 9, "most": 8, "leader": "other"}


def test_before_the_start_and_after_the_end_there_is_no_outlook() -> None:
    state, rng = new_game(4), Random(1)
    assert ids(GAME, state, 0) == set()
    while state.outcome() is None:
        play_on(state, rng)
    assert ids(GAME, state, 0) == set()
