"""Notifications between nodes that share one PostgreSQL. On SQLite there is only one node, and none are sent."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from sheepfold.server.store.database import Database
from sheepfold.server.store.postgres import answer_timeout, postgres_driver

CHANNEL = "sheepfold"
PRESENCE_CHANNEL = "sheepfold_presence"
NOTIFY = text("SELECT pg_notify(:channel, payload) FROM unnest(CAST(:payloads AS text[])) AS payload")
FIRST_DELAY = 0.1
LONGEST_DELAY = 10.0
PING_INTERVAL = 2.0
"""Seconds between pings of the listening connection, which reveal that its other end is gone."""
ANSWER_TIMEOUT = 3.0
"""Seconds after which a connection that does not open or answer is dropped."""

logger = logging.getLogger(__name__)


async def notify(connection: AsyncConnection, changes: Iterable[tuple[str, int]]) -> None:
    """Notify all nodes of changed tables, given as (table_id, number), when the transaction commits."""
    if connection.dialect.name == "postgresql":
        payloads = [f"{table_id} {number}" for table_id, number in changes]
        await connection.execute(NOTIFY, {"channel": CHANNEL, "payloads": payloads})


async def notify_presence(connection: AsyncConnection, payloads: list[str]) -> None:
    """Notify all nodes of presence; `live.presence` defines the payloads."""
    await connection.execute(NOTIFY, {"channel": PRESENCE_CHANNEL, "payloads": payloads})


class Notifications:
    """Listens to all nodes, including this one, and reconnects when the connection is lost.

    `on_change` is called with a table and the number of its new entry, 0 for chat. `on_reconnect` is called after each
    reconnection, because notifications may have been lost. `on_presence` is called with each presence payload.
    """

    def __init__(
        self,
        database: Database,
        on_change: Callable[[str, int], None],
        on_reconnect: Callable[[], None],
        on_presence: Callable[[str], None] | None = None,
    ) -> None:
        self._database = database
        self._on_change = on_change
        self._on_reconnect = on_reconnect
        self._on_presence = on_presence
        self._connection: Any = None
        self.is_listening = not database.is_postgres
        """Whether notifications arrive; on SQLite none are needed."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Return once every later notification will be received."""
        if self._database.is_postgres:
            await self._connect()
            self.is_listening = True
            self._task = asyncio.create_task(self._run(), name="notifications")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
            self._connection.terminate()

    async def _connect(self) -> None:
        connection = self._connection = await postgres_driver().connect(self._database.dsn, timeout=ANSWER_TIMEOUT)
        with answer_timeout(connection, ANSWER_TIMEOUT, self._database.clock):
            await connection.add_listener(CHANNEL, self._receive)
            if self._on_presence is not None:
                await connection.add_listener(PRESENCE_CHANNEL, self._receive_presence)

    async def _run(self) -> None:
        while True:
            await self._wait_until_lost()
            self.is_listening = False
            await self._reconnect()
            self.is_listening = True
            self._on_reconnect()

    async def _wait_until_lost(self) -> None:
        closed = asyncio.Event()
        self._connection.add_termination_listener(lambda _connection: closed.set())
        while not self._connection.is_closed():
            try:
                async with self._database.clock.timeout(PING_INTERVAL):
                    await closed.wait()
            except TimeoutError:
                try:
                    with answer_timeout(self._connection, ANSWER_TIMEOUT, self._database.clock):
                        await self._connection.execute("SELECT 1")
                except self._database.failures as error:
                    logger.warning("the listening connection does not answer: %s", error)
                    return

    async def _reconnect(self) -> None:
        delay = FIRST_DELAY
        while True:
            self._connection.terminate()
            try:
                await self._connect()
            except self._database.failures as error:
                logger.warning("cannot listen to the other nodes, trying again in %.1f s: %s", delay, error)
            else:
                return
            await self._database.clock.sleep(delay)
            delay = min(2 * delay, LONGEST_DELAY)

    def _receive(self, _connection: object, _pid: int, _channel: str, payload: str) -> None:
        table_id, number = payload.rsplit(" ", 1)
        self._on_change(table_id, int(number))

    def _receive_presence(self, _connection: object, _pid: int, _channel: str, payload: str) -> None:
        assert self._on_presence is not None, "this channel is listened to only with a callback"
        self._on_presence(payload)
