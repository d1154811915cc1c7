"""SQLite or PostgreSQL behind one interface: parsing its URL, opening it, and migrating it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from anyio import CancelScope
from sqlalchemy import Connection, Table, event, inspect, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from sheepfold.core.errors import SheepfoldError
from sheepfold.server.ops.clock import Clock, Timer
from sheepfold.server.store.postgres import MIGRATION, PERMANENT_ERRORS, PLAY, Connections, postgres_driver
from sheepfold.server.store.sqlite_writer import SqliteWriter

DEFAULT_URL = "sqlite+aiosqlite:///sheepfold.db"
EXAMPLE = "sqlite:///sheepfold.db"
# Any number that no other program locks; all nodes must use the same.
MIGRATION_LOCK = 7_433_737
# Seconds to wait while another process holds the lock on the file.
BUSY_TIMEOUT = 10
# Foreign keys are off in SQLite by default. FULL waits for the disk at each commit, so that acknowledged entries
# survive a power cut; that is cheap, because one commit carries the moves of many tables.
PRAGMAS = (f"busy_timeout = {BUSY_TIMEOUT * 1000}", "foreign_keys = ON", "synchronous = FULL")


class NotStored(SheepfoldError):
    """The database refused or did not answer. Read what is stored before trying again."""

    reason = "server.database"


class Unanswered(NotStored):
    """The database did not answer in time, or is busy. The write may have succeeded; a later attempt may work."""


class Locked(Unanswered):
    """Another node is writing to the table, or froze while doing so."""

    def __init__(self, table_id: str) -> None:
        super().__init__(f"another server is writing to table {table_id}")


class Database:
    """A database engine. `reading` and `writing` open one transaction each, and turn its failures into NotStored."""

    def __init__(self, url: str, clock: Clock) -> None:
        self.clock = clock
        parsed = parse_url(url)
        self.is_postgres = parsed.get_backend_name() == "postgresql"
        self.dsn = parsed.set(drivername="postgresql").render_as_string(hide_password=False) if self.is_postgres else ""
        self.failures: tuple[type[Exception], ...] = (SQLAlchemyError, OSError)
        if self.is_postgres:
            driver = postgres_driver()
            # SQLAlchemy does not wrap the driver's errors while connecting.
            self.failures += (driver.PostgresError, driver.InterfaceError)
        self._connections = Connections(self.dsn, PLAY, clock) if self.is_postgres else None
        self._engine = sqlite_engine(parsed) if self._connections is None else self._connections.engine()
        self._writer = self._engine.execution_options(writing=True)
        self._close_timer: Timer | None = None
        # SQLite allows one writer at a time and makes the others poll for the lock; a lock here is faster and fair.
        self.write_lock = nullcontext() if self.is_postgres else asyncio.Lock()
        self.sqlite_writer = None if self.is_postgres else SqliteWriter(str(parsed.database), PRAGMAS)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            with CancelScope(shield=True):  # cancelling a query would lose the connection
                async with _connection(self._engine, self._connections) as connection:
                    yield connection
        except self.failures as error:
            raise self._not_stored(error) from error

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Commit when the block ends normally, and roll back when it raises."""
        try:
            async with (
                self.write_lock,
                _connection(self._writer, self._connections) as connection,
                connection.begin(),
            ):
                yield connection
        except self.failures as error:
            raise self._not_stored(error) from error

    async def migrate(self) -> None:
        if self.is_postgres:
            await self._migrate_postgres()
            return
        await self._enable_wal()
        async with self.writing() as connection:  # the write transaction is the lock
            await connection.run_sync(check_is_ours)
            await _upgrade(connection)

    async def _migrate_postgres(self) -> None:
        """Migrate under a lock, so that nodes that start together take turns."""
        connections = Connections(self.dsn, MIGRATION, self.clock)
        engine = connections.engine()
        try:
            async with _connection(engine, connections) as connection, connection.begin():
                await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
                await _upgrade(connection)
        except self.failures as error:
            raise self._not_stored(error) from error
        finally:
            await engine.dispose()

    async def _enable_wal(self) -> None:
        """Switch SQLite to WAL mode, which is stored in the file, so that reads do not wait for writes.

        The busy timeout does not apply here: if several processes open a new file together, all but one fail at once.
        """
        deadline = self.clock.monotonic() + BUSY_TIMEOUT
        while True:
            try:
                async with self.reading() as connection:
                    await connection.execute(text("PRAGMA journal_mode = WAL"))
            except NotStored as error:
                if not _is_locked(error) or self.clock.monotonic() >= deadline:
                    raise
                await self.clock.sleep(0.01)
            else:
                return

    def close_within(self, seconds: float) -> None:
        """Drop all PostgreSQL connections after this time, so that pending queries fail and the server can stop."""
        if self._connections is not None:
            self._close_timer = self.clock.call_later(seconds, self._connections.close)

    async def close(self) -> None:
        if self.sqlite_writer is not None:
            await self.sqlite_writer.close()
        await self._engine.dispose()
        if self._close_timer is not None:
            self._close_timer.cancel()

    def _not_stored(self, error: Exception) -> NotStored:
        """Wrap an error with the message of the database itself, without that of SQLAlchemy."""
        kind = Unanswered if self.is_postgres and not isinstance(error, PERMANENT_ERRORS) else NotStored
        return kind(str(error.orig if isinstance(error, DBAPIError) else error) or "the database does not answer")


@asynccontextmanager
async def _connection(engine: AsyncEngine, connections: Connections | None) -> AsyncIterator[AsyncConnection]:
    """Take a connection from the pool; on PostgreSQL with a deadline for returning it."""
    connection = await _connect(engine)
    deadline: AbstractContextManager[None] = nullcontext() if connections is None else connections.deadline(connection)
    with deadline:
        try:
            yield connection
        finally:
            await asyncio.shield(connection.close())


async def _connect(engine: AsyncEngine) -> AsyncConnection:
    """Connect. If the caller is cancelled meanwhile, the connection is closed."""

    async def connect() -> AsyncConnection:
        return await engine.connect()

    connecting = asyncio.create_task(connect())
    try:
        return await asyncio.shield(connecting)
    except asyncio.CancelledError:
        await (await connecting).close()
        raise


async def _upgrade(connection: AsyncConnection) -> None:
    await connection.run_sync(upgrade)
    # A read-only file can be opened and even locked: fail now rather than at the first move.
    await connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def _is_locked(error: NotStored) -> bool:
    cause = getattr(error.__cause__, "orig", None)
    return isinstance(cause, sqlite3.OperationalError) and cause.sqlite_errorcode == sqlite3.SQLITE_BUSY


def parse_url(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:  # the message does not repeat the URL, which may hold a password
        raise SheepfoldError(f"this is not a database URL; try {EXAMPLE}") from error
    backend = parsed.get_backend_name()
    if backend in ("postgres", "postgresql"):
        return parsed.set(drivername="postgresql+asyncpg")
    if backend != "sqlite":
        raise SheepfoldError(f"the database must be sqlite:/// or postgresql://, not {backend}")
    if parsed.host:  # after two slashes comes a host, which SQLite does not have
        raise SheepfoldError(f"a file follows three slashes, like {EXAMPLE}, or four if its path is absolute")
    if parsed.query:
        raise SheepfoldError(f"a SQLite URL takes no options: remove '?' and everything after it, like {EXAMPLE}")
    if parsed.database in (None, "", ":memory:"):
        raise SheepfoldError(f"an in-memory database would lose everything: name a file, like {EXAMPLE}")
    return parsed.set(drivername="sqlite+aiosqlite")


def display_name(url: str) -> str:
    """Return where the database is, without user name and password."""
    parsed = parse_url(url)
    if parsed.get_backend_name() == "sqlite":
        return str(Path(str(parsed.database)).absolute())
    host = parsed.host or ",".join(parsed.normalized_query.get("host", ()))
    host = host.rpartition("@")[2]  # an unescaped '@' in the password ends up in the host
    name = f" {parsed.database}" if parsed.database else ""
    return f"the PostgreSQL database{name}{f' at {host}' if host else ''}"


def sqlite_engine(parsed: URL) -> AsyncEngine:
    folder = Path(str(parsed.database)).absolute().parent
    if not folder.is_dir():
        raise NotStored(f"there is no folder {folder} for the database")
    engine = create_async_engine(parsed, hide_parameters=True)

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        # Keep the driver from beginning transactions implicitly; `begin` below does it.
        connection.isolation_level = None
        try:
            cursor = connection.cursor()
            for pragma in PRAGMAS:
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()
        except Exception:
            # No pool holds this connection yet, so nothing else would end its thread.
            connection.close()
            raise

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that reads before it writes may fail to upgrade its lock, so a writer takes it at once.
        if connection.get_execution_options().get("writing"):
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


async def insert_new(connection: AsyncConnection, table: Table, rows: Sequence[Mapping[str, object]]) -> set[str]:
    """Insert the rows whose key is not taken, and return their `table_id`s."""
    if not rows:
        return set()
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    statement = insert(table).on_conflict_do_nothing().returning(table.c.table_id)
    return set(await connection.scalars(statement, rows))


def check_is_ours(connection: Connection) -> None:
    """Refuse a file that belongs to another program."""
    found = inspect(connection).get_table_names()
    if found and "alembic_version" not in found:
        raise NotStored(f"it holds something else: {', '.join(found[:3])}")


def upgrade(connection: Connection, revision: str = "head") -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
