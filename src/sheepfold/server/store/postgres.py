"""Connections to PostgreSQL on which every wait has a timeout.

PostgreSQL itself ends slow statements, waits for locks, and transactions whose client is stuck. When PostgreSQL or the
network falls silent, there is no error, so the server drops the connection at its deadline, and everything that waits
on it fails at once (decision 13).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any, Final
from weakref import WeakSet

from msgspec import Struct
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from sheepfold.core.errors import SheepfoldError
from sheepfold.server.ops.clock import Clock


class Timeouts(Struct, frozen=True, kw_only=True):
    """Seconds until the server or PostgreSQL gives up."""

    connect: float = 3.0
    transaction: float = 3.0
    """From the first statement to the confirmed commit."""
    statement: float = 2.0
    """Less than a transaction, so that a database that is merely slow reports it itself."""
    lock: float = 1.0
    idle: float = 3.0
    """Within a transaction. Its client is then frozen or cut off, and its locks are released."""

    def settings(self) -> dict[str, str]:
        """Return the settings of a session, in the units that PostgreSQL expects."""
        return {
            "application_name": "sheepfold",
            "statement_timeout": _milliseconds(self.statement),
            "lock_timeout": _milliseconds(self.lock),
            "idle_in_transaction_session_timeout": _milliseconds(self.idle),
            # PostgreSQL notices within half a minute when the server's host disappears.
            "tcp_keepalives_idle": "10",
            "tcp_keepalives_interval": "5",
            "tcp_keepalives_count": "3",
            "tcp_user_timeout": "25000",
        }


PLAY: Final = Timeouts()
MIGRATION: Final = Timeouts(transaction=600.0, statement=600.0, lock=600.0, idle=60.0)
"""Migrating a large database takes a while, and nodes that start together take turns."""

PERMANENT_ERRORS: Final = (IntegrityError, DataError, ProgrammingError)
"""PostgreSQL will never accept the statement; after any other error, a later attempt may work."""


def postgres_driver() -> ModuleType:
    try:
        return import_module("asyncpg")
    except ModuleNotFoundError as error:
        raise SheepfoldError("PostgreSQL needs its driver: pip install sheepfold[postgres]") from error


class Connections:
    """All connections of one engine, so that silent ones can be dropped."""

    def __init__(self, dsn: str, timeouts: Timeouts, clock: Clock) -> None:
        self._dsn = dsn
        self._timeouts = timeouts
        self._clock = clock
        self._driver = postgres_driver()
        self._all: WeakSet[Any] = WeakSet()
        self._busy: set[Any] = set()
        """Connections that are in use and have their own deadline."""
        self._is_closed = False

    def engine(self) -> AsyncEngine:
        return create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self._connect,
            hide_parameters=True,
            pool_timeout=self._timeouts.transaction,
        )

    async def _connect(self) -> Any:
        if self._is_closed:
            raise ConnectionError("the server is stopping")
        # The driver parses the URL itself and knows every parameter of PostgreSQL's own tools.
        connection = await self._driver.connect(
            self._dsn,
            timeout=self._timeouts.connect,
            command_timeout=self._timeouts.transaction,
            server_settings=self._timeouts.settings(),
        )
        self._all.add(connection)
        return connection

    @contextmanager
    def deadline(self, connection: AsyncConnection) -> Iterator[None]:
        """Drop the connection unless the block ends in time."""
        assert connection.sync_connection is not None
        raw = connection.sync_connection.connection.driver_connection
        self._busy.add(raw)
        timer = self._clock.call_later(self._timeouts.transaction, self._drop, raw)
        try:
            yield
        finally:
            timer.cancel()
            self._busy.discard(raw)

    def _drop(self, silent: Any) -> None:
        """Drop a silent connection and all idle ones, probably dead too: each would cost a caller its deadline."""
        for connection in list(self._all):
            if connection is silent or connection not in self._busy:
                connection.terminate()

    def close(self) -> None:
        """Drop all connections and open no new ones."""
        self._is_closed = True
        for connection in list(self._all):
            connection.terminate()


@contextmanager
def answer_timeout(connection: Any, seconds: float, clock: Clock) -> Iterator[None]:
    """Drop a connection of the driver unless the block ends in time."""
    timer = clock.call_later(seconds, connection.terminate)
    try:
        yield
    finally:
        timer.cancel()


def _milliseconds(seconds: float) -> str:
    return str(round(1000 * seconds))
