"""A game from another package brings its own lesson, and a broken lesson costs nothing but itself."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from sheepfold import Game
from sheepfold.core import registry
from sheepfold.lessons.library import broken_lessons, find_lesson
from sheepfold.testing import check_lesson
from tests.server.running_server import in_a_loop, running_server

EXAMPLE = Path(__file__).parents[2] / "examples" / "last_sheep"
LESSON = EXAMPLE / "last_sheep" / "lesson.toml"
DOCUMENT = Path(__file__).parents[2] / "docs" / "writing-a-lesson.md"
PATH = "/api/games/last-sheep/lesson"


@pytest.fixture
def last_sheep(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The game, registered as if its package were installed."""
    monkeypatch.syspath_prepend(EXAMPLE)
    entry = EntryPoint("last-sheep", "last_sheep:GAME", registry.GROUP)
    monkeypatch.setattr(registry, "_offered", lambda: {"last-sheep": entry})
    find_lesson.cache_clear()
    yield registry.find_game("last-sheep")
    find_lesson.cache_clear()


@pytest.fixture
def written(last_sheep: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of its lesson, to be written by the test."""
    monkeypatch.setattr("sheepfold.lessons.library.files", lambda _package: tmp_path)
    return tmp_path / "lesson.toml"


def test_the_lesson_of_the_example_passes_all_checks(last_sheep: Game) -> None:
    check_lesson(last_sheep)


def test_the_lesson_in_the_documents_passes_all_checks(last_sheep: Game, written: Path) -> None:
    [lesson] = re.findall(r"```toml\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    written.write_text(lesson)
    check_lesson(last_sheep)


def test_the_lesson_of_the_example_is_played_over_http(last_sheep: Game, tmp_path: Path) -> None:
    @in_a_loop
    async def play() -> None:
        async with running_server(f"sqlite:///{tmp_path / 'sheepfold.db'}") as server:
            [game] = (await server.http.get("/api/games")).json()
            assert game["lesson"] is True
            outline = (await server.http.get(PATH)).json()
            assert (outline["players"], outline["position"]) == (2, None)
            assert set(outline["texts"]) == {"en", "de"}
            assert outline["texts"]["en"]["lesson.last-sheep.title"] == "Last Sheep: your first game"
            moment = (await server.http.get(f"{PATH}/eight")).json()
            assert moment["board"].startswith("On the meadow: @")
            assert moment["ask"] == "Lead one to three sheep home; the last one wins."
            for step, action in (("meadow", None), ("eight", "lead 2"), ("four", "lead 1"), ("home", "lead 2")):
                reply = (await server.http.post(f"{PATH}/{step}", json={"action": action})).json()
                assert reply["right"], step
            assert reply["legal"] == ""

    play()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("game = 'last-sheep'", "'names' is missing"),
        (LESSON.read_text().replace('"last-sheep"', '"volle-wolle"'), "it is the lesson of 'last-sheep'"),
        ("\udcff", "is not UTF-8"),
    ],
)
def test_a_lesson_that_cannot_be_read_is_left_out(last_sheep: Game, written: Path, text: str, problem: str) -> None:
    written.write_text(text, errors="surrogateescape")
    assert find_lesson(last_sheep) is None
    [complaint] = broken_lessons()
    assert complaint.startswith("the lesson of 'last-sheep' cannot be read: ")
    assert problem in complaint


def test_games_without_a_lesson_and_lessons_that_cannot_be_played_are_refused(
    last_sheep: Game, written: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    @in_a_loop
    async def ask() -> None:
        async with running_server(f"sqlite:///{tmp_path / 'sheepfold.db'}") as server:
            assert (await server.http.get("/api/games")).json()[0]["lesson"] is False
            answer = await server.http.get(PATH)
            assert (answer.status_code, answer.json()["reason"]) == (404, "lesson.unknown")
            find_lesson.cache_clear()
            written.write_text(LESSON.read_text().replace("1 lead 3", "1 lead 4"))
            answer = await server.http.get(PATH)
            assert (answer.status_code, answer.json()["reason"]) == (400, "lesson.broken")
            assert str(written) not in answer.text

    ask()
    assert [record.levelno for record in caplog.records if record.name == "sheepfold"] == [logging.ERROR]
