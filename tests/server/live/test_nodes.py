"""Two server processes on one PostgreSQL: either accepts any move, and takes over when the other dies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from sheepfold.server.client import TableClient, connected_client
from sheepfold.server.store.store import Store
from sheepfold.server.table.entries import Acted, Begun, Entry, WentOn, decode_entry
from sheepfold.server.table.fold import RECENT
from tests.server.processes import Caller, Node
from tests.server.running_server import check_commit, receive_until_started
from tests.server.samples import in_a_loop
from tests.server.waiting import PATIENCE


class Meadow:
    """A table on two nodes, and the tokens of its players."""

    def __init__(self, one: Node, two: Node, table: str, tokens: list[str]) -> None:
        self.one = one
        self.two = two
        self.table = table
        self.tokens = tokens

    def connect(self, node: Node, person: int, seen: int = 0) -> Any:
        return connected_client(node.web, self.table, self.tokens[person], seen=seen)


@asynccontextmanager
async def meadow(
    url: str, game: str, people: int, bots: int = 0, *, at_one: bool = False, **more: Any
) -> AsyncIterator[Meadow]:
    """Created at one node, joined at the other; or at the same one, and then the other does not know the table."""
    async with Node(url) as one, Node(url) as two:
        callers = Caller(one.http), Caller(two.http)
        tokens = [(await callers[0].person(f"sheep {number}"))[1] for number in range(people)]
        seats = [{"who": "me"}, *[{"who": "friend"}] * (people - 1), *[{"who": "bot"}] * bots]
        table, invitation = await callers[0].make(tokens[0], {"game": game, "seats": seats} | more)
        for seat, token in enumerate(tokens[1:], start=1):
            await callers[0 if at_one else 1].join(token, table, invitation, seat)
        for caller in callers:
            await caller.close()
        yield Meadow(one, two, table, tokens)
        assert one.errors() + two.errors() == ""


async def begin(*clients: TableClient) -> None:
    for client in clients:
        assert client.seat is not None
        check_commit(await client.commit(client.seat))
    await asyncio.gather(*map(receive_until_started, clients))


async def play(client: TableClient, seed: int) -> None:
    """Play to the end. No action is ever refused."""
    rng = Random(seed)
    while not client.over:
        if client.legal:
            answer = await client.ask("act", seat=client.seat, action=rng.choice(client.legal), seen=client.version)
            assert answer["type"] == "ack", answer
        else:
            await client.receive(PATIENCE)


async def watch(client: TableClient) -> None:
    while not client.over:
        await client.receive(PATIENCE)


async def entries(store: Store, table: str) -> list[Entry]:
    return [decode_entry(entry.body) for entry in await store.entries(table)]


async def until_acted(store: Store, table: str, by: str, after: int) -> list[Entry]:
    """Wait without a connection: only the log shows what happens."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = (await entries(store, table))[after:]
            if any(isinstance(entry, Acted) and entry.by == by for entry in found):
                return found
            await asyncio.sleep(0.05)


@in_a_loop
async def test_both_nodes_accept_moves_and_publish_everything_in_order(postgres_url: str) -> None:
    """Volle Wolle: all bid at once, through both nodes, and no bid is refused. No client misses a version."""
    async with meadow(postgres_url, "volle-wolle", 4) as here:
        one, two = here.one, here.two
        async with (
            here.connect(one, 0) as first,
            here.connect(two, 1) as second,
            here.connect(one, 2) as third,
            here.connect(two, 3) as fourth,
            here.connect(two, 0) as first_again,
            here.connect(one, 1) as second_again,
        ):
            players = [first, second, third, fourth]
            await begin(*players)
            async with asyncio.TaskGroup() as group:
                for seed, client in enumerate(players):
                    group.create_task(play(client, seed))
                group.create_task(watch(first_again))
                group.create_task(watch(second_again))
            assert first.view == first_again.view
            assert second.view == second_again.view
            assert len({client.version for client in [*players, first_again, second_again]}) == 1
            updates = [
                [message for message in client.received if message["type"] == "update"][-RECENT:]
                for client in (first, first_again)
            ]
            assert updates[0] == updates[1]
        await a_gap_is_filled(here, first)


async def a_gap_is_filled(here: Meadow, client: TableClient) -> None:
    """A client that comes back gets exactly the versions it missed, or only the view if they are too many."""
    seen = client.version - 7
    for node in (here.one, here.two):
        async with here.connect(node, 0, seen=seen) as back:
            missed = back.received[0]["missed"]
            assert [one["version"] for one in missed] == list(range(seen + 1, client.version + 1))
            updates = {message["version"]: message for message in client.received if message["type"] == "update"}
            for one in missed:
                assert one["events"] == updates[one["version"]]["events"]
                assert one["note"] == updates[one["version"]]["note"]
            assert back.view == client.view
        async with here.connect(node, 0, seen=client.version - RECENT - 1) as back:
            assert back.received[0]["missed"] is None
            assert back.view == client.view


@in_a_loop
async def test_a_message_sent_again_to_the_other_node_is_committed_once(postgres_url: str) -> None:
    async with (
        await Store.open(postgres_url) as store,
        meadow(postgres_url, "volle-wolle", 2) as here,
        here.connect(here.one, 0) as first,
        here.connect(here.two, 1) as second,
        here.connect(here.two, 0) as again,
    ):
        ready = {"type": "ready", "id": "only-once", "seat": 0, "commitment": "ab" * 32}
        await first.send(ready)
        number = (await first.receive_until("ack"))["version"]
        await again.send(ready)
        assert (await again.receive_until("ack", id="only-once"))["version"] == number
        await begin(second)
        while first.table["status"] == "open":
            await first.receive()
        bid = {"type": "act", "id": "bid", "seat": 0, "action": first.legal[0], "seen": first.version}
        await asyncio.gather(first.send(bid), again.send(bid))
        answers = [(await client.receive_until("ack", id="bid"))["version"] for client in (first, again)]
        assert answers[0] == answers[1]
        done = await entries(store, here.table)
        assert sum(isinstance(entry, Acted) and entry.seat == 0 for entry in done) == 1


@in_a_loop
async def test_chat_and_presence_cross_the_nodes(postgres_url: str) -> None:
    async with (
        meadow(postgres_url, "volle-wolle", 2) as here,
        here.connect(here.one, 0) as first,
        here.connect(here.two, 0) as again,
    ):
        async with here.connect(here.two, 1) as second:
            await first.receive_until("presence", seats=["here", "here"])
            say = {"type": "say", "id": "baa", "text": "Baa!"}
            await first.send(say)
            assert (await second.receive_until("chat"))["said"]["text"] == "Baa!"
            await again.send(say)
            await again.receive_until("ack", id="baa")
            await second.ask("say", text="Maa!")
            said = [(await first.receive_until("chat"))["said"] for _ in range(2)]
            assert [(line["number"], line["text"]) for line in said] == [(1, "Baa!"), (2, "Maa!")]
            await second.send({"type": "away", "hidden": True})
            await first.receive_until("presence", seats=["here", "away"])
        await first.receive_until("presence", seats=["here", "gone"])
        async with here.connect(here.two, 1) as second:
            stand = {"type": "stand", "id": "up", "seat": 1}
            for _ in range(2):  # the second time the seat is no longer theirs
                await second.send(stand)
                assert (await second.receive_until("ack", id="up"))["version"] == second.version
        await first.receive_until("presence", seats=["here", "free"])


@in_a_loop
async def test_players_of_a_killed_node_continue_at_the_other(postgres_url: str) -> None:
    async with (
        meadow(postgres_url, "haste-bock", 2, bots=1, pace="instant") as here,
        here.connect(here.two, 1) as second,
    ):
        async with here.connect(here.one, 0) as first:
            await begin(first, second)
            seen = first.version
            here.one.kill()
        async with here.connect(here.two, 0, seen=seen) as first_again:
            missed = first_again.received[0]["missed"]
            assert [one["version"] for one in missed] == list(range(seen + 1, first_again.version + 1))
            async with asyncio.TaskGroup() as group:
                group.create_task(play(first_again, 1))
                group.create_task(play(second, 2))
            assert first_again.version == second.version


@in_a_loop
async def test_bots_of_a_killed_node_are_played_by_the_other(postgres_url: str) -> None:
    """The other node does not know the table, and no client is connected to it."""
    async with await Store.open(postgres_url) as store, meadow(postgres_url, "haste-bock", 1, bots=2) as here:
        async with here.connect(here.one, 0) as first:
            await begin(first)
            while not first.legal:
                await first.receive()
            while first.legal:
                await first.ask("act", seat=0, action=first.legal[0], seen=first.version)
            here.one.kill()
        await until_acted(store, here.table, "bot", first.version)


@in_a_loop
async def test_a_clock_of_a_killed_node_runs_out_at_the_other(postgres_url: str) -> None:
    clock: dict[str, Any] = {"kind": "move", "seconds": 4}
    async with (
        await Store.open(postgres_url) as store,
        meadow(postgres_url, "volle-wolle", 2, clock=clock) as here,
    ):
        async with here.connect(here.one, 0) as first, here.connect(here.one, 1) as second:
            await begin(first, second)
            here.one.kill()
        done = await until_acted(store, here.table, "clock", 0)
        times = {type(decode_entry(entry.body)): entry.at for entry in reversed(await store.entries(here.table))}
        assert times[Acted] - times[Begun] >= clock["seconds"]
        assert not any(isinstance(entry, Acted) and entry.by != "clock" for entry in done)


@in_a_loop
async def test_a_hold_at_a_killed_node_ends_at_the_other(postgres_url: str) -> None:
    """Even at a table without bots and clocks, which the other node does not know."""
    async with await Store.open(postgres_url) as store, meadow(postgres_url, "meine-schafe", 2, at_one=True) as here:
        async with here.connect(here.one, 0) as first, here.connect(here.one, 1) as second:
            await begin(first, second)
            other = next(client for client in (first, second) if client.seat in client.view["may_act"])
            assert (await other.ask("whistle", seat=other.seat))["type"] == "ack"
            here.one.kill()
        async with asyncio.timeout(PATIENCE):
            while not isinstance((await entries(store, here.table))[-1], WentOn):
                await asyncio.sleep(0.1)
