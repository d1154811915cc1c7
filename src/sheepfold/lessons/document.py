"""Lesson files (docs/writing-a-lesson.md), and what can be checked in them without playing."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from typing import Annotated, Any, Final

import msgspec

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.misread import explain

STEP_PLACE: Final = re.compile(r"steps\[(\d+)\]")
POINTS: Final = re.compile(r"prompt|seat \d{1,2}|(?:thing|draft|action) \S.*")

Slug = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9-]*\Z", max_length=40)]
Line = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class LessonError(SheepfoldError):
    """A lesson file is malformed or cannot be played; the message names the file, the step and the field."""

    reason = "lesson.broken"


class Wrong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A legal but unexpected action that gets an explanation of its own."""

    action: Line
    """A pattern, as `fnmatch` understands it."""
    id: Slug


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One step: the learner reads a text and, where something is expected, acts."""

    id: Slug
    position: str | None = None
    """None: the step continues from where the previous one has led."""
    point: Line | list[Line] = []
    """What the text points at."""
    expect: list[Line] = []
    """The accepted actions, as patterns; none if the step is only read."""
    clauses: list[str] = []
    then: list[Line] = []
    """What the others and chance do afterwards, as lines of a record."""
    wrong: list[Wrong] = []

    def reads(self) -> bool:
        """Whether the step is only read."""
        return not self.expect

    def points(self) -> list[str]:
        return [self.point] if isinstance(self.point, str) else self.point


class LessonFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    game: str
    seat: Annotated[int, msgspec.Meta(ge=0)] = 0
    """The learner's."""
    names: Annotated[list[str], msgspec.Meta(min_length=1, max_length=12)]
    """Of the players by seat, empty for the learner."""
    options: dict[str, Any] = {}
    chapters: list[int] = []
    """The chapters of the rules that a first game needs."""
    opening: list[Line] = []
    """Lines of a record from the beginning of the game to the first step, if that has no position."""
    steps: Annotated[list[Step], msgspec.Meta(min_length=1, max_length=40)]
    texts: dict[str, dict[str, str]] = {}
    """By language and key, for a game whose texts are not in the client."""


def read_lesson(text: str, source: str) -> LessonFile:
    """Read a lesson file. LessonError says where it is wrong."""
    try:
        lesson = msgspec.convert(tomllib.loads(text), LessonFile)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"{source} is not TOML: {error}") from None
    except msgspec.ValidationError as error:
        raise LessonError(f"{source}: {_with_step_names(explain(error), text)}") from None
    problem = _problem(lesson)
    if problem:
        raise LessonError(f"{source}: {problem}")
    return lesson


def _with_step_names(problem: str, text: str) -> str:
    """Say which step is meant, since nobody counts them: `steps[2].expect` is in step 'push'."""
    place = STEP_PLACE.search(problem)
    if place is None:
        return problem
    step = tomllib.loads(text)["steps"][int(place[1])]
    name = step.get("id") if isinstance(step, dict) else None
    return f"{problem} (in step '{name}')" if isinstance(name, str) else problem


def _problem(lesson: LessonFile) -> str | None:
    if lesson.seat >= len(lesson.names):
        return f"'seat' is {lesson.seat}, but 'names' has {len(lesson.names)} entries; give one for every seat"
    for seat, name in enumerate(lesson.names):
        if (seat == lesson.seat) != (not name.strip()):
            return f"'names' must be empty for the learner's seat {lesson.seat}, and only there"
    twice = _twice([step.id for step in lesson.steps])
    if twice:
        return f"two steps have the id '{twice}'; rename one"
    if lesson.opening and lesson.steps[0].position is not None:
        return "'opening' leads to the first step, which has a position; remove one of them"
    for step in lesson.steps:
        problem = _step_problem(step, len(lesson.names))
        if problem:
            return f"step '{step.id}': {problem}"
    return None


def _step_problem(step: Step, players: int) -> str | None:
    if step.wrong and step.reads():
        return "'wrong' needs 'expect': where nothing is expected, nothing is wrong"
    twice = _twice([wrong.id for wrong in step.wrong])
    if twice:
        return f"two of 'wrong' have the id '{twice}'; rename one"
    for point in step.points():
        known = POINTS.fullmatch(point)
        if known is None or (point.startswith("seat ") and int(point.split()[1]) >= players):
            return f"'point' cannot be '{point}'; point at 'prompt', 'seat N', 'thing …', 'draft …' or 'action …'"
    return None


def _twice(names: list[str]) -> str | None:
    return next((name for name, count in Counter(names).items() if count > 1), None)
