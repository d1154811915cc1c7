"""What every lesson must do; see docs/writing-a-lesson.md.

Texts are given by language and full key, as `Lesson.texts` returns them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from typing import Final

from sheepfold.core.game import Game
from sheepfold.lessons.document import Step
from sheepfold.lessons.lesson import Lesson, Played
from sheepfold.lessons.library import load_lesson
from sheepfold.rulebook import clauses

Texts = dict[str, dict[str, str]]
LessonCheck = Callable[[Lesson, Texts], None]

LONGEST_TEXT: Final = 240
"""In characters: a text stands in a bubble beside the board, also on a phone."""


def check_lesson(game: Game) -> None:
    """Check the lesson of a game whose file has its own texts."""
    lesson = load_lesson(game)
    assert lesson is not None, f"{game.id} has no lesson"
    for check in LESSON_CHECKS:
        check(lesson, lesson.texts())


def every_step_leads_to_the_next(lesson: Lesson, _: Texts) -> None:
    """All expected actions are legal, and whatever happens then ends where the next step begins."""
    for number, step in enumerate(lesson.steps):
        expected = lesson.expected(number)
        fresh = number + 1 < len(lesson.steps) and lesson.steps[number + 1].position is not None
        assert len(expected) <= 1 or fresh, (
            f"{step.id}: {len(expected)} actions are expected ({expected[0].text}, {expected[1].text} …), "
            "so the next step needs a position of its own"
        )
        tries = [lesson.attempt(number, action.text) for action in expected] or [lesson.read_on(number)]
        for answer in tries:
            assert answer.right, step.id
            view = answer.played[-1].view if answer.played else lesson.view(number)
            assert view == lesson.view(number + 1), f"{step.id}: this is not where the next step begins"


def the_learner_can_do_something_wrong_only_where_it_is_explained(lesson: Lesson, _: Texts) -> None:
    """Every pattern of `wrong` explains a legal action that is neither expected nor explained by an earlier one."""
    for number, step in enumerate(lesson.steps):
        replies = {lesson.attempt(number, action.text).reply for action in lesson.legal(number)}
        for wrong in step.wrong:
            assert f"wrong.{wrong.id}" in replies, f"{step.id}: no try is answered by 'wrong.{wrong.id}'"


def texts_point_at_what_is_there(lesson: Lesson, _: Texts) -> None:
    """A draft is the beginning of a legal action, and an action is legal."""
    for number, step in enumerate(lesson.steps):
        legal = [action.text for action in lesson.legal(number)]
        for point in step.points():
            kind, _space, text = point.partition(" ")
            assert kind != "action" or text in legal, f"{step.id}: '{text}' is not legal"
            assert kind != "draft" or any(action.startswith(text) for action in legal), (
                f"{step.id}: no legal action begins with '{text}'"
            )


def every_text_exists_in_every_language(lesson: Lesson, texts: Texts) -> None:
    """There are no superfluous ones, and all are short."""
    needed = set(needed_texts(lesson))
    allowed = needed | {_key(lesson, f"{step.id}.right") for step in lesson.steps if not step.reads()}
    assert "en" in texts, "there are no texts in English"
    for language, found in texts.items():
        own = {key for key in found if key.startswith(_key(lesson, ""))}
        assert needed - own == set(), f"missing in '{language}'"
        assert own - allowed == set(), f"superfluous in '{language}'"
        assert own == {key for key in texts["en"] if key in allowed}, f"'{language}' has other texts than English"
        for key in own:
            assert 0 < len(found[key].strip()) <= LONGEST_TEXT, (
                f"{key} in '{language}' has {len(found[key])} characters"
            )


def the_rules_of_a_first_game_are_taught(lesson: Lesson, _: Texts) -> None:
    """Every clause exists, and every chapter that the lesson names is touched."""
    known = clauses(lesson.game.id)
    prefix = f"{lesson.game.clause_prefix}-"
    taught = [clause for step in lesson.steps for clause in step.clauses]
    for clause in taught:
        assert clause in known if known else clause.startswith(prefix), f"there is no clause {clause}"
    chapters = {clause.removeprefix(prefix).partition(".")[0] for clause in taught}
    assert {str(chapter) for chapter in lesson.file.chapters} - chapters == set(), "chapters without a step"


def nothing_hidden_is_shown(lesson: Lesson, _: Texts) -> None:
    """The learner gets its own view, events as it sees them, and no action but its own."""
    for played in everything_played(lesson):
        assert played.view["seat"] == lesson.seat
        assert played.line is None or played.line.startswith(f"{lesson.seat} ")
        for event in played.events:
            assert event == event.seen_by(lesson.seat)


LESSON_CHECKS: Final[list[LessonCheck]] = [
    every_step_leads_to_the_next,
    the_learner_can_do_something_wrong_only_where_it_is_explained,
    texts_point_at_what_is_there,
    every_text_exists_in_every_language,
    the_rules_of_a_first_game_are_taught,
    nothing_hidden_is_shown,
]


def everything_played(lesson: Lesson) -> Iterator[Played]:
    for number in range(len(lesson.steps)):
        expected = lesson.expected(number)
        for action in expected:
            yield lesson.preview(number, action.text)
            yield from lesson.attempt(number, action.text).played
        if not expected:
            yield from lesson.read_on(number).played


def needed_texts(lesson: Lesson) -> Iterator[str]:
    """The keys of all texts that a client may look for and must find."""
    yield _key(lesson, "title")
    for number, step in enumerate(lesson.steps):
        yield _key(lesson, step.id)
        yield from (_key(lesson, f"{step.id}.wrong.{wrong.id}") for wrong in step.wrong)
        if any(not _is_explained(step, action.text) for action in lesson.legal(number)):
            yield _key(lesson, f"{step.id}.otherwise")


def _is_explained(step: Step, action: str) -> bool:
    patterns = [*step.expect, *(wrong.action for wrong in step.wrong)]
    return any(fnmatchcase(action, pattern) for pattern in patterns)


def _key(lesson: Lesson, rest: str) -> str:
    return f"lesson.{lesson.game.id}.{rest}"
