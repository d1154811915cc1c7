"""SQLite or PostgreSQL behind one door: where it is, how it is opened, and how it is brought up to date."""

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
from sheepfold.server.store.postgres import MIGRATION, PLAY, REFUSALS, Connections, postgres_driver
from sheepfold.server.store.sqlite_writer import SqliteWriter

DEFAULT_URL = "sqlite+aiosqlite:///sheepfold.db"
EXAMPLE = "sqlite:///sheepfold.db"
# Any number that nobody else locks; all nodes must take the same.
MIGRATION_LOCK = 7_433_737
# Foreign keys are off in SQLite unless asked for. FULL waits for the disk at each commit, so that what was acknowledged
# outlives a power cut and not only the process; one commit carries the moves of many tables, which makes that cheap.
# Another process may hold the file for a moment: wait up to 10 s.
PATIENCE = 10
PRAGMAS = (f"busy_timeout = {PATIENCE * 1000}", "foreign_keys = ON", "synchronous = FULL")


class NotStored(SheepfoldError):
    """The database refused or did not answer. Nothing is acknowledged; ask what is there before trying again."""

    reason = "server.database"


class Unanswered(NotStored):
    """The database gave no answer in time, or none but that it is busy: later it may. Perhaps it was written."""


class Locked(Unanswered):
    """Another node is writing to the table at this moment, or has stopped in the middle of that."""

    def __init__(self, table_id: str) -> None:
        super().__init__(f"another server is writing to table {table_id}")


class Database:
    """An engine with two doors, `reading` and `writing`; each is one transaction, and what fails in it is NotStored."""

    def __init__(self, url: str, clock: Clock) -> None:
        self.clock = clock
        place = parse_url(url)
        self.is_postgres = place.get_backend_name() == "postgresql"
        self.dsn = place.set(drivername="postgresql").render_as_string(hide_password=False) if self.is_postgres else ""
        self.failures: tuple[type[Exception], ...] = (SQLAlchemyError, OSError)
        if self.is_postgres:
            driver = postgres_driver()
            # Errors while connecting come straight from the driver.
            self.failures += (driver.PostgresError, driver.InterfaceError)
        self._connections = Connections(self.dsn, PLAY, clock) if self.is_postgres else None
        self._engine = sqlite_engine(place) if self._connections is None else self._connections.engine()
        self._writer = self._engine.execution_options(writing=True)
        self._ending: Timer | None = None
        # SQLite lets one write at a time and makes the others poll for the lock; a queue in here is quicker and fair.
        self.write_lock = nullcontext() if self.is_postgres else asyncio.Lock()
        self.sqlite_writer = None if self.is_postgres else SqliteWriter(str(place.database), PRAGMAS)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            with CancelScope(shield=True):  # whoever asked may be gone; a connection cut off in the middle is lost
                async with _connected(self._engine, self._connections) as connection:
                    yield connection
        except self.failures as error:
            raise self._not_stored(error) from error

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Committed when the block ends well, and gone altogether when it does not."""
        try:
            async with (
                self.write_lock,
                _connected(self._writer, self._connections) as connection,
                connection.begin(),
            ):
                yield connection
        except self.failures as error:
            raise self._not_stored(error) from error

    async def migrate(self) -> None:
        if self.is_postgres:
            await self._migrate_postgres()
            return
        await self._let_readers_read()
        async with self.writing() as connection:  # the write transaction is the lock
            await connection.run_sync(check_ours)
            await _upgrade(connection)

    async def _migrate_postgres(self) -> None:
        """Nodes that start together do this one after another."""
        connections = Connections(self.dsn, MIGRATION, self.clock)
        engine = connections.engine()
        try:
            async with _connected(engine, connections) as connection, connection.begin():
                await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
                await _upgrade(connection)
        except self.failures as error:
            raise self._not_stored(error) from error
        finally:
            await engine.dispose()

    async def _let_readers_read(self) -> None:
        """While somebody writes: the WAL mode of SQLite, which the file remembers.

        Here the timeout does not hold: of several who open a new file together, all but one hear that it is locked.
        """
        end = self.clock.monotonic() + PATIENCE
        while True:
            try:
                async with self.reading() as connection:
                    await connection.execute(text("PRAGMA journal_mode = WAL"))
            except NotStored as error:
                if not _is_locked(error) or self.clock.monotonic() >= end:
                    raise
                await self.clock.sleep(0.01)
            else:
                return

    def close_within(self, seconds: float) -> None:
        """Whatever PostgreSQL has not answered by then fails, so that the server can stop."""
        if self._connections is not None:
            self._ending = self.clock.call_later(seconds, self._connections.close)

    async def close(self) -> None:
        if self.sqlite_writer is not None:
            await self.sqlite_writer.close()
        await self._engine.dispose()
        if self._ending is not None:
            self._ending.cancel()

    def _not_stored(self, error: Exception) -> NotStored:
        """In the database's own words, without those of the library in between."""
        kind = Unanswered if self.is_postgres and not isinstance(error, REFUSALS) else NotStored
        return kind(str(error.orig if isinstance(error, DBAPIError) else error) or "it does not answer")


@asynccontextmanager
async def _connected(engine: AsyncEngine, connections: Connections | None) -> AsyncIterator[AsyncConnection]:
    """A connection from the pool; on PostgreSQL with a deadline, until it is back there."""
    connection = await _connect(engine)
    deadline: AbstractContextManager[None] = nullcontext() if connections is None else connections.deadline(connection)
    with deadline:
        try:
            yield connection
        finally:
            await asyncio.shield(connection.close())


async def _connect(engine: AsyncEngine) -> AsyncConnection:
    """Whoever is cancelled meanwhile leaves no open connection behind."""

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
    # A file that may only be read can be opened, and even locked: it is told now and not at the first move.
    await connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def _is_locked(error: NotStored) -> bool:
    cause = getattr(error.__cause__, "orig", None)
    return isinstance(cause, sqlite3.OperationalError) and cause.sqlite_errorcode == sqlite3.SQLITE_BUSY


def parse_url(url: str) -> URL:
    try:
        place = make_url(url)
    except (ArgumentError, ValueError) as error:  # what was given may hold a password, and is not repeated
        raise SheepfoldError(f"that is not the URL of a database. Try {EXAMPLE}") from error
    backend = place.get_backend_name()
    if backend in ("postgres", "postgresql"):
        return place.set(drivername="postgresql+asyncpg")
    if backend != "sqlite":
        raise SheepfoldError(f"Sheepfold keeps its tables in sqlite:/// or postgresql://, not in {backend}")
    if place.host:  # what stands behind two slashes is a host, which SQLite has not
        raise SheepfoldError(
            f"a file stands behind three slashes, like {EXAMPLE}, or four if it is given from the root"
        )
    if place.query:
        raise SheepfoldError(f"SQLite takes no options here: leave out '?' and what is behind it, like {EXAMPLE}")
    if place.database in (None, "", ":memory:"):
        raise SheepfoldError(f"A database in memory loses everything: name a file, like {EXAMPLE}")
    return place.set(drivername="sqlite+aiosqlite")


def display_name(url: str) -> str:
    """Where it is, for a screen that others may see: nobody's name and no password."""
    place = parse_url(url)
    if place.get_backend_name() == "sqlite":
        return str(Path(str(place.database)).absolute())
    host = place.host or ",".join(place.normalized_query.get("host", ()))
    host = host.rpartition("@")[2]  # a password with an '@' of its own reaches into the host
    name = f" {place.database}" if place.database else ""
    return f"the PostgreSQL database{name}{f' at {host}' if host else ''}"


def sqlite_engine(place: URL) -> AsyncEngine:
    folder = Path(str(place.database)).absolute().parent
    if not folder.is_dir():
        raise NotStored(f"there is no folder {folder} for the database")
    engine = create_async_engine(place, hide_parameters=True)

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        # Python's driver would begin transactions when it sees fit; `begin` below does it.
        connection.isolation_level = None
        try:
            cursor = connection.cursor()
            for pragma in PRAGMAS:
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()
        except Exception:
            # Nobody else knows this connection yet; its thread would outlive us.
            connection.close()
            raise

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that first reads and then writes could not get the lock any more: it takes it at once.
        if connection.get_execution_options().get("writing"):
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


async def insert_new(connection: AsyncConnection, table: Table, rows: Sequence[Mapping[str, object]]) -> set[str]:
    """Insert the rows whose key is not taken, in their order; the `table_id`s of those that went in."""
    if not rows:
        return set()
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    statement = insert(table).on_conflict_do_nothing().returning(table.c.table_id)
    return set(await connection.scalars(statement, rows))


def check_ours(connection: Connection) -> None:
    """Nobody's recipes get tables of ours between them."""
    found = inspect(connection).get_table_names()
    if found and "alembic_version" not in found:
        raise NotStored(f"it holds something else: {', '.join(found[:3])}")


def upgrade(connection: Connection, revision: str = "head") -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
