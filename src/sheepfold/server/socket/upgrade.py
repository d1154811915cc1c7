"""Opens sockets without the framework, which adds nothing to them and takes longer than all the rest."""

from __future__ import annotations

import asyncio
import binascii
import logging
import re
from base64 import b64decode
from collections.abc import Coroutine, Iterable
from functools import partial
from http import HTTPStatus
from typing import Any, Final, NoReturn

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from websockets.utils import accept_key

from sheepfold.server.live.problem import Problem, problem
from sheepfold.server.live.services import Services
from sheepfold.server.ops.clock import Timer
from sheepfold.server.ops.limits import HEAD_BYTES, PIPELINED_REQUESTS, REQUEST_BYTES
from sheepfold.server.ops.metrics import METRICS
from sheepfold.server.socket.channel import Channel
from sheepfold.server.socket.lobby import watch
from sheepfold.server.socket.session import Session

logger = logging.getLogger("sheepfold")

TABLE: Final = re.compile(r"/api/tables/([^/]+)/socket")
LOBBY: Final = "/api/lobby/socket"
VERSION: Final = b"13"
KEY_BYTES: Final = 16
INTERNAL_ERROR: Final = 4500
OPEN: Final = (
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {}\r\n\r\n"
)
ANSWER: Final = "HTTP/1.1 {} {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n"
NO_SOCKET: Final = problem("request.unknown", detail="no socket here; see docs/protocol.md")
NOT_A_HANDSHAKE: Final = problem("request.malformed", "malformed", "not a handshake of WebSocket version 13")
NOT_HTTP: Final = problem("request.malformed", "malformed")
TOO_LONG: Final = problem("limit.size", detail=f"the URL and headers have at most {HEAD_BYTES} bytes together")
TOO_LARGE: Final = problem("limit.size")
TOO_MANY_REQUESTS_AHEAD: Final = problem("limit.requests", "throttled")
SERVER_FULL: Final = problem("server.full", "unavailable")
TOO_MANY_CONNECTIONS: Final = problem("limit.connections", "throttled")


class Unacceptable(Exception):
    """Raised while parsing a request that is not read to its end."""

    def __init__(self, status: HTTPStatus, problem: Problem) -> None:
        super().__init__(problem.message)
        self.status = status
        self.problem = problem


class HttpProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP connection, which becomes a channel on upgrade. `serve` passes it to uvicorn.

    It closes by itself: when the headers or the whole request take too long, or after the response (by uvicorn).
    """

    _deadline: Timer | None = None
    _delayed: Timer | None = None
    """The start of a delayed request."""
    _counted_address: str | None = None
    """The address that this connection counts for."""
    _in_head = True
    _unacceptable: Unacceptable | None = None
    """Why a callback of the parser has stopped reading."""
    _received = 0
    """Bytes of the current request so far, or of its head until that is complete."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # like uvicorn's
        super().connection_made(transport)
        self._services: Services = self.config.app.state.services  # type: ignore[union-attr] # set by `create_app`
        self._admission = self._services.admission
        self._clock = self._admission.clock
        self._peer = self.client[0] if self.client else ""
        if len(self.connections) > self._admission.capacity:
            self._reject(HTTPStatus.SERVICE_UNAVAILABLE, SERVER_FULL)
        elif self._admission.is_proxy(self._peer):
            self._set_deadline(self._admission.limits.head_seconds)
        elif self._count(self._peer):
            self._set_deadline(self._admission.limits.head_seconds)
            self._admission.mark_idle(self, self._peer)
        else:
            self._reject(HTTPStatus.TOO_MANY_REQUESTS, TOO_MANY_CONNECTIONS)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_deadline()
        if self._delayed is not None:
            self._delayed.cancel()
        self._release()

    def evict(self) -> None:
        """Close at once, to make room for another connection from the same address."""
        self._release()
        self.transport.abort()

    def _release(self) -> None:
        self._admission.mark_active(self)
        if self._counted_address is not None:
            self._admission.remove(self._counted_address)
            self._counted_address = None

    def _count(self, address: str) -> bool:
        if self._counted_address is None and self._admission.add(address):
            self._counted_address = address
        return self._counted_address is not None

    def _set_deadline(self, seconds: float) -> None:
        """Abort the connection unless the next step comes in time."""
        self._stop_deadline()
        self._deadline = self._clock.call_later(seconds, self.transport.abort)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    # Requests

    def data_received(self, data: bytes) -> None:
        """Parse in parts, so that endless headers are noticed before they are parsed."""
        for start in range(0, len(data), HEAD_BYTES):
            if not self._reads_http():
                return
            part = data[start : start + HEAD_BYTES]
            super().data_received(part)
            self._received += len(part)
            if self._received > (HEAD_BYTES if self._in_head else REQUEST_BYTES):
                self._reject_too_large()

    def _reads_http(self) -> bool:
        """Whether the connection is open and no channel has taken it over."""
        return self in self.connections and not self.transport.is_closing()

    def _reject_too_large(self) -> None:
        if self._reads_http():
            if self._in_head:
                self._answer(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, TOO_LONG)
            else:
                self._answer(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if len(self.pipeline) >= PIPELINED_REQUESTS:
            self._stop_reading(HTTPStatus.TOO_MANY_REQUESTS, TOO_MANY_REQUESTS_AHEAD)
        self._in_head = True
        self._received = 0
        self._set_deadline(self._admission.limits.head_seconds)

    def on_headers_complete(self) -> None:
        self._in_head = False
        if len(self.url) + sum(len(name) + len(value) + len(": \r\n") for name, value in self.headers) > HEAD_BYTES:
            self._stop_reading(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, TOO_LONG)
        self._admission.mark_active(self)
        self._set_deadline(self._admission.limits.request_seconds)
        client = self._admission.client_address(self._peer, self.headers)
        if client != self._peer:
            self.scope["client"] = (client, 0)
        super().on_headers_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Start the request, or delay it if the address has sent too many."""
        wait = self._admission.request_delay(cycle.scope["client"][0] if cycle.scope["client"] else "")
        if wait > 0.0:
            self._delayed = self._clock.call_later(wait, super()._start_asgi_task, cycle, app)
        else:
            super()._start_asgi_task(cycle, app)

    def _stop_reading(self, status: HTTPStatus, problem: Problem) -> NoReturn:
        """Raise from a callback of the parser; uvicorn then calls `send_400_response`."""
        self._unacceptable = Unacceptable(status, problem)
        raise self._unacceptable

    def send_400_response(self, msg: str) -> None:
        """Answer a request that cannot be parsed, or that a callback of the parser has stopped."""
        if self._unacceptable is not None:
            self._answer(self._unacceptable.status, self._unacceptable.problem)
        else:
            self._answer(HTTPStatus.BAD_REQUEST, NOT_HTTP)

    def _reject(self, status: HTTPStatus, problem: Problem) -> None:
        METRICS.turned_away += 1
        self._answer(status, problem)

    def _answer(self, status: HTTPStatus, problem: Problem) -> None:
        """Answer at once and close the connection, without waiting for the client to read."""
        body = msgspec.json.encode(problem)
        self.transport.write(ANSWER.format(int(status), status.phrase, len(body)).encode() + body)
        self.transport.close()

    # Sockets

    def handle_websocket_upgrade(self) -> None:
        answer = handshake(self.scope["method"], self.scope["headers"])
        if answer is None:
            self._answer(HTTPStatus.BAD_REQUEST, NOT_A_HANDSHAKE)
            return
        address = self.scope["client"][0] if self.scope["client"] else ""
        if not (self._admission.allow_socket(address) and self._count(address)):
            self._reject(HTTPStatus.TOO_MANY_REQUESTS, TOO_MANY_CONNECTIONS)
            return
        channel = Channel(self.transport, self._clock, self._services.limits, self._admission.frame_bucket(address))
        handler = handler_for(self._services, self.url.decode("ascii", "replace").partition("?")[0], channel)
        if handler is None:
            self._answer(HTTPStatus.NOT_FOUND, NO_SOCKET)
            return
        self._stop_deadline()
        self.transport.write(answer)
        self.transport.set_protocol(channel)  # type: ignore[arg-type] # it has the same methods
        self.connections.discard(self)
        self.parser = None  # type: ignore[assignment] # break a reference cycle, which is rarely collected
        self._track(channel, handler)

    def _track(self, channel: Channel, handler: Coroutine[Any, Any, None]) -> None:
        """Run the channel. Uvicorn waits for its connections and tasks when it stops."""
        connections: set[Any] = self.connections
        connections.add(channel)
        channel.start_pings()
        channel.on_lost = partial(self._on_channel_lost, channel)
        task = asyncio.get_running_loop().create_task(run_handler(channel, handler))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def _on_channel_lost(self, channel: Channel) -> None:
        self.connections.discard(channel)
        self._release()


def handler_for(services: Services, path: str, channel: Channel) -> Coroutine[Any, Any, None] | None:
    """Return the coroutine that serves a path, or None if no socket opens there."""
    if path == LOBBY:
        return watch(services.lobby, channel, services.limits)
    table = TABLE.fullmatch(path)
    if table is None:
        return None
    return Session(channel, services.hub, services.people, services.limits).run(table[1])


async def run_handler(channel: Channel, handler: Coroutine[Any, Any, None]) -> None:
    """Run a handler to its end; a bug closes this socket and no other."""
    try:
        await handler
    except Exception:
        logger.exception("failed", extra={"address": "socket"})
        channel.close(INTERNAL_ERROR, "server.failed")


def handshake(method: str, headers: Iterable[tuple[bytes, bytes]]) -> bytes | None:
    """Return the response that opens a socket (RFC 6455, section 4.2.2), or None if the request is invalid."""
    versions = [value for name, value in headers if name == b"sec-websocket-version"]
    keys = [value for name, value in headers if name == b"sec-websocket-key"]
    if method != "GET" or versions != [VERSION] or len(keys) != 1 or not _is_key(keys[0]):
        return None
    return OPEN.format(accept_key(keys[0].decode())).encode()


def _is_key(key: bytes) -> bool:
    try:
        return len(b64decode(key, validate=True)) == KEY_BYTES
    except binascii.Error:
        return False
