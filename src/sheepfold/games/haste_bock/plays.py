"""HB-4 and HB-5 What a player can do: listed, or drawn at random without a list."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from sheepfold.core.action import Action
from sheepfold.games.haste_bock.actions import DIAGONAL, KINDS, LEAP, NO_CARD, RAM, STEP, STRAIGHT, TROUGH
from sheepfold.games.haste_bock.bits import bit_at, count_bits, lowest_bit
from sheepfold.games.haste_bock.flock import (
    NOTHING_BANNED,
    TROUGHS,
    open_diagonals,
    open_straights,
    open_troughs,
    sheep_of,
)
from sheepfold.games.haste_bock.rays import (
    BITS,
    CELL_RANK,
    ORDERED_CELLS,
    rams_from,
    seen_from,
    steps_from,
    way_of_ram,
    ways_of_rams,
)
from sheepfold.games.haste_bock.setup import Setup

if TYPE_CHECKING:
    from sheepfold.games.haste_bock.state import HasteBock

_BOTH_SIDES: Final = 0b11
_UNKNOWN: Final = -1


class Ways:
    """The ways to play each action: bit sets in the order of notation, found when needed.

    For steps, rams and leaps there is one set for each of the player's two sheep, for all other actions a single set.
    """

    __slots__ = (
        "diagonals", "first", "first_rams", "second", "second_rams", "seen_from_first", "seen_from_second", "state",
        "straights", "troughs",
    )  # fmt: skip

    def __init__(self, state: HasteBock) -> None:
        where = state.where
        pair = 2 * state.setup.colours[state.active]
        first = where[pair]
        second = where[pair + 1]
        if CELL_RANK[first] > CELL_RANK[second]:
            first, second = second, first
        self.state = state
        self.first = first
        self.second = second
        self.seen_from_first = seen_from(first, where)
        self.seen_from_second = seen_from(second, where)
        self.first_rams = _UNKNOWN
        self.second_rams = _UNKNOWN
        self.diagonals = _UNKNOWN
        self.straights = _UNKNOWN
        self.troughs = _UNKNOWN

    def of_first_sheep(self, kind: int) -> int:
        """HB-5.1 Steps; HB-5.2 rams; HB-5.3 leaps."""
        return _ways_from(kind, self.first, self.seen_from_first)

    def of_second_sheep(self, kind: int) -> int:
        return _ways_from(kind, self.second, self.seen_from_second)

    def without_sheep(self, kind: int) -> int:
        """HB-5.4, HB-5.5 Lines; HB-5.7 troughs; HB-5.9 sides."""
        if kind == DIAGONAL:
            if self.diagonals == _UNKNOWN:
                self.diagonals = open_diagonals(self.state.where)
            return self.diagonals
        if kind == STRAIGHT:
            if self.straights == _UNKNOWN:
                self.straights = open_straights(self.state.where)
            return self.straights
        if kind == TROUGH:
            if self.troughs == _UNKNOWN:
                self.troughs = allowed_troughs(self.state)
            return self.troughs
        return allowed_sides(self.state)

    def count(self, kind: int) -> int:
        if moves_own_sheep(kind):
            return count_bits(self.of_first_sheep(kind)) + count_bits(self.of_second_sheep(kind))
        return count_bits(self.without_sheep(kind))

    def at(self, kind: int, index: int) -> int:
        """The number of one way (setup.plays)."""
        if not moves_own_sheep(kind):
            return bit_at(self.without_sheep(kind), index)
        first = self.of_first_sheep(kind)
        beyond = index - count_bits(first)
        if beyond < 0:
            return _way(kind, self.first, self.seen_from_first, bit_at(first, index))
        return _way(kind, self.second, self.seen_from_second, bit_at(self.of_second_sheep(kind), beyond))

    def add_plays(self, card: int, kind: int, found: list[Action]) -> None:
        """Add the plays of a card in all ways."""
        setup = self.state.setup
        if not moves_own_sheep(kind):
            _add_plays(setup, card, 0, self.without_sheep(kind), found)
        elif kind == STEP:
            _add_plays(setup, card, self.first * BITS, self.of_first_sheep(STEP), found)
            _add_plays(setup, card, self.second * BITS, self.of_second_sheep(STEP), found)
        else:
            if self.first_rams == _UNKNOWN:  # the same for all cards that ram or leap
                self.first_rams = ways_of_rams(self.first, self.seen_from_first)
                self.second_rams = ways_of_rams(self.second, self.seen_from_second)
            _add_plays(setup, card, self.first * BITS, self.first_rams, found)
            _add_plays(setup, card, self.second * BITS, self.second_rams, found)


def allowed_troughs(state: HasteBock) -> int:
    """HB-5.7 All that move a sheep; HB-5.8 right after a trough, the opposite direction is banned."""
    found = open_troughs(state.where)
    return found if state.banned_trough == NOTHING_BANNED else found & ~(1 << TROUGHS.index(state.banned_trough))


def allowed_sides(state: HasteBock) -> int:
    """HB-5.10 Right after a turn, turning back is banned."""
    return _BOTH_SIDES if state.banned_side == NOTHING_BANNED else _BOTH_SIDES & ~(1 << state.banned_side)


def moves_own_sheep(kind: int) -> bool:
    return kind in (STEP, RAM, LEAP)


def _ways_from(kind: int, cell: int, seen: int) -> int:
    return steps_from(cell, seen) if kind == STEP else rams_from(cell, seen)


def _way(kind: int, cell: int, seen: int, bit: int) -> int:
    return cell * BITS + bit if kind == STEP else way_of_ram(cell, seen, bit)


def _add_plays(setup: Setup, card: int, first: int, ways: int, found: list[Action]) -> None:
    """Add the plays of a card in these ways, which are numbered from `first` on."""
    plays = setup.plays[card]
    while ways:
        way = first + lowest_bit(ways)
        play = plays[way]
        found.append(setup.play(card, way) if play is None else play)
        ways &= ways - 1


# HB-4.1 Cards


def plays(state: HasteBock) -> list[Action]:
    """HB-4.1 All plays of the cards in hand; HB-4.5 each moves a sheep or turns the flock."""
    setup = state.setup
    kinds = len(setup.cards)
    ways = Ways(state)
    found: list[Action] = []
    for card in range(kinds):
        if state.cards[state.active * kinds + card]:
            ways.add_plays(card, setup.kinds[card], found)
    return found


def random_play(state: HasteBock, rng: Random) -> Action | None:
    """One of `plays`, each with the same probability: 1.2 µs compiled, while the list takes 1.9 µs."""
    setup = state.setup
    kinds = len(setup.cards)
    first = state.active * kinds
    ways = Ways(state)
    counts = [_UNKNOWN] * len(KINDS)
    total = 0
    for card in range(kinds):
        if state.cards[first + card]:
            kind = setup.kinds[card]
            if counts[kind] == _UNKNOWN:
                counts[kind] = ways.count(kind)
            total += counts[kind]
    if not total:
        return None
    index = int(rng.random() * total)
    card = 0
    while not state.cards[first + card] or index >= counts[setup.kinds[card]]:
        if state.cards[first + card]:
            index -= counts[setup.kinds[card]]
        card += 1
    return setup.play(card, ways.at(setup.kinds[card], index))


# HB-3.1 The die


def rams_by_die(state: HasteBock) -> list[Action]:
    """HB-3.1 All rams with any sheep of the rolled colour; one of them is compulsory."""
    found: list[Action] = []
    for cell in _rammers(state):
        _add_plays(state.setup, NO_CARD, cell * BITS, ways_of_rams(cell, seen_from(cell, state.where)), found)
    return found


def random_ram(state: HasteBock, rng: Random) -> Action:
    """One of `rams_by_die`, each with the same probability."""
    where = state.where
    cells = _rammers(state)
    total = 0
    for cell in cells:
        total += count_bits(rams_from(cell, seen_from(cell, where)))
    index = int(rng.random() * total)
    for cell in cells:
        seen = seen_from(cell, where)
        rams = rams_from(cell, seen)
        count = count_bits(rams)
        if index < count:
            return state.setup.play(NO_CARD, way_of_ram(cell, seen, bit_at(rams, index)))
        index -= count
    raise AssertionError("the die waits only for a ram that is possible")


def can_ram_by_die(state: HasteBock) -> bool:
    """HB-3.3 Check whether a sheep of the rolled colour can ram."""
    for sheep in sheep_of(state.colour):
        cell = state.where[sheep]
        if rams_from(cell, seen_from(cell, state.where)):
            return True
    return False


def _rammers(state: HasteBock) -> list[int]:
    """The fields of the sheep that the die allows to ram, in the order of notation."""
    ranks = [CELL_RANK[state.where[sheep]] for sheep in sheep_of(state.colour)]
    ranks.sort()
    return [ORDERED_CELLS[rank] for rank in ranks]
