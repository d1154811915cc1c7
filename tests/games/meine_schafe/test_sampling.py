"""Random actions and resampled positions have exactly the distribution of the plain definitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from itertools import permutations
from random import Random
from typing import TypeVar

import pytest

from sheepfold.core.state import CHANCE
from sheepfold.games.meine_schafe.phases import DRAWING, EXTRA, TURN
from sheepfold.games.meine_schafe.sampling import TRIES, Tickets
from sheepfold.games.meine_schafe.state import MeineSchafe
from tests.games.meine_schafe.table import FOREST, RING, STUCK, choices, dealt, do, hand_of, new_game, table
from tests.games.meine_schafe.walks import TABLES, positions

Outcome = TypeVar("Outcome", bound=Hashable)


class Scripted(Random):
    """Returns the given numbers and then fails."""

    def __init__(self, numbers: list[float]) -> None:
        super().__init__()
        self.numbers = numbers

    def random(self) -> float:
        return self.numbers.pop(0)


def middle(index: int, count: int) -> float:
    """The number between 0 and 1 that picks this one of so many."""
    return (index + 0.5) / count


def winning(state: MeineSchafe) -> list[str]:
    """The actions of all winning tickets."""
    tickets = Tickets(state, state.waiting[0])
    redeemed = [tickets.redeem(ticket) for ticket in range(tickets.count)]
    return [action.text for action in redeemed if action is not None]


def assert_likely(found: Mapping[Outcome, int], expected: Mapping[Outcome, float]) -> None:
    """Chi-square, five standard deviations above its mean at most."""
    assert set(found) <= set(expected)
    total = sum((found.get(key, 0) - count) ** 2 / count for key, count in expected.items())
    freedom = len(expected) - 1
    assert total < freedom + 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize(("players", "reach"), TABLES)
def test_every_legal_action_has_one_ticket(players: int, reach: int) -> None:
    compared = 0
    for number, state in enumerate(positions(players, reach)):
        if state.phase == EXTRA or (state.phase == TURN and number % 2):
            assert sorted(winning(state)) == sorted(choices(state))
            compared += 1
    assert compared > 5


@pytest.mark.parametrize(
    ("laid", "hand", "actions"),
    [
        ([*FOREST, "WK n3"], "HK", ["lay HKa n3 0", "send HK n3", "out"]),
        ([*FOREST, "HK n3"], "WK", ["skip", "out"]),
        (FOREST, "WK HY", ["lay WKa n3 0", "send WK n3", "lay HYa n3 0", "send HY n3"]),
        ([STUCK], "T27", ["skip", "out", "show black n2"]),
        (RING, "T14", ["show black n2"]),
    ],
)
def test_tickets_for_beasts_colours_and_skips(laid: list[str], hand: str, actions: list[str]) -> None:
    state = table(*laid, hands={0: hand})
    assert sorted(winning(state)) == sorted(choices(state))
    assert set(actions) <= set(winning(state))


def test_ms_5_2_tickets_for_one_more_tile() -> None:
    state = table(*FOREST, hands={0: "WK T01"}, bag="T30", colours=["yellow", "red"])
    do(state, "show yellow n2e1", "draw T30")
    assert state.phase == EXTRA
    assert sorted(winning(state)) == sorted(choices(state))
    assert {"done", "lay WKa n3 0"} <= set(winning(state))


def test_ms_9_1_tickets_for_both_herds() -> None:
    state = table("KVVV n1", "VYVV e1", variant="two-herds")
    assert sorted(winning(state)) == sorted(choices(state))
    assert {"show black n2", "show yellow e2"} <= set(winning(state))


def test_every_action_of_the_list_can_follow_losing_tickets() -> None:
    state = dealt(3)
    tickets = Tickets(state, 0)
    losing = next(ticket for ticket in range(tickets.count) if tickets.redeem(ticket) is None)
    actions = state.legal_actions(0)
    for index, action in enumerate(actions):
        rng = Scripted([middle(losing, tickets.count)] * TRIES + [middle(index, len(actions))])
        assert state.random_action(0, rng) is action
        assert rng.numbers == []


def test_every_tile_in_the_bag_can_be_drawn() -> None:
    state = new_game(2)
    while state.phase != DRAWING:
        state.apply(CHANCE, state.legal_actions(CHANCE)[0])
    draws = state.legal_actions(CHANCE)
    found = [state.random_action(CHANCE, Scripted([middle(index, len(draws))])) for index in range(len(draws))]
    assert found == draws


@pytest.mark.parametrize(("players", "reach"), TABLES)
def test_random_actions_are_legal(players: int, reach: int) -> None:
    rng = Random(f"legal {players} {reach}")
    for state in positions(players, reach):
        for seat in range(CHANCE, players):
            legal = state.legal_actions(seat)
            action = state.random_action(seat, rng)
            assert action in legal if legal else action is None


def test_random_actions_of_a_turn_are_equally_likely() -> None:
    state = table(*FOREST, "WK n3", hands={0: "T01 T40 HK WY"}, players=3)
    rng = Random(20)
    actions = choices(state)
    found = Counter(str(state.random_action(0, rng)) for _ in range(100 * len(actions)))
    assert_likely(found, dict.fromkeys([f"<{text}>" for text in actions], 100.0))


@pytest.mark.parametrize("skipping", [0, 1])
def test_ms_2_4_resampled_hands_are_as_likely_as_after_shuffling_all_tiles(skipping: int) -> None:
    """Decision 6: all hidden tiles are shuffled, and each place of a hand gets the first that it can be."""
    held = {skipping: "T27 T30", 1 - skipping: "T01 T16", 2: "T02"}
    state = table(STUCK, players=3, hands=held, active=skipping, bag="T45 WR")
    do(state, "skip")
    fitting = {"T01", "T16"}
    hidden = ["T27", "T30", "T01", "T16", "T45", "WR"]
    samples = 4000
    orders = Counter(first_fit(order, skipping, fitting) for order in permutations(hidden))
    expected = {hands: samples * count / orders.total() for hands, count in orders.items()}
    rng = Random(6)
    worlds = [state.resample(2, rng) for _ in range(samples)]
    found = Counter((tuple(hand_of(world, 0)), tuple(hand_of(world, 1))) for world in worlds)
    assert_likely(found, expected)


def first_fit(order: tuple[str, ...], skipping: int, fitting: set[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    left = list(order)
    hands: list[list[str]] = [[], []]
    for seat in (0, 0, 1, 1):
        possible = [tile for tile in left if seat != skipping or tile not in fitting]
        hands[seat].append(possible[0])
        left.remove(possible[0])
    return tuple(sorted(hands[0])), tuple(sorted(hands[1]))
