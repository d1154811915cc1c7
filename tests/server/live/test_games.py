"""Whole games of all titles, by real clients, on both databases."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from random import Random
from statistics import median
from typing import Any

import msgspec
import pytest

from sheepfold.core.record import Record, replay
from sheepfold.fair import verify
from sheepfold.server.client import TableClient
from tests.server.running_server import receive_until_started
from tests.server.samples import in_a_loop
from tests.server.server_api import Player, ServerApi, commit_nonces, server_api

FRIEND = {"who": "friend"}
ME = {"who": "me"}
BOT = {"who": "bot"}

TITLES = {
    # Random pushing ends a game before it has begun.
    "schafe-schubsen": 0.0,
    "volle-wolle": 0.2,
    "haste-bock": 0.2,
    "meine-schafe": 0.2,
}
"""How often players act at random instead of wisely."""


@pytest.mark.parametrize("game", TITLES)
@in_a_loop
async def test_two_people_and_bots_play_a_whole_game(url: str, game: str) -> None:
    async with server_api(url) as server, AsyncExitStack() as clients:
        anna, ben = await server.person("Anna"), await server.person("Ben")
        table, invitation = await server.make(anna, game=game, seats=[ME, BOT, FRIEND, BOT], pace="instant")
        await server.join(ben, table, invitation)
        of_anna = await clients.enter_async_context(server.connect(table, anna))
        of_ben = await clients.enter_async_context(server.connect(table, ben))
        watching = await clients.enter_async_context(server.connect(table, None, invitation=invitation))
        assert (of_anna.yours, of_ben.yours, watching.yours) == ([0], [2], [])
        whim = TITLES[game]
        players = [
            Player(server, client, seat, Random(f"{game}/{seat}"), whim=whim)
            for client, seat in [(of_anna, 0), (of_ben, 2)]
        ]
        await asyncio.gather(commit_nonces(of_anna, [0]), commit_nonces(of_ben, [2]))
        await asyncio.gather(*(player.play() for player in players), hear_the_end(watching))

        record = await server.record(table, invitation)
        check_record(record, [0, 2])
        for client in (of_anna, of_ben, watching):
            check_the_end(client, record, of_anna.version)
        for player in players:
            check_refusals(player)
        # Typical messages are small; the first view comes with the first update of the game.
        sizes = [len(msgspec.json.encode(message)) for message in of_anna.received if message["type"] == "update"]
        assert len(sizes) >= 10
        assert median(sizes) <= 1000


async def hear_the_end(client: TableClient) -> None:
    while not client.over:
        await client.receive()


def check_record(record: Record, added: list[int]) -> None:
    """It replays, and every outcome follows from the commitments."""
    assert record.result is not None
    assert replay(record).outcome() is not None
    verdict = verify(record)
    assert verdict.problems == []
    assert verdict.checked > 0
    assert record.fairness is not None
    nonces = {player.seat: player.nonce for player in record.fairness.players}
    assert nonces == {seat: f"the-nonce-of-seat-{seat}" for seat in added}


def check_the_end(client: TableClient, record: Record, version: int) -> None:
    """From patch to patch each client has arrived at what the rules let its seat see."""
    assert client.version == version
    assert client.table["status"] == "over"
    assert client.view == msgspec.to_builtins(replay(record).view(client.seat))
    assert record.result is not None
    assert (client.view["scores"], client.view["ranks"]) == (record.result.scores, record.result.ranks)
    assert record.fairness is not None
    assert client.table["commitment"] == record.fairness.commitment
    assert client.witness.compare(record) == []


def check_refusals(player: Player) -> None:
    """A seat that is waited for is never too late; only an interruption may come first."""
    for answer, view in player.refused:
        assert view["may_act"], f"{answer} though no seat could interrupt"
        assert answer["code"] in ("stale", "illegal"), answer


@in_a_loop
async def test_seats_that_choose_at_once_do_not_disturb_each_other(url: str) -> None:
    """All of them act on what they saw first, one after the other: their actions are never stale."""
    async with server_api(url) as server, AsyncExitStack() as clients:
        people = [await server.person(name) for name in ("Anna", "Ben", "Cleo")]
        table, invitation = await server.make(people[0], game="volle-wolle", seats=[ME, FRIEND, FRIEND])
        for person in people[1:]:
            await server.join(person, table, invitation)
        chairs = [await clients.enter_async_context(server.connect(table, person)) for person in people]
        for seat, client in enumerate(chairs):
            await commit_nonces(client, [seat])
        await asyncio.gather(*map(receive_until_started, chairs))
        first = chairs[0].version
        assert all(client.view["waiting_for"] == [0, 1, 2] for client in chairs)
        for seat, client in enumerate(chairs):
            answer = await client.ask("act", seat=seat, action=client.legal[0], seen=first)
            assert answer["type"] == "ack", answer


@in_a_loop
async def test_one_call_starts_a_game_against_bots(url: str) -> None:
    async with server_api(url) as server:
        anna = await server.person("Anna")
        made = (await server.post(anna, "/api/tables/play-now", {"game": "haste-bock"})).raise_for_status().json()
        assert [chair["who"] for chair in made["table"]["chairs"]] == ["person", "bot"]
        async with server.connect(made["table"]["id"], anna) as client:
            await commit_nonces(client, made["yours"])
            await client.receive_until("update", note={"kind": "begun"})
            assert client.table["status"] == "running"
            while not client.legal:
                await client.receive()
            answer = await client.ask("act", seat=0, action=client.legal[0], seen=client.version)
            assert answer["type"] == "ack"


@in_a_loop
async def test_the_chosen_bots_play(sqlite_url: str) -> None:
    async with server_api(sqlite_url) as server:
        anna = await server.person("Anna")
        body = {"game": "haste-bock", "players": 3, "bot": "random"}
        made = (await server.post(anna, "/api/tables/play-now", body)).raise_for_status().json()
        assert [chair["bot"] for chair in made["table"]["chairs"][1:]] == ["random", "random"]


@pytest.mark.parametrize("game", ["haste-bock", "meine-schafe", "schafe-schubsen", "volle-wolle"])
@in_a_loop
async def test_the_player_of_a_quick_game_acts_first(sqlite_url: str, game: str) -> None:
    async with server_api(sqlite_url) as server:
        anna = await server.person("Anna")
        body = {"game": game, "players": 3, "names": ["Wolla"]}
        made = (await server.post(anna, "/api/tables/play-now", body)).raise_for_status().json()
        assert [chair["name"] for chair in made["table"]["chairs"]][:2] == ["Anna", "Wolla"]
        async with server.connect(made["table"]["id"], anna) as client:
            await commit_nonces(client, made["yours"])
            await client.receive_until("update", note={"kind": "begun"})
            assert 0 in client.view["waiting_for"]


@in_a_loop
async def test_a_quick_game_may_let_another_seat_start(sqlite_url: str) -> None:
    async with server_api(sqlite_url) as server:
        anna = await server.person("Anna")
        body = {"game": "haste-bock", "options": {"start": 1}}
        made = (await server.post(anna, "/api/tables/play-now", body)).raise_for_status().json()
        assert made["table"]["options"]["start"] == 1


@in_a_loop
async def test_several_players_share_one_screen(sqlite_url: str) -> None:
    """Each looks from their own seat, and sees nothing of the others."""
    async with server_api(sqlite_url) as server:
        anna = await server.person("Anna")
        seats = [ME | {"name": "Anna"}, ME | {"name": "Ben"}, BOT, BOT]
        table, invitation = await server.make(anna, game="meine-schafe", seats=seats, pace="instant")
        async with server.connect(table, anna) as client:
            assert client.yours == [0, 1]
            assert [chair["name"] for chair in client.table["chairs"]][:2] == ["Anna", "Ben"]
            await commit_nonces(client, [0, 1])
            await client.receive_until("update", note={"kind": "begun"})
            seen: Counter[int] = Counter()
            rng = Random(5)
            while not client.over:
                await take_a_turn(server, client, rng, seen)
            assert seen[0] > 0 < seen[1]
            check_record(await server.record(table, invitation), [0, 1])


async def take_a_turn(server: ServerApi, client: TableClient, rng: Random, seen: Counter[int]) -> None:
    waited: list[int] = [seat for seat in client.view["waiting_for"] if seat in client.yours]
    if not waited:
        await client.receive()
        return
    if client.seat != waited[0]:
        assert (await client.ask("look", seat=waited[0]))["type"] == "ack"
        check_look(server, client, waited[0])
        seen[waited[0]] += 1
        return  # the request may have been answered by now
    action = rng.choice([text for text in client.legal if text != "out"] or client.legal)  # or the game may never end
    others_may_act = bool(client.view["may_act"])  # now: patches change the list itself
    answer: dict[str, Any] = await client.ask("act", seat=waited[0], action=action, seen=client.version)
    assert answer["type"] == "ack" or others_may_act, answer


def check_look(server: ServerApi, client: TableClient, seat: int) -> None:
    """Check that the view has exactly what this seat may see."""
    state = server.hub.rooms.all[client.table["id"]].table.state
    assert state is not None
    if client.version == server.hub.rooms.all[client.table["id"]].table.version:
        assert client.view == msgspec.to_builtins(state.view(seat))
    assert client.seat == client.view["seat"] == seat
