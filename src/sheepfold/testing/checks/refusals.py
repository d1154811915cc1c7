"""Refusals: illegal actions change nothing, and the clause that a refusal names reveals nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from sheepfold.core.action import Action
from sheepfold.core.errors import IllegalAction
from sheepfold.core.state import CHANCE, State, seat_name
from sheepfold.testing.cases import Case
from sheepfold.testing.differences import assert_same_position


class Attempts(NamedTuple):
    """Well-formed actions that are illegal for a seat, or for chance."""

    state: State
    seat: int
    actions: list[Action]


def illegal_actions_are_refused(case: Case) -> None:
    """Actions from other positions and of other seats are refused, and the position does not change.

    A refusal may name a clause of the game, but only one that depends on nothing hidden from the seat.
    """
    rng = Random(f"{case}/illegal")
    for state, seat, actions in attempts(case, rng):
        tried = state.copy()
        twin = state.copy() if seat == CHANCE else state.resample(seat, rng)
        for action in actions:
            _assert_refuses(tried, seat, action, f"{case.game.clause_prefix}-")
            clause, other = state.why_not(seat, action), twin.why_not(seat, action)
            assert clause == other, (
                f"why_not({seat}, '{action.text}') is {clause} and {other} for positions that look the same to "
                f"{seat_name(seat)}: it reveals something hidden"
            )
        assert_same_position(state, tried, f"refused actions of {seat_name(seat)} change nothing ({actions})")


def attempts(case: Case, rng: Random) -> Iterator[Attempts]:
    """For a sample of positions and every seat: the next action of the walk, and one of each kind, if illegal."""
    kinds: dict[str, list[Action]] = {}
    for action in sorted({action for walk in case.walks() for _, action in walk}, key=lambda action: action.text):
        kinds.setdefault(action.text.split()[0], []).append(action)
    for state, step in case.sample(rng):
        for seat in [CHANCE, *range(case.players)]:
            legal = set(state.legal_actions(seat))
            tried = [*map(rng.choice, kinds.values()), *([step[1]] if step else [])]
            yield Attempts(state, seat, [action for action in tried if action not in legal])


def _assert_refuses(state: State, seat: int, action: Action, prefix: str) -> None:
    try:
        state.act(seat, action)
    except IllegalAction as refusal:
        assert action.text in str(refusal), f"the refusal of '{action.text}' does not name it: {refusal}"
        assert refusal.clause is None or refusal.clause.startswith(prefix), (
            f"{seat_name(seat)} is refused '{action.text}' by {refusal.clause}, but clauses begin with {prefix}"
        )
    else:
        raise AssertionError(f"{seat_name(seat)} could do '{action.text}', which is not one of its legal_actions")


class Share:
    """How many refusals name a clause, of those that a seat gets while the game waits for it."""

    def __init__(self) -> None:
        self.all = 0
        self.unnamed: Counter[str] = Counter()
        """By the first word of the action."""

    def add(self, case: Case) -> None:
        for state, seat, actions in attempts(case, Random(f"{case}/share")):
            if seat == CHANCE or seat not in state.waiting_for():
                continue
            self.all += len(actions)
            unnamed = [action for action in actions if state.why_not(seat, action) is None]
            self.unnamed.update(action.text.split()[0] for action in unnamed)

    def __str__(self) -> str:
        named = self.all - self.unnamed.total()
        share = f"{named} of {self.all} refusals name a clause ({100 * named / max(self.all, 1):.1f} %)"
        rest = ", ".join(f"'{word}' {count}" for word, count in self.unnamed.most_common())
        return f"{share}; without one: {rest}" if rest else share
