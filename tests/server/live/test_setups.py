"""The setups of tables: built in a thread, shared, and limited by their size."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, Literal

import msgspec
import pytest

from sheepfold.core.registry import find_game
from sheepfold.games.volle_wolle.game import VolleWolleGame
from sheepfold.server.live import rooms as rooms_in_memory
from sheepfold.server.table.refusals import Refused
from sheepfold.server.table.settings import SeatPlan, Settings
from tests.server.live.test_hub import ADA, Slow, ThinkingHere, a_hub, a_room
from tests.server.samples import in_a_loop


def own_settings(number: int, who: Literal["me", "bot"] = "me") -> Settings:
    """A table with custom components, which no other shares."""
    components = msgspec.to_builtins(find_game("volle-wolle").standard_components())
    components["chips"]["note"] = f"table {number}"
    return Settings(game="volle-wolle", seats=[SeatPlan(who), SeatPlan("friend")], components=components)


@in_a_loop
async def test_custom_components_are_built_in_a_thread(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the table is created and when it is loaded, so that others need not wait."""
    threads: list[threading.Thread] = []
    set_up = VolleWolleGame.set_up

    def noted(game: Any, players: int, options: Any, components: Any) -> Any:
        threads.append(threading.current_thread())
        return set_up(game, players, options, components)

    monkeypatch.setattr(VolleWolleGame, "set_up", noted)
    async with a_hub(sqlite_url, ThinkingHere(1)) as hub:
        await hub.store.add_person(ADA)
        room = await hub.make("meadow", own_settings(1), ADA, "")
        hub.rooms.unload(room)
        await hub.room("meadow")
    assert len(threads) == 2
    assert threading.main_thread() not in threads


@in_a_loop
async def test_only_so_many_setups_are_kept_in_memory(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    weight = find_game("volle-wolle").setup_bytes
    monkeypatch.setattr(rooms_in_memory, "SETUP_BYTES", 2 * weight)
    async with a_hub(sqlite_url, ThinkingHere(1)) as hub:
        await hub.store.add_person(ADA)
        for number in range(4):
            await hub.make(f"meadow{number}", own_settings(number), ADA, "")
        assert list(hub.rooms.all) == ["meadow2", "meadow3"]
        await hub.room("meadow0")
        assert list(hub.rooms.all) == ["meadow3", "meadow0"]
        assert hub.rooms._setups.bytes == 2 * weight


@in_a_loop
async def test_tables_of_the_same_kind_count_once(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_in_memory, "SETUP_BYTES", find_game("volle-wolle").setup_bytes)
    async with a_hub(sqlite_url, ThinkingHere(1)) as hub:
        for number in range(4):
            await a_room(hub, SeatPlan("me"), SeatPlan("friend"), table_id=f"meadow{number}")
        assert len(hub.rooms.all) == 4


@in_a_loop
async def test_custom_components_that_would_unload_a_running_game_are_refused(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a game would be loaded again at once, and unload another one."""
    monkeypatch.setattr(rooms_in_memory, "SETUP_BYTES", 2 * find_game("volle-wolle").setup_bytes)
    async with a_hub(sqlite_url, Slow()) as hub:
        rooms = [await a_room(hub, *[SeatPlan("bot")] * seats, table_id=f"hill{seats}") for seats in (2, 3)]
        attempts = [hub.make(f"meadow{number}", own_settings(number), ADA, "") for number in range(2)]
        for outcome in await asyncio.gather(*attempts, return_exceptions=True):
            assert isinstance(outcome, Refused)
            assert outcome.reason == "limit.components"
        assert list(hub.rooms.all.values()) == rooms
        await a_room(hub, *[SeatPlan("bot")] * 4, table_id="hill4")
        assert "hill4" in hub.rooms.all, "with our components there is always a table"
