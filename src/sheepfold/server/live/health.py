"""Whether this server can do its work, for `/health`."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

from sheepfold.server.store.database import NotStored
from sheepfold.server.store.notify import Notifications
from sheepfold.server.store.store import Store

logger = logging.getLogger("sheepfold")

ANSWER: Final = 2.0
"""Seconds until a database that is silent is reported as such."""
SILENT: Final = "server.database"
DEAF: Final = "server.nodes"


class Health:
    """Asks the database once for everybody who wants to know at the same time: polling must not pile up."""

    def __init__(self, store: Store, notifications: Notifications) -> None:
        self._store = store
        self._notifications = notifications
        self._asking: asyncio.Task[str | None] | None = None

    async def trouble(self) -> str | None:
        """The id of what keeps the server from working, or None; known in bounded time."""
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask(), name="health")
        asking = self._asking
        with suppress(TimeoutError):
            async with self._store.clock.timeout(ANSWER):
                await asyncio.wait({asking})
        if not asking.done():
            return SILENT
        if self._asking is asking:
            self._asking = None
        return asking.result()

    async def _ask(self) -> str | None:
        try:
            await self._store.lobby(1)
        except NotStored:  # what exactly is for the log
            logger.exception("failed", extra={"address": "/health"})
            return SILENT
        return None if self._notifications.is_listening else DEAF

    async def stop(self) -> None:
        if self._asking is not None:
            await asyncio.wait({self._asking})
