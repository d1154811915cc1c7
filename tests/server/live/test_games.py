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
from sheepfold.server.client import Guest
from tests.server.evening import Evening, Player, be_ready, evening
from tests.server.house import hear_the_beginning
from tests.server.samples import in_a_loop

FRIEND = {"who": "friend"}
ME = {"who": "me"}
BOT = {"who": "bot"}

TITLES = {
    # Blind pushing ends a game before it has begun.
    "schafe-schubsen": 0.0,
    "volle-wolle": 0.2,
    "haste-bock": 0.2,
    "meine-schafe": 0.2,
}
"""How often people do anything at all instead of what is wise."""


@pytest.mark.parametrize("game", TITLES)
@in_a_loop
async def test_two_people_and_bots_play_a_whole_game(url: str, game: str) -> None:
    async with evening(url) as house, AsyncExitStack() as guests:
        anna, ben = await house.person("Anna"), await house.person("Ben")
        table, invitation = await house.make(anna, game=game, seats=[ME, BOT, FRIEND, BOT], pace="instant")
        await house.join(ben, table, invitation)
        of_anna = await guests.enter_async_context(house.visit(table, anna))
        of_ben = await guests.enter_async_context(house.visit(table, ben))
        watching = await guests.enter_async_context(house.visit(table, None, invitation=invitation))
        assert (of_anna.yours, of_ben.yours, watching.yours) == ([0], [2], [])
        whim = TITLES[game]
        players = [
            Player(house, guest, seat, Random(f"{game}/{seat}"), whim=whim)
            for guest, seat in [(of_anna, 0), (of_ben, 2)]
        ]
        await asyncio.gather(be_ready(of_anna, [0]), be_ready(of_ben, [2]))
        await asyncio.gather(*(player.play() for player in players), hear_the_end(watching))

        record = await house.record(table, invitation)
        check_record(record, [0, 2])
        for guest in (of_anna, of_ben, watching):
            check_the_end(guest, record, of_anna.version)
        for player in players:
            check_refusals(player)
        # Typical messages are small; the first view comes with the first update of the game.
        sizes = [len(msgspec.json.encode(message)) for message in of_anna.received if message["type"] == "update"]
        assert len(sizes) >= 10
        assert median(sizes) <= 1000


async def hear_the_end(guest: Guest) -> None:
    while not guest.over:
        await guest.hear()


def check_record(record: Record, added: list[int]) -> None:
    """It replays, and every outcome follows from what was promised."""
    assert record.result is not None
    assert replay(record).outcome() is not None
    verdict = verify(record)
    assert verdict.problems == []
    assert verdict.checked > 0
    assert record.fairness is not None
    nonces = {player.seat: player.nonce for player in record.fairness.players}
    assert nonces == {seat: f"the-nonce-of-seat-{seat}" for seat in added}


def check_the_end(guest: Guest, record: Record, version: int) -> None:
    """From patch to patch everybody has arrived at what the rules let them see."""
    assert guest.version == version
    assert guest.table["status"] == "over"
    assert guest.view == msgspec.to_builtins(replay(record).view(guest.seat))
    assert record.result is not None
    assert (guest.view["scores"], guest.view["ranks"]) == (record.result.scores, record.result.ranks)
    assert record.fairness is not None
    assert guest.table["commitment"] == record.fairness.commitment
    assert guest.witness.compare(record) == []


def check_refusals(player: Player) -> None:
    """Whoever is waited for is never too late; only an interruption may come between."""
    for answer, view in player.refused:
        assert view["may_act"], f"{answer} though nobody could come between"
        assert answer["code"] in ("stale", "illegal"), answer


@in_a_loop
async def test_nobody_disturbs_another_while_several_choose_at_once(url: str) -> None:
    """All of them answer by what they saw first, one after the other: nobody has to look again."""
    async with evening(url) as house, AsyncExitStack() as guests:
        people = [await house.person(name) for name in ("Anna", "Ben", "Cleo")]
        table, invitation = await house.make(people[0], game="volle-wolle", seats=[ME, FRIEND, FRIEND])
        for person in people[1:]:
            await house.join(person, table, invitation)
        chairs = [await guests.enter_async_context(house.visit(table, person)) for person in people]
        for seat, guest in enumerate(chairs):
            await be_ready(guest, [seat])
        await asyncio.gather(*map(hear_the_beginning, chairs))
        first = chairs[0].version
        assert all(guest.view["waiting_for"] == [0, 1, 2] for guest in chairs)
        for seat, guest in enumerate(chairs):
            answer = await guest.ask("act", seat=seat, action=guest.legal[0], seen=first)
            assert answer["type"] == "ack", answer


@in_a_loop
async def test_one_call_starts_a_game_against_bots(url: str) -> None:
    async with evening(url) as house:
        anna = await house.person("Anna")
        made = (await house.post(anna, "/api/tables/play-now", {"game": "haste-bock"})).raise_for_status().json()
        assert [chair["who"] for chair in made["table"]["chairs"]] == ["person", "bot"]
        async with house.visit(made["table"]["id"], anna) as guest:
            await be_ready(guest, made["yours"])
            await guest.hear_until("update", note={"kind": "begun"})
            assert guest.table["status"] == "running"
            while not guest.legal:
                await guest.hear()
            answer = await guest.ask("act", seat=0, action=guest.legal[0], seen=guest.version)
            assert answer["type"] == "ack"


@in_a_loop
async def test_the_bots_are_those_that_were_asked_for(sqlite_url: str) -> None:
    async with evening(sqlite_url) as house:
        anna = await house.person("Anna")
        body = {"game": "haste-bock", "players": 3, "bot": "random"}
        made = (await house.post(anna, "/api/tables/play-now", body)).raise_for_status().json()
        assert [chair["bot"] for chair in made["table"]["chairs"][1:]] == ["random", "random"]


@pytest.mark.parametrize("game", ["haste-bock", "meine-schafe", "schafe-schubsen", "volle-wolle"])
@in_a_loop
async def test_whoever_plays_now_decides_first(sqlite_url: str, game: str) -> None:
    async with evening(sqlite_url) as house:
        anna = await house.person("Anna")
        body = {"game": game, "players": 3, "names": ["Wolla"]}
        made = (await house.post(anna, "/api/tables/play-now", body)).raise_for_status().json()
        assert [chair["name"] for chair in made["table"]["chairs"]][:2] == ["Anna", "Wolla"]
        async with house.visit(made["table"]["id"], anna) as guest:
            await be_ready(guest, made["yours"])
            await guest.hear_until("update", note={"kind": "begun"})
            assert 0 in guest.view["waiting_for"]


@in_a_loop
async def test_whoever_plays_now_may_let_another_seat_start(sqlite_url: str) -> None:
    async with evening(sqlite_url) as house:
        anna = await house.person("Anna")
        body = {"game": "haste-bock", "options": {"start": 1}}
        made = (await house.post(anna, "/api/tables/play-now", body)).raise_for_status().json()
        assert made["table"]["options"]["start"] == 1


@in_a_loop
async def test_several_people_at_one_screen(sqlite_url: str) -> None:
    """They hand it round: each looks from the own seat, and sees nothing of the others."""
    async with evening(sqlite_url) as house:
        anna = await house.person("Anna")
        seats = [ME | {"name": "Anna"}, ME | {"name": "Ben"}, BOT, BOT]
        table, invitation = await house.make(anna, game="meine-schafe", seats=seats, pace="instant")
        async with house.visit(table, anna) as guest:
            assert guest.yours == [0, 1]
            assert [chair["name"] for chair in guest.table["chairs"]][:2] == ["Anna", "Ben"]
            await be_ready(guest, [0, 1])
            await guest.hear_until("update", note={"kind": "begun"})
            seen: Counter[int] = Counter()
            rng = Random(5)
            while not guest.over:
                await take_a_turn(house, guest, rng, seen)
            assert seen[0] > 0 < seen[1]
            check_record(await house.record(table, invitation), [0, 1])


async def take_a_turn(house: Evening, guest: Guest, rng: Random, seen: Counter[int]) -> None:
    waited: list[int] = [seat for seat in guest.view["waiting_for"] if seat in guest.yours]
    if not waited:
        await guest.hear()
        return
    if guest.seat != waited[0]:
        assert (await guest.ask("look", seat=waited[0]))["type"] == "ack"
        check_look(house, guest, waited[0])
        seen[waited[0]] += 1
        return  # what was asked may have been answered by now
    action = rng.choice([text for text in guest.legal if text != "out"] or guest.legal)  # or one may never come back
    others_may_act = bool(guest.view["may_act"])  # now: patches change the list itself
    answer: dict[str, Any] = await guest.ask("act", seat=waited[0], action=action, seen=guest.version)
    assert answer["type"] == "ack" or others_may_act, answer


def check_look(house: Evening, guest: Guest, seat: int) -> None:
    """Exactly what this seat may see, and nothing that another seat may see alone."""
    state = house.hub.rooms.all[guest.table["id"]].table.state
    assert state is not None
    if guest.version == house.hub.rooms.all[guest.table["id"]].table.version:
        assert guest.view == msgspec.to_builtins(state.view(seat))
    assert guest.seat == guest.view["seat"] == seat
