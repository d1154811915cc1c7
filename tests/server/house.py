"""A whole server for a test, and people who come to it."""

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

from sheepfold.server.client import Guest, visit
from sheepfold.server.http.app import Configuration
from sheepfold.server.live.hub import Hub
from sheepfold.server.ops.clock import Clock
from sheepfold.server.ops.limits import Limits
from sheepfold.server.room.room import Room
from sheepfold.server.serve import listen, server

Arguments = ParamSpec("Arguments")

NO_HURRY = Limits(messages_per_second=1e6, burst=1_000_000)
"""For tests that send more than a person would."""


def in_a_loop(test: Callable[Arguments, Coroutine[Any, Any, None]]) -> Callable[Arguments, None]:
    @functools.wraps(test)
    def run(*arguments: Arguments.args, **named: Arguments.kwargs) -> None:
        asyncio.run(test(*arguments, **named))

    return run


class Someone(msgspec.Struct, frozen=True):
    """A person with a token."""

    id: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}


class Place(msgspec.Struct, frozen=True):
    """A table and the invitation to it."""

    id: str
    invitation: str


class House:
    """A server that listens on this machine, in the event loop of the test."""

    def __init__(self, app: Litestar, port: int) -> None:
        self.app = app
        self.port = port
        self.web = f"ws://127.0.0.1:{port}"
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30)

    async def person(self, name: str) -> Someone:
        seen = (await self.http.post("/api/people", json={"name": name})).raise_for_status().json()
        return Someone(seen["id"], seen["token"])

    async def table(self, host: Someone, seats: Sequence[str | dict[str, str]], **settings: Any) -> Place:
        """A table of Haste Bock?, unless the settings say something else; bots take no time."""
        plans = [{"who": who} if isinstance(who, str) else who for who in seats]
        body = {"game": "haste-bock", "seats": plans, "pace": "instant"} | settings
        made = (await self.http.post("/api/tables", json=body, headers=host.headers)).raise_for_status().json()
        return Place(made["table"]["id"], made["invitation"])

    async def join(self, place: Place, person: Someone) -> None:
        body = {"invitation": place.invitation}
        answer = await self.http.post(f"/api/tables/{place.id}/join", json=body, headers=person.headers)
        answer.raise_for_status()

    async def room(self, place: Place) -> Room:
        hub: Hub = self.app.state.services.hub
        return await hub.room(place.id)

    def socket(self, place: Place) -> connect:
        """A bare socket, before the first word."""
        return connect(f"{self.web}/api/tables/{place.id}/socket", compression=None, max_size=None)

    @asynccontextmanager
    async def visit(self, place: Place, person: Someone | None, invitation: str | None = None) -> AsyncIterator[Guest]:
        async with visit(self.web, place.id, person.token if person else None, invitation=invitation) as guest:
            yield guest

    @asynccontextmanager
    async def running(self, place: Place, *people: Someone) -> AsyncIterator[list[Guest]]:
        """Everybody comes and commits to a nonce, in order of seats, and the game begins."""
        async with AsyncExitStack() as visits:
            guests = [await visits.enter_async_context(self.visit(place, person)) for person in people]
            for guest in guests:
                for seat in guest.yours:
                    assert (await guest.commit(seat, f"the-nonce-of-seat-{seat}"))["type"] == "ack"
            await asyncio.gather(*map(hear_the_beginning, guests))
            yield guests


async def hear_the_beginning(guest: Guest) -> None:
    """Nonces are revealed meanwhile, so everybody at the table has to hear at the same time."""
    while guest.table["status"] == "open":
        await guest.hear()


@asynccontextmanager
async def open_house(database: str, limits: Limits = NO_HURRY, clock: Clock | None = None) -> AsyncIterator[House]:
    """A server as `sheepfold serve` runs it, until the block ends."""
    running = server(Configuration(database=database, limits=limits), clock or Clock())
    app = running.config.app
    assert isinstance(app, Litestar)
    with listen("127.0.0.1", 0) as listening:
        task = asyncio.create_task(running.serve(sockets=[listening]))
        while not running.started:
            assert not task.done(), "the server does not start"
            await asyncio.sleep(0.01)
        house = House(app, listening.getsockname()[1])
        try:
            yield house
        finally:
            await house.http.aclose()
            running.should_exit = True
            await task


async def close_code(socket: ClientConnection) -> int | None:
    """Hear until the server closes the socket; the code."""
    with suppress(ConnectionClosed):
        while True:
            await socket.recv()
    return socket.close_code
