"""The live list of public tables on the start page."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final, Protocol

from sheepfold.core.errors import SheepfoldError
from sheepfold.server.live.hub import Hub
from sheepfold.server.wire.updates import Lobby, TableSeen, encode_down

logger = logging.getLogger("sheepfold")

MAX_TABLES: Final = 100
INTERVAL_SECONDS: Final = 0.5
"""The least number of seconds between two lists."""
POLL_SECONDS: Final = 5.0
"""Seconds after which the list is read even without a notification."""


class Watcher(Protocol):
    """A client that watches the lobby."""

    def push(self, message: bytes) -> None:
        """Send this soon, without blocking."""


class LobbyFeed:
    """One list for all watchers."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._watchers: set[Watcher] = set()
        self._published: list[TableSeen] = []
        self._lock = asyncio.Lock()
        """Serialises reads, so that no watcher gets an older list after a newer one."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="lobby")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def tables(self) -> list[TableSeen]:
        return [room.seen() for room in await self._hub.readable(await self._hub.store.lobby(MAX_TABLES))]

    async def enter(self, watcher: Watcher) -> None:
        """Send the list now, and again whenever it changes."""
        self._watchers.add(watcher)
        async with self._lock:
            watcher.push(encode_down(Lobby(await self.tables())))

    def exit(self, watcher: Watcher) -> None:
        self._watchers.discard(watcher)

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with self._hub.clock.timeout(POLL_SECONDS):
                    await self._hub.public_change.wait()
            self._hub.public_change.clear()
            if self._watchers:
                await self._publish()
            await self._hub.clock.sleep(INTERVAL_SECONDS)

    async def _publish(self) -> None:
        async with self._lock:
            try:
                tables = await self.tables()
            except SheepfoldError as error:
                logger.warning("cannot read the lobby", extra={"error": str(error)})
                return
            if tables != self._published:
                self._published = tables
                message = encode_down(Lobby(tables))
                for watcher in self._watchers:
                    watcher.push(message)
