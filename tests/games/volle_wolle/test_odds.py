"""The exact odds of a turn, compared with a slow solver that follows VW-3 literally, and with counting by hand."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheepfold.commands import odds as command
from sheepfold.core.errors import OptionError, UnknownGame
from sheepfold.games.volle_wolle.dice_odds import (
    D8,
    D10,
    D12,
    DECLINE,
    IMPOSSIBLE,
    NEVER,
    NO_DIE,
    REACH_14,
    REACH_BID,
    WHOLE,
    Odds,
    Turn,
    Worth,
)

USUAL = Worth(three=9, two=7, one=4, chip=1, black=0)
BLACK = Worth(three=9, two=7, one=4, chip=1, black=-8)
SUCCESS = Worth(three=1, two=1, one=1, chip=0, black=0)
"""With these values, the expected value is the best chance to reach the bid."""


def turn(bid: int, modifier: int = 0, chips: int = 0, stock: int = 5, worth: Worth = USUAL) -> Turn:
    return Turn(bid, modifier, chips, stock, worth)


# The slow solver: fractions, no tables, one function for each step of the rules. Dice are named by their faces.

SURE = ((1, 0, 0, 0, 0), (0, 1, 0, 0, 0), (0, 0, 1, 0, 0))
MISS = (0, 0, 0, 1, 0)
MISS_BELOW_14 = (0, 0, 0, 1, 1)


class Case(NamedTuple):
    bid: int
    modifier: int
    chips: int
    stock: int
    worth: Worth


class Slow:
    """Returns (value, success, the five chances) for each position."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.after_leaving_one = cache(self._after_leaving_one)
        self.after_leaving_two = cache(self._after_leaving_two)

    def before_first(self) -> tuple[Fraction, ...]:
        throws = product(range(1, 13), range(1, 11), range(1, 9))
        return mean([self.after_first({12: a, 10: b, 8: c}) for a, b, c in throws])

    def after_first(self, dice: dict[int, int]) -> tuple[Fraction, ...]:
        return self.decide(0, dice, [self.after_leaving_one(die, dice[die]) for die in dice])

    def _after_leaving_one(self, left: int, face: int) -> tuple[Fraction, ...]:
        one, other = (die for die in (12, 10, 8) if die != left)
        throws = product(range(1, one + 1), range(1, other + 1))
        return mean([self.after_second(left, {left: face, one: a, other: b}) for a, b in throws])

    def after_second(self, left: int, dice: dict[int, int]) -> tuple[Fraction, ...]:
        one, other = (die for die in dice if die != left)
        rolls = [self.after_leaving_two(other, left, dice[left], one, dice[one])]
        rolls.append(self.after_leaving_two(one, left, dice[left], other, dice[other]))
        return self.decide(1, dice, rolls)

    def _after_leaving_two(self, rolled: int, left: int, face: int, die: int, lies: int) -> tuple[Fraction, ...]:
        return mean([self.after_third({left: face, die: lies, rolled: roll}) for roll in range(1, rolled + 1)])

    def after_third(self, dice: dict[int, int]) -> tuple[Fraction, ...]:
        return self.decide(2, dice, self.misses(sum(dice.values()) + min(self.case.modifier, 0)))

    def decide(self, throw: int, dice: dict[int, int], without: list[tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
        """The bid if it must or may be reached, or the best alternative."""
        case = self.case
        result = sum(dice.values()) + min(case.modifier, 0)
        if result >= case.bid:
            return self.reached(throw, 0)
        ways = list(without)
        missing = max(0, case.bid - result - max(case.modifier, 0))
        if missing <= case.chips:
            ways.insert(0, self.reached(throw, missing))
        return max(ways, key=lambda way: way[:2])

    def reached(self, throw: int, paid: int) -> tuple[Fraction, ...]:
        return answer(self.case.worth[throw] - paid * self.case.worth.chip, SURE[throw])

    def misses(self, result: int) -> list[tuple[Fraction, ...]]:
        """The choices after the third throw if the bid is missed, with reaching 14 before no help."""
        case, worth = self.case, self.case.worth
        gained = worth.chip if case.stock else 0
        if result >= 14:
            return [answer(gained, MISS)]
        ways = [answer(gained + worth.black, MISS_BELOW_14)]
        if worth.black and case.bid > 14:
            plus = max(case.modifier, 0)
            if result + plus >= case.bid:
                plus = 0
            paid = max(0, 14 - result - plus)
            if paid <= case.chips:
                gained = worth.chip if case.stock or paid else 0
                ways.insert(0, answer(gained - paid * worth.chip, MISS))
        return ways


@cache
def answer(value: int, chances: tuple[int, ...]) -> tuple[Fraction, ...]:
    return (Fraction(value), Fraction(1 - chances[3]), *map(Fraction, chances))


def mean(answers: list[tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
    return tuple(total(column) / len(answers) for column in zip(*answers, strict=True))


def total(numbers: tuple[Fraction, ...]) -> Fraction:
    """Like sum(), but without reducing the fraction after each addition."""
    parts = lcm(*{number.denominator for number in numbers})
    return Fraction(sum(number.numerator * (parts // number.denominator) for number in numbers), parts)


def as_tuple(odds: Odds) -> tuple[Fraction, ...]:
    return (odds.value, odds.success, *odds[1:])


WORTHS = (
    USUAL,
    BLACK,
    SUCCESS,
    Worth(three=30, two=4, one=2, chip=3, black=-2),
    Worth(three=-5, two=3, one=6, chip=2, black=-11),
    Worth(three=5, two=5, one=5, chip=5, black=4),
    Worth(three=900, two=650, one=410, chip=100, black=-1230),
)
CASES = [
    Case(14, 0, 0, 5, USUAL),
    Case(26, 0, 0, 5, USUAL),
    Case(26, 2, 3, 1, BLACK),
    Case(26, -3, 1, 9, BLACK),
    Case(15, 2, 2, 5, WORTHS[4]),
    Case(15, 1, 0, 0, WORTHS[4]),
    Case(14, 2, 1, 0, BLACK),
    *(
        Case(bid, modifier, chips, stock, worth)
        for number, worth in enumerate(WORTHS)
        for bid, modifier, chips, stock in zip(
            range(14 + number % 3, 27, 3),
            (0, 1, -2, 2, -3, 0, 1),
            (2, 0, 3, 1, 5, 0, 11),
            (5, 0, 1, 0, 0, 7),
            strict=False,
        )
    ),
]


@pytest.mark.parametrize("case", CASES)
def test_odds_are_those_of_the_slow_solver(case: Case) -> None:
    fast, slow = Turn(*case), Slow(case)
    rng = Random(repr(case))
    odds = fast.odds_before_first()
    assert as_tuple(odds) == slow.before_first()
    assert fast.value_before_first() == odds.value * WHOLE
    for _ in range(25):
        a, b, c = rng.randint(1, 12), rng.randint(1, 10), rng.randint(1, 8)
        left = rng.choice((D12, D10, D8))
        dice, named = [a, b, c], {12: a, 10: b, 8: c}
        assert as_tuple(fast.odds(1, dice, NO_DIE)) == slow.after_first(named)
        assert as_tuple(fast.odds(2, dice, left)) == slow.after_second((12, 10, 8)[left], named)
        assert as_tuple(fast.odds(3, dice, NO_DIE)) == slow.after_third(named)


positions = st.tuples(st.integers(1, 12), st.integers(1, 10), st.integers(1, 8)).map(list)
lefts = st.sampled_from((D12, D10, D8))
numbers = st.integers(-20, 20)
worths = st.builds(Worth, numbers, numbers, numbers, st.integers(0, 5), numbers)
cases = st.builds(Case, st.integers(14, 26), st.integers(-3, 3), st.integers(0, 12), st.integers(0, 2), worths)


@st.composite
def sensible(draw: st.DrawFn) -> Case:
    """More cards are better, any card is better than a chip, and black sheep are bad."""
    chip, one, two, three = sorted(draw(st.tuples(*[st.integers(0, 12)] * 4)))
    return draw(cases)._replace(worth=Worth(three, two, one, chip, draw(st.integers(-20, 0))))


@settings(deadline=None, max_examples=40)
@given(cases, positions, lefts)
def test_chances_add_up(case: Case, dice: list[int], left: int) -> None:
    fast = Turn(*case)
    for odds in (fast.odds_before_first(), *(fast.odds(throw, dice, left) for throw in (1, 2, 3))):
        assert odds.first + odds.second + odds.third + odds.miss == 1
        assert 0 <= odds.below_14 <= odds.miss
        assert min(odds[1:]) >= 0


@settings(deadline=None, max_examples=100)
@given(cases, positions, lefts, st.integers(1, 3))
def test_integers_and_fractions_agree(case: Case, dice: list[int], left: int, throw: int) -> None:
    fast = Turn(*case)
    if throw < 3:
        values = fast.values_of_leaving(throw, dice, left)
        assert values[fast.best_die_to_leave(throw, dice, left)] == max(values)
        assert (values[left] == NEVER) == (throw == 2)
        for die, value in enumerate(values):
            if value != NEVER:
                assert fast.odds_of_leaving(throw, dice, left, die).value * WHOLE == value
    values = fast.values_of_help(throw, dice, left)
    best = fast.best_help(throw, dice, left)
    assert values[best] == max(values) == fast.odds(throw, dice, left).value * WHOLE
    for goal, value in enumerate(values):
        if value != NEVER:
            assert fast.odds_of_help(throw, dice, left, goal).value * WHOLE == value


@settings(deadline=None, max_examples=40)
@given(cases, positions)
def test_following_the_advice_achieves_the_odds(case: Case, dice: list[int]) -> None:
    """The integer values, followed through every second and third throw, agree with Odds."""
    fast = Turn(*case)
    if fast.best_help(1, dice, NO_DIE) == REACH_BID:
        assert fast.odds(1, dice, NO_DIE).first == 1
        return
    left = fast.best_die_to_leave(1, dice, NO_DIE)
    seen = [Fraction(0)] * 5
    for share, second in rolled(dice, [die for die in (D12, D10, D8) if die != left]):
        if fast.best_help(2, second, left) == REACH_BID:
            seen[1] += share
            continue
        again = 3 - left - fast.best_die_to_leave(2, second, left)
        for part, third in rolled(second, [again]):
            goal = fast.best_help(3, third, NO_DIE)
            below = goal == DECLINE and sum(third) + min(case.modifier, 0) < 14
            for place, counts in ((2, goal == REACH_BID), (3, goal != REACH_BID), (4, below)):
                seen[place] += share * part * counts
    assert fast.odds(1, dice, NO_DIE)[1:] == tuple(seen)


def rolled(dice: list[int], again: list[int]) -> list[tuple[Fraction, list[int]]]:
    faces = [range(1, (12, 10, 8)[die] + 1) if die in again else [dice[die]] for die in (D12, D10, D8)]
    throws = [list(throw) for throw in product(*faces)]
    return [(Fraction(1, len(throws)), throw) for throw in throws]


# What more or less of something may do.


@settings(deadline=None, max_examples=60)
@given(sensible(), st.integers(14, 26))
def test_a_higher_bid_is_never_worth_more(case: Case, bid: int) -> None:
    low, high = sorted((case.bid, bid))
    assert Turn(*case._replace(bid=low)).value_before_first() >= Turn(*case._replace(bid=high)).value_before_first()


@settings(deadline=None, max_examples=30)
@given(cases, st.integers(14, 26))
def test_a_higher_bid_never_raises_the_chance(case: Case, bid: int) -> None:
    low, high = (Turn(*case._replace(bid=some, worth=SUCCESS)) for some in sorted((case.bid, bid)))
    assert low.value_before_first() >= high.value_before_first()
    assert low.odds_before_first().success >= high.odds_before_first().success
    assert low.odds_before_first().first >= high.odds_before_first().first


@settings(deadline=None, max_examples=60)
@given(cases, st.integers(0, 5))
def test_more_chips_never_harm(case: Case, more: int) -> None:
    richer = Turn(*case._replace(chips=case.chips + more))
    assert richer.value_before_first() >= Turn(*case).value_before_first()


@settings(deadline=None, max_examples=60)
@given(sensible(), st.integers(-3, 3))
def test_a_better_modifier_never_harms_a_player_who_wants_cards(case: Case, modifier: int) -> None:
    low, high = (Turn(*case._replace(modifier=some)) for some in sorted((case.modifier, modifier)))
    assert low.value_before_first() <= high.value_before_first()


@settings(deadline=None, max_examples=25)
@given(cases, st.integers(2, 50))
def test_the_unit_of_value_does_not_matter(case: Case, times: int) -> None:
    plain = Turn(*case).odds_before_first()
    greater = Turn(*case._replace(worth=Worth(*(value * times for value in case.worth)))).odds_before_first()
    assert greater.value == plain.value * times
    assert greater[1:] == plain[1:]


# Counted by hand, clause by clause.


def certain(odds: Odds) -> list[int]:
    assert all(number.denominator == 1 for number in odds)
    return [number.numerator for number in odds]


def test_vw_3_1_the_first_throw_is_with_all_dice() -> None:
    # 26 or more: the dice fall short of 12, 10 and 8 by at most 4 together, which is C(4 + 3, 3) = 35 ways of 960.
    assert turn(26).odds_before_first().first == Fraction(35, 960)
    # 13 or less: they exceed 1, 1 and 1 by at most 10 together: C(13, 3) = 286 ways, but in one of them the d10 shows
    # more than 10, and in C(5, 3) = 10 the d8 more than 8.
    assert turn(14).odds_before_first().first == 1 - Fraction(275, 960)


def test_vw_3_2_one_die_is_left_before_the_second_throw() -> None:
    # From 12, 1, 1 with the d12 left, 26 needs 14 of d10 and d8: they fall short by at most 4, C(6, 2) = 15 ways of 80.
    odds = turn(26).odds_of_leaving(1, [12, 1, 1], NO_DIE, D12)
    assert odds.second == Fraction(15, 80)
    assert odds.first == 0
    assert turn(26).best_die_to_leave(1, [12, 1, 1], NO_DIE) == D12
    # With the d8 left at 8: 18 of d12 and d10 is C(6, 2) = 15 ways of 120.
    assert turn(26).odds_of_leaving(1, [1, 1, 8], NO_DIE, D8).second == Fraction(15, 120)


def test_vw_3_3_one_more_die_is_left_before_the_third_throw() -> None:
    fast = turn(21)
    # The d12 shows 10. With the 6 of the d10 the d8 must show 5 to 8; with the 2 of the d8 the d10 must show 9 or 10.
    assert fast.odds_of_leaving(2, [10, 6, 2], D12, D10).third == Fraction(1, 2)
    assert fast.odds_of_leaving(2, [10, 6, 2], D12, D8).third == Fraction(1, 5)
    assert fast.best_die_to_leave(2, [10, 6, 2], D12) == D10
    assert fast.values_of_leaving(2, [10, 6, 2], D12) == [NEVER, 5 * WHOLE // 2, 8 * WHOLE // 5]
    # Had the d10 been left, the d12 could be rolled: 13 is out of reach with the d8 left.
    assert fast.odds_of_leaving(2, [10, 6, 2], D10, D8).miss == 1


@pytest.mark.parametrize(("modifier", "least"), [(0, 21), (2, 21), (-3, 24)])
def test_vw_3_4_a_minus_must_be_subtracted_and_a_plus_may_be_added(modifier: int, least: int) -> None:
    fast = turn(21, modifier)
    assert fast.must_take([12, 8, least - 20])
    assert not fast.must_take([12, 7, least - 20])
    assert fast.chips_for(REACH_BID, 19) == (0 if modifier == 2 else IMPOSSIBLE)


@pytest.mark.parametrize(("throw", "value"), [(1, 9), (2, 7), (3, 4)])
def test_vw_3_5_three_two_or_one_cards(throw: int, value: int) -> None:
    odds = turn(21).odds(throw, [12, 8, 1], D12)
    assert odds.value == value
    assert odds[throw] == 1


def test_vw_3_6_reaching_the_bid_without_help_is_not_optional() -> None:
    unwanted = Worth(three=-30, two=-20, one=-10, chip=1, black=0)
    fast = turn(21, chips=3, worth=unwanted)
    for throw in (1, 2, 3):
        assert fast.values_of_help(throw, [12, 8, 1], D12) == [NEVER, NEVER, unwanted[throw - 1] * WHOLE]
    # Paying is not worth it: the chance is that of the dice alone.
    assert fast.odds_before_first()[1:] == turn(21, worth=unwanted).odds_before_first()[1:]


def test_vw_3_7_help_is_optional() -> None:
    fast = turn(21, modifier=1, chips=1)
    assert fast.values_of_help(3, [12, 6, 1], NO_DIE) == [1 * WHOLE, NEVER, 3 * WHOLE]
    assert fast.best_help(3, [12, 6, 1], NO_DIE) == REACH_BID
    # If chips are too expensive, even the second throw is rolled again.
    dear = turn(21, chips=2, worth=Worth(three=9, two=7, one=4, chip=5, black=0))
    assert dear.best_help(2, [12, 6, 1], D12) == DECLINE


def test_vw_3_8_the_plus_comes_first_and_chips_for_the_rest() -> None:
    fast = turn(15, modifier=2, chips=3, worth=BLACK)
    assert [fast.chips_for(REACH_BID, total) for total in (9, 10, 11, 12, 13)] == [IMPOSSIBLE, 3, 2, 1, 0]
    # With 13, the plus would reach the bid, so it is not used; with 12, it makes 14.
    assert [fast.chips_for(REACH_14, total) for total in (8, 9, 11, 12, 13, 14)] == [IMPOSSIBLE, 3, 1, 0, 1, IMPOSSIBLE]
    assert turn(15, chips=9).chips_for(REACH_14, 13) == IMPOSSIBLE, "no black sheep lies there"
    assert turn(14, chips=9, worth=BLACK).chips_for(REACH_14, 13) == IMPOSSIBLE, "14 is the bid"
    assert fast.values_of_help(2, [1, 8, 3], D12)[REACH_14] == NEVER, "not before the third throw"


def test_vw_3_9_a_miss_gains_a_chip() -> None:
    assert certain(turn(26).odds(3, [12, 1, 1], NO_DIE)) == [1, 0, 0, 0, 1, 0]


def test_vw_3_10_a_result_below_14_takes_the_black_sheep() -> None:
    assert certain(turn(26, worth=BLACK).odds(3, [11, 1, 1], NO_DIE)) == [1 - 8, 0, 0, 0, 1, 1]
    assert certain(turn(26, modifier=-2, worth=BLACK).odds(3, [12, 2, 1], NO_DIE)) == [1 - 8, 0, 0, 0, 1, 1]
    # Two chips for the 14, and one comes back.
    paying = turn(26, chips=2, worth=BLACK)
    assert certain(paying.odds(3, [10, 1, 1], NO_DIE)) == [-1, 0, 0, 0, 1, 0]
    assert paying.best_help(3, [10, 1, 1], NO_DIE) == REACH_14


def test_vw_3_14_an_empty_stock_gives_no_chip() -> None:
    assert turn(26, stock=0).odds(3, [12, 1, 1], NO_DIE).value == 0
    # But the stock has the chips just paid for the 14 (VW-3.10).
    assert turn(26, chips=2, stock=0, worth=BLACK).odds(3, [10, 1, 1], NO_DIE).value == -1


def test_equal_values_are_ranked_by_chance_and_then_by_order() -> None:
    nothing = turn(21, chips=1, worth=Worth(0, 0, 0, 0, 0))
    assert nothing.odds_before_first().success == turn(21, chips=1, worth=SUCCESS).odds_before_first().success
    assert nothing.best_help(1, [12, 7, 1], NO_DIE) == REACH_BID
    hopeless = turn(26, modifier=-3)
    assert hopeless.odds(2, [1, 1, 1], D8).miss == 1
    assert hopeless.best_die_to_leave(2, [1, 1, 1], D8) == D12
    assert turn(26, modifier=1, worth=Worth(9, 7, 4, 1, -1)).best_help(3, [11, 1, 1], NO_DIE) == REACH_14


# The command.

Ask = Callable[[str], str]


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    def ask(arguments: str) -> str:
        parser = argparse.ArgumentParser(exit_on_error=False)
        command.add_arguments(parser)
        command.run(parser.parse_args(arguments.split()))
        return capsys.readouterr().out

    return ask


def test_the_command_prints_fractions_and_percentages(ask: Ask) -> None:
    text = ask("volle-wolle --bid 26")
    assert "7/192" in text
    assert "3.65 %" in text
    assert ask("volle-wolle --bid 26+") == text


def test_the_command_lists_every_bid(ask: Ask) -> None:
    lines = [line.split()[0] for line in ask("volle-wolle --modifier -3 --chips 1").splitlines() if line]
    assert [line for line in lines if line.isdecimal()] == [str(bid) for bid in range(14, 27)]


def test_the_command_never_truncates_a_fraction(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    text = ask("volle-wolle --exact --three 999999 --black -999999 --chips 3")
    odds = turn(26, chips=3, worth=Worth(999999, 7, 4, 1, -999999)).odds_before_first()
    assert text.splitlines()[-1].split() == [str(number) for number in (*odds[1:], odds.value)]


def test_the_command_advises_which_die_to_leave(ask: Ask) -> None:
    text = ask("volle-wolle --bid 21 --dice 10,6,2 --left d12")
    assert "Best die to leave: d10 (6)" in text
    assert "50.00 %" in text
    assert "leave d12" not in text
    assert "leave d12" in ask("volle-wolle --bid 21 --dice 10,6,2")


def test_the_command_advises_about_help(ask: Ask) -> None:
    text = ask("volle-wolle --bid 15 --modifier +2 --chips 2 --black -8 --dice 1,8,3 --left d12,d10")
    assert "reach the bid, 1 chip" in text
    assert "reach 14, 0 chips" in text
    assert "Best die" not in text
    assert "must take" in ask("volle-wolle --bid 14 --dice 12,8,3")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("schafe-schubsen --bid 21", "volle-wolle"),
        ("volle-wolle --dice 1,1,1", "--bid"),
        ("volle-wolle --bid 21 --left d12", "--dice"),
    ],
)
def test_the_command_refuses_inconsistent_arguments(ask: Ask, arguments: str, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        ask(arguments)


def test_the_command_refuses_unknown_games(ask: Ask) -> None:
    with pytest.raises(UnknownGame):
        ask("sheep")


@pytest.mark.parametrize(
    "arguments",
    [
        "--bid 13", "--bid x", "--bid 27", "--modifier two", "--modifier=-+3", "--modifier 31", "--chips -1",
        "--chips 26", "--dice 1,2", "--dice 13,1,1", "--dice 1,1,9", "--dice 0,1,1", "--dice a,b,c", "--left d6",
        "--left d12,d12", "--left d12,d10,d8", "--black 1.5", "--three 1000001",
    ],
)  # fmt: skip
def test_the_command_refuses_bad_arguments(ask: Ask, arguments: str) -> None:
    with pytest.raises(argparse.ArgumentError):
        ask(f"volle-wolle {arguments}")
