"""VW-3 Exact odds of one turn: which die to leave, what to pay, and what comes of it.

All values are integers. After the third throw, the value of a turn is a whole number; with one die still to roll it is
counted in 120ths, with two dice in 57600ths, and with all three in `WHOLE`ths. Bots get integers in `WHOLE`ths; `Odds`
has the same values as fractions.

Of two choices, the one with the higher expected value is better. Ties are broken by the higher chance to reach the bid;
then the bid comes before 14, help before no help, and d12 before d10 before d8.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

D12: Final = 0
D10: Final = 1
D8: Final = 2
NO_DIE: Final = -1
FACES: Final = [12, 10, 8]

DECLINE: Final = 0
REACH_14: Final = 1
REACH_BID: Final = 2
"""VW-3.8 The goals that help can have."""

HIGHEST: Final = 30
LAST_PARTS: Final = 120
"""A multiple of the number of faces of every die."""
PAIR_PARTS: Final = 480
"""A multiple of the number of throws of any two dice."""
PARTS: Final = PAIR_PARTS * LAST_PARTS
THROWS: Final = 12 * 10 * 8
WHOLE: Final = THROWS * PARTS
"""The denominator of all integers that a `Turn` returns."""

NEVER: Final = -(1 << 61)
"""The value of an illegal choice."""
IMPOSSIBLE: Final = -1
"""The price of an illegal choice."""

# A rank combines a value and a chance of success in one integer that compares like the pair; both have the same unit.
# A chance is at most 57600, so it fits below the value, and ranks can be added and multiplied.
CHANCE_BITS: Final = 16

# The indices of a tally, from which Odds are made.
VALUE: Final = 0
THIRD: Final = 3
BELOW_14: Final = 4


class Worth(NamedTuple):
    """What things are worth to the player, in any unit. Values beyond ± 1000000 may be inexact."""

    three: int
    """Success on the first throw, with three cards."""
    two: int
    one: int
    chip: int
    """The cost of a paid chip and the gain of the chip of VW-3.9."""
    black: int
    """The value of all black sheep in the middle, for a result below 14; 0 if there are none."""


class Odds(NamedTuple):
    """The chances of a turn that is played for the highest expected value."""

    value: Fraction
    first: Fraction
    """The chance to reach the bid on the first throw."""
    second: Fraction
    third: Fraction
    miss: Fraction
    """The chance to miss it. These four add up to 1."""
    below_14: Fraction
    """The chance to end below 14 in spite of help; part of the chance to miss."""

    @property
    def success(self) -> Fraction:
        return 1 - self.miss


class Turn:
    """A player's turn, for every possible throw.

    `bid` is 14 to 26, and 26 for 26+. `modifier` is the plus (above 0) or the minus (below 0) of the player's top card.
    `chips` are the player's and `stock` the common ones, both after paying for 26+.

    A position consists of `throw` (1, 2 or 3 throws made), `dice` (the values of d12, d10 and d8, in this order) and
    `left` (the die that was left before the second throw; NO_DIE after the first, ignored after the third).
    """

    def __init__(self, bid: int, modifier: int, chips: int, stock: int, worth: Worth) -> None:
        self.bid = bid
        self.plus = max(modifier, 0)
        self.minus = max(-modifier, 0)
        self.chips = chips
        self.stock = stock
        self.cards = [0, worth.three, worth.two, worth.one]
        self.chip = worth.chip
        self.black = worth.black
        self.enough = bid + self.minus
        """VW-3.6 With this total of the dice or more, success is compulsory."""
        self.ends = [self._rank_of_end(total) for total in range(HIGHEST + 1)]
        """The rank of the turn after the third throw, by the total of the dice."""
        self.last = [self._ranks_of_rolling(faces) for faces in FACES]
        """The rank before the third throw in 120ths, by the die to roll and the sum of the others."""
        self.leaving = self._ranks_before_second()
        """The rank before the second throw in 57600ths, by the die that is left and its value."""
        self.before_value = NEVER
        self.last_tallies: list[list[list[int]]] = []

    # For bots: integers, in WHOLEths.

    def value_before_first(self) -> int:
        """The expected value of the whole turn."""
        if self.before_value == NEVER:
            self.before_value = self._sum_of_first_throws()
        return self.before_value

    def values_of_leaving(self, throw: int, dice: list[int], left: int) -> list[int]:
        """VW-3.2, VW-3.3 By die: the expected value of leaving it; NEVER for a die that is left already."""
        return _values(self._ranks_of_leaving(throw, dice, left))

    def best_die_to_leave(self, throw: int, dice: list[int], left: int) -> int:
        ranks = self._ranks_of_leaving(throw, dice, left)
        best = D12
        for die in range(D10, D8 + 1):
            if ranks[die] > ranks[best]:
                best = die
        return best

    def values_of_help(self, throw: int, dice: list[int], left: int) -> list[int]:
        """VW-3.6 to VW-3.8 By goal: the expected value; NEVER for an illegal goal.

        If the bid is reached without help, only REACH_BID is legal.
        """
        return _values(self._ranks_of_help(throw, dice, left))

    def best_help(self, throw: int, dice: list[int], left: int) -> int:
        """DECLINE, REACH_14 or REACH_BID."""
        return _best_goal(self._ranks_of_help(throw, dice, left))

    def must_take(self, dice: list[int]) -> bool:
        """VW-3.6 Check whether the dice reach the bid with neither plus nor chips."""
        return dice[D12] + dice[D10] + dice[D8] >= self.enough

    def chips_for(self, goal: int, total: int) -> int:
        """VW-3.8 The number of chips that a goal costs, or IMPOSSIBLE. Ask for 14 only after the third throw."""
        result = total - self.minus
        price = 0
        if goal == REACH_BID:
            price = self.bid - result - self.plus
        elif goal == REACH_14:
            if result >= 14 or self.bid <= 14 or self.black == 0:
                return IMPOSSIBLE
            price = 14 - result
            if result + self.plus < self.bid:
                price -= self.plus
        price = max(price, 0)
        return price if price <= self.chips else IMPOSSIBLE

    # For people: exact odds.

    def odds_before_first(self) -> Odds:
        leaving = [[self._tally_of_second(die, face) for face in range(FACES[die] + 1)] for die in (D12, D10, D8)]
        tally = [0] * 5
        for dice in _throws(NO_DIE, [0, 0, 0]):
            if self.best_help(1, dice, NO_DIE) == REACH_BID:
                _add(tally, self._tally_of_bid(1, dice), PARTS)
            else:
                die = self.best_die_to_leave(1, dice, NO_DIE)
                _add(tally, leaving[die][dice[die]], 1)
        return _odds(tally, WHOLE)

    def odds(self, throw: int, dice: list[int], left: int) -> Odds:
        """The odds of a position, before the decision about help."""
        return self.odds_of_help(throw, dice, left, self.best_help(throw, dice, left))

    def odds_of_help(self, throw: int, dice: list[int], left: int, goal: int) -> Odds:
        """The odds of a position with a legal goal."""
        if goal == REACH_BID:
            return _odds(self._tally_of_bid(throw, dice), 1)
        if throw == 3:
            return _odds(self._tally_of_end(dice[D12] + dice[D10] + dice[D8], goal), 1)
        return self.odds_of_leaving(throw, dice, left, self.best_die_to_leave(throw, dice, left))

    def odds_of_leaving(self, throw: int, dice: list[int], left: int, die: int) -> Odds:
        """VW-3.2, VW-3.3 The odds of leaving a die, after the first or second throw."""
        if throw == 1:
            return _odds(self._tally_of_second(die, dice[die]), PARTS)
        return _odds(self._tally_of_third(dice, left, die), LAST_PARTS)

    # Tables

    def _rank_of_bid(self, throw: int, total: int) -> int:
        """VW-3.5, VW-3.7 Reach the bid and pay for it; NEVER without enough chips."""
        price = self.chips_for(REACH_BID, total)
        if price == IMPOSSIBLE:
            return NEVER
        return ((self.cards[throw] - price * self.chip) << CHANCE_BITS) + 1

    def _value_of_miss(self, total: int, goal: int) -> int:
        """VW-3.9, VW-3.10, VW-3.14 Miss the bid: pay chips to the stock, get one back, then take black sheep."""
        price = self.chips_for(goal, total)
        if price == IMPOSSIBLE:
            return NEVER
        value = -price * self.chip
        if self.stock + price > 0:
            value += self.chip
        if goal == DECLINE and total - self.minus < 14:
            value += self.black
        return value

    def _ranks_of_end(self, total: int) -> list[int]:
        """After the third throw, by goal."""
        bid = self._rank_of_bid(3, total)
        if total >= self.enough:
            return [NEVER, NEVER, bid]
        reaching_14 = self._value_of_miss(total, REACH_14)
        return [
            self._value_of_miss(total, DECLINE) << CHANCE_BITS,
            NEVER if reaching_14 == NEVER else reaching_14 << CHANCE_BITS,
            bid,
        ]

    def _rank_of_end(self, total: int) -> int:
        ranks = self._ranks_of_end(total)
        return ranks[_best_goal(ranks)]

    def _ranks_of_rolling(self, faces: int) -> list[int]:
        """VW-3.3 The last die is rolled; by the sum of the other two."""
        ends = self.ends
        ranks = [0] * (HIGHEST + 1 - faces)
        for kept in range(2, HIGHEST + 1 - faces):
            rank = 0
            for face in range(1, faces + 1):
                rank += ends[kept + face]
            ranks[kept] = rank * (LAST_PARTS // faces)
        return ranks

    def _ranks_before_second(self) -> list[list[int]]:
        """VW-3.2 The best choices after every second throw, added up for each die that may have been left."""
        bids = [_scaled(self._rank_of_bid(2, total), LAST_PARTS) for total in range(HIGHEST + 1)]
        left_d12 = [0] * 13
        left_d10 = [0] * 11
        left_d8 = [0] * 9
        roll_d12 = self.last[D12]
        roll_d10 = self.last[D10]
        roll_d8 = self.last[D8]
        enough = self.enough
        for d12 in range(1, 13):
            for d10 in range(1, 11):
                by_d8 = roll_d8[d12 + d10]
                for d8 in range(1, 9):
                    bid = bids[d12 + d10 + d8]
                    if d12 + d10 + d8 >= enough:
                        left_d12[d12] += bid
                        left_d10[d10] += bid
                        left_d8[d8] += bid
                        continue
                    by_d12 = roll_d12[d10 + d8]
                    by_d10 = roll_d10[d12 + d8]
                    # mypyc compiles max() of two arguments well
                    left_d12[d12] += max(bid, max(by_d10, by_d8))  # noqa: PLW3301
                    left_d10[d10] += max(bid, max(by_d12, by_d8))  # noqa: PLW3301
                    left_d8[d8] += max(bid, max(by_d12, by_d10))  # noqa: PLW3301
        return [
            [rank * (PAIR_PARTS // 80) for rank in left_d12],
            [rank * (PAIR_PARTS // 96) for rank in left_d10],
            [rank * (PAIR_PARTS // 120) for rank in left_d8],
        ]

    def _sum_of_first_throws(self) -> int:
        """VW-3.1 The values of the best choices after every first throw, added up."""
        bids = [_scaled(self._rank_of_bid(1, total), PARTS) for total in range(HIGHEST + 1)]
        leave_d12 = self.leaving[D12]
        leave_d10 = self.leaving[D10]
        leave_d8 = self.leaving[D8]
        value = 0
        for d12 in range(1, 13):
            for d10 in range(1, 11):
                leave = max(leave_d12[d12], leave_d10[d10])
                for d8 in range(1, 9):
                    rank = bids[d12 + d10 + d8]
                    if d12 + d10 + d8 < self.enough:
                        rank = max(rank, max(leave, leave_d8[d8]))  # noqa: PLW3301
                    value += rank >> CHANCE_BITS
        return value

    def _ranks_of_leaving(self, throw: int, dice: list[int], left: int) -> list[int]:
        """In 57600ths, by die."""
        ranks = [NEVER, NEVER, NEVER]
        total = dice[D12] + dice[D10] + dice[D8]
        for die in range(3):
            if throw == 1:
                ranks[die] = self.leaving[die][dice[die]]
            elif die != left:
                rolled = 3 - left - die
                ranks[die] = self.last[rolled][total - dice[rolled]] * PAIR_PARTS
        return ranks

    def _ranks_of_help(self, throw: int, dice: list[int], left: int) -> list[int]:
        """In 57600ths, by goal."""
        total = dice[D12] + dice[D10] + dice[D8]
        if throw == 3:
            return [_scaled(rank, PARTS) for rank in self._ranks_of_end(total)]
        bid = _scaled(self._rank_of_bid(throw, total), PARTS)
        if total >= self.enough:
            return [NEVER, NEVER, bid]
        leaving = self._ranks_of_leaving(throw, dice, left)
        return [max(leaving[D12], leaving[D10], leaving[D8]), NEVER, bid]

    # Tallies, from which Odds are made: value, first, second, third, below 14, in the unit of the position.

    def _tally_of_bid(self, throw: int, dice: list[int]) -> list[int]:
        total = dice[D12] + dice[D10] + dice[D8]
        tally = [self._rank_of_bid(throw, total) >> CHANCE_BITS, 0, 0, 0, 0]
        tally[throw] = 1
        return tally

    def _tally_of_end(self, total: int, goal: int) -> list[int]:
        tally = [0] * 5
        if goal == REACH_BID:
            tally[VALUE] = self._rank_of_bid(3, total) >> CHANCE_BITS
            tally[THIRD] = 1
        else:
            tally[VALUE] = self._value_of_miss(total, goal)
            tally[BELOW_14] = 1 if goal == DECLINE and total - self.minus < 14 else 0
        return tally

    def _tally_of_third(self, dice: list[int], left: int, die: int) -> list[int]:
        """In 120ths: the third throw, with the dice `left` and `die` left."""
        if not self.last_tallies:
            ends = [self._tally_of_end(total, _best_goal(self._ranks_of_end(total))) for total in range(HIGHEST + 1)]
            self.last_tallies = [_tallies_of_rolling(ends, faces) for faces in FACES]
        return self.last_tallies[3 - left - die][dice[left] + dice[die]]

    def _tally_of_second(self, die: int, face: int) -> list[int]:
        """In 57600ths: the second throw, with this die left."""
        tally = [0] * 5
        if face == 0:
            return tally
        lying = [0, 0, 0]
        lying[die] = face
        throws = _throws(die, lying)
        weight = PAIR_PARTS // len(throws)
        for dice in throws:
            if self.best_help(2, dice, die) == REACH_BID:
                _add(tally, self._tally_of_bid(2, dice), LAST_PARTS * weight)
            else:
                other = self.best_die_to_leave(2, dice, die)
                _add(tally, self._tally_of_third(dice, die, other), weight)
        return tally


def _scaled(rank: int, parts: int) -> int:
    return rank if rank == NEVER else rank * parts


def _values(ranks: list[int]) -> list[int]:
    return [rank if rank == NEVER else (rank >> CHANCE_BITS) * THROWS for rank in ranks]


def _best_goal(ranks: list[int]) -> int:
    best = REACH_BID
    if ranks[REACH_14] > ranks[best]:
        best = REACH_14
    if ranks[DECLINE] > ranks[best]:
        best = DECLINE
    return best


def _throws(left: int, lying: list[int]) -> list[list[int]]:
    """Every throw of all dice except the one that is left."""
    throws = [[0, 0, 0]]
    for die in range(3):
        faces = [lying[die]] if die == left else list(range(1, FACES[die] + 1))
        longer: list[list[int]] = []
        for thrown in throws:
            for face in faces:
                dice = thrown.copy()
                dice[die] = face
                longer.append(dice)
        throws = longer
    return throws


def _tallies_of_rolling(ends: list[list[int]], faces: int) -> list[list[int]]:
    """In 120ths, by the sum of the two dice that are left."""
    tallies: list[list[int]] = []
    for kept in range(HIGHEST + 1 - faces):
        tally = [0] * 5
        for face in range(1, faces + 1):
            _add(tally, ends[kept + face], LAST_PARTS // faces)
        tallies.append(tally)
    return tallies


def _add(tally: list[int], other: list[int], times: int) -> None:
    for place in range(5):
        tally[place] += other[place] * times


def _odds(tally: list[int], parts: int) -> Odds:
    value, first, second, third, below = tally
    return Odds(
        Fraction(value, parts),
        Fraction(first, parts),
        Fraction(second, parts),
        Fraction(third, parts),
        Fraction(parts - first - second - third, parts),
        Fraction(below, parts),
    )
