"""Guided first games over HTTP, without a table: each request names its step, and nothing is stored."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from sheepfold.core.registry import find_game
from sheepfold.lessons.lesson import Lesson, Played
from sheepfold.lessons.library import find_lesson
from sheepfold.server.http.errors import PROBLEMS
from sheepfold.server.table.refusals import NoSuchLesson, Refused
from sheepfold.server.wire.choices import pack_actions
from sheepfold.server.wire.documents import (
    Frame,
    LessonMoment,
    LessonQuestion,
    LessonReply,
    LessonSeen,
    LessonStep,
    LessonTry,
)
from sheepfold.server.wire.patches import difference
from sheepfold.server.wire.projection import chances_seen


class LessonRoutes(Controller):
    """Everything is computed in threads: setting up a game takes a while."""

    path = "/api/games/{game_id:str}/lesson"
    tags = ("games",)

    @get("/", summary="The outline of a guided first game", responses=PROBLEMS)
    async def outline(self, game_id: FromPath[str]) -> LessonSeen:
        return await asyncio.to_thread(outline_of, requested_lesson(game_id))

    @get("/{step:str}", summary="What the learner sees before a step", responses=PROBLEMS)
    async def moment(self, game_id: FromPath[str], step: FromPath[str]) -> LessonMoment:
        return await asyncio.to_thread(moment_of, *requested_step(game_id, step))

    @post("/{step:str}", summary="Try an action in a step", status_code=200, responses=PROBLEMS)
    async def attempt(self, game_id: FromPath[str], step: FromPath[str], data: JSONBody[LessonTry]) -> LessonReply:
        return await asyncio.to_thread(reply_to, *requested_step(game_id, step), data.action)

    @post("/{step:str}/preview", summary="What an action would lead to", status_code=200, responses=PROBLEMS)
    async def preview(self, game_id: FromPath[str], step: FromPath[str], data: JSONBody[LessonQuestion]) -> Frame:
        return await asyncio.to_thread(preview_of, *requested_step(game_id, step), data.action)


def requested_lesson(game_id: str) -> Lesson:
    lesson = find_lesson(find_game(game_id))
    if lesson is None:
        raise NoSuchLesson("lesson.unknown")
    return lesson


def requested_step(game_id: str, step: str) -> tuple[Lesson, int]:
    lesson = requested_lesson(game_id)
    number = lesson.number(step)
    if number is None:
        raise NoSuchLesson("lesson.step")
    return lesson, number


def outline_of(lesson: Lesson) -> LessonSeen:
    file = lesson.file
    return LessonSeen(
        game=file.game,
        seat=file.seat,
        names=file.names,
        players=len(file.names),
        options=file.options,
        steps=[
            LessonStep(
                id=step.id,
                point=step.points(),
                clauses=step.clauses,
                reads=step.reads(),
                fresh=step.position is not None,
            )
            for step in file.steps
        ],
        texts=lesson.texts(),
        position=lesson.to_play_on(),
    )


@cache
def moment_of(lesson: Lesson, number: int) -> LessonMoment:
    """Computed once for all learners: the chances of some games take 20 ms."""
    face, view = lesson.game.face, lesson.positions[number].view(lesson.seat)
    names = lesson.names()
    legal = lesson.legal(number)
    return LessonMoment(
        view=lesson.view(number),
        legal=pack_actions(legal),
        chances=chances_seen(lesson.chances(number)),
        board=face.draw(view, names),
        ask=face.ask(view, names) if legal else "",
    )


def reply_to(lesson: Lesson, number: int, action: str | None) -> LessonReply:
    step = lesson.steps[number]
    if step.reads() and action is not None:
        raise Refused("lesson.reads")
    if not step.reads() and action is None:
        raise Refused("lesson.asks")
    answer = lesson.read_on(number) if action is None else lesson.attempt(number, action)
    following = lesson.legal(number + 1 if answer.right else number)
    return LessonReply(
        answer.right, answer.reply, frames_of(lesson.view(number), answer.played), pack_actions(following)
    )


def preview_of(lesson: Lesson, number: int, action: str) -> Frame:
    if lesson.steps[number].reads():
        raise Refused("lesson.reads")
    [frame] = frames_of(lesson.view(number), [lesson.preview(number, action)])
    return frame


def frames_of(view: Any, played: list[Played]) -> list[Frame]:
    """The frames that lead from a view through all that was played."""
    frames: list[Frame] = []
    for one in played:
        frames.append(Frame(one.events, difference(view, one.view), one.line))
        view = one.view
    return frames
