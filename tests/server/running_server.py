"""A whole server for a test, and clients for it."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any, ParamSpec

import httpx
import msgspec
from litestar import Litestar
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from sheepfold.server.client import TableClient, connected_client
from sheepfold.server.http.app import Configuration
from sheepfold.server.live.hub import Hub
from sheepfold.server.ops.clock import Clock
from sheepfold.server.ops.limits import Limits
from sheepfold.server.room.room import Room
from sheepfold.server.serve import create_server, open_socket
from tests.server.waiting import PATIENCE

Arguments = ParamSpec("Arguments")

GENEROUS_LIMITS = Limits(messages_per_second=1e6, burst=1_000_000)
"""For tests that send more than a person would."""


def in_a_loop(test: Callable[Arguments, Coroutine[Any, Any, None]]) -> Callable[Arguments, None]:
    @functools.wraps(test)
    def run(*arguments: Arguments.args, **named: Arguments.kwargs) -> None:
        asyncio.run(test(*arguments, **named))

    return run


class Person(msgspec.Struct, frozen=True):
    """A person with a token."""

    id: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}


class TableLink(msgspec.Struct, frozen=True):
    """A table and its invitation."""

    id: str
    invitation: str


class RunningServer:
    """A server that listens on this machine, in the test's event loop."""

    def __init__(self, app: Litestar, port: int) -> None:
        self.app = app
        self.port = port
        self.web = f"ws://127.0.0.1:{port}"
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)

    async def person(self, name: str) -> Person:
        seen = (await self.http.post("/api/people", json={"name": name})).raise_for_status().json()
        return Person(seen["id"], seen["token"])

    async def table(self, host: Person, seats: Sequence[str | dict[str, str]], **settings: Any) -> TableLink:
        """Create a table of Haste Bock? with instant bots, unless the settings say otherwise."""
        plans = [{"who": who} if isinstance(who, str) else who for who in seats]
        body = {"game": "haste-bock", "seats": plans, "pace": "instant"} | settings
        made = (await self.http.post("/api/tables", json=body, headers=host.headers)).raise_for_status().json()
        return TableLink(made["table"]["id"], made["invitation"])

    async def join(self, place: TableLink, person: Person) -> None:
        body = {"invitation": place.invitation}
        answer = await self.http.post(f"/api/tables/{place.id}/join", json=body, headers=person.headers)
        answer.raise_for_status()

    async def room(self, place: TableLink) -> Room:
        hub: Hub = self.app.state.services.hub
        return await hub.room(place.id)

    def socket(self, place: TableLink) -> connect:
        """A raw socket, before the first message."""
        return connect(
            f"{self.web}/api/tables/{place.id}/socket", compression=None, max_size=None, open_timeout=PATIENCE
        )

    @asynccontextmanager
    async def connect(
        self, place: TableLink, person: Person | None, invitation: str | None = None
    ) -> AsyncIterator[TableClient]:
        async with connected_client(
            self.web, place.id, person.token if person else None, invitation=invitation
        ) as client:
            yield client

    @asynccontextmanager
    async def running(self, place: TableLink, *people: Person) -> AsyncIterator[list[TableClient]]:
        """Connect all players and commit to nonces, in order of seats, until the game begins."""
        async with AsyncExitStack() as stack:
            clients = [await stack.enter_async_context(self.connect(place, person)) for person in people]
            for client in clients:
                for seat in client.yours:
                    check_commit(await client.commit(seat, f"the-nonce-of-seat-{seat}"))
            await asyncio.gather(*map(receive_until_started, clients))
            yield clients


def check_commit(answer: dict[str, Any]) -> None:
    """On a busy machine the game may begin before the client has committed to its nonce."""
    assert answer["type"] == "ack" or answer["reason"] in ("game.starting", "game.started"), answer


async def receive_until_started(client: TableClient) -> None:
    """Receive until the game begins. Clients reveal their nonces meanwhile, so run this for all of them at once."""
    while client.table["status"] == "open":
        await client.receive()


@asynccontextmanager
async def running_server(
    database: str, limits: Limits = GENEROUS_LIMITS, clock: Clock | None = None
) -> AsyncIterator[RunningServer]:
    """A server as `sheepfold serve` runs it, until the block ends."""
    uvicorn_server = create_server(Configuration(database=database, limits=limits), clock or Clock())
    app = uvicorn_server.config.app
    assert isinstance(app, Litestar)
    with open_socket("127.0.0.1", 0) as listening:
        task = asyncio.create_task(uvicorn_server.serve(sockets=[listening]))
        while not uvicorn_server.started:
            assert not task.done(), "the server does not start"
            await asyncio.sleep(0.01)
        server = RunningServer(app, listening.getsockname()[1])
        try:
            yield server
        finally:
            await server.http.aclose()
            uvicorn_server.should_exit = True
            await task


async def close_code(socket: ClientConnection) -> int | None:
    """Receive until the server closes the socket, and return the code."""
    with suppress(ConnectionClosed):
        while True:
            await socket.recv()
    return socket.close_code
