"""The server's interface as a browser uses it, and players for whole games."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from random import Random
from typing import Any

import httpx
import msgspec

from sheepfold.bots.registry import best_bot, make_bot
from sheepfold.core.record import Record, decode_record
from sheepfold.server.client import TableClient, connected_client
from sheepfold.server.live.hub import Hub
from sheepfold.server.ops.limits import Limits
from tests.server.manual_clock import ManualClock
from tests.server.running_server import running_server

# Test players are faster than people.
LIMITS = Limits(messages_per_second=10_000.0, burst=10_000)


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str
    token: str


class ServerApi:
    """What a browser can do."""

    def __init__(self, port: int, hub: Hub, clock: ManualClock, http: httpx.AsyncClient) -> None:
        self.hub = hub
        self.clock = clock
        self._address = f"ws://127.0.0.1:{port}"
        self._http = http

    async def person(self, name: str) -> Person:
        answer = await self._http.post("/api/people", json={"name": name})
        return msgspec.convert(answer.raise_for_status().json(), Person)

    async def make(self, host: Person, **settings: Any) -> tuple[str, str]:
        """Create a table, and return its id and invitation."""
        made = (await self.post(host, "/api/tables", settings)).raise_for_status().json()
        return made["table"]["id"], made["invitation"]

    async def join(self, person: Person, table: str, invitation: str, seat: int | None = None) -> None:
        answer = await self.post(person, f"/api/tables/{table}/join", {"invitation": invitation, "seat": seat})
        answer.raise_for_status()

    async def post(self, person: Person, path: str, body: Any) -> httpx.Response:
        return await self._http.post(path, json=body, headers=_headers(person, None))

    async def get(self, path: str, person: Person | None = None, invitation: str | None = None) -> httpx.Response:
        return await self._http.get(path, headers=_headers(person, invitation))

    async def record(self, table: str, invitation: str) -> Record:
        answer = await self.get(f"/api/tables/{table}/record", invitation=invitation)
        return decode_record(answer.raise_for_status().content)

    def connect(
        self, table: str, person: Person | None, *, seen: int = 0, invitation: str | None = None
    ) -> AbstractAsyncContextManager[TableClient]:
        token = None if person is None else person.token
        return connected_client(self._address, table, token, seen=seen, invitation=invitation)


def _headers(person: Person | None, invitation: str | None) -> dict[str, str]:
    known = {} if person is None else {"authorization": f"Bearer {person.token}"}
    return known | ({} if invitation is None else {"invitation": invitation})


@asynccontextmanager
async def server_api(url: str) -> AsyncIterator[ServerApi]:
    """A server on this database, in this event loop, until the block ends. Its time passes when the test says so."""
    clock = ManualClock()
    async with running_server(url, LIMITS, clock) as server:
        yield ServerApi(server.port, server.app.state.services.hub, clock, server.http)


class Player:
    """Plays one seat to the end, mostly as the game's best bot advises."""

    def __init__(self, server: ServerApi, client: TableClient, seat: int, rng: Random, *, whim: float = 0.2) -> None:
        self.client = client
        self.seat = seat
        self.refused: list[tuple[dict[str, Any], dict[str, Any]]] = []
        """Refusals, with the view that the action was chosen by."""
        self.interrupted = 0
        self._house = server
        self._rng = rng
        self._whim = whim
        """How often it acts at random instead."""

    async def play(self) -> None:
        while not self.client.over:
            action = self._choice()
            if action is None:
                await self.client.receive()
                continue
            view = msgspec.json.decode(msgspec.json.encode(self.client.view))
            seen = self.client.version
            answer = await self.client.ask("act", seat=self.seat, action=action, seen=seen)
            if answer["type"] == "refused":
                self.refused.append((answer, view))
            elif self.seat in view["may_act"]:
                self.interrupted += 1

    def _choice(self) -> str | None:
        client = self.client
        if not client.legal or client.view is None:
            return None
        if self.seat not in client.view["waiting_for"] and self._rng.random() > 0.5:
            return None
        advice = self._advice() if self._rng.random() >= self._whim else None
        return advice if advice in client.legal else self._rng.choice(client.legal)

    def _advice(self) -> str | None:
        """Ask the bot, with only what the seat may know."""
        table = self._house.hub.rooms.all[self.client.table["id"]].table
        if table.version != self.client.version or table.state is None or self.seat not in table.state.waiting_for():
            return None
        bot = make_bot(table.game.id, best_bot(table.game.id))
        return bot.choose(table.state.resample(self.seat, self._rng), self.seat, self._rng).text


async def commit_nonces(client: TableClient, seats: list[int]) -> None:
    for seat in seats:
        answer = await client.commit(seat, f"the-nonce-of-seat-{seat}")
        assert answer["type"] == "ack", answer


async def receive_up_to(client: TableClient, version: int) -> None:
    while client.version < version:
        await client.receive()
