"""A record in the order in which it was played, takebacks included: that order alone numbers the throws."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from sheepfold.core.errors import RecordError
from sheepfold.core.record import Record, Replay, Takeback, is_chance, write_action
from sheepfold.core.state import CHANCE, State

MOST_WORK: Final = 1_000_000
"""Takebacks times actions: what strangers send is checked, too."""


class Fallen(msgspec.Struct, frozen=True):
    """A throw as the record has it, in the position in which it fell."""

    number: int
    """From 1, in order of play. An undone throw keeps its number, so no number is used twice or left out."""
    line: str
    action: int | None
    """The number of the record's action; None if the throw was undone."""
    moves: int
    """How many player actions counted when it fell."""
    outcomes: list[str]
    """The lines of all possible outcomes."""
    weights: list[int]

    @property
    def outcome(self) -> str:
        """The line without the mark of chance."""
        return self.line.partition(" ")[2]

    @property
    def total(self) -> int:
        return sum(self.weights)

    def __str__(self) -> str:
        return f"throw {self.number} ({'undone' if self.action is None else f'action {self.action}'})"

    def part(self) -> tuple[int, int]:
        """The outcome falls for tickets from the first to below the second."""
        if self.line not in self.outcomes:
            raise RecordError(f"{self} is '{self.line}', which cannot fall there")
        place = self.outcomes.index(self.line)
        low = sum(self.weights[:place])
        return low, low + self.weights[place]


def fallen(record: Record) -> Iterator[Fallen]:
    """Every throw of the record in order of play. RecordError where the record cannot be played."""
    takebacks = record.fairness.takebacks if record.fairness is not None else []
    lists = branches(record.actions, takebacks)
    replay = Replay(record)
    number = moves = kept = 0
    saved: dict[int, tuple[State, int]] = {}
    for branch, actions in enumerate(lists):
        later = {takeback.keep for takeback in takebacks[branch:]}
        lowest = min(later, default=len(actions))
        for index in range(kept, len(actions)):
            line = actions[index]
            if index in later:
                saved[index] = replay.state.copy(), moves
            if is_chance(line) and replay.state.waiting_for() == [CHANCE]:
                number += 1
                yield _throw(replay.state, number, line, None if index >= lowest else index + 1, moves)
            moves += not is_chance(line)
            replay.step(index + 1, line)
        if branch < len(takebacks):
            kept = takebacks[branch].keep
            state, moves = saved[kept]
            replay.state = state.copy()
    replay.check_result()


def _throw(state: State, number: int, line: str, action: int | None, moves: int) -> Fallen:
    outcomes = [write_action(CHANCE, outcome) for outcome in state.legal_actions(CHANCE)]
    return Fallen(number, line, action, moves, outcomes, state.chance_weights() or [1] * len(outcomes))


def branches(actions: list[str], takebacks: list[Takeback]) -> list[list[str]]:
    """All actions as they stood before each takeback, and at the end."""
    if len(takebacks) * (len(actions) + 1) > MOST_WORK:
        raise RecordError(f"{len(takebacks)} takebacks in {len(actions)} actions are more than can be checked")
    found = [actions]
    for number, takeback in reversed(list(enumerate(takebacks, start=1))):
        after = found[-1]
        if not 0 <= takeback.keep <= len(after):
            raise RecordError(f"takeback {number} keeps {takeback.keep} actions, but there are only {len(after)}")
        if not any(map(is_chance, takeback.actions)):
            raise RecordError(f"takeback {number} undoes no throw")
        if is_chance(takeback.actions[0]):
            raise RecordError(f"takeback {number} begins with a throw; a game only goes back to a decision")
        found.append(after[: takeback.keep] + takeback.actions)
    found.reverse()
    return found
