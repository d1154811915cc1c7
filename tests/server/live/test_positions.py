"""Tables that begin with a position: the server reads it, plays on from it, and keeps it in the record."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec
import pytest

from sheepfold import CHANCE, encode_record, find_game, replay
from tests.server.live.test_live_tables import finished
from tests.server.samples import in_a_loop
from tests.server.server_api import Player, server_api

BIDDING = "volle-wolle:2 bidding 1 1,2 S07,S08,S09 -/- .,. 0,0 4,4 .,."


@in_a_loop
async def test_a_position_of_a_replay_becomes_a_table(sqlite_url: str) -> None:
    """Its game is played to the end, undone back to the position, and its record replays."""
    async with server_api(sqlite_url) as server:
        anna = await server.person("Anna")
        table, invitation = await finished(server, anna)
        actions = (await server.record(table, invitation)).actions
        line = max(number for number, action in enumerate(actions) if action.startswith("0 "))
        answer = await server.get(f"/api/tables/{table}/position?line={line}", anna)
        position = answer.raise_for_status().json()["position"]
        answer = await server.post(anna, "/api/tables/from-position", {"position": position, "bot": "random"})
        made = answer.raise_for_status().json()
        copy = made["table"]["id"]
        assert (made["yours"], made["table"]["imported"]) == ([0], True)
        assert [chair.get("bot") for chair in made["table"]["chairs"]] == [None, "random"]
        beginning = await server.get(f"/api/tables/{copy}/position?line=0&seat=0", anna)
        assert beginning.json() == {"position": position}, "nothing is hidden in this game"
        server.hub.rooms.all.pop(copy)  # the table is read from its log
        async with server.connect(copy, anna) as client:
            assert client.table["status"] == "running"
            playing = asyncio.create_task(Player(server, client, 0, Random(1)).play())
            await server.clock.until(playing.done, step=1.0)
            await playing
        record = await server.record(copy, made["invitation"])
        assert record.position == position
        assert replay(record).outcome() is not None
        answer = await server.post(anna, "/api/tables/import", msgspec.json.decode(encode_record(record)))
        again = answer.raise_for_status().json()["table"]["id"]
        answer = await server.post(anna, f"/api/tables/{again}/play-on", {"line": 0, "seat": 0})
        assert answer.raise_for_status().json()["table"]["status"] == "running"


@in_a_loop
async def test_dice_in_a_position_are_thrown_and_unknowns_drawn(sqlite_url: str) -> None:
    async with server_api(sqlite_url) as server:
        anna = await server.person("Anna")
        for position in (find_game("volle-wolle").start(2).position(), f"{BIDDING[:-3]}?,."):
            answer = await server.post(anna, "/api/tables/from-position", {"position": position})
            table = answer.raise_for_status().json()["table"]["id"]
            state = server.hub.rooms.all[table].table.state
            assert state is not None
            assert CHANCE not in state.waiting_for()
            assert "?" not in state.position()


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"position": "sheep"}, "position.unreadable"),
        ({"position": BIDDING.replace("volle", "halbe")}, "position.unknown_game"),
        ({"position": BIDDING, "seat": 2}, "seat.unknown"),
        ({"position": BIDDING, "bot": "wolf"}, "bot.unknown"),
        ({"position": "volle-wolle:2 over 20 1,2 - -/- .,. 0,0 4,4 .,."}, "position.law"),
        ({"position": "fingers:2"}, "position.unknown_game"),
    ],
)
@in_a_loop
async def test_a_bad_position_becomes_no_table(sqlite_url: str, asked: dict[str, object], reason: str) -> None:
    async with server_api(sqlite_url) as server:
        anna = await server.person("Anna")
        answer = await server.post(anna, "/api/tables/from-position", asked)
        assert (answer.status_code in (400, 404, 422), answer.json()["reason"]) == (True, reason)
        assert not server.hub.rooms.all


@in_a_loop
async def test_the_position_of_a_finished_game_becomes_no_table(sqlite_url: str) -> None:
    async with server_api(sqlite_url) as server:
        anna = await server.person("Anna")
        table, invitation = await finished(server, anna)
        lines = len((await server.record(table, invitation)).actions)
        position = (await server.get(f"/api/tables/{table}/position?line={lines}", anna)).json()["position"]
        answer = await server.post(anna, "/api/tables/from-position", {"position": position})
        assert answer.json()["reason"] == "position.over"
        beyond = await server.get(f"/api/tables/{table}/position?line={lines + 1}", anna)
        assert beyond.json()["reason"] == "replay.line"
