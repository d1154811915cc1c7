"""Random actions: `random_action` agrees with `legal_actions` and `chance_weights`."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

from sheepfold.core.state import CHANCE, State, seat_name
from sheepfold.testing.cases import Case

LEAST: Final = 500
"""The least number of draws for each case, except where seats have no choice."""
FEW: Final = 4
"""In positions with at most so many actions, each of them must be drawn; tallies need so many expected draws."""
DRAWS: Final = 60
"""The expected number of draws of the rarest action in such a position: a fair draw misses it once in 10**26 times."""
SMALL_POSITIONS: Final = 4
"""How many such positions to try for each case and kind of action: each takes many draws."""
RAREST: Final = 1 / 16
"""Rarer actions need not be drawn."""
BINS: Final = 16
FARTHEST: Final = 5.0
"""In standard deviations; a fair draw is farther off once in about 3 million checks, and seeds are fixed."""


class Tally:
    """Counts draws, to compare them with their probabilities."""

    def __init__(self) -> None:
        self.drawn: dict[str, int] = {}
        self.expected: dict[str, float] = {}

    def expect(self, name: str, count: float) -> None:
        self.expected[name] = self.expected.get(name, 0.0) + count

    def count(self, name: str, times: int = 1) -> None:
        self.drawn[name] = self.drawn.get(name, 0) + times

    def __str__(self) -> str:
        counts = [(name, self.drawn.get(name, 0), expected) for name, expected in self.expected.items()]
        return ", ".join(f"'{name}' {drawn} times instead of {expected:.1f}" for name, drawn, expected in counts)

    def is_fair(self) -> bool:
        """Compare the chi-square statistic with its bound (by Wilson and Hilferty). Rare names are taken together."""
        common = {name: expected for name, expected in self.expected.items() if expected >= FEW}
        rest = sum(self.expected.values()) - sum(common.values())
        drawn = [self.drawn.get(name, 0) for name in common]
        cells = list(zip(drawn, common.values(), strict=True))
        if rest >= FEW:
            cells.append((sum(self.drawn.values()) - sum(drawn), rest))
        freedom = len(cells) - 1
        if freedom < 1:
            return True
        found = sum((count - expected) ** 2 / expected for count, expected in cells)
        spread = 2 / (9 * freedom)
        bound: float = freedom * (1 - spread + FARTHEST * spread**0.5) ** 3
        return found <= bound


def random_actions_are_legal_and_fair(case: Case) -> None:
    """`random_action` draws every legal action with its probability, nothing else, and None only if there is none.

    Over all walks, draws count by their rank among the legal actions and by their first word.
    """
    rng = Random(f"{case}/drawing")
    ranks, words, few = Tally(), Tally(), Tally()
    small: Counter[str] = Counter()
    times = 1 + LEAST // sum(len(walk) for walk in case.walks())
    for state, _ in case.sample(rng):
        for seat in [CHANCE, *range(case.players)]:
            choice = Choice(state, seat)
            for _ in range(times):
                choice.draw_and_count(ranks, words, rng)
            if choice.is_small() and small[choice.word] < SMALL_POSITIONS:
                small[choice.word] += 1
                choice.draw_all(few, rng)
    assert few.is_fair(), f"random_action is not fair: it draws {few}"
    assert ranks.is_fair(), f"random_action prefers actions by their rank in legal_actions: it draws {ranks}"
    assert words.is_fair(), f"random_action prefers some kinds of actions: it draws {words}"


class Choice:
    """The legal actions of a seat, or of chance, with their probabilities."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.actions = state.legal_actions(seat)
        weights = state.chance_weights() if seat == CHANCE and self.actions else None
        if weights is None:
            weights = [1] * len(self.actions)
        self.chances = [weight / sum(weights) for weight in weights]
        self.word = self.actions[0].text.split()[0] if self.actions else ""

    def is_small(self) -> bool:
        return 1 < len(self.actions) <= FEW and min(self.chances) >= RAREST

    def draw(self, rng: Random) -> int | None:
        """Draw an action and return its index."""
        action = self.state.random_action(self.seat, rng)
        call = f"random_action({self.seat})"
        if action is None:
            assert not self.actions, f"{call} is None, but {seat_name(self.seat)} can {self.actions}"
            return None
        assert action in self.actions, f"{call} is '{action.text}', which is not in legal_actions: {self.actions}"
        return self.actions.index(action)

    def draw_and_count(self, ranks: Tally, words: Tally, rng: Random) -> None:
        """Draw and count an action. Its rank is a random number between those of the actions before and after it."""
        index = self.draw(rng)
        if index is None or len(self.actions) == 1:
            return
        rank = sum(self.chances[:index]) + rng.random() * self.chances[index]
        for number in range(BINS):
            ranks.expect(str(number), 1 / BINS)
        ranks.count(str(min(int(rank * BINS), BINS - 1)))
        for action, chance in zip(self.actions, self.chances, strict=True):
            words.expect(action.text.split()[0], chance)
        words.count(self.actions[index].text.split()[0])

    def draw_all(self, tally: Tally, rng: Random) -> None:
        """Draw so often that no action can be missed."""
        draws = int(DRAWS / min(self.chances))
        for action, chance in zip(self.actions, self.chances, strict=True):
            tally.expect(action.text, draws * chance)
        drawn = [self.draw(rng) for _ in range(draws)]
        for index, action in enumerate(self.actions):
            assert index in drawn, f"random_action({self.seat}) never draws '{action.text}' in {draws} draws"
            tally.count(action.text, drawn.count(index))
