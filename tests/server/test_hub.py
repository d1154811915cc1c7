"""What the server does by itself, and that nothing keeps it from doing it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from sheepfold.server.hub import Hub
from sheepfold.server.room import Room
from sheepfold.server.rows import Person
from sheepfold.server.settings import SeatPlan, Settings
from sheepfold.server.store import Store
from sheepfold.server.thinking import Thinkers, Thought, answer
from tests.server.samples import in_a_loop

PATIENCE = 20.0


class ThinkingHere(Thinkers):
    """Thinks at once, in this process."""

    async def think(self, thought: Thought) -> str | None:
        return answer(thought)


async def a_room(hub: Hub, *seats: SeatPlan, game: str = "volle-wolle", table_id: str = "meadow") -> Room:
    ada = Person("ada", "hash", "Ada", 1.0)
    if await hub.store.person("ada") is None:
        await hub.store.add_person(ada)
    settings = Settings(game=game, seats=list(seats), pace="instant")
    return await hub.make(table_id, settings, ada, "")


@asynccontextmanager
async def a_hub(url: str, thinkers: Thinkers) -> AsyncIterator[Hub]:
    async with await Store.open(url) as store:
        hub = Hub(store, thinkers)
        hub.start()
        try:
            yield hub
        finally:
            async with asyncio.timeout(PATIENCE):
                await hub.stop()
            thinkers.stop()


async def until_over(room: Room) -> None:
    async with asyncio.timeout(PATIENCE):
        while room.table.status != "over":
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("steps", range(4))
@in_a_loop
async def test_it_stops_also_when_something_happens_at_that_moment(sqlite_url: str, steps: int) -> None:
    async with a_hub(sqlite_url, ThinkingHere(1)) as hub:
        room = await a_room(hub, SeatPlan("me"), SeatPlan("bot"))
        await asyncio.sleep(0.05)  # it waits for the browser's part of the dice
        room.awake.set()
        for _ in range(steps):
            await asyncio.sleep(0)
