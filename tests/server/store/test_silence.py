"""Silent connections and locked tables: other tables are not blocked, and nothing is lost or written twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import text

from sheepfold.server.store.database import Unanswered
from sheepfold.server.store.rows import Entry
from sheepfold.server.store.store import Store
from tests.server.proxy import Lost, Proxy, a_proxy
from tests.server.running_server import running_server
from tests.server.samples import a_person, a_table, an_append, appended, in_a_loop

TIMEOUT = 60.0
"""Seconds; far more than anything here takes, so that a busy machine causes no failure."""

IN_TRANSACTION = "FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'"


@asynccontextmanager
async def behind_a_proxy(database: str) -> AsyncIterator[tuple[Proxy, Store]]:
    async with asyncio.timeout(TIMEOUT), a_proxy(database) as proxy, await Store.open(proxy.url) as store:
        yield proxy, store


# Silent connections


@pytest.mark.parametrize("lost", ["request", "answer"])
@in_a_loop
async def test_an_unanswered_commit_is_written_once(postgres_url: str, lost: Lost) -> None:
    """Whether the COMMIT or the answer to it was lost."""
    async with behind_a_proxy(postgres_url) as (proxy, store), await Store.open(postgres_url) as other:
        await store.add_table(a_table("meadow"))
        proxy.lose_next_commit(lost)
        move = an_append("meadow", 1, b"ours", person_id="dolly", message_id="m")
        assert await appended(store, move)
        assert proxy.lost_commit.is_set()
        assert await other.entries("meadow") == [Entry(1, b"ours", 1.0, "dolly", "m")]
        assert await appended(store, an_append("meadow", 2))


@pytest.mark.parametrize("lost", ["request", "answer"])
@in_a_loop
async def test_a_table_without_an_answer_is_added_once(postgres_url: str, lost: Lost) -> None:
    async with behind_a_proxy(postgres_url) as (proxy, store), await Store.open(postgres_url) as other:
        await store.add_person(a_person("dolly"))
        proxy.lose_next_commit(lost)
        await store.add_table(a_table("meadow"), members=["dolly"])
        assert proxy.lost_commit.is_set()
        assert await other.tables_of("dolly", 9) == [a_table("meadow")]


@in_a_loop
async def test_an_entry_of_another_node_is_not_mistaken_for_an_earlier_attempt(postgres_url: str) -> None:
    async with behind_a_proxy(postgres_url) as (proxy, store), await Store.open(postgres_url) as other:
        await store.add_table(a_table("meadow"))
        proxy.lose_next_commit("request")
        ours = appended(store, an_append("meadow", 1, b"ours"))
        await proxy.lost_commit.wait()
        async with other.database.writing() as connection:
            await connection.execute(text(f"SELECT pg_terminate_backend(pid) {IN_TRANSACTION}"))
        assert await appended(other, an_append("meadow", 1, b"theirs"))
        assert await ours is False
        assert [entry.body for entry in await other.entries("meadow")] == [b"theirs"]


@in_a_loop
async def test_silent_connections_are_replaced(postgres_url: str) -> None:
    """Including idle ones in the pool, so that the next caller need not try each of them."""
    async with behind_a_proxy(postgres_url) as (proxy, store):
        await store.add_table(a_table("meadow"))
        await asyncio.gather(*[store.table("meadow") for _ in range(4)])
        proxy.fall_silent(for_good=False)
        assert await appended(store, an_append("meadow", 1))
        assert [entry.number for entry in await store.entries("meadow")] == [1]


@in_a_loop
async def test_every_operation_on_a_silent_database_times_out(postgres_url: str) -> None:
    async with behind_a_proxy(postgres_url) as (proxy, store):
        await store.add_table(a_table("meadow"))
        proxy.fall_silent(for_good=True)
        outcomes = await asyncio.gather(
            appended(store, an_append("meadow", 1)),
            appended(store, an_append("meadow", 2)),
            store.table("meadow"),
            store.add_chat("meadow", b"baa", 1.0),
            store.set_due("meadow", 0, 1.0),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [Unanswered] * 5
        proxy.work_again()
        assert await store.entries("meadow") == []
        assert await appended(store, an_append("meadow", 1))


# Locks of other nodes


@asynccontextmanager
async def locked(store: Store, table_id: str) -> AsyncIterator[None]:
    """Hold the lock on a table in an open transaction."""
    async with store.database.writing() as connection:
        await connection.execute(text(f"UPDATE tables SET due = 1 WHERE id = '{table_id}'"))  # noqa: S608
        yield


@in_a_loop
async def test_a_locked_table_does_not_block_others(postgres_url: str) -> None:
    async with await Store.open(postgres_url) as one, await Store.open(postgres_url) as two:
        for name in ("hill", "meadow", "valley"):
            await one.add_table(a_table(name))
        async with locked(one, "meadow"):
            waiting = [appended(two, an_append("meadow", number)) for number in (1, 2)]
            others = [appended(two, an_append(name, 1)) for name in ("hill", "valley")]
            assert await asyncio.gather(*others) == [True, True]
            assert await appended(two, an_append("hill", 2))
            await two.set_due("meadow", 0, 7.0)
            assert not any(append.done() for append in waiting)
        assert await asyncio.gather(*waiting) == [True, True]


@in_a_loop
async def test_a_write_to_a_locked_table_times_out(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheepfold.server.store.writer.RETRY_TIMEOUT", 0.2)
    async with await Store.open(postgres_url) as one, await Store.open(postgres_url) as two:
        await one.add_table(a_table("meadow"))
        async with locked(one, "meadow"):
            with pytest.raises(Unanswered, match="another server is writing to table meadow"):
                await appended(two, an_append("meadow", 1))
        assert await appended(two, an_append("meadow", 1))


# Lost notifications


@in_a_loop
async def test_changes_lost_on_a_silent_connection_are_read_after_reconnecting(postgres_url: str) -> None:
    async with (
        asyncio.timeout(TIMEOUT),
        a_proxy(postgres_url) as proxy,
        running_server(postgres_url) as one,
        running_server(proxy.url) as two,
    ):
        ada, ben = await one.person("Ada"), await one.person("Ben")
        place = await one.table(ada, ["me", "friend"])
        async with two.connect(place, ben, place.invitation) as watching:
            proxy.fall_silent(for_good=False)
            await one.join(place, ben)
            async with one.connect(place, ada) as playing:
                assert (await playing.ask("say", text="Baa!"))["type"] == "ack"
            await watching.receive_until("update")
            await watching.receive_until("chat")
            assert watching.table["chairs"][1]["name"] == "Ben"
