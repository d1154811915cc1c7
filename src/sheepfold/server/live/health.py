"""Whether this server can work, for `/health`."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

from sheepfold.server.store.database import NotStored
from sheepfold.server.store.notify import Notifications
from sheepfold.server.store.store import Store

logger = logging.getLogger("sheepfold")

TIMEOUT_SECONDS: Final = 2.0
"""Seconds after which a silent database is reported."""
DATABASE_PROBLEM: Final = "server.database"
NOTIFICATIONS_PROBLEM: Final = "server.nodes"


class Health:
    """Checks the database once for all concurrent callers, so that polling does not pile up."""

    def __init__(self, store: Store, notifications: Notifications) -> None:
        self._store = store
        self._notifications = notifications
        self._check: asyncio.Task[str | None] | None = None

    async def problem(self) -> str | None:
        """Return the id of the problem that keeps the server from working, or None, in bounded time."""
        if self._check is None:
            self._check = asyncio.create_task(self._run_check(), name="health")
        check = self._check
        with suppress(TimeoutError):
            async with self._store.clock.timeout(TIMEOUT_SECONDS):
                await asyncio.wait({check})
        if not check.done():
            return DATABASE_PROBLEM
        if self._check is check:
            self._check = None
        return check.result()

    async def _run_check(self) -> str | None:
        try:
            await self._store.lobby(1)
        except NotStored:  # the log has the details
            logger.exception("failed", extra={"address": "/health"})
            return DATABASE_PROBLEM
        return None if self._notifications.is_listening else NOTIFICATIONS_PROBLEM

    async def stop(self) -> None:
        if self._check is not None:
            await asyncio.wait({self._check})
