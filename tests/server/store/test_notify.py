"""Notifications between nodes through PostgreSQL, also after a lost connection."""

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
from tests.server.waiting import PATIENCE, until

LISTENERS = "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'"


class Recorder:
    """Keeps all notifications in order: changes, presence, and 'reconnected'."""

    node: Notifications

    def __init__(self) -> None:
        self.received: asyncio.Queue[tuple[str, int] | str] = asyncio.Queue()

    def on_change(self, table_id: str, number: int) -> None:
        self.received.put_nowait((table_id, number))

    def on_reconnect(self) -> None:
        self.received.put_nowait("reconnected")

    async def next(self) -> tuple[str, int] | str:
        return await asyncio.wait_for(self.received.get(), PATIENCE)


@asynccontextmanager
async def listening(store: Store) -> AsyncIterator[Recorder]:
    recorder = Recorder()
    node = recorder.node = Notifications(
        store.database, recorder.on_change, recorder.on_reconnect, recorder.received.put_nowait
    )
    await node.start()
    try:
        yield recorder
    finally:
        await node.close()


@in_a_loop
async def test_all_nodes_are_notified_of_changes(postgres_url: str) -> None:
    stores = await Store.open(postgres_url), await Store.open(postgres_url)
    async with stores[0] as one, stores[1] as two, listening(one) as first, listening(two) as second:
        await one.add_table(a_table("green meadow"))
        assert await appended(two, an_append("green meadow", 1))
        assert await appended(one, an_append("green meadow", 2))
        await one.add_chat("green meadow", b"baa", 1.0)
        for recorder in (first, second):
            expected = [("green meadow", 0), ("green meadow", 1), ("green meadow", 2), ("green meadow", 0)]
            assert [await recorder.next() for _ in expected] == expected


@in_a_loop
async def test_failed_writes_send_no_notification(postgres_url: str) -> None:
    async with await Store.open(postgres_url) as store, listening(store) as recorder:
        await store.add_table(a_table("meadow"))
        with pytest.raises(NotStored):
            await appended(store, an_append("meadow", 1, members=("unknown",)))
        assert await appended(store, an_append("meadow", 1))
        assert not await appended(store, an_append("meadow", 1))
        assert await appended(store, an_append("meadow", 2))
        assert [await recorder.next() for _ in range(3)] == [("meadow", 0), ("meadow", 1), ("meadow", 2)]
        assert recorder.received.empty()


async def cut(store: Store) -> None:
    async with store.database.writing() as connection:
        ended = await connection.scalars(text(f"SELECT pg_terminate_backend(pid) {LISTENERS}"))
        assert list(ended) == [True]


@in_a_loop
async def test_a_lost_connection_is_restored(postgres_url: str) -> None:
    async with await Store.open(postgres_url) as store, listening(store) as recorder:
        await store.add_table(a_table("meadow"))
        assert await recorder.next() == ("meadow", 0)
        for number in (1, 2):
            await cut(store)
            assert await recorder.next() == "reconnected"
            assert await appended(store, an_append("meadow", number))
            assert await recorder.next() == ("meadow", number)
            async with store.database.writing() as connection:
                await notify_presence(connection, ["dolly is here"])
            assert await recorder.next() == "dolly is here"


@in_a_loop
async def test_reconnecting_is_retried_until_it_works(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(notifications, "LONGEST_DELAY", 0.2)
    async with await Store.open(postgres_url) as store, listening(store) as recorder:
        dsn = store.database.dsn
        store.database.dsn = "postgresql://127.0.0.1:1/sheep"
        await cut(store)
        await until(lambda: caplog.text.count("trying again") >= 2)
        assert recorder.received.empty()
        store.database.dsn = dsn
        assert await recorder.next() == "reconnected"


@in_a_loop
async def test_a_quiet_connection_is_pinged(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with await Store.open(postgres_url) as store:
        await store.add_table(a_table("meadow"))
        monkeypatch.setattr(notifications, "PING_INTERVAL", 0.05)
        async with listening(store) as recorder:
            async with store.database.reading() as connection:
                query = text("SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT 1'")
                async with asyncio.timeout(PATIENCE):
                    while not await connection.scalar(query):
                        await connection.rollback()  # a transaction sees only a fixed snapshot of the activity
                        await asyncio.sleep(0.01)
            monkeypatch.undo()
            assert await appended(store, an_append("meadow", 1))
            assert await recorder.next() == ("meadow", 1)


@in_a_loop
async def test_a_silent_connection_is_dropped_and_restored(postgres_url: str) -> None:
    """The old one must not stay open, or every notification would arrive twice."""
    async with await Store.open(postgres_url) as store, a_proxy(postgres_url) as proxy:
        await store.add_table(a_table("meadow"))
        async with await Store.open(proxy.url) as behind, listening(behind) as recorder:
            proxy.fall_silent(for_good=False)
            assert await recorder.next() == "reconnected"
            for number in (1, 2):
                assert await appended(store, an_append("meadow", number))
                assert await recorder.next() == ("meadow", number)


@in_a_loop
async def test_closing_ends_the_listening_connection(postgres_url: str) -> None:
    async with await Store.open(postgres_url) as store:
        async with listening(store):
            pass
        async with asyncio.timeout(PATIENCE), store.database.reading() as connection:
            while await connection.scalar(text(f"SELECT count(*) {LISTENERS}")):
                await connection.rollback()
                await asyncio.sleep(0.01)


@in_a_loop
async def test_sqlite_sends_no_notifications(sqlite_url: str) -> None:
    async with await Store.open(sqlite_url) as store, listening(store) as recorder:
        await store.add_table(a_table("meadow"))
        assert await appended(store, an_append("meadow", 1))
        assert recorder.received.empty()
