"""A lesson, played by the engine: the position before each step, and what a try leads to."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cached_property
from random import Random
from typing import Any, Final

import msgspec

from sheepfold.core.action import Action
from sheepfold.core.errors import PositionError, SheepfoldError
from sheepfold.core.event import Event
from sheepfold.core.game import Game
from sheepfold.core.record import read_action, write_action
from sheepfold.core.state import State
from sheepfold.lessons.document import LessonError, LessonFile, Step

SHOWN: Final = 12
"""The number of legal actions that an error message lists."""


class Played(msgspec.Struct, frozen=True):
    """Something that happened, as the learner's seat saw it."""

    line: str | None
    """As in a record, if it was the learner's own action."""
    events: list[Event]
    view: Any
    """Afterwards, in plain values."""


class Try(msgspec.Struct, frozen=True):
    """The answer to a try."""

    right: bool
    reply: str | None
    """The end of the key of the text that answers it."""
    played: list[Played]
    """From this step to the next one; empty if the try was wrong."""


class Lesson:
    """A lesson of a game.

    Positions are computed when they are first needed and never change: learners share them, and a try plays on a copy.
    So a lesson needs no table, and nothing remains of it.
    """

    def __init__(self, game: Game, file: LessonFile, source: str) -> None:
        self.game = game
        self.file = file
        self.source = source
        self.steps = file.steps
        self.seat = file.seat
        self._numbers = {step.id: number for number, step in enumerate(file.steps)}

    def number(self, step_id: str) -> int | None:
        """The number of a step, counted from 0; None if there is no such step."""
        return self._numbers.get(step_id)

    def names(self) -> list[str]:
        """Of all seats; the learner's is the game's own name for it."""
        defaults = self.game.face.seat_names(len(self.file.names))
        return [name or default for name, default in zip(self.file.names, defaults, strict=True)]

    def texts(self) -> dict[str, dict[str, str]]:
        """The texts that the file has, by language and by the key under which a client looks for them."""
        return {
            language: {f"lesson.{self.game.id}.{key}": text for key, text in texts.items()}
            for language, texts in self.file.texts.items()
        }

    @cached_property
    def first(self) -> State:
        """The first position of the game."""
        try:
            return self.game.start(len(self.file.names), self.game.read_options(self.file.options))
        except SheepfoldError as error:
            raise LessonError(f"{self.source}: the game cannot be set up: {error}") from None

    @cached_property
    def positions(self) -> list[State]:
        """The position before each step, and the one after the last."""
        found: list[State] = []
        state = self.first.copy()
        self._play(state, self.file.opening, "opening")
        for step in self.steps:
            state = state if step.position is None else self._read(step, step.position)
            found.append(state)
            after = state.copy()
            expected = self._matching(step, after)
            if expected:
                after.act(self.seat, expected[0])
            self._play(after, step.then, self._place(step, "then"))
            state = after
        return [*found, state]

    def expected(self, number: int) -> list[Action]:
        """The legal actions that a step accepts."""
        return self._matching(self.steps[number], self.positions[number])

    def legal(self, number: int) -> list[Action]:
        """What the learner can choose from before a step: nothing if the step is only read, or after the last step."""
        if number == len(self.steps) or self.steps[number].reads():
            return []
        return self.positions[number].legal_actions(self.seat)

    def view(self, number: int) -> Any:
        """What the learner's seat sees before a step, in plain values."""
        return self._view(self.positions[number])

    def chances(self, number: int) -> dict[str, float]:
        """The exact chances of what the learner can do in a step, as far as the game knows them."""
        return self.game.chances(self.positions[number], self.seat) if self.legal(number) else {}

    def preview(self, number: int, action: str) -> Played:
        """What an action would lead to, up to the next decision or throw. It may be illegal, as everywhere."""
        state, events = self.positions[number].preview(self.seat, Action(action), Random(0))
        return self._seen(f"{self.seat} {action}", state, events)

    def attempt(self, number: int, action: str) -> Try:
        """Try an action in a step; IllegalAction if it is illegal."""
        step = self.steps[number]
        state = self.positions[number].copy()
        own = state.own_action(self.seat, Action(action))
        if not any(fnmatchcase(action, pattern) for pattern in step.expect):
            wrong = next((wrong.id for wrong in step.wrong if fnmatchcase(action, wrong.action)), None)
            return Try(False, "otherwise" if wrong is None else f"wrong.{wrong}", [])
        events = state.perform(self.seat, own)
        played = [self._seen(write_action(self.seat, own), state, events)]
        return Try(True, "right", [*played, *self._lead_on(number, state)])

    def read_on(self, number: int) -> Try:
        """Leave a step that is only read."""
        return Try(True, None, self._lead_on(number, self.positions[number].copy()))

    def to_play_on(self) -> str | None:
        """The position after the last step as the learner knows it; None if it cannot be played on."""
        last = self.positions[-1]
        try:
            return last.position(self.seat) if last.waiting_for() else None
        except PositionError:
            return None

    def _lead_on(self, number: int, state: State) -> list[Played]:
        """Play what happens after the learner's action, and go to the next step's own position if it has one."""
        played = self._play(state, self.steps[number].then, self._place(self.steps[number], "then"))
        if number + 1 < len(self.steps) and self.steps[number + 1].position is not None:
            played.append(Played(None, [], self.view(number + 1)))
        return played

    def _play(self, state: State, lines: list[str], place: str) -> list[Played]:
        played: list[Played] = []
        for line in lines:
            try:
                seat, action = read_action(self.game, line)
                events = state.act(seat, action)
            except SheepfoldError as error:
                raise LessonError(f"{self.source}: {place}: '{line}' cannot be played: {error}") from None
            played.append(self._seen(line if seat == self.seat else None, state, events))
        return played

    def _seen(self, line: str | None, state: State, events: list[Event]) -> Played:
        return Played(line, [event.seen_by(self.seat) for event in events], self._view(state))

    def _view(self, state: State) -> Any:
        return msgspec.to_builtins(state.view(self.seat))

    def _read(self, step: Step, position: str) -> State:
        try:
            return self.game.position_in(self.first, position)
        except SheepfoldError as error:
            raise LessonError(f"{self.source}: {self._place(step, 'position')}: {error}") from None

    def _matching(self, step: Step, state: State) -> list[Action]:
        """The legal actions that a step accepts; every pattern must accept one."""
        legal = state.legal_actions(self.seat)
        for pattern in step.expect:
            if not any(fnmatchcase(action.text, pattern) for action in legal):
                can = ", ".join(f"'{action.text}'" for action in legal[:SHOWN]) or "nothing"
                place = self._place(step, "expect")
                raise LessonError(f"{self.source}: {place}: no legal action is '{pattern}'; the learner can: {can}")
        return [action for action in legal if any(fnmatchcase(action.text, pattern) for pattern in step.expect)]

    def _place(self, step: Step, field: str) -> str:
        return f"step '{step.id}': '{field}'"
