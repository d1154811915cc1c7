"""The application: everything put together. Sockets are opened by `door.py`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, get
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException, NotFoundException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from sheepfold.core.errors import SheepfoldError
from sheepfold.server.http.errors import (
    PROBLEMS,
    failed,
    misunderstood,
    note_failure,
    refused,
    unreadable,
)
from sheepfold.server.http.routes import (
    SECURITY,
    GameRoutes,
    PeopleRoutes,
    TableRoutes,
    dice_of_record,
    whence,
    which_room,
    who_asks,
    who_looks,
)
from sheepfold.server.http.static import astray, browser_client
from sheepfold.server.live.health import Health
from sheepfold.server.live.hub import Hub
from sheepfold.server.live.lobby import LobbyBoard
from sheepfold.server.live.people import People
from sheepfold.server.live.problem import Problem, problem
from sheepfold.server.live.services import Services
from sheepfold.server.ops.admission import Admission, capacity
from sheepfold.server.ops.clock import Clock
from sheepfold.server.ops.collector import look_now_and_then
from sheepfold.server.ops.limits import Limits
from sheepfold.server.ops.metrics import METRICS
from sheepfold.server.store.notify import Notifications
from sheepfold.server.store.store import Store
from sheepfold.server.table.refusals import Throttled
from sheepfold.server.thinking.thinkers import Thinkers

logger = logging.getLogger("sheepfold")

STOPPING = 5.0
"""Seconds for a database to take what is still to be written when the server stops."""
LOOKING = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
        "base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    # Every answer is for who asked, and may be another one the next time.
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
ENCODED_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Configuration(msgspec.Struct, frozen=True, kw_only=True):
    database: str
    thinkers: int = 1
    limits: Limits = Limits()
    proxies: tuple[str, ...] = ()
    """Addresses and networks of reverse proxies, which are believed about where a request came from."""


@get(
    "/health",
    tags=["operations"],
    summary="Whether the server and its database answer",
    responses={503: PROBLEMS[503]},
)
async def health(services: NamedDependency[Services]) -> Response[dict[str, str] | Problem]:
    trouble = await services.health.trouble()
    if trouble is not None:
        return Response(problem(trouble, "unavailable"), status_code=503)
    return Response({"status": "ok"})


@get("/metrics", tags=["operations"], summary="Numbers for Prometheus", media_type=MediaType.TEXT, sync_to_thread=False)
def metrics(services: NamedDependency[Services]) -> bytes:
    METRICS.rooms = len(services.hub.rooms.all)
    METRICS.thinking = services.hub.thinkers.thinking
    return METRICS.text()


async def add_headers(message: Message, _scope: Scope) -> None:
    """To every answer, errors as well."""
    if message["type"] == "http.response.start":
        headers = list(message["headers"])
        given = {name.lower() for name, _ in headers}
        message["headers"] = headers + [header for header in ENCODED_HEADERS if header[0] not in given]


def create_app(configuration: Configuration, clock: Clock) -> Litestar:
    """An application that opens its database when it starts."""
    admission = Admission(configuration.limits, capacity(), configuration.proxies, clock)

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        store = await Store.open(configuration.database, clock)
        thinkers = Thinkers(configuration.thinkers, clock)
        hub = Hub(store, thinkers, clock)
        notifications = Notifications(store.database, hub.heard, hub.missed, hub.presence.heard)
        lobby = LobbyBoard(hub)
        looking = asyncio.create_task(look_now_and_then(clock), name="garbage")
        health = Health(store, notifications)
        app.state.services = Services(hub, People(store, clock), lobby, configuration.limits, health, admission)
        try:
            await notifications.start()
            hub.start()
            lobby.start()
            yield
        finally:
            store.database.close_within(STOPPING)
            looking.cancel()
            await asyncio.wait({looking})
            await health.stop()
            await lobby.stop()
            await notifications.close()
            await hub.stop()
            thinkers.stop()
            await store.close()

    def provide_services() -> Services:
        found: Services = app.state.services
        return found

    async def let_in(request: Request[Any, Any, Any]) -> None:
        """Looking is free; who changes too much at once waits."""
        if request.method not in LOOKING and not admission.changes(whence(request).host):
            raise Throttled("limit.requests")

    app = Litestar(
        before_request=let_in,
        route_handlers=[
            *(PeopleRoutes, TableRoutes, GameRoutes, dice_of_record),
            *(health, metrics),
            *browser_client(),
        ],
        dependencies={
            "services": Provide(provide_services, sync_to_thread=False),
            "person": Provide(who_asks),
            "visitor": Provide(who_looks),
            "room": Provide(which_room),
            "address": Provide(whence, sync_to_thread=False),
        },
        exception_handlers={
            SheepfoldError: refused,
            HTTPException: misunderstood,
            NotFoundException: astray,
            RecursionError: unreadable,
            UnicodeDecodeError: unreadable,
            Exception: failed,
        },
        after_exception=[note_failure],
        before_send=[add_headers],
        lifespan=[life],
        openapi_config=OpenAPIConfig(
            title="Sheepfold",
            version="1",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
            components=SECURITY,
        ),
        request_max_body_size=1_000_000,
        logging_config=None,
    )
    return app
