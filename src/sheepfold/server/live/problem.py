"""Errors as a client reads them, over HTTP and over sockets."""

from __future__ import annotations

import msgspec

from sheepfold.core.errors import BrokenGame, IllegalAction, SheepfoldError
from sheepfold.lessons.document import LessonError
from sheepfold.server.store.database import NotStored
from sheepfold.server.table.refusals import Code, Refused


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused or failed."""

    code: Code
    reason: str
    """The id of the sentence that a player reads."""
    values: dict[str, str | int]
    """The values in that sentence."""
    message: str
    """English, for developers."""


def problem_of(error: SheepfoldError) -> Problem:
    if isinstance(error, NotStored):  # the log has the details
        return problem("server.database", "unavailable")
    if isinstance(error, BrokenGame):  # the log explains what is wrong with the package
        return problem("game.broken")
    if isinstance(error, LessonError):  # likewise
        return problem("lesson.broken")
    return Problem(code_of(error), error.reason, error.values, str(error))


def code_of(error: SheepfoldError) -> Code:
    if isinstance(error, Refused):
        return error.code
    return "illegal" if isinstance(error, IllegalAction) else "refused"


def problem(reason: str, code: Code = "refused", detail: str = "") -> Problem:
    """Return a problem that needs no exception and has no values."""
    return Problem(code, reason, {}, str(Refused(reason, detail)))
