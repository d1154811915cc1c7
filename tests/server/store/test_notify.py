"""Nodes hear of each other through PostgreSQL, and again after the connection was lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import text

from sheepfold.server.store import notify as notifications
from sheepfold.server.store.database import NotStored
from sheepfold.server.store.notify import Notifications, notify_presence
from sheepfold.server.store.store import Store
from tests.server.proxy import a_proxy
from tests.server.samples import a_table, an_append, appended, in_a_loop
from tests.server.waiting import until

PATIENCE = 20.0
LISTENERS = "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'"


class Ear:
    """Keeps what was heard, in order: of tables, who is where, and 'missed' when something may be missing."""

    node: Notifications

    def __init__(self) -> None:
        self.heard: asyncio.Queue[tuple[str, int] | str] = asyncio.Queue()

    def hear(self, table_id: str, number: int) -> None:
        self.heard.put_nowait((table_id, number))

    def see(self, news: str) -> None:
        self.heard.put_nowait(news)

    def miss(self) -> None:
        self.heard.put_nowait("missed")

    async def next(self) -> tuple[str, int] | str:
        return await asyncio.wait_for(self.heard.get(), PATIENCE)


@asynccontextmanager
async def listening(store: Store) -> AsyncIterator[Ear]:
    ear = Ear()
    node = ear.node = Notifications(store.database, ear.hear, ear.miss, ear.see)
    await node.start()
    try:
        yield ear
    finally:
        await node.close()


@in_a_loop
async def test_nodes_hear_what_is_new(postgres_url: str) -> None:
    stores = await Store.open(postgres_url), await Store.open(postgres_url)
    async with stores[0] as one, stores[1] as two, listening(one) as first, listening(two) as second:
        await one.add_table(a_table("green meadow"))
        assert await appended(two, an_append("green meadow", 1))
        assert await appended(one, an_append("green meadow", 2))
        await one.add_chat("green meadow", b"baa", 1.0)
        for ear in (first, second):
            expected = [("green meadow", 0), ("green meadow", 1), ("green meadow", 2), ("green meadow", 0)]
            assert [await ear.next() for _ in expected] == expected


@in_a_loop
async def test_what_is_not_committed_is_not_told(postgres_url: str) -> None:
    async with await Store.open(postgres_url) as store, listening(store) as ear:
        await store.add_table(a_table("meadow"))
        with pytest.raises(NotStored):
            await appended(store, an_append("meadow", 1, members=("nobody",)))
        assert await appended(store, an_append("meadow", 1))
        assert not await appended(store, an_append("meadow", 1))
        assert await appended(store, an_append("meadow", 2))
        assert [await ear.next() for _ in range(3)] == [("meadow", 0), ("meadow", 1), ("meadow", 2)]
        assert ear.heard.empty()


async def cut(store: Store) -> None:
    async with store.database.writing() as connection:
        ended = await connection.scalars(text(f"SELECT pg_terminate_backend(pid) {LISTENERS}"))
        assert list(ended) == [True]


@in_a_loop
async def test_a_lost_connection_is_made_again(postgres_url: str) -> None:
    async with await Store.open(postgres_url) as store, listening(store) as ear:
        await store.add_table(a_table("meadow"))
        assert await ear.next() == ("meadow", 0)
        for number in (1, 2):
            await cut(store)
            assert await ear.next() == "missed"
            assert await appended(store, an_append("meadow", number))
            assert await ear.next() == ("meadow", number)
            async with store.database.writing() as connection:
                await notify_presence(connection, ["dolly is here"])
            assert await ear.next() == "dolly is here"


@in_a_loop
async def test_it_tries_until_the_database_is_back(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(notifications, "LONGEST_DELAY", 0.2)
    async with await Store.open(postgres_url) as store, listening(store) as ear:
        there = store.database.dsn
        store.database.dsn = "postgresql://127.0.0.1:1/nobody"
        await cut(store)
        await until(lambda: caplog.text.count("trying again") >= 2)
        assert ear.heard.empty()
        store.database.dsn = there
        assert await ear.next() == "missed"


@in_a_loop
async def test_a_quiet_connection_is_asked_whether_it_is_there(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await Store.open(postgres_url) as store:
        await store.add_table(a_table("meadow"))
        monkeypatch.setattr(notifications, "PULSE", 0.05)
        async with listening(store) as ear:
            async with store.database.reading() as connection:
                query = text("SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT 1'")
                async with asyncio.timeout(PATIENCE):
                    while not await connection.scalar(query):
                        await connection.rollback()  # what is seen of others is fixed within a transaction
                        await asyncio.sleep(0.01)
            monkeypatch.undo()
            assert await appended(store, an_append("meadow", 1))
            assert await ear.next() == ("meadow", 1)


@in_a_loop
async def test_a_connection_that_falls_silent_is_given_up_and_made_again(postgres_url: str) -> None:
    """Given up altogether: else everything would be heard twice."""
    async with await Store.open(postgres_url) as store, a_proxy(postgres_url) as proxy:
        await store.add_table(a_table("meadow"))
        async with await Store.open(proxy.url) as behind, listening(behind) as ear:
            proxy.fall_silent(for_good=False)
            assert await ear.next() == "missed"
            for number in (1, 2):
                assert await appended(store, an_append("meadow", number))
                assert await ear.next() == ("meadow", number)


@in_a_loop
async def test_nobody_listens_any_more_after_closing(postgres_url: str) -> None:
    async with await Store.open(postgres_url) as store:
        async with listening(store):
            pass
        async with asyncio.timeout(PATIENCE), store.database.reading() as connection:
            while await connection.scalar(text(f"SELECT count(*) {LISTENERS}")):
                await connection.rollback()
                await asyncio.sleep(0.01)


@in_a_loop
async def test_on_sqlite_there_is_nobody_to_hear(sqlite_url: str) -> None:
    async with await Store.open(sqlite_url) as store, listening(store) as ear:
        await store.add_table(a_table("meadow"))
        assert await appended(store, an_append("meadow", 1))
        assert ear.heard.empty()
