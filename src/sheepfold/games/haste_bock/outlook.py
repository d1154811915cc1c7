"""What a player of Haste Bock? could count: the next scoring, panics, the colour die, and who can still catch up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sheepfold.core.action import Action
from sheepfold.core.view import Fact
from sheepfold.games.haste_bock import flock, plays, rules, scoring
from sheepfold.games.haste_bock.actions import Discard, Play, Roll, Walk
from sheepfold.games.haste_bock.phases import LAYOUT, OVER, PLAYING, RAMMING, ROLLING, START, WALKING
from sheepfold.games.haste_bock.scoring import BESIDE, NEXT_TO_THEA, PENALTY, ROWS

if TYPE_CHECKING:
    from sheepfold.games.haste_bock.state import HasteBock

PAIR: Final = 2
"""The number of sheep of a player."""


def outlook(state: HasteBock, seat: int) -> list[Fact]:
    """HB-1.5 Everything is public."""
    if state.phase in (LAYOUT, START, OVER):
        return []
    return best_turns(state, seat) + next_scoring(state) + panics(state) + die(state, seat) + race(state, seat)


# Scoring


def best_turns(state: HasteBock, seat: int) -> list[Fact]:
    """HB-4.3 The most points that this turn can bring the seat, and how many of its actions lead there."""
    if not state.waits_for(seat) or state.phase == RAMMING:
        return []
    most = [gain(state, seat, action) for action in state.legal_actions(seat)]
    best = max(most)
    if best <= 0:
        return []
    values: dict[str, int | str] = {"points": best, "plays": most.count(best), "all": len(most)}
    return [Fact(id="best", clause="HB-4.3", seat=seat, values=values)]


def gain(state: HasteBock, seat: int, action: Action) -> int:
    """The most points that a turn with this action brings the seat, whatever movement card goes with it."""
    after = state.copy()
    after.apply(seat, action)
    if after.phase != WALKING:
        return after.score[seat] - state.score[seat]
    return max([gain(after, seat, walk) for walk in after.legal_actions(seat)])


def next_scoring(state: HasteBock) -> list[Fact]:
    """HB-7.6 The next scoring for everyone: the steps to it, and the first seat that can bring it about.

    That is the seat whose turn it is if everyone plays their highest cards.
    """
    steps = steps_to_scoring(state)
    seat, turns = earliest(state, steps)
    if not turns:
        return []
    return [Fact(id="scoring", clause="HB-7.6", seat=seat, values={"steps": steps, "turns": turns})]


def steps_to_scoring(state: HasteBock) -> int:
    stone = state.stone
    ahead = [wall + 1 - stone for wall in state.setup.walls] + [pen - stone for pen in state.setup.pens]
    return min([steps for steps in ahead if steps > 0])


def earliest(state: HasteBock, steps: int) -> tuple[int, int]:
    """Who can move the stone so far first, and in which turn from now on; 0 if all cards together are not enough."""
    players = state.players
    hands = [numbers_of(state, seat) for seat in range(players)]
    cards = [movement_of(state, seat) for seat in range(players)]
    seat = state.active
    turns = 0
    if state.phase == WALKING:
        turns = 1
        steps -= state.steps + (cards[seat].pop() if cards[seat] else 0)
    if state.phase != PLAYING:
        seat = state.start if state.scrambles else (seat + 1) % players
    while steps > 0 and hands[seat]:
        turns += 1
        steps -= hands[seat].pop() + (cards[seat].pop() if cards[seat] else 0)
        if steps > 0:
            seat = (seat + 1) % players
    if steps > 0:
        return seat, 0
    return (state.active if state.phase == WALKING and turns == 1 else seat), turns


def numbers_of(state: HasteBock, seat: int) -> list[int]:
    """The numbers on the seat's action cards, the highest last."""
    kinds = len(state.setup.cards)
    found: list[int] = []
    for kind in range(kinds):
        found += [state.setup.cards[kind].number] * state.cards[seat * kinds + kind]
    found.sort()
    return found


def movement_of(state: HasteBock, seat: int) -> list[int]:
    """The seat's movement cards, the highest last."""
    found: list[int] = []
    for steps in (1, 2, 3):
        found += [steps] * state.movement[seat * 4 + steps]
    return found


# Panic


def panics(state: HasteBock) -> list[Fact]:
    """HB-4.4 The steps with which the active player's turn would end on a panic field."""
    return [
        Fact(id="panic", clause="HB-4.4", seat=state.active, values={"steps": steps, "field": state.stone + steps})
        for steps in steps_to_panic(state)
    ]


def steps_to_panic(state: HasteBock) -> list[int]:
    """HB-9.3, HB-10.3 A movement card may or must go with the action card."""
    setup = state.setup
    if state.phase == PLAYING:
        numbers = playable_numbers(state)
    elif state.phase == WALKING:
        numbers = [state.steps]
    else:
        return []
    walks = [walk.steps for walk in rules.walks(state) if isinstance(walk, Walk)] or [0]
    totals = sorted({number + walk for number in numbers for walk in walks})
    pen = setup.pens[0] if state.stone < setup.pens[0] else setup.pens[1]
    return [steps for steps in totals if state.stone + steps < pen and setup.is_panic[state.stone + steps]]


def playable_numbers(state: HasteBock) -> list[int]:
    """HB-4.5, HB-4.6 The numbers on the cards that the active player can play, or discard if there are none."""
    cards: set[int] = set()
    for action in rules.legal_actions(state):
        assert isinstance(action, (Play, Discard))
        cards.add(action.card)
    return [state.setup.cards[card].number for card in cards]


def die(state: HasteBock, seat: int) -> list[Fact]:
    """HB-3.1, HB-4.4 If the die is due, or may be this turn: what each colour could do, as the flock stands.

    A player who rams would like to improve their own sheep, and the others fear for theirs.
    """
    stone = state.stone
    if state.phase != ROLLING:
        ahead = steps_to_panic(state)
        if not ahead:
            return []
        stone += ahead[0]
    clause = "HB-3.1" if state.scrambles else "HB-4.4"
    phase = state.setup.phase_of[stone]
    now = scoring.worth(state, seat, phase, scoring.rows_in(state, phase))
    found: list[Fact] = []
    better = 0
    worse = 0
    sides = len(state.setup.rolls)
    for roll in state.setup.rolls:
        assert isinstance(roll, Roll)
        worths = worths_after(state, seat, roll.colour, phase)
        least, most = (min(worths), max(worths)) if worths else (now, now)
        better += most > now
        worse += least < now
        values: dict[str, int | str] = {"colour": rules.die_name(roll.colour), "ways": len(worths)}
        values |= {"least": least, "most": most, "open": "yes" if least < most else "no"}
        found.append(Fact(id="die", clause=clause, seat=state.active, values=values))
    own = state.active == seat
    sides_that_count = better if own else worse
    values = {"sides": sides_that_count, "all": sides, "now": now}
    identifier = "gain" if own else "harm"
    summary = Fact(id=identifier, clause=clause, seat=state.active, values=values, chance=sides_that_count / sides)
    return [summary, *found]


def worths_after(state: HasteBock, seat: int, colour: int, phase: int) -> list[int]:
    """HB-7 What the seat's sheep would be worth after each ram that a side of the die allows."""
    thrown = state.copy()
    thrown.colour = colour
    found: list[int] = []
    for ram in plays.rams_by_die(thrown):
        assert isinstance(ram, Play)
        thrown.where = state.where[:]
        flock.ram(thrown.where, ram.cell, ram.direction, ram.count)
        found.append(scoring.worth(thrown, seat, phase, scoring.rows_in(thrown, phase)))
    return found


# Catching up


def race(state: HasteBock, seat: int) -> list[Fact]:
    """HB-8.1 For each other player: the lead, and whether it can still be made up by drawing level."""
    if state.setup.phase_of[state.stone] < NEXT_TO_THEA:  # before that, everyone can
        return []
    found: list[Fact] = []
    for other in range(state.players):
        lead = state.score[other] - state.score[seat]
        if not lead:
            continue
        leader, behind = (other, seat) if lead > 0 else (seat, other)
        most = most_points(state, behind)
        possible = abs(lead) <= most + most_penalty(state, leader)
        values: dict[str, int | str] = {
            "lead": abs(lead),
            "most": most,
            "leader": "you" if leader == seat else "other",
        }
        found.append(Fact(id="race-open" if possible else "race-over", clause="HB-8.1", seat=other, values=values))
    found.sort(key=_id)
    return found


def _id(fact: Fact) -> str:
    return fact.id


def most_points(state: HasteBock, seat: int) -> int:
    """An upper bound for the points that a seat can still score: no position of the flock brings more."""
    setup = state.setup
    rows = 0
    for wall in setup.walls:
        rows += state.stone <= wall
    for pen in setup.pens:
        rows += state.stone < pen
    points = rows * PAIR * ROWS[0]  # HB-7.2, HB-7.4
    points += turns_in(state, seat, 1) * BESIDE  # HB-7.1
    return points + turns_in(state, seat, NEXT_TO_THEA) * PAIR * BESIDE  # HB-7.3


def turns_in(state: HasteBock, seat: int, phase: int) -> int:
    """An upper bound for the seat's turns in a phase of the track: each moves the stone, and all take turns."""
    fields = state.setup.phase_of[state.stone + 1 :].count(phase)
    cards = len(numbers_of(state, seat))
    if state.phase == WALKING and state.active == seat:
        cards += 1
    return min(cards, -(-fields // state.players))


def most_penalty(state: HasteBock, seat: int) -> int:
    """HB-9.4 The points that a seat may still lose for movement cards; HB-10.4 not with two players."""
    return 0 if state.players == 2 else PENALTY * len(movement_of(state, seat))
