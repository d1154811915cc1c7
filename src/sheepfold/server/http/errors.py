"""Error responses over HTTP, all of one shape: a `Problem`."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any, Final

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import Scope

from sheepfold.core.errors import RecordError, SheepfoldError, UnknownGame
from sheepfold.core.misread import explain, explain_value
from sheepfold.lessons.document import LessonError
from sheepfold.server.live.problem import Problem, problem, problem_of
from sheepfold.server.store.database import NotStored
from sheepfold.server.table.refusals import Code, NoSuchLesson, NoSuchTable, NotInvited, Throttled, UnknownToken

logger = logging.getLogger("sheepfold")

STATUSES: Final[list[tuple[type[SheepfoldError], HTTPStatus]]] = [
    (NoSuchTable, HTTPStatus.NOT_FOUND),
    (UnknownGame, HTTPStatus.NOT_FOUND),
    (NoSuchLesson, HTTPStatus.NOT_FOUND),
    (NotInvited, HTTPStatus.FORBIDDEN),
    (UnknownToken, HTTPStatus.UNAUTHORIZED),
    (Throttled, HTTPStatus.TOO_MANY_REQUESTS),
    (RecordError, HTTPStatus.UNPROCESSABLE_ENTITY),
    (NotStored, HTTPStatus.SERVICE_UNAVAILABLE),
]

BODY: Final = "data"
"""The framework's name for the body."""

REASONS: Final[dict[HTTPStatus, tuple[str, Code]]] = {
    HTTPStatus.BAD_REQUEST: ("request.malformed", "malformed"),
    HTTPStatus.NOT_FOUND: ("request.unknown", "refused"),
    HTTPStatus.METHOD_NOT_ALLOWED: ("request.method", "malformed"),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("limit.size", "refused"),
}
"""Reason and code of what the framework refuses."""


def _problem_response(description: str) -> ResponseSpec:
    return ResponseSpec(Problem, generate_examples=False, description=description)


PROBLEMS: Final = {
    400: _problem_response("The request was refused; the message explains why"),
    401: _problem_response("The token is missing or unknown"),
    403: _problem_response("The table needs an invitation"),
    404: _problem_response("There is no such table, game or lesson"),
    413: _problem_response("The request is too large"),
    422: _problem_response("The record is invalid; the message explains why"),
    429: _problem_response("Too many requests; wait a moment"),
    500: _problem_response("A bug, which has been logged"),
    503: _problem_response("The database does not answer; try again in a moment"),
}
"""For the OpenAPI document."""


def refusal(_request: Request[Any, Any, Any], error: SheepfoldError) -> Response[Problem]:
    status = next((status for kind, status in STATUSES if isinstance(error, kind)), HTTPStatus.BAD_REQUEST)
    headers = {"www-authenticate": "Bearer"} if status == HTTPStatus.UNAUTHORIZED else None
    return Response(problem_of(error), status_code=status, headers=headers)


def http_error(_request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Explain what the framework has refused: an unknown address, or a body that cannot be read."""
    status = HTTPStatus(error.status_code)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return internal_error(_request, error)
    reason, code = REASONS.get(status, REASONS[HTTPStatus.BAD_REQUEST])
    details = [_explain_detail(one) for one in _details(error)] or [explain_value(error.detail, "")]
    detail = "; ".join(details) if reason == "request.malformed" else ""
    return Response(problem(reason, code, detail), status_code=status, headers=error.headers)


def _details(error: HTTPException) -> list[dict[str, str]]:
    """Return one item for each invalid field of a body or parameter."""
    extra = error.extra if isinstance(error.extra, list) else []
    return [one for one in extra if isinstance(one, dict) and "message" in one]


def _explain_detail(detail: dict[str, str]) -> str:
    """Explain an invalid field. The framework's name for the body means nothing to the client."""
    place = detail.get("key", "")
    if (place, detail["message"]) == (BODY, f"'{BODY}'"):
        return "send a JSON body"
    return explain_value(detail["message"], "" if place == BODY else place)


def malformed_body(_request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Refuse a body that is nested too deeply or is not UTF-8."""
    return Response(problem("request.malformed", "malformed", explain(error)), status_code=400)


def internal_error(_request: Request[Any, Any, Any], _error: Exception) -> Response[Problem]:
    """Report a bug. The log has the details."""
    return Response(problem("server.failed", "failed"), status_code=500)


async def log_failure(error: Exception, scope: Scope) -> None:
    """Log unexpected errors."""
    expected = isinstance(error, (SheepfoldError, RecursionError, UnicodeDecodeError)) or (
        isinstance(error, HTTPException) and error.status_code < HTTPStatus.INTERNAL_SERVER_ERROR
    )
    if isinstance(error, (NotStored, LessonError)) or not expected:
        logger.error("failed", exc_info=error, extra={"address": scope.get("path_template", "")})
