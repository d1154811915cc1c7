"""Where sockets are opened: past the framework, which has nothing to add to them and takes longer than all the rest."""

from __future__ import annotations

import asyncio
import binascii
import logging
import re
from base64 import b64decode
from collections.abc import Coroutine, Iterable
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.utils import accept_key

from sheepfold.server.channel import Channel
from sheepfold.server.house import House
from sheepfold.server.sockets import Visit

logger = logging.getLogger("sheepfold")

TABLE: Final = re.compile(r"/api/tables/([^/]+)/socket")
LOBBY: Final = "/api/lobby/socket"
VERSION: Final = b"13"
KEY_BYTES: Final = 16
OUR_MISTAKE: Final = 4500
OPEN: Final = (
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {}\r\n\r\n"
)
NO_SOCKET: Final = b'{"message":"there is no socket here; see docs/protocol.md"}'
NOT_FOUND: Final = b"HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nConnection: close\r\n"


class Door(HttpToolsProtocol):
    """Uvicorn's connection; it becomes a channel where a browser asks for one. `serve` gives it to uvicorn."""

    def handle_websocket_upgrade(self) -> None:
        answer = handshake(self.scope["method"], self.scope["headers"])
        if answer is None:
            self.send_400_response("this is not the handshake of a WebSocket of version 13")
            return
        channel = Channel(self.transport)
        house: House = self.config.app.state.house  # type: ignore[union-attr] # it is what `create_app` made
        talk = conversation(house, self.url.decode("ascii", "replace").partition("?")[0], channel)
        if talk is None:
            self.transport.write(NOT_FOUND + b"Content-Length: %d\r\n\r\n" % len(NO_SOCKET) + NO_SOCKET)
            self.transport.close()
            return
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
        channel.when_lost = lambda: connections.discard(channel)
        task = asyncio.get_running_loop().create_task(attended(channel, talk))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


def conversation(house: House, path: str, channel: Channel) -> Coroutine[Any, Any, None] | None:
    """What is talked about there; None if nothing is."""
    if path == LOBBY:
        return house.lobby.watch(channel, house.limits)
    table = TABLE.fullmatch(path)
    if table is None:
        return None
    return Visit(channel, house.hub, house.people, house.limits).run(table[1])


async def attended(channel: Channel, talk: Coroutine[Any, Any, None]) -> None:
    """Until its end; a mistake of ours ends this conversation and no other."""
    try:
        await talk
    except Exception:
        logger.exception("failed", extra={"address": "socket"})
        channel.close(OUR_MISTAKE, "something went wrong here; it is our mistake and has been noted")


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
