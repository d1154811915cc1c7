"""Every lesson can be played as written, is explained in all languages, and teaches what a first game needs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sheepfold import all_games, find_game
from sheepfold.core.registry import OURS
from sheepfold.core.state import CHANCE
from sheepfold.lessons.lesson import Lesson
from sheepfold.lessons.library import broken_lessons, find_lesson
from sheepfold.testing import LESSON_CHECKS
from sheepfold.testing.lessons import LessonCheck, Texts

WORDS = Path(__file__).parents[2] / "web" / "src" / "words" / "learn"
LESSONS = [lesson for game in all_games() if (lesson := find_lesson(game)) is not None]


def texts_of(lesson: Lesson) -> Texts:
    """The client has the texts of our own games."""
    if not type(lesson.game).__module__.startswith(OURS):
        return lesson.texts()
    return {file.stem: json.loads(file.read_text()) for file in WORDS.glob("*.json")}


@pytest.mark.parametrize("check", LESSON_CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.game.id)
def test_lessons(lesson: Lesson, check: LessonCheck) -> None:
    check(lesson, texts_of(lesson))


def test_no_lesson_is_broken() -> None:
    assert broken_lessons() == []


def test_each_of_our_games_has_a_lesson() -> None:
    ours = [game.id for game in all_games() if type(game).__module__.startswith(OURS)]
    assert len(ours) == 4
    assert [game for game in ours if find_lesson(find_game(game)) is None] == []


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.game.id)
def test_a_lesson_has_eight_to_fourteen_steps_and_most_of_them_are_played(lesson: Lesson) -> None:
    assert 8 <= len(lesson.steps) <= 14
    assert sum(step.reads() for step in lesson.steps) <= len(lesson.steps) / 3
    assert lesson.file.chapters, "it names the chapters that a first game needs"
    assert all(step.clauses for step in lesson.steps)
    assert lesson.file.texts == {}, "the texts of our games are in web/src/words/learn"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.game.id)
def test_a_lesson_ends_with_a_position_that_the_learner_plays_on_from(lesson: Lesson) -> None:
    position = lesson.to_play_on()
    assert position is not None
    assert lesson.positions[-1].waiting_for() != [CHANCE]
    assert lesson.positions[-1].legal_actions(lesson.seat)


def test_no_texts_of_unknown_lessons_remain() -> None:
    games = {lesson.game.id for lesson in LESSONS}
    for file in WORDS.glob("*.json"):
        keys = [key.split(".") for key in json.loads(file.read_text())]
        named = {key[1] for key in keys if key[0] == "lesson" and len(key) > 2}
        assert named - games == set()


def test_positions_are_computed_once_and_tries_leave_them_as_they_are() -> None:
    lesson = find_lesson(find_game("schafe-schubsen"))
    assert lesson is not None
    assert lesson is find_lesson(find_game("schafe-schubsen"))
    before = [state.position() for state in lesson.positions]
    for number in range(len(lesson.steps)):
        for action in lesson.legal(number)[:20]:
            lesson.attempt(number, action.text)
            lesson.preview(number, action.text)
    assert [state.position() for state in lesson.positions] == before
    assert lesson.positions is lesson.positions
