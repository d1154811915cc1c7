"""VW-2.1 and VW-3.5 The cards in the middle: a list in ascending order."""

from __future__ import annotations

from bisect import insort
from typing import Final

_MOST_CARDS: Final = 7
"""VW-2.1 The most cards in the middle, with six players."""
_MOST_TAKEN: Final = 3
"""VW-3.5 The most cards that a throw earns."""

_ways_of_form: Final[list[list[list[int]] | None]] = [None] * ((_MOST_TAKEN + 1) << _MOST_CARDS)
"""Found on first use: looking them up takes 50 ns compiled, choosing three of five cards again takes 875 ns."""


def add(middle: list[int], card: int) -> None:
    """VW-2.1 Lay out a card."""
    insort(middle, card)


def ways(middle: list[int], count: int) -> list[list[int]]:
    """VW-3.5 All ways to choose so many cards, as places; VW-7.1 of equal cards, the first stands for all.

    They depend only on which neighbours are equal, which is the form of the middle.
    """
    form = 1
    for place in range(1, len(middle)):
        form = 2 * form + (1 if middle[place] == middle[place - 1] else 0)
    key = form * (_MOST_TAKEN + 1) + count
    found = _ways_of_form[key]
    if found is None:
        found = []
        _choose(middle, count, 0, [], found)
        _ways_of_form[key] = found
    return found


def _choose(middle: list[int], count: int, start: int, places: list[int], found: list[list[int]]) -> None:
    """Add all ways to choose `count` more cards from `start` on."""
    if not count:
        found.append(places)
        return
    for place in range(start, len(middle) - count + 1):
        if place == start or middle[place] != middle[place - 1]:
            _choose(middle, count - 1, place + 1, [*places, place], found)


def chosen(middle: list[int], way: list[int]) -> list[int]:
    """The cards at these places."""
    return [middle[place] for place in way]
