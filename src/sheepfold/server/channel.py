"""A WebSocket without the layers of the framework: made for answers over HTTP, they would handle every message."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from litestar import WebSocket
from litestar.types import Receive, Scope, Send

KEPT_AT = "sheepfold.channel"


class Channel:
    """One socket, as the program that listens at the port hands it over."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self.receive = receive
        self._send = send

    def keep(self, scope: Scope) -> None:
        """Where `channel_of` finds it when the framework has found out what the socket is for."""
        scope.setdefault("state", {})[KEPT_AT] = self

    def send_text(self, text: bytes) -> Awaitable[None]:
        return self._send({"type": "websocket.send", "bytes": None, "text": text.decode()})

    async def close(self, code: int, reason: str) -> None:
        await self._send({"type": "websocket.close", "code": code, "reason": reason})


def channel_of(socket: WebSocket[Any, Any, Any]) -> Channel:
    channel: Channel = socket.scope["state"][KEPT_AT]
    return channel
