"""The application, assembled from its parts. `upgrade.py` opens sockets."""

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
    http_error,
    internal_error,
    log_failure,
    malformed_body,
    refusal,
)
from sheepfold.server.http.lessons import LessonRoutes
from sheepfold.server.http.reading import ReadingRoutes
from sheepfold.server.http.routes import (
    SECURITY,
    GameRoutes,
    PeopleRoutes,
    TableRoutes,
    authenticated_person,
    client_address,
    dice_of_record,
    optional_visitor,
    requested_room,
)
from sheepfold.server.http.static import browser_client, page_not_found
from sheepfold.server.live.health import Health
from sheepfold.server.live.hub import Hub
from sheepfold.server.live.lobby import LobbyFeed
from sheepfold.server.live.people import People
from sheepfold.server.live.problem import Problem, problem
from sheepfold.server.live.services import Services
from sheepfold.server.ops.admission import Admission, connection_capacity
from sheepfold.server.ops.clock import Clock
from sheepfold.server.ops.collector import collect_periodically
from sheepfold.server.ops.limits import Limits
from sheepfold.server.ops.metrics import METRICS
from sheepfold.server.store.notify import Notifications
from sheepfold.server.store.store import Store
from sheepfold.server.table.refusals import Throttled
from sheepfold.server.thinking.thinkers import Thinkers

logger = logging.getLogger("sheepfold")

STOP_SECONDS = 5.0
"""Seconds for the database to take pending writes when the server stops."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
        "base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    # Every response is for one caller, and may differ the next time.
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
    """Addresses and networks of reverse proxies that are trusted to forward client addresses."""


@get(
    "/health",
    tags=["operations"],
    summary="Whether the server and its database answer",
    responses={503: PROBLEMS[503]},
)
async def health(services: NamedDependency[Services]) -> Response[dict[str, str] | Problem]:
    reason = await services.health.problem()
    if reason is not None:
        return Response(problem(reason, "unavailable"), status_code=503)
    return Response({"status": "ok"})


@get("/metrics", tags=["operations"], summary="Metrics for Prometheus", media_type=MediaType.TEXT, sync_to_thread=False)
def metrics(services: NamedDependency[Services]) -> bytes:
    METRICS.rooms = len(services.hub.rooms.all)
    METRICS.thinking = services.hub.thinkers.thinking
    return METRICS.text()


async def add_headers(message: Message, _scope: Scope) -> None:
    """Add security headers to every response, including errors."""
    if message["type"] == "http.response.start":
        headers = list(message["headers"])
        given = {name.lower() for name, _ in headers}
        message["headers"] = headers + [header for header in ENCODED_HEADERS if header[0] not in given]


def create_app(configuration: Configuration, clock: Clock) -> Litestar:
    """Return an application that opens its database when it starts."""
    admission = Admission(configuration.limits, connection_capacity(), configuration.proxies, clock)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = await Store.open(configuration.database, clock)
        thinkers = Thinkers(configuration.thinkers, clock)
        hub = Hub(store, thinkers, clock)
        notifications = Notifications(
            store.database, hub.on_notification, hub.on_notifications_lost, hub.presence.on_notification
        )
        lobby = LobbyFeed(hub)
        collecting = asyncio.create_task(collect_periodically(clock), name="garbage")
        health = Health(store, notifications)
        app.state.services = Services(hub, People(store, clock), lobby, configuration.limits, health, admission)
        try:
            await notifications.start()
            hub.start()
            lobby.start()
            yield
        finally:
            store.database.close_within(STOP_SECONDS)
            collecting.cancel()
            await asyncio.wait({collecting})
            await health.stop()
            await lobby.stop()
            await notifications.close()
            await hub.stop()
            thinkers.stop()
            await store.close()

    def provide_services() -> Services:
        found: Services = app.state.services
        return found

    async def limit_changes(request: Request[Any, Any, Any]) -> None:
        """Limit requests that change something. Reading is free."""
        if request.method not in SAFE_METHODS and not admission.allow_change(client_address(request).host):
            raise Throttled("limit.requests")

    app = Litestar(
        before_request=limit_changes,
        route_handlers=[
            *(PeopleRoutes, TableRoutes, GameRoutes, LessonRoutes, ReadingRoutes, dice_of_record),
            *(health, metrics),
            *browser_client(),
        ],
        dependencies={
            "services": Provide(provide_services, sync_to_thread=False),
            "person": Provide(authenticated_person),
            "visitor": Provide(optional_visitor),
            "room": Provide(requested_room),
            "address": Provide(client_address, sync_to_thread=False),
        },
        exception_handlers={
            SheepfoldError: refusal,
            HTTPException: http_error,
            NotFoundException: page_not_found,
            RecursionError: malformed_body,
            UnicodeDecodeError: malformed_body,
            Exception: internal_error,
        },
        after_exception=[log_failure],
        before_send=[add_headers],
        lifespan=[lifespan],
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
