"""Finding the lessons of games: ours in this folder, those of other packages beside their games."""

from __future__ import annotations

import sys
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from sheepfold.core.game import Game
from sheepfold.core.registry import OURS, all_games
from sheepfold.lessons.document import LessonError, read_lesson
from sheepfold.lessons.lesson import Lesson

OUTSIDE: Final = "lesson.toml"
"""The file's name in a package with one game."""


@cache
def find_lesson(game: Game) -> Lesson | None:
    """The lesson of a game; None if it has none that can be read."""
    try:
        return load_lesson(game)
    except LessonError:
        return None


def broken_lessons() -> list[str]:
    """Return what is wrong with lesson files that cannot be read."""
    found: list[str] = []
    for game in all_games():
        try:
            load_lesson(game)
        except LessonError as error:
            found.append(f"the lesson of '{game.id}' cannot be read: {error}")
    return found


def load_lesson(game: Game) -> Lesson | None:
    """Read the lesson of a game; None if it has none, LessonError if it is malformed."""
    file = _file_of(game)
    if file is None or not file.is_file():
        return None
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise LessonError(f"{file} is not UTF-8") from None
    lesson = read_lesson(text, str(file))
    if lesson.game != game.id:
        raise LessonError(f"{file}: 'game' is '{lesson.game}', but it is the lesson of '{game.id}'")
    return Lesson(game, lesson, str(file))


def _file_of(game: Game) -> Traversable | None:
    """A single module has no folder of its own for a lesson."""
    module = type(game).__module__
    if module.startswith(OURS):
        return files("sheepfold.lessons").joinpath(f"{game.id}.toml")
    package = sys.modules[module].__package__
    return files(package).joinpath(OUTSIDE) if package else None
