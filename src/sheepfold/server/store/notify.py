"""Nodes on one PostgreSQL tell each other what is new. On SQLite there is one node, and nobody to tell."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from sheepfold.server.store.database import Database
from sheepfold.server.store.postgres import answering, postgres_driver

CHANNEL = "sheepfold"
PRESENCE_CHANNEL = "sheepfold_presence"
NOTIFY = text("SELECT pg_notify(:channel, news) FROM unnest(CAST(:news AS text[])) AS news")
FIRST_DELAY = 0.1
LONGEST_DELAY = 10.0
# Seconds. A connection whose other end is silently gone would never say so: ask it now and then.
PULSE = 2.0
ANSWER = 3.0
"""Seconds until a connection that does not come or does not answer is given up."""

logger = logging.getLogger(__name__)


async def notify(connection: AsyncConnection, news: Iterable[tuple[str, int]]) -> None:
    """News of tables as (table_id, number); told when the transaction commits, and only then."""
    if connection.dialect.name == "postgresql":
        lines = [f"{table_id} {number}" for table_id, number in news]
        await connection.execute(NOTIFY, {"channel": CHANNEL, "news": lines})


async def notify_presence(connection: AsyncConnection, news: list[str]) -> None:
    """Who is at which tables; what each line says, `presence` knows."""
    await connection.execute(NOTIFY, {"channel": PRESENCE_CHANNEL, "news": news})


class Notifications:
    """Listens to all nodes, the own one too, and finds its way back when the connection breaks.

    `heard` gets the table and the number of its new entry, 0 if the news is chat. `missed` is called after each
    reconnection: in between, anything may have happened. `presence` gets who is where.
    """

    def __init__(
        self,
        database: Database,
        heard: Callable[[str, int], None],
        missed: Callable[[], None],
        presence: Callable[[str], None] | None = None,
    ) -> None:
        self._database = database
        self._heard = heard
        self._missed = missed
        self._presence = presence
        self._connection: Any = None
        self.is_listening = not database.is_postgres
        """Whether news of other nodes arrives; on SQLite there are none."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Returns when everything that is told from now on will be heard."""
        if self._database.is_postgres:
            await self._connect()
            self.is_listening = True
            self._task = asyncio.create_task(self._stay(), name="notifications")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
            self._connection.terminate()

    async def _connect(self) -> None:
        connection = self._connection = await postgres_driver().connect(self._database.dsn, timeout=ANSWER)
        with answering(connection, ANSWER, self._database.clock):
            await connection.add_listener(CHANNEL, self._receive)
            if self._presence is not None:
                await connection.add_listener(PRESENCE_CHANNEL, self._receive_presence)

    async def _stay(self) -> None:
        while True:
            await self._until_gone()
            self.is_listening = False
            await self._reconnect()
            self.is_listening = True
            self._missed()

    async def _until_gone(self) -> None:
        gone = asyncio.Event()
        self._connection.add_termination_listener(lambda _connection: gone.set())
        while not self._connection.is_closed():
            try:
                async with self._database.clock.timeout(PULSE):
                    await gone.wait()
            except TimeoutError:
                try:
                    with answering(self._connection, ANSWER, self._database.clock):
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
                logger.warning("cannot hear the other nodes, trying again in %.1f s: %s", delay, error)
            else:
                return
            await self._database.clock.sleep(delay)
            delay = min(2 * delay, LONGEST_DELAY)

    def _receive(self, _connection: object, _pid: int, _channel: str, news: str) -> None:
        table_id, number = news.rsplit(" ", 1)
        self._heard(table_id, int(number))

    def _receive_presence(self, _connection: object, _pid: int, _channel: str, news: str) -> None:
        assert self._presence is not None, "it is listened to only if somebody asked for it"
        self._presence(news)
