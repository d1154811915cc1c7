"""Connections to PostgreSQL on which nothing waits without end.

PostgreSQL ends what takes too long there: statements, waits for locks, and transactions whose client has stopped. When
PostgreSQL or the network falls silent, nobody sends an error: we drop the connection at its deadline, and whatever
waits on it fails at once (decision 13).
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


class Patience(Struct, frozen=True, kw_only=True):
    """Seconds until we or the database give up."""

    connect: float = 3.0
    transaction: float = 3.0
    """From the first statement until the commit is confirmed."""
    statement: float = 2.0
    """Less than a transaction, so that a database that is merely slow says so itself."""
    lock: float = 1.0
    idle: float = 3.0
    """In the middle of a transaction: then its client is frozen or cut off, and its locks are released."""

    def settings(self) -> dict[str, str]:
        """Of a session, in milliseconds or seconds as PostgreSQL wants them."""
        return {
            "application_name": "sheepfold",
            "statement_timeout": _milliseconds(self.statement),
            "lock_timeout": _milliseconds(self.lock),
            "idle_in_transaction_session_timeout": _milliseconds(self.idle),
            # When our host disappears without a word, PostgreSQL notices within half a minute.
            "tcp_keepalives_idle": "10",
            "tcp_keepalives_interval": "5",
            "tcp_keepalives_count": "3",
            "tcp_user_timeout": "25000",
        }


PLAY: Final = Patience()
MIGRATION: Final = Patience(transaction=600.0, statement=600.0, lock=600.0, idle=60.0)
"""Changing the schema of a large database takes a while, and nodes that start together take turns."""

REFUSALS: Final = (IntegrityError, DataError, ProgrammingError)
"""PostgreSQL has understood the statement and will never accept it; anything else may work a moment later."""


def postgres_driver() -> ModuleType:
    try:
        return import_module("asyncpg")
    except ModuleNotFoundError as error:
        raise SheepfoldError("PostgreSQL needs its driver: pip install sheepfold[postgres]") from error


class Connections:
    """All connections of one engine, so that those that fall silent can be dropped."""

    def __init__(self, dsn: str, patience: Patience, clock: Clock) -> None:
        self._dsn = dsn
        self._patience = patience
        self._clock = clock
        self._driver = postgres_driver()
        self._all: WeakSet[Any] = WeakSet()
        self._busy: set[Any] = set()
        """Those with a deadline of their own."""
        self._is_closed = False

    def engine(self) -> AsyncEngine:
        return create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self._connect,
            hide_parameters=True,
            pool_timeout=self._patience.transaction,
        )

    async def _connect(self) -> Any:
        if self._is_closed:
            raise ConnectionError("the server is stopping")
        # The driver reads the URL by itself, with every parameter that PostgreSQL's own tools know.
        connection = await self._driver.connect(
            self._dsn,
            timeout=self._patience.connect,
            command_timeout=self._patience.transaction,
            server_settings=self._patience.settings(),
        )
        self._all.add(connection)
        return connection

    @contextmanager
    def deadline(self, connection: AsyncConnection) -> Iterator[None]:
        """Drop the connection unless the block ends in time."""
        assert connection.sync_connection is not None
        raw = connection.sync_connection.connection.driver_connection
        self._busy.add(raw)
        timer = self._clock.call_later(self._patience.transaction, self._drop, raw)
        try:
            yield
        finally:
            timer.cancel()
            self._busy.discard(raw)

    def _drop(self, silent: Any) -> None:
        """With it go the idle ones: most likely they are as dead, and each would cost somebody its deadline."""
        for connection in list(self._all):
            if connection is silent or connection not in self._busy:
                connection.terminate()

    def close(self) -> None:
        """Drop everything and open nothing more."""
        self._is_closed = True
        for connection in list(self._all):
            connection.terminate()


@contextmanager
def answering(connection: Any, seconds: float, clock: Clock) -> Iterator[None]:
    """Drop a connection of the driver unless the block ends in time."""
    timer = clock.call_later(seconds, connection.terminate)
    try:
        yield
    finally:
        timer.cancel()


def _milliseconds(seconds: float) -> str:
    return str(round(1000 * seconds))
