"""The kit notices a `random_action` that does not agree with the legal actions."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold import Action
from sheepfold.testing import cases_of
from sheepfold.testing.checks.drawing import Tally, random_actions_are_legal_and_fair
from tests.toys.cups import GUESS, Cups, CupsGame
from tests.toys.fingers import COIN, DOUBLE, SHOW, Fingers, FingersGame


class MissesAnAction(Fingers):
    def random_action(self, seat: int, rng: Random) -> Action | None:
        actions = self.legal_actions(seat)
        return super().random_action(seat, rng) if actions != SHOW else rng.choice(SHOW[:2])


class PrefersAnAction(Fingers):
    def random_action(self, seat: int, rng: Random) -> Action | None:
        found = super().random_action(seat, rng)
        return SHOW[0] if found == SHOW[2] and rng.random() < 0.5 else found


class IgnoresWeights(Fingers):
    def random_action(self, seat: int, rng: Random) -> Action | None:
        found = super().random_action(seat, rng)
        return rng.choice(COIN) if found in COIN else found


class DrawsIllegalActions(Fingers):
    def random_action(self, seat: int, rng: Random) -> Action | None:
        found = super().random_action(seat, rng)
        return DOUBLE if found == SHOW[2] else found


class DrawsForEveryone(Fingers):
    def random_action(self, seat: int, rng: Random) -> Action | None:
        return super().random_action(seat, rng) or SHOW[0]


class SometimesDrawsNothing(Fingers):
    def random_action(self, seat: int, rng: Random) -> Action | None:
        return None if rng.random() < 0.1 else super().random_action(seat, rng)


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (MissesAnAction, r"random_action\(\d\) never draws 'show 3' in 180 draws"),
        (PrefersAnAction, r"random_action is not fair: it draws .*'show 1' \d+ times instead of \d+"),
        (IgnoresWeights, r"random_action is not fair: it draws .*'coin heads' \d+ times instead of \d+"),
        (DrawsIllegalActions, r"random_action\(\d\) is 'double', which is not in legal_actions"),
        (DrawsForEveryone, r"random_action\(-1\) is 'show 1', which is not in legal_actions: \[\]"),
        (SometimesDrawsNothing, r"random_action\(-?\d\) is None, but .* can \[<.*>\]"),
    ],
)
def test_a_wrong_random_action_is_noticed(broken: type[Fingers], message: str) -> None:
    [case] = cases_of(FingersGame(broken))
    with pytest.raises(AssertionError, match=message):
        random_actions_are_legal_and_fair(case)


class PrefersLowGuesses(Cups):
    def random_action(self, seat: int, rng: Random) -> Action | None:
        found = super().random_action(seat, rng)
        return GUESS[int(rng.random() * 3)] if found in GUESS else found


def test_a_preference_among_many_actions_is_noticed() -> None:
    case = cases_of(CupsGame(PrefersLowGuesses))[-1]
    with pytest.raises(
        AssertionError, match="random_action prefers actions by their rank in legal_actions: it draws '0' "
    ):
        random_actions_are_legal_and_fair(case)


class PrefersShowing(Fingers):
    """Of many actions, those of one kind are preferred."""

    def legal_actions(self, seat: int) -> list[Action]:
        found = super().legal_actions(seat)
        return found if found != SHOW else [*SHOW, *[Action(f"wave {times}") for times in range(4)]]

    def apply(self, seat: int, action: Action) -> None:
        super().apply(seat, SHOW[0] if action.text.startswith("wave") else action)

    def random_action(self, seat: int, rng: Random) -> Action | None:
        actions = self.legal_actions(seat)
        return rng.choice(SHOW) if len(actions) > len(SHOW) and rng.random() < 0.9 else super().random_action(seat, rng)


def test_a_preference_for_a_kind_of_action_is_noticed() -> None:
    [case] = cases_of(FingersGame(PrefersShowing))
    with pytest.raises(AssertionError, match="random_action prefers"):
        random_actions_are_legal_and_fair(case)


@pytest.mark.parametrize(("sides", "is_fair"), [(6, True), (5, False)])
def test_a_tally_compares_draws_with_their_probabilities(sides: int, is_fair: bool) -> None:
    tally, rng = Tally(), Random(1)
    for side in range(6):
        tally.expect(str(side), 100)
    for _ in range(600):
        tally.count(str(rng.randrange(sides)))
    assert tally.is_fair() == is_fair


def test_a_tally_takes_rare_names_together() -> None:
    tally = Tally()
    for name in range(100):
        tally.expect(str(name), 1)
    tally.expect("common", 100)
    for _ in range(200):
        tally.count("common")
    assert not tally.is_fair()
