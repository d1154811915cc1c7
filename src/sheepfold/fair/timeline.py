"""The throws of a record in order of play, takebacks included. That order alone determines their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from sheepfold.core.errors import RecordError
from sheepfold.core.record import Record, Replay, Takeback, is_chance, write_action
from sheepfold.core.state import CHANCE, State

MAX_WORK: Final = 1_000_000
"""Takebacks times actions. Servers check records from strangers, too."""


class RecordedThrow(msgspec.Struct, frozen=True):
    """A throw as the record has it, with the outcomes that were possible in that position."""

    number: int
    """Counted from 1 in order of play. An undone throw keeps its number, so no number is used twice or skipped."""
    line: str
    action: int | None
    """Which action of the record it is, counted from 1; None if the throw was undone."""
    moves: int
    """How many actions of players came before it, without undone ones."""
    outcomes: list[str]
    """All possible outcomes, as lines of a record."""
    weights: list[int]

    @property
    def outcome(self) -> str:
        """The notation, without the mark of chance."""
        return self.line.partition(" ")[2]

    @property
    def total(self) -> int:
        return sum(self.weights)

    def __str__(self) -> str:
        return f"throw {self.number} ({'undone' if self.action is None else f'action {self.action}'})"

    def ticket_range(self) -> tuple[int, int]:
        """The first ticket that gives this outcome, and the first after it that does not."""
        if self.line not in self.outcomes:
            raise RecordError(f"{self} is '{self.line}', which is not possible there")
        place = self.outcomes.index(self.line)
        low = sum(self.weights[:place])
        return low, low + self.weights[place]


def recorded_throws(record: Record) -> Iterator[RecordedThrow]:
    """All throws of the record in order of play. Raises RecordError at an action that cannot be played."""
    takebacks = record.fairness.takebacks if record.fairness is not None else []
    histories = branches(record.actions, takebacks)
    replay = Replay(record)
    number = moves = kept = 0
    saved: dict[int, tuple[State, int]] = {}
    for branch, actions in enumerate(histories):
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


def _throw(state: State, number: int, line: str, action: int | None, moves: int) -> RecordedThrow:
    outcomes = [write_action(CHANCE, outcome) for outcome in state.legal_actions(CHANCE)]
    return RecordedThrow(number, line, action, moves, outcomes, state.chance_weights() or [1] * len(outcomes))


def branches(actions: list[str], takebacks: list[Takeback]) -> list[list[str]]:
    """The list of actions before each takeback, and at the end."""
    if len(takebacks) * (len(actions) + 1) > MAX_WORK:
        raise RecordError(f"{len(takebacks)} takebacks in {len(actions)} actions are too many to check")
    found = [actions]
    for number, takeback in reversed(list(enumerate(takebacks, start=1))):
        after = found[-1]
        if not 0 <= takeback.keep <= len(after):
            raise RecordError(f"takeback {number} keeps {takeback.keep} actions, but there are only {len(after)}")
        if not any(map(is_chance, takeback.actions)):
            raise RecordError(f"takeback {number} undoes no throw")
        if is_chance(takeback.actions[0]):
            raise RecordError(f"takeback {number} begins with a throw; an undo goes back to a decision")
        found.append(after[: takeback.keep] + takeback.actions)
    found.reverse()
    return found
