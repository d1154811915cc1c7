"""The public tables, live: whoever looks at the start page sees them come and go."""

from __future__ import annotations

import asyncio
import logging
from typing import Final, Protocol

from sheepfold.core.errors import SheepfoldError
from sheepfold.server.live.hub import Hub
from sheepfold.server.wire.updates import Lobby, TableSeen, encode_down

logger = logging.getLogger("sheepfold")

SHOWN: Final = 100
PAUSE: Final = 0.5
"""Seconds between two lists at least, however much happens."""
LOOK: Final = 5.0
"""Seconds after which it looks even if nothing was heard."""


class Watcher(Protocol):
    """A client that looks at the lobby."""

    def push(self, message: bytes) -> None:
        """Send this soon, and never wait for it."""


class LobbyBoard:
    """One list for all watchers."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._watchers: set[Watcher] = set()
        self._list: list[TableSeen] = []
        self._looking = asyncio.Lock()
        """One look after the other, or somebody could be told an older list after a newer one."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep(), name="lobby")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def tables(self) -> list[TableSeen]:
        return [room.seen() for room in await self._hub.readable(await self._hub.store.lobby(SHOWN))]

    async def enter(self, watcher: Watcher) -> None:
        """Send the list now, and again whenever it changes."""
        self._watchers.add(watcher)
        async with self._looking:
            watcher.push(encode_down(Lobby(await self.tables())))

    def exit(self, watcher: Watcher) -> None:
        self._watchers.discard(watcher)

    async def _keep(self) -> None:
        while True:
            try:
                async with self._hub.clock.timeout(LOOK):
                    await self._hub.public_change.wait()
            except TimeoutError:
                logger.debug("lobby")
            self._hub.public_change.clear()
            if self._watchers:
                await self._tell()
            await self._hub.clock.sleep(PAUSE)

    async def _tell(self) -> None:
        async with self._looking:
            try:
                tables = await self.tables()
            except SheepfoldError as error:
                logger.warning("lobby", extra={"error": str(error)})
                return
            if tables != self._list:
                self._list = tables
                message = encode_down(Lobby(tables))
                for watcher in self._watchers:
                    watcher.push(message)
