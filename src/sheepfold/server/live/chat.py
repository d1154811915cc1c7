"""Chat lines and reactions: stored, then published on every node."""

from __future__ import annotations

from typing import Final

import msgspec

from sheepfold.server.ops.clock import Clock
from sheepfold.server.room.commits import Commits
from sheepfold.server.room.room import Room
from sheepfold.server.store.store import Store
from sheepfold.server.wire import updates
from sheepfold.server.wire.updates import Said

KEPT: Final = 200
"""Lines per table in memory."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chat line as stored in the database."""

    name: str
    seat: int | None = None
    text: str | None = None
    reaction: str | None = None


class Chat:
    """Keeps the latest lines in their rooms: a table that is loaded twice at once must not share them."""

    def __init__(self, store: Store, clock: Clock, commits: Commits) -> None:
        self._store = store
        self._clock = clock
        self._commits = commits

    async def say(self, room: Room, line: Line, person: str, message: str) -> None:
        await self._store.add_chat(room.table.id, msgspec.json.encode(line), self._clock.now(), person, message)
        async with self._commits.exclusive(room):
            await self.refresh(room)

    async def refresh(self, room: Room) -> None:
        """Read the new lines, and publish them."""
        last = room.chat[-1].number if room.chat else 0
        for row in await self._store.chat(room.table.id, last):
            line = msgspec.json.decode(row.body, type=Line)
            said = Said(row.number, line.name, row.at, line.seat, line.text, line.reaction)
            room.chat.append(said)
            room.broadcast(updates.Chat(said))
        del room.chat[:-KEPT]
