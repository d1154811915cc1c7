"""A small Python client: for tests and load, and as an example of how little a client needs."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from sheepfold.fair import Witness, nonce_commitment
from sheepfold.server.wire.choices import unpack
from sheepfold.server.wire.patches import apply_patch

PATIENCE = 120.0
"""Seconds to wait for a message or a connection: a busy server is slow, not silent."""


class TableClient:
    """One client at one table, which keeps its view up to date from the messages it receives."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self._mark = secrets.token_hex(4)
        """A part of every id, so that a client that comes back reuses none."""
        self.version = 0
        self.seat: int | None = None
        self.yours: list[int] = []
        self.table: dict[str, Any] = {}
        self.view: Any = None
        self.legal: list[str] = []
        self.received: list[dict[str, Any]] = []
        """All messages received so far."""
        self.bytes = 0
        self.witness = Witness()
        self._revealed: set[tuple[int, int]] = set()
        """By round and seat."""

    @property
    def over(self) -> bool:
        return bool(self.table) and self.table["status"] == "over"

    async def send(self, message: dict[str, Any]) -> None:
        await self._socket.send(msgspec.json.encode(message).decode())

    async def request(self, kind: str, **content: Any) -> str:
        """Send a message with a new id, and return the id."""
        self._number += 1
        message_id = f"{kind}-{self._number}-{self._mark}"
        await self.send({"type": kind, "id": message_id, **content})
        return message_id

    async def receive(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """Return the next message, after applying it."""
        async with asyncio.timeout(seconds):
            text = await self._socket.recv()
        self.bytes += len(text)
        message: dict[str, Any] = msgspec.json.decode(text)
        self.received.append(message)
        self._apply(message)
        self.witness.observe(message)
        if message.get("dice"):
            await self._reveal()
        return message

    async def receive_until(self, kind: str, **wanted: Any) -> dict[str, Any]:
        """Receive until a message of this kind comes, and return it."""
        while True:
            message = await self.receive()
            if message["type"] == kind and all(message.get(key) == value for key, value in wanted.items()):
                return message

    async def ask(self, kind: str, **content: Any) -> dict[str, Any]:
        """Send a request, and return its acknowledgement or refusal."""
        message_id = await self.request(kind, **content)
        while True:
            message = await self.receive()
            if message["type"] in ("ack", "refused") and message.get("id") == message_id:
                return message

    async def commit(self, seat: int, nonce: str | None = None) -> dict[str, Any]:
        """Commit to a nonce for the dice. It is revealed as soon as all are sealed."""
        nonce = nonce or secrets.token_hex(16)
        answer = await self.ask("ready", seat=seat, commitment=nonce_commitment(nonce))
        if answer["type"] == "ack":
            self.witness.nonces[seat] = nonce
            await self._reveal()
        return answer

    async def _reveal(self) -> None:
        for seat, nonce in self.witness.nonces.items():
            once = self.witness.round, seat
            if self.witness.may_reveal(seat) and once not in self._revealed:
                self._revealed.add(once)
                await self.request("reveal", seat=seat, nonce=nonce)

    def _apply(self, message: dict[str, Any]) -> None:
        if message["type"] == "welcome":
            self.version = message["version"]
            self.seat = message["seat"]
            self.yours = message["yours"]
            self.table = message["table"]
            self.view = message["view"]
            self.legal = unpack(message["legal"])
        elif message["type"] == "update":
            assert message["version"] == self.version + 1, "a version is missing"
            self.version = message["version"]
            self.view = apply_patch(self.view, message["patch"])
            if message.get("legal") is not None:
                self.legal = unpack(message["legal"])
            for part in ("status", "chairs"):
                if message.get(part) is not None:
                    self.table[part] = message[part]


@asynccontextmanager
async def connected_client(
    address: str, table: str, token: str | None, *, seen: int = 0, invitation: str | None = None
) -> AsyncIterator[TableClient]:
    """Connect to a table; `address` is like `ws://127.0.0.1:8000`."""
    place = f"{address}/api/tables/{table}/socket"
    async with connect(place, compression=None, max_size=None, open_timeout=PATIENCE) as socket:
        client = TableClient(socket)
        await client.send({"type": "hello", "token": token, "seen": seen, "invitation": invitation})
        await client.receive_until("welcome")
        yield client
