"""Guided first games over HTTP: one request a try, without a table and without a token."""

from __future__ import annotations

from typing import Any

from sheepfold.core.registry import find_game
from sheepfold.lessons.library import find_lesson
from sheepfold.server.http.lessons import moment_of
from sheepfold.server.wire.choices import unpack
from sheepfold.server.wire.patches import apply_patch
from tests.server.running_server import RunningServer, in_a_loop, running_server

GAME = "schafe-schubsen"
PATH = f"/api/games/{GAME}/lesson"
MALFORMED: list[Any] = [{}, [], {"action": 7}, {"action": ""}, {"action": "go 23", "seat": 1}, {"action": "x" * 201}]


async def got(server: RunningServer, path: str) -> Any:
    return (await server.http.get(path)).raise_for_status().json()


async def tried(server: RunningServer, step: str, action: str | None) -> Any:
    return (await server.http.post(f"{PATH}/{step}", json={"action": action})).raise_for_status().json()


async def refused(server: RunningServer, path: str, body: Any = None) -> tuple[int, str, str]:
    answer = await (server.http.get(path) if body is None else server.http.post(path, json=body))
    return answer.status_code, answer.json()["code"], answer.json()["reason"]


@in_a_loop
async def test_a_lesson_is_played_from_step_to_step_and_then_played_on(sqlite_url: str) -> None:
    lesson = find_lesson(find_game(GAME))
    assert lesson is not None
    async with running_server(sqlite_url) as server:
        outline = await got(server, PATH)
        assert [step["id"] for step in outline["steps"]] == [step.id for step in lesson.steps]
        view, legal = None, None
        for number, step in enumerate(outline["steps"]):
            moment = await got(server, f"{PATH}/{step['id']}")
            assert view in (None, moment["view"]), "the frames of the previous step lead here"
            assert legal in (None, moment["legal"])
            expected = None if step["reads"] else lesson.expected(number)[0].text
            assert (expected in unpack(moment["legal"])) == (not step["reads"])
            reply = await tried(server, step["id"], expected)
            assert (reply["right"], reply["reply"]) == (True, None if step["reads"] else "right")
            view, legal = moment["view"], reply["legal"]
            for frame in reply["frames"]:
                view = apply_patch(view, frame["patch"])
        ada = await server.person("Ada")
        body = {"position": outline["position"], "seat": outline["seat"], "bot": "lamb"}
        made = (await server.http.post("/api/tables/from-position", json=body, headers=ada.headers)).json()
        assert made["yours"] == [outline["seat"]]


@in_a_loop
async def test_wrong_tries_are_answered_and_change_nothing(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        before = await got(server, f"{PATH}/push")
        for action, reply in (("go 24", "wrong.splash"), ("go 22", "wrong.short"), ("go 30", "otherwise")):
            assert await tried(server, "push", action) == {
                "right": False,
                "reply": reply,
                "frames": [],
                "legal": before["legal"],
            }
        assert await got(server, f"{PATH}/push") == before
        assert server.app.state.services.hub.rooms.all == {}


@in_a_loop
async def test_a_preview_shows_what_a_try_would_do(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        frame = (await server.http.post(f"{PATH}/push/preview", json={"action": "go 24"})).json()
        assert frame["action"] == "0 go 24"
        assert {"event": "ringlost", "seat": 0, "left": 3, "clause": "SS-4.3"} in frame["events"]
        view = apply_patch((await got(server, f"{PATH}/push"))["view"], frame["patch"])
        assert view["sheep"][0]["field"] == 74


@in_a_loop
async def test_lessons_refuse_what_they_cannot_do(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        act = {"action": "go 40"}
        assert await refused(server, "/api/games/cat-and-mouse/lesson") == (404, "refused", "game.unknown")
        assert await refused(server, f"{PATH}/nothing") == (404, "refused", "lesson.step")
        assert await refused(server, f"{PATH}/nothing/preview", act) == (404, "refused", "lesson.step")
        assert await refused(server, f"{PATH}/dyke", act) == (400, "refused", "lesson.reads")
        assert await refused(server, f"{PATH}/dyke/preview", act) == (400, "refused", "lesson.reads")
        assert await refused(server, f"{PATH}/push", {"action": None}) == (400, "refused", "lesson.asks")
        for path in (f"{PATH}/push", f"{PATH}/push/preview"):
            assert await refused(server, path, act) == (400, "illegal", "action.breaks_clause")
            assert await refused(server, path, {"action": "fly"}) == (400, "illegal", "action.illegal")
            for body in MALFORMED:
                assert await refused(server, path, body) == (400, "malformed", "request.malformed")


def test_what_learners_see_before_a_step_is_computed_once() -> None:
    lesson = find_lesson(find_game("volle-wolle"))
    assert lesson is not None
    bid = lesson.number("bid")
    assert bid is not None
    assert moment_of(lesson, bid).chances, "this is what takes long"
    assert moment_of(lesson, bid) is moment_of(lesson, bid)
