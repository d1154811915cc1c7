"""What went wrong over HTTP, in one shape for everything: {"message": …}."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import Scope

from sheepfold.core.errors import BrokenGame, RecordError, SheepfoldError, UnknownGame
from sheepfold.core.misread import explained, in_words
from sheepfold.server.database import NotStored
from sheepfold.server.refusals import NoSuchTable, NotInvited

logger = logging.getLogger("sheepfold")

STATUSES: Final[list[tuple[type[SheepfoldError], HTTPStatus]]] = [
    (NoSuchTable, HTTPStatus.NOT_FOUND),
    (UnknownGame, HTTPStatus.NOT_FOUND),
    (NotInvited, HTTPStatus.FORBIDDEN),
    (RecordError, HTTPStatus.UNPROCESSABLE_ENTITY),
]

BODY: Final = "data"
"""The framework's name for it."""

IN_OTHER_WORDS: Final = {
    HTTPStatus.NOT_FOUND: "there is nothing at this address; see /api/schema/openapi.json",
    HTTPStatus.METHOD_NOT_ALLOWED: "this address does not know that method; see /api/schema/openapi.json",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "that is too much at once",
}


class Problem(msgspec.Struct, frozen=True):
    """What went wrong, in words."""

    message: str


def _described(words: str) -> ResponseSpec:
    return ResponseSpec(Problem, generate_examples=False, description=words)


PROBLEMS: Final = {
    400: _described("It does not work, and the message says why"),
    401: _described("Nobody knows this token"),
    403: _described("The table is by invitation"),
    404: _described("There is no such table or game"),
    413: _described("That is too much at once"),
    422: _described("Not a record, or one that does not replay; the message says what is wrong with it"),
    429: _described("Too many requests; wait a moment"),
    500: _described("A mistake of ours, which has been noted"),
    503: _described("The database does not answer; try again in a moment"),
}
"""For the OpenAPI document."""


def refused(_request: Request[Any, Any, Any], error: SheepfoldError) -> Response[Problem]:
    """What somebody asked for does not work, and this is why."""
    status = next((status for kind, status in STATUSES if isinstance(error, kind)), HTTPStatus.BAD_REQUEST)
    # What is wrong with a package is for whoever installed it; the log has it.
    message = (
        "this game does not work here; tell whoever runs the server" if isinstance(error, BrokenGame) else str(error)
    )
    return Response(Problem(message), status_code=status)


def misunderstood(_request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """The request did not get as far as us: no such address, a body that cannot be read, no token."""
    status = HTTPStatus(error.status_code)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return failed(_request, error)
    details = [_in_words(one) for one in _details(error)]
    message = IN_OTHER_WORDS.get(status) or "; ".join(details) or explained(error.detail, "")
    return Response(Problem(message), status_code=status, headers=error.headers)


def _details(error: HTTPException) -> list[dict[str, str]]:
    """One for each field of a body or parameter that is not as it should be."""
    extra = error.extra if isinstance(error.extra, list) else []
    return [one for one in extra if isinstance(one, dict) and "message" in one]


def _in_words(detail: dict[str, str]) -> str:
    """What is called `data` here is the whole body for who sent it."""
    place = detail.get("key", "")
    if (place, detail["message"]) == (BODY, f"'{BODY}'"):
        return "send a JSON body"
    return explained(detail["message"], "" if place == BODY else place)


def unreadable(_request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Lists in lists in lists, or no UTF-8: only a body can be like that."""
    return Response(Problem(in_words(error)), status_code=400)


def not_stored(_request: Request[Any, Any, Any], _error: NotStored) -> Response[Problem]:
    return Response(Problem("the database does not answer; try again in a moment"), status_code=503)


def failed(_request: Request[Any, Any, Any], _error: Exception) -> Response[Problem]:
    """A mistake of ours. The log has the details, and nobody else."""
    return Response(Problem("something went wrong here; it is our mistake and has been noted"), status_code=500)


async def note_failure(error: Exception, scope: Scope) -> None:
    """Write down what nobody expected."""
    expected = isinstance(error, (SheepfoldError, RecursionError, UnicodeDecodeError)) or (
        isinstance(error, HTTPException) and error.status_code < HTTPStatus.INTERNAL_SERVER_ERROR
    )
    if isinstance(error, NotStored) or not expected:
        logger.error("failed", exc_info=error, extra={"address": scope.get("path_template", "")})
