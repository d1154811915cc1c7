"""The public tables, live: whoever looks at the start page sees them come and go."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from sheepfold.core.errors import SheepfoldError
from sheepfold.server.channel import Channel, Message
from sheepfold.server.hub import Hub
from sheepfold.server.limits import Limits
from sheepfold.server.postbox import Postbox
from sheepfold.server.wire import Lobby, TableSeen, encode_down

logger = logging.getLogger("sheepfold")

SHOWN: Final = 100
PAUSE: Final = 0.5
"""Seconds between two lists at least, however much happens."""
LOOK: Final = 5.0
"""Seconds after which it looks even if nothing was heard."""


class LobbyBoard:
    """One list for everybody who watches."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._watching: set[Postbox] = set()
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

    async def watch(self, channel: Channel, limits: Limits) -> None:
        """Until the socket closes. Nothing is expected from it."""
        postbox = Postbox(channel, limits)
        self._watching.add(postbox)
        try:
            async with self._looking:
                postbox.push(encode_down(Lobby(await self.tables())))
            await channel.listen(_ignore)
        finally:
            self._watching.discard(postbox)
            postbox.stop()

    async def _keep(self) -> None:
        while True:
            try:
                async with asyncio.timeout(LOOK):
                    await self._hub.public_change.wait()
            except TimeoutError:
                logger.debug("lobby")
            self._hub.public_change.clear()
            if self._watching:
                await self._tell()
            await asyncio.sleep(PAUSE)

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
                for postbox in self._watching:
                    postbox.push(message)


def _ignore(_message: Message) -> None:
    """Nothing is expected."""
