"""Nodes that freeze and connections that fall silent: the others play on, and nothing is lost or done twice."""

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

PATIENCE = 60.0
"""Seconds; far more than anything here takes, so that a busy machine is no failure."""

IN_TRANSACTION = "FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'"


@asynccontextmanager
async def behind_a_proxy(database: str) -> AsyncIterator[tuple[Proxy, Store]]:
    async with asyncio.timeout(PATIENCE), a_proxy(database) as proxy, await Store.open(proxy.url) as store:
        yield proxy, store


# Connections that fall silent


@pytest.mark.parametrize("lost", ["request", "answer"])
@in_a_loop
async def test_a_commit_without_an_answer_is_looked_up_and_done_once(postgres_url: str, lost: Lost) -> None:
    """Whether it was the COMMIT that got lost or the answer to it."""
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
async def test_a_table_whose_making_has_no_answer_is_made_once(postgres_url: str, lost: Lost) -> None:
    async with behind_a_proxy(postgres_url) as (proxy, store), await Store.open(postgres_url) as other:
        await store.add_person(a_person("dolly"))
        proxy.lose_next_commit(lost)
        await store.add_table(a_table("meadow"), members=["dolly"])
        assert proxy.lost_commit.is_set()
        assert await other.tables_of("dolly", 9) == [a_table("meadow")]


@in_a_loop
async def test_somebody_else_who_was_faster_is_not_taken_for_us(postgres_url: str) -> None:
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
async def test_when_all_connections_are_silent_new_ones_are_opened(postgres_url: str) -> None:
    """Several lie idle in the pool; whoever comes next does not have to try each of them."""
    async with behind_a_proxy(postgres_url) as (proxy, store):
        await store.add_table(a_table("meadow"))
        await asyncio.gather(*[store.table("meadow") for _ in range(4)])
        proxy.fall_silent(for_good=False)
        assert await appended(store, an_append("meadow", 1))
        assert [entry.number for entry in await store.entries("meadow")] == [1]


@in_a_loop
async def test_a_silent_database_is_not_waited_for_without_end(postgres_url: str) -> None:
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


# Locks of others


@asynccontextmanager
async def locked(store: Store, table_id: str) -> AsyncIterator[None]:
    """By a transaction that does not go on."""
    async with store.database.writing() as connection:
        await connection.execute(text(f"UPDATE tables SET due = 1 WHERE id = '{table_id}'"))  # noqa: S608
        yield


@in_a_loop
async def test_a_locked_table_holds_up_no_other(postgres_url: str) -> None:
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
async def test_a_table_that_stays_locked_is_given_up(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheepfold.server.store.writer.PATIENCE", 0.2)
    async with await Store.open(postgres_url) as one, await Store.open(postgres_url) as two:
        await one.add_table(a_table("meadow"))
        async with locked(one, "meadow"):
            with pytest.raises(Unanswered, match="another server is writing to table meadow"):
                await appended(two, an_append("meadow", 1))
        assert await appended(two, an_append("meadow", 1))


# What other nodes do


@in_a_loop
async def test_news_that_a_silent_connection_kept_back_is_read_again(postgres_url: str) -> None:
    async with (
        asyncio.timeout(PATIENCE),
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
