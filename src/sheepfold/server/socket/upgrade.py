"""Where sockets are opened: past the framework, which has nothing to add to them and takes longer than all the rest."""

from __future__ import annotations

import asyncio
import binascii
import logging
import re
import sys
from base64 import b64decode
from collections.abc import Coroutine, Iterable
from functools import partial
from http import HTTPStatus
from typing import Any, Final

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
OUR_MISTAKE: Final = 4500
OPEN: Final = (
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {}\r\n\r\n"
)
ANSWER: Final = "HTTP/1.1 {} {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n"
NO_SOCKET: Final = problem("request.unknown", detail="no socket here; see docs/protocol.md")
NO_HANDSHAKE: Final = problem("request.malformed", "malformed", "not a handshake of WebSocket version 13")
NOT_HTTP: Final = problem("request.malformed", "malformed")
TOO_LONG: Final = problem("limit.size", detail=f"the URL and headers have at most {HEAD_BYTES} bytes together")
TOO_LARGE: Final = problem("limit.size")
TOO_MANY_AT_ONCE: Final = problem("limit.requests", "throttled")
FULL: Final = problem("server.full", "unavailable")
TOO_MANY: Final = problem("limit.connections", "throttled")


class Unacceptable(Exception):
    """A request that is not read to its end: raised in the middle of parsing."""

    def __init__(self, status: HTTPStatus, problem: Problem) -> None:
        super().__init__(problem.message)
        self.status = status
        self.problem = problem


class HttpProtocol(HttpToolsProtocol):
    """Uvicorn's connection; it becomes a channel where a browser asks for one. `serve` gives it to uvicorn.

    It ends by itself: when the headers take too long, when the whole request does, or after the answer (by uvicorn).
    """

    _deadline: Timer | None = None
    _delayed: Timer | None = None
    """The answer to a request that has to wait."""
    _counted: str | None = None
    """The address that this connection counts for, once it does."""
    _in_head = True
    _received = 0
    """Bytes of the current request so far; those of its head, while that is not complete."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        super().connection_made(transport)
        self._services: Services = self.config.app.state.services  # type: ignore[union-attr] # it is what `create_app` made
        self._admission = self._services.admission
        self._clock = self._admission.clock
        self._peer = self.client[0] if self.client else ""
        if len(self.connections) > self._admission.capacity:
            self._turn_away(HTTPStatus.SERVICE_UNAVAILABLE, FULL)
        elif self._admission.is_proxy(self._peer):
            self._allow(self._admission.limits.head_seconds)
        elif self._count(self._peer):
            self._allow(self._admission.limits.head_seconds)
            self._admission.is_silent(self, self._peer)
        else:
            self._turn_away(HTTPStatus.TOO_MANY_REQUESTS, TOO_MANY)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_deadline()
        if self._delayed is not None:
            self._delayed.cancel()
        self._leave()

    def give_way(self) -> None:
        """To another connection from the same address, at once."""
        self._leave()
        self.transport.abort()

    def _leave(self) -> None:
        self._admission.speaks(self)
        if self._counted is not None:
            self._admission.leave(self._counted)
            self._counted = None

    def _count(self, address: str) -> bool:
        if self._counted is None and self._admission.enter(address):
            self._counted = address
        return self._counted is not None

    def _allow(self, seconds: float) -> None:
        """Until the next step. What has not left by then is not waited for."""
        self._stop_deadline()
        self._deadline = self._clock.call_later(seconds, self.transport.abort)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    # Requests

    def data_received(self, data: bytes) -> None:
        """In parts, so that endless headers are noticed before they are parsed."""
        for start in range(0, len(data), HEAD_BYTES):
            if not self._reads_http():
                return
            part = data[start : start + HEAD_BYTES]
            super().data_received(part)
            self._received += len(part)
            if self._received > (HEAD_BYTES if self._in_head else REQUEST_BYTES):
                self._refuse_more()

    def _reads_http(self) -> bool:
        """Not once it is closed, or a channel reads."""
        return self in self.connections and not self.transport.is_closing()

    def _refuse_more(self) -> None:
        if self._reads_http():
            if self._in_head:
                self._answer(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, TOO_LONG)
            else:
                self._answer(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if len(self.pipeline) >= PIPELINED_REQUESTS:
            raise Unacceptable(HTTPStatus.TOO_MANY_REQUESTS, TOO_MANY_AT_ONCE)
        self._in_head = True
        self._received = 0
        self._allow(self._admission.limits.head_seconds)

    def on_headers_complete(self) -> None:
        self._in_head = False
        if len(self.url) + sum(len(name) + len(value) + len(": \r\n") for name, value in self.headers) > HEAD_BYTES:
            raise Unacceptable(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, TOO_LONG)
        self._admission.speaks(self)
        self._allow(self._admission.limits.request_seconds)
        client = self._admission.client(self._peer, self.headers)
        if client != self._peer:
            self.scope["client"] = (client, 0)
        super().on_headers_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Now, or later if the address has sent too many."""
        wait = self._admission.delay(cycle.scope["client"][0] if cycle.scope["client"] else "")
        if wait > 0.0:
            self._delayed = self._clock.call_later(wait, super()._start_asgi_task, cycle, app)
        else:
            super()._start_asgi_task(cycle, app)

    def send_400_response(self, msg: str) -> None:
        """Uvicorn calls it while it handles what the parser has raised."""
        raised = sys.exception()
        cause = raised.__context__ if raised is not None else None
        if isinstance(cause, Unacceptable):
            self._answer(cause.status, cause.problem)
        else:
            self._answer(HTTPStatus.BAD_REQUEST, NOT_HTTP)

    def _turn_away(self, status: HTTPStatus, problem: Problem) -> None:
        METRICS.turned_away += 1
        self._answer(status, problem)

    def _answer(self, status: HTTPStatus, problem: Problem) -> None:
        """At once, and close the connection; nobody waits for the answer to be taken."""
        body = msgspec.json.encode(problem)
        self.transport.write(ANSWER.format(int(status), status.phrase, len(body)).encode() + body)
        self.transport.close()

    # Sockets

    def handle_websocket_upgrade(self) -> None:
        answer = handshake(self.scope["method"], self.scope["headers"])
        if answer is None:
            self._answer(HTTPStatus.BAD_REQUEST, NO_HANDSHAKE)
            return
        address = self.scope["client"][0] if self.scope["client"] else ""
        if not (self._admission.opens_socket(address) and self._count(address)):
            self._turn_away(HTTPStatus.TOO_MANY_REQUESTS, TOO_MANY)
            return
        channel = Channel(self.transport, self._clock, self._services.limits, self._admission.frames(address))
        talk = conversation(self._services, self.url.decode("ascii", "replace").partition("?")[0], channel)
        if talk is None:
            self._answer(HTTPStatus.NOT_FOUND, NO_SOCKET)
            return
        self._stop_deadline()
        self.transport.write(answer)
        self.transport.set_protocol(channel)  # type: ignore[arg-type] # it is called like one
        self.connections.discard(self)
        self.parser = None  # type: ignore[assignment] # each knows the other: they would stay until circles are looked for
        self._keep(channel, talk)

    def _keep(self, channel: Channel, talk: Coroutine[Any, Any, None]) -> None:
        """Among what uvicorn waits for when it stops."""
        connections: set[Any] = self.connections
        connections.add(channel)
        channel.begin_to_ping()
        channel.on_lost = partial(self._lost, channel)
        task = asyncio.get_running_loop().create_task(attended(channel, talk))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def _lost(self, channel: Channel) -> None:
        self.connections.discard(channel)
        self._leave()


def conversation(services: Services, path: str, channel: Channel) -> Coroutine[Any, Any, None] | None:
    """What is talked about there; None if nothing is."""
    if path == LOBBY:
        return watch(services.lobby, channel, services.limits)
    table = TABLE.fullmatch(path)
    if table is None:
        return None
    return Session(channel, services.hub, services.people, services.limits).run(table[1])


async def attended(channel: Channel, talk: Coroutine[Any, Any, None]) -> None:
    """Until its end; a mistake of ours ends this conversation and no other."""
    try:
        await talk
    except Exception:
        logger.exception("failed", extra={"address": "socket"})
        channel.close(OUR_MISTAKE, "server.failed")


def handshake(method: str, headers: Iterable[tuple[bytes, bytes]]) -> bytes | None:
    """What opens a socket (RFC 6455, section 4.2.2); None if the browser's part is not as it should be."""
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
