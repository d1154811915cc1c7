"""Whole servers when a node freezes or PostgreSQL falls silent: games continue, `/health` reports it, SIGTERM works."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from sheepfold.server.client import TableClient, connected_client
from sheepfold.server.live.health import DATABASE_PROBLEM
from sheepfold.server.store.store import Store
from sheepfold.server.table.entries import Acted, decode_entry
from tests.server.processes import Caller, Node
from tests.server.proxy import a_proxy
from tests.server.running_server import receive_until_started
from tests.server.samples import in_a_loop

TIMEOUT = 120.0
"""Seconds; far more than anything here takes, so that a busy machine causes no failure."""
GAME: dict[str, Any] = {"game": "volle-wolle", "seats": [{"who": "me"}, {"who": "friend"}]}
"""Both players bid at the same time."""


class SharedTable:
    """A table with two people, who can connect to any node."""

    def __init__(self, table: str, tokens: list[str]) -> None:
        self.id = table
        self._tokens = tokens

    @asynccontextmanager
    async def running(self, one: Node, two: Node) -> AsyncIterator[tuple[TableClient, TableClient]]:
        """Connect one person to each node, and start the game."""
        async with (
            connected_client(one.web, self.id, self._tokens[0]) as first,
            connected_client(two.web, self.id, self._tokens[1]) as second,
        ):
            for client in (first, second):
                assert client.seat is not None
                await client.commit(client.seat)  # may be too late on a slow machine: the game then begins without it
            await asyncio.gather(*map(receive_until_started, (first, second)))
            yield first, second


async def shared_table(node: Node) -> SharedTable:
    caller = Caller(node.http)
    tokens = [(await caller.person(name))[1] for name in ("Ada", "Ben")]
    table, invitation = await caller.make(tokens[0], GAME)
    await caller.join(tokens[1], table, invitation, 1)
    await caller.close()
    return SharedTable(table, tokens)


def bid(client: TableClient, message_id: str) -> dict[str, Any]:
    return {"type": "act", "id": message_id, "seat": client.seat, "action": client.legal[0], "seen": client.version}


async def seats_that_acted(store: Store, table: str) -> list[int]:
    found = [decode_entry(entry.body) for entry in await store.entries(table)]
    return [entry.seat for entry in found if isinstance(entry, Acted) and entry.by == "person"]


@in_a_loop
async def test_games_continue_when_another_node_freezes_in_a_transaction(postgres_url: str) -> None:
    """At the table it has locked as well as at others. When it resumes, nothing is lost or applied twice."""
    async with (
        asyncio.timeout(TIMEOUT),
        a_proxy(postgres_url) as proxy,
        Node(proxy.url) as one,
        Node(postgres_url) as two,
        await Store.open(postgres_url) as store,
    ):
        locked, other = await shared_table(two), await shared_table(two)
        async with locked.running(one, two) as (first, second), other.running(two, two) as (third, fourth):
            proxy.lose_next_commit("request")
            await first.send(bid(first, "frozen"))
            await proxy.lost_commit.wait()
            one.freeze()
            await second.send(bid(second, "mine"))
            for client in (third, fourth):
                await client.send(bid(client, "elsewhere"))
                await client.receive_until("ack", id="elsewhere")
            await second.receive_until("ack", id="mine")
            assert await seats_that_acted(store, locked.id) == [1]
            one.resume()
            await first.receive_until("ack", id="frozen")
            assert sorted(await seats_that_acted(store, locked.id)) == [0, 1]
            while second.version < first.version:
                await second.receive()


@in_a_loop
async def test_a_server_with_a_silent_database_reports_it_and_can_be_stopped(postgres_url: str) -> None:
    async with (
        asyncio.timeout(TIMEOUT),
        a_proxy(postgres_url) as proxy,
        Node(proxy.url) as node,
        await Store.open(postgres_url) as store,
        httpx.AsyncClient(base_url=node.http, timeout=TIMEOUT) as http,
    ):
        table = await shared_table(node)
        async with table.running(node, node) as (first, second):
            assert (await http.get("/health")).json() == {"status": "ok"}
            proxy.fall_silent(for_good=True)
            answers = await asyncio.gather(*[http.get("/health") for _ in range(20)])
            assert {answer.status_code for answer in answers} == {503}
            assert {answer.json()["reason"] for answer in answers} == {DATABASE_PROBLEM}
            mine = bid(first, "mine")
            await first.send(mine)
            assert (await first.receive_until("refused", id="mine"))["code"] == "unavailable"

            proxy.work_again()
            while (await http.get("/health")).status_code != 200:
                await asyncio.sleep(0.1)
            await first.send(mine)
            await first.receive_until("ack", id="mine")
            assert await seats_that_acted(store, table.id) == [0]

            proxy.fall_silent(for_good=True)
            await second.send(bid(second, "lost"))
            assert await node.stop(TIMEOUT) == 0
