"""Opening databases: URLs, migrations, durability settings."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, make_url, text

from sheepfold.core.errors import SheepfoldError
from sheepfold.server.live.hub import Hub
from sheepfold.server.ops.clock import Clock
from sheepfold.server.store import database
from sheepfold.server.store.database import Database, NotStored
from sheepfold.server.store.schema import metadata
from sheepfold.server.store.store import Store
from sheepfold.server.table.entries import Entry, Ready, Sat, encode_entry
from sheepfold.server.table.table import Table
from sheepfold.server.thinking.thinkers import Thinkers
from tests.server.samples import a_table, in_a_loop


@in_a_loop
async def test_the_migrations_lead_to_the_schema(url: str) -> None:
    def differences(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    opened = Database(url, Clock())
    await opened.migrate()
    async with opened.reading() as connection:
        assert await connection.run_sync(differences) == []
    await opened.close()


SETTINGS = b"""{"settings": {"game": "volle-wolle", "seats": [{"who": "me"}, {"who": "friend"}]},
    "host": "ada", "host_name": "Ada", "invitation": ""}"""
PERSON = "INSERT INTO people VALUES (:id, :id, :id, 1.0)"
TABLE = "INSERT INTO tables VALUES ('meadow', :settings, 'open', true, 'secret', 1.0, 1.0, NULL, 3)"
ENTRY = "INSERT INTO entries VALUES ('meadow', :number, :body, :at)"
LINE = "INSERT INTO chat VALUES ('meadow', :number, :body, :at)"
SEND = "INSERT INTO sends VALUES ('meadow', :person, :message, :number)"
SNAPSHOT = "INSERT INTO snapshots VALUES ('meadow', 3, :body)"


@in_a_loop
async def test_the_migration_keeps_messages_of_the_old_sends_table(url: str) -> None:
    entries: dict[int, Entry] = {1: Sat(1, "ben", "Ben"), 2: Ready(0, "ab" * 32), 3: Ready(1, "cd" * 32)}
    snapshot = [{"body": msgspec.Raw(encode_entry(entry)), "at": 1.0} for entry in entries.values()]
    opened = Database(url, Clock())

    async def write(statement: str, **values: object) -> None:
        async with opened.writing() as connection:
            await connection.execute(text(statement), values)

    async def add(statement: str, number: int, at: float, body: bytes, person: str, message: str) -> None:
        async with opened.writing() as connection:
            await connection.execute(text(statement), {"number": number, "body": body, "at": at})
            await connection.execute(text(SEND), {"person": person, "message": message, "number": number})

    async with opened.writing() as connection:
        await connection.run_sync(database.upgrade, "0001")
    for person in ("ada", "ben"):
        await write(PERSON, id=person)
    await write(TABLE, settings=SETTINGS)
    await write(ENTRY, number=1, body=encode_entry(entries[1]), at=1.0)
    await add(LINE, 1, 2.0, b'{"name": "Ada"}', "ada", "hello")
    await add(LINE, 2, 3.0, b'{"name": "Ada"}', "ada", "wait")
    await add(ENTRY, 2, 4.0, encode_entry(entries[2]), "ada", "ready")
    await add(ENTRY, 3, 5.0, encode_entry(entries[3]), "ben", "ready")
    await add(LINE, 3, 6.0, b'{"name": "Ben"}', "ben", "now")
    await add(LINE, 4, 7.0, b'{"name": "Ada"}', "ada", "bye")
    await write(SNAPSHOT, body=msgspec.json.encode(snapshot))
    await opened.close()

    async with await Store.open(url) as store:
        found = [(line.person_id, line.message_id) for line in await store.entries("meadow")]
        assert found == [(None, None), ("ada", "ready"), ("ben", "ready")]
        lines = [("ada", "hello"), ("ada", "wait"), ("ben", "now"), ("ada", "bye")]
        assert [await store.add_chat("meadow", b"", 8.0, *sent) for sent in lines] == [1, 2, 3, 4]
        thinkers = Thinkers(1)
        hub = Hub(store, thinkers, Clock())
        room = await hub.room("meadow")
        for seat, person in enumerate(("ada", "ben")):
            again = partial(Table.commit, seat=seat, commitment="ef" * 32)
            assert await hub.commits.commit(room, again, person, "ready") == 2 + seat
        await hub.stop()
        thinkers.stop()


@in_a_loop
async def test_opening_again_changes_nothing(url: str) -> None:
    async with await Store.open(url) as store:
        await store.add_table(a_table("meadow"))
    async with await Store.open(url) as store:
        assert await store.table("meadow") == a_table("meadow")


OPEN = """
import asyncio, sys
from sheepfold.server.store.store import Store
async def main():
    await (await Store.open(sys.argv[1])).close()
sys.stdin.read()
asyncio.run(main())
"""


def test_nodes_can_start_together(url: str) -> None:
    command = [sys.executable, "-c", OPEN, url]
    nodes = [subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]  # noqa: S603
    for node in nodes:
        assert node.stdin is not None
        node.stdin.close()  # they wait for this, so that they open the database at the same time
        node.stdin = None
    assert [node.communicate(timeout=60)[1] for node in nodes] == [b""] * 4
    assert [node.returncode for node in nodes] == [0] * 4


@in_a_loop
async def test_stores_in_one_process_can_start_together(url: str) -> None:
    stores = await asyncio.gather(*[Store.open(url) for _ in range(3)])
    await asyncio.gather(*[store.close() for store in stores])


@in_a_loop
async def test_opening_waits_for_another_process_that_locks_a_new_file(sqlite_url: str) -> None:
    with closing(sqlite3.connect(sqlite_url.partition("///")[2], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        opening = asyncio.create_task(Store.open(sqlite_url))
        await asyncio.sleep(0.3)
        assert not opening.done()
        other.execute("ROLLBACK")
        await (await opening).close()


@in_a_loop
async def test_sqlite_waits_for_the_disk(sqlite_url: str) -> None:
    opened = Database(sqlite_url, Clock())
    await opened.migrate()
    found = {}
    async with opened.reading() as connection:
        for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout"):
            found[pragma] = await connection.scalar(text(f"PRAGMA {pragma}"))
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10000}
    await opened.close()


@in_a_loop
async def test_the_sqlite_writer_waits_for_the_disk(sqlite_url: str) -> None:
    async with await Store.open(sqlite_url) as store:
        await store.add_table(a_table("meadow"))
        writer = store.database.sqlite_writer
        assert writer is not None
        connection = writer._connection
        assert connection is not None

        def found(pragma: str) -> int:
            value: int = connection.execute(f"PRAGMA {pragma}").fetchone()[0]
            return value

        for pragma, value in {"synchronous": 2, "foreign_keys": 1, "busy_timeout": 10000}.items():
            assert await asyncio.get_running_loop().run_in_executor(writer._executor, found, pragma) == value


@pytest.mark.parametrize(
    ("given", "used"),
    [
        (database.DEFAULT_URL, "sqlite+aiosqlite:///sheepfold.db"),
        ("sqlite:////var/lib/sheepfold.db", "sqlite+aiosqlite:////var/lib/sheepfold.db"),
        ("postgres://me@there/sheep", "postgresql+asyncpg://me@there/sheep"),
        ("postgresql://me@there/sheep?sslmode=require", "postgresql+asyncpg://me@there/sheep?sslmode=require"),
        ("postgresql+psycopg://there/sheep", "postgresql+asyncpg://there/sheep"),
    ],
)
def test_urls_get_the_async_drivers(given: str, used: str) -> None:
    assert database.parse_url(given).render_as_string() == used


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("sheep", "^this is not a database URL; try"),
        ("postgresql://ada:hush@here:1,there:2/sheep", "^this is not a database URL; try"),
        ("mysql://there/sheep", "not mysql"),
        ("sqlite://", "name a file"),
        ("sqlite://sheepfold.db", "a file follows three slashes"),
        ("sqlite://var/sheepfold.db", "a file follows three slashes"),
        ("sqlite:///sheepfold.db?mode=ro", r"remove '\?'"),
        ("sqlite:///:memory:", "name a file"),
    ],
)
def test_other_urls_are_rejected(given: str, message: str) -> None:
    with pytest.raises(SheepfoldError, match=message):
        Database(given, Clock())


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("sqlite:////srv/sheep/fold.db", "/srv/sheep/fold.db"),
        ("sqlite:///fold.db", f"{Path.cwd()}/fold.db"),
        ("postgresql://ada:hush@there:5433/sheep?password=hush", "the PostgreSQL database sheep at there"),
        ("postgres://ada:hu@sh@there/sheep", "the PostgreSQL database sheep at there"),
        ("postgresql:///sheep?host=/run/postgresql&password=hush", "the PostgreSQL database sheep at /run/postgresql"),
        ("postgresql:///sheep", "the PostgreSQL database sheep"),
        ("postgresql://there", "the PostgreSQL database at there"),
        ("postgresql://", "the PostgreSQL database"),
    ],
)
def test_the_display_name_has_no_password(given: str, shown: str) -> None:
    assert database.display_name(given) == shown


def test_a_missing_driver_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(SheepfoldError, match=r"pip install sheepfold\[postgres\]"):
        Database("postgresql://there/sheep", Clock())


@pytest.mark.parametrize("nowhere", ["sqlite:////nowhere/sheepfold.db", "postgresql://127.0.0.1:1/sheep"])
@in_a_loop
async def test_opening_a_missing_database_raises_an_error(nowhere: str) -> None:
    with pytest.raises(NotStored):
        await Store.open(nowhere)


@in_a_loop
async def test_opening_a_read_only_file_raises_an_error(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite itself would open it and even begin a transaction."""
    async with await Store.open(sqlite_url):
        pass
    file = sqlite_url.removeprefix("sqlite:///")
    read_only = make_url(f"sqlite+aiosqlite:///file:{file}?mode=ro&uri=true")
    monkeypatch.setattr(database, "parse_url", lambda _url: read_only)
    monkeypatch.setattr(Path, "is_dir", lambda _path: True)
    with pytest.raises(NotStored, match="readonly"):
        await Store.open(sqlite_url)


@in_a_loop
async def test_a_file_of_another_program_is_not_changed(sqlite_url: str) -> None:
    file = sqlite_url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(file)) as theirs:
        theirs.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(NotStored, match="something else: recipes"):
        await Store.open(sqlite_url)
    with closing(sqlite3.connect(file)) as theirs:
        assert theirs.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]
