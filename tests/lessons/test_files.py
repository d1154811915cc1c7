"""A lesson file that is wrong says which step and field are wrong, and what to do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sheepfold import IllegalAction
from sheepfold.lessons.document import LessonError, read_lesson
from sheepfold.lessons.lesson import Lesson
from sheepfold.testing import LESSON_CHECKS
from tests.toys.fingers import FINGERS, Shown

SOUND = """
game = "fingers"
names = ["", "Bo"]

[[steps]]
id = "show"
point = "action show 2"
expect = ["show 2"]
clauses = ["FI-1"]
then = ["1 show 3", "* coin heads"]

[[steps.wrong]]
action = "show 1"
id = "one"

[[steps]]
id = "again"
clauses = ["FI-2"]

[texts.en]
title = "Fingers"
show = "Show two."
"show.wrong.one" = "One is too few."
"show.otherwise" = "Two, please."
again = "And so on."
"""
TEXTS = SOUND[SOUND.index("[texts.en]") :]


def lesson_of(text: str) -> Lesson:
    return Lesson(FINGERS, read_lesson(text, "fingers.toml"), "fingers.toml")


def check(text: str) -> None:
    lesson = lesson_of(text)
    for one in LESSON_CHECKS:
        one(lesson, lesson.texts())


def test_the_sound_lesson_passes_all_checks() -> None:
    check(SOUND)


def test_a_lesson_shows_only_what_the_learner_may_know() -> None:
    lesson = lesson_of(SOUND)
    played = lesson.attempt(0, "show 2").played
    assert [one.line for one in played] == ["0 show 2", None, None]
    assert played[0].events[0] == Shown(0, 2)
    assert played[1].events[0] == Shown(1, None)


def test_tries_are_right_wrong_explained_or_illegal() -> None:
    lesson = lesson_of(SOUND)
    assert (lesson.attempt(0, "show 2").right, lesson.attempt(0, "show 2").reply) == (True, "right")
    assert (lesson.attempt(0, "show 1").right, lesson.attempt(0, "show 1").reply) == (False, "wrong.one")
    assert (lesson.attempt(0, "show 3").right, lesson.attempt(0, "show 3").reply) == (False, "otherwise")
    with pytest.raises(IllegalAction):
        lesson.attempt(0, "show 4")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda text: text + "[[", "fingers.toml is not TOML: "),
        (lambda text: text.replace('names = ["", "Bo"]', ""), "fingers.toml: 'names' is missing"),
        (
            lambda text: text.replace('"show 2"]', "2]"),
            "'steps[0].expect[0]' must be text, not a whole number (in step",
        ),
        (lambda text: text.replace('then = ["1', 'than = ["1'), "'steps[0].than' is unknown (in step 'show')"),
        (lambda text: text.replace('id = "again"', 'id = "Again!"'), "'steps[1].id' contains invalid characters"),
        (lambda text: text.replace('id = "again"', 'id = "show"'), "two steps have the id 'show'; rename one"),
        (lambda text: "seat = 2\n" + text, "'seat' is 2, but 'names' has 2 entries; give one for every seat"),
        (lambda text: "seat = 1\n" + text, "'names' must be empty for the learner's seat 1, and only there"),
        (lambda text: text.replace('expect = ["show 2"]\n', ""), "step 'show': 'wrong' needs 'expect'"),
        (lambda text: text.replace('"action show 2"', '"seat 2"'), "step 'show': 'point' cannot be 'seat 2'; point at"),
        (lambda text: text.replace('"action show 2"', '"here"'), "step 'show': 'point' cannot be 'here'; point at"),
        (
            lambda text: 'opening = ["0 show 1"]' + text.replace('id = "show"', 'id = "show"\nposition = "x"'),
            "'opening' leads to the first step, which has a position; remove one of them",
        ),
        (
            lambda text: text.replace("[texts.en]", '[[steps]]\nid = "z"\nexpect=["*"]\n' + 2 * WRONG + "[texts.en]"),
            "step 'z': two of 'wrong' have the id 'w'; rename one",
        ),
    ],
)
def test_malformed_files_are_refused(change: Callable[[str], str], problem: str) -> None:
    with pytest.raises(LessonError) as caught:
        read_lesson(change(SOUND), "fingers.toml")
    assert str(caught.value).startswith("fingers.toml")
    assert problem in str(caught.value)


WRONG = '[[steps.wrong]]\naction = "x"\nid = "w"\n'


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (
            lambda text: text.replace('["show 2"]', '["show 9"]'),
            "step 'show': 'expect': no legal action is 'show 9'; the learner can: 'show 1', 'show 2', 'show 3'",
        ),
        (
            lambda text: text.replace("* coin heads", "* coin edge"),
            "step 'show': 'then': '* coin edge' cannot be played",
        ),
        (lambda text: text.replace("1 show 3", "0 show 3"), "step 'show': 'then': '0 show 3' cannot be played: seat 0"),
        (lambda text: 'opening = ["7 show"]\n' + text, "opening: '7 show' cannot be played"),
        (
            lambda text: text.replace('id = "again"', 'id = "again"\nposition = "nonsense"'),
            "step 'again': 'position': ",
        ),
        (
            lambda text: text.replace('["", "Bo"]', '["", "Bo", "Cy"]'),
            "the game cannot be set up: Fingers is for 2 to 2",
        ),
    ],
)
def test_lessons_that_cannot_be_played_are_refused(change: Callable[[str], str], problem: str) -> None:
    with pytest.raises(LessonError) as caught:
        check(change(SOUND))
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda text: text.replace('"show 2"]', '"show *"]'), "the next step needs a position of its own"),
        (lambda text: text.replace('action = "show 1"', 'action = "show 2"'), "no try is answered by 'wrong.one'"),
        (lambda text: text.replace('"action show 2"', '"action show 5"'), "'show 5' is not legal"),
        (lambda text: text.replace('"action show 2"', '"draft hide"'), "no legal action begins with 'hide'"),
        (lambda text: text.replace('"show.otherwise" = "Two, please."\n', ""), "missing in 'en'"),
        (lambda text: text + '"again.right" = "Yes."\n', "superfluous in 'en'"),
        (lambda text: text + TEXTS.replace("en", "de") + '"show.right" = "Ja."\n', "has other texts than English"),
        (
            lambda text: text.replace("And so on.", "And so on. " * 30),
            "lesson.fingers.again in 'en' has 330 characters",
        ),
        (lambda text: text.replace('"FI-2"', '"VW-2"'), "there is no clause VW-2"),
        (lambda text: "chapters = [1, 3]\n" + text, "chapters without a step"),
    ],
)
def test_the_checks_find_what_is_wrong(change: Callable[[str], str], problem: str) -> None:
    with pytest.raises(AssertionError) as caught:
        check(change(SOUND))
    assert problem in str(caught.value)
