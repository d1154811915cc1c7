"""Limits per person and per address, and that a client over its limit does not affect others."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

from sheepfold.server.client import TableClient
from sheepfold.server.ops import limits as bounds
from sheepfold.server.ops.limits import LARGEST_MESSAGE, Limits, RateLimiter, TokenBucket
from sheepfold.server.ops.metrics import METRICS
from tests.server.refusing import reason_of
from tests.server.running_server import Person, RunningServer, TableLink, close_code, in_a_loop, running_server
from tests.server.waiting import PATIENCE


def limits(**changes: Any) -> Limits:
    return Limits(**{"messages_per_second": 1e6, "burst": 1_000_000} | changes)


def test_a_bucket_allows_a_burst_and_then_a_rate() -> None:
    bucket = TokenBucket(rate=2.0, burst=3, now=100.0)
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(101.0) for _ in range(3)] == [True, True, False]
    assert [bucket.take(1000.0) for _ in range(4)] == [True, True, True, False]


def test_a_rate_limiter_counts_each_key_separately() -> None:
    limiter = RateLimiter(rate=0.001, burst=1)
    assert [limiter.take(who, 100.0) for who in ("ada", "bob", "ada", "bob")] == [True, True, False, False]


def test_a_rate_limiter_forgets_the_least_recently_used_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MAX_KEYS", 2)
    limiter = RateLimiter(rate=0.001, burst=1)
    assert [limiter.take(who, 100.0) for who in ("ada", "bob", "cleo", "cleo")] == [True, True, True, False]
    assert [limiter.take(who, 100.0) for who in ("bob", "ada", "bob", "cleo")] == [False, True, False, True]


@in_a_loop
async def test_too_many_messages_are_throttled_and_later_ones_are_accepted(sqlite_url: str) -> None:
    async with running_server(sqlite_url, Limits(messages_per_second=50.0, burst=5)) as server:
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "friend"])
        async with server.connect(place, ada) as client:
            for _ in range(20):
                await client.send({"type": "away"})
            answers = [await client.receive() for _ in range(21)]
            kinds = [answer["type"] for answer in answers if answer["type"] != "presence"]
            assert kinds.count("pong") >= 4
            refusals = [answer for answer in answers if answer["type"] == "refused"]
            assert {refusal["code"] for refusal in refusals} == {"throttled"}
            while True:
                await asyncio.sleep(0.05)  # a person would pause, too
                await client.send({"type": "away"})
                if (await client.receive())["type"] == "pong":
                    break


@in_a_loop
async def test_too_many_changes_are_throttled_and_reading_is_free(sqlite_url: str) -> None:
    async with running_server(sqlite_url, Limits(messages_per_second=0.001, requests_burst=3)) as server:
        answers = [await server.http.post("/api/people", json={"name": "Ada"}) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
        assert reason_of(answers[3].json()) == ("throttled", "limit.requests")
        assert (await server.http.get("/api/games")).status_code == 200


@in_a_loop
async def test_a_client_over_its_limit_does_not_delay_others(sqlite_url: str) -> None:
    async with running_server(sqlite_url, Limits(messages_per_second=0.001, requests_burst=1)) as server:
        elsewhere = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
        async with httpx.AsyncClient(base_url=server.http.base_url, transport=elsewhere) as other:
            answers = [
                await http.post("/api/people", json={"name": "Ada"}) for http in (server.http, server.http, other)
            ]
        assert [answer.status_code for answer in answers] == [201, 429, 201]


@in_a_loop
async def test_a_silent_socket_is_closed(sqlite_url: str) -> None:
    async with running_server(sqlite_url, limits(hello_seconds=0.2)) as server:
        place = await server.table(await server.person("Ada"), ["me", "friend"])
        async with server.socket(place) as bare:
            refusal = await TableClient(bare).receive()
            assert (refusal["type"], refusal["reason"]) == ("refused", "limit.silence")
            assert await close_code(bare) == 4400


@in_a_loop
async def test_the_rate_limiter_is_used_in_one_thread_only(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked_in: set[threading.Thread] = set()

    def take(_gate: RateLimiter, _who: str, _now: float) -> bool:
        asked_in.add(threading.current_thread())
        return True

    monkeypatch.setattr(RateLimiter, "take", take)
    async with running_server(sqlite_url) as server:
        await asyncio.gather(*(server.person("Ada") for _ in range(5)))
    assert asked_in == {threading.current_thread()}


@in_a_loop
async def test_long_messages_are_refused_and_huge_ones_close_the_socket(sqlite_url: str) -> None:
    async with running_server(sqlite_url, limits(message_bytes=500)) as server:
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "friend"])
        async with server.connect(place, ada) as client:
            await client.send({"type": "say", "id": "1", "text": "x" * 500})
            refusal = await client.receive_until("refused")
            assert refusal == {
                "type": "refused",
                "code": "malformed",
                "reason": "limit.size",
                "message": "that is too large: messages have at most 500 characters",
            }
            assert (await client.ask("say", text="short"))["type"] == "ack"
            await client.send({"type": "say", "id": "2", "text": "x" * LARGEST_MESSAGE})
            assert await close_code(client._socket) == 1009


@in_a_loop
async def test_names_and_chat_lines_have_a_maximum_length(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada = await server.person("A" * 30)
        for body in ({"name": "A" * 31}, {"name": ""}, {"name": " \t\n"}, {"name": 7}, {}):
            answer = await server.http.post("/api/people", json=body)
            assert answer.status_code == 400, body
            assert answer.json()["message"]
        place = await server.table(ada, ["me", "friend"])
        async with server.connect(place, ada) as client:
            assert (await client.ask("say", text="x" * 300))["type"] == "ack"
            for text in ("x" * 301, ""):
                await client.send({"type": "say", "id": "long", "text": text})
                refusal = await client.receive_until("refused")
                assert (refusal["code"], refusal["id"]) == ("malformed", "long"), "who sent it waits for the answer"
            assert (await client.ask("say", text=" \u0007 "))["code"] == "refused"
            assert (await client.ask("appoint", seat=1, bot="lamb", name="A" * 31))["code"] == "malformed"
            assert (await client.ask("appoint", seat=1, bot="lamb", name="A" * 30))["type"] == "ack"


@in_a_loop
async def test_a_person_has_a_limited_number_of_open_tables(sqlite_url: str) -> None:
    async with running_server(sqlite_url, limits(open_tables=2)) as server:
        ada, bob = [await server.person(name) for name in ("Ada", "Bob")]
        places = [await server.table(ada, ["me", "friend"]) for _ in range(2)]
        others = [await server.table(bob, ["me", "friend"], public=True) for _ in range(2)]
        body = {"game": "haste-bock", "seats": [{"who": "me"}, {"who": "friend"}]}
        play_now = {"game": "haste-bock"}
        for path, content in (
            ("/api/tables", body),
            ("/api/tables/play-now", play_now),
            (f"/api/tables/{others[0].id}/join", {}),
        ):
            answer = await server.http.post(path, json=content, headers=ada.headers)
            assert answer.status_code == 400, path
            assert (answer.json()["reason"], answer.json()["values"]) == ("limit.tables", {"limit": 2})
        assert len((await server.http.get("/api/tables/mine", headers=ada.headers)).json()) == len(places)
        refused = await server.http.delete(f"/api/tables/{others[0].id}", headers=ada.headers)
        assert refused.json()["reason"] == "host.closes"
        closed = await server.http.delete(f"/api/tables/{places[0].id}", headers=ada.headers)
        assert (closed.status_code, closed.json()["status"]) == (200, "over")
        assert (await server.http.post("/api/tables", json=body, headers=ada.headers)).status_code == 201


@in_a_loop
async def test_an_address_has_a_limited_number_of_bot_tables(sqlite_url: str) -> None:
    bots = {"game": "haste-bock", "seats": [{"who": "bot"}] * 2}
    quick = bots | {"pace": "instant"}
    async with running_server(sqlite_url, limits(bot_tables=2)) as server:
        ada, bob = [await server.person(name) for name in ("Ada", "Bob")]
        people = (ada, bob, ada, bob)
        made = await asyncio.gather(
            *(server.http.post("/api/tables", json=bots, headers=who.headers) for who in people)
        )
        assert sorted(answer.status_code for answer in made) == [201, 201, 400, 400]
        refusals = {answer.json()["reason"] for answer in made if answer.status_code == 400}
        [refusal] = refusals
        assert refusal == "limit.bot_tables"
        assert (await server.table(ada, ["me", "bot"])).id, "people are not counted"
        elsewhere = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
        async with httpx.AsyncClient(base_url=server.http.base_url, transport=elsewhere, timeout=PATIENCE) as other:
            for _ in range(3):
                table = (await other.post("/api/tables", json=quick, headers=bob.headers)).raise_for_status().json()
                room = await server.room(TableLink(table["table"]["id"], ""))
                async with asyncio.timeout(PATIENCE):
                    while room.table.status != "over":
                        await asyncio.sleep(0.02)


@in_a_loop
async def test_concurrent_requests_create_no_more_tables_than_sequential_ones(url: str) -> None:
    async with running_server(url, limits(open_tables=3)) as server:
        ada, bob = [await server.person(name) for name in ("Ada", "Bob")]
        other = await server.table(bob, ["me", "friend"], public=True)
        body = {"game": "haste-bock", "seats": [{"who": "me"}, {"who": "friend"}]}
        asked = [server.http.post("/api/tables", json=body, headers=ada.headers) for _ in range(12)]
        asked.append(server.http.post(f"/api/tables/{other.id}/join", json={}, headers=ada.headers))
        answers = [answer.status_code for answer in await asyncio.gather(*asked)]
        assert (answers.count(201), answers.count(400)) == (3, 10)
        assert len((await server.http.get("/api/tables/mine", headers=ada.headers)).json()) == 3


@in_a_loop
async def test_a_joined_table_counts_as_well(url: str) -> None:
    async with running_server(url, limits(open_tables=1)) as server:
        ada, bob = [await server.person(name) for name in ("Ada", "Bob")]
        place = await server.table(ada, ["me", "friend"])
        await server.join(place, bob)
        mine = (await server.http.get("/api/tables/mine", headers=bob.headers)).json()
        assert [table["id"] for table in mine] == [place.id]
        refused = await server.http.post("/api/tables/play-now", json={"game": "haste-bock"}, headers=bob.headers)
        assert (refused.json()["reason"], refused.json()["values"]) == ("limit.tables", {"limit": 1})


@in_a_loop
async def test_a_rematch_counts_as_a_table(sqlite_url: str) -> None:
    async with running_server(sqlite_url, limits(open_tables=1)) as server:
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "bot"])
        async with server.running(place, ada) as [client]:
            await client.ask("leave", seat=0)
            while not client.over:
                await client.receive()
            other = await server.table(ada, ["me", "friend"])
            before = len(client.received)
            answer = await client.ask("offer-rematch", seat=0)
            assert (answer["reason"], answer["values"]) == ("limit.tables", {"limit": 1})
            assert [message["type"] for message in client.received[before:]] == ["refused"]
            mine = (await server.http.get("/api/tables/mine", headers=ada.headers)).json()
            assert {table["id"] for table in mine} == {place.id, other.id}


@asynccontextmanager
async def deaf(server: RunningServer, place: TableLink, person: Person) -> AsyncIterator[ClientConnection]:
    """A client whose machine soon stops reading from the network."""
    with socket.socket() as narrow:
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.setblocking(False)
        await asyncio.get_running_loop().sock_connect(narrow, ("127.0.0.1", server.port))
        address = f"{server.web}/api/tables/{place.id}/socket"
        async with connect(address, sock=narrow, compression=None, max_queue=1, close_timeout=1) as bare:
            await bare.send(msgspec.json.encode({"type": "hello", "token": person.token}).decode())
            hung_up = METRICS.slow
            number = 0
            async with asyncio.timeout(PATIENCE):
                while METRICS.slow == hung_up:
                    number += 1
                    await bare.send(msgspec.json.encode({"type": "look", "id": str(number), "seat": None}).decode())
                    await asyncio.sleep(0)  # `send` does not wait while there is room, and the server needs its turn
            yield bare


@pytest.mark.parametrize("listens_again", [True, False])
@in_a_loop
async def test_a_client_that_does_not_read_is_disconnected_without_affecting_others(
    sqlite_url: str, listens_again: bool
) -> None:
    patience = 30.0 if listens_again else 0.2
    async with running_server(sqlite_url, limits(waiting_messages=20, write_seconds=patience)) as server:
        ada, bob = [await server.person(name) for name in ("Ada", "Bob")]
        place = await server.table(ada, ["me", "friend"])
        await server.join(place, bob)
        async with server.connect(place, ada) as client, deaf(server, place, bob) as bare:
            assert (await client.ask("say", text="still here?"))["type"] == "ack"
            if listens_again:
                assert await close_code(bare) == 1013
            room = await server.room(place)
            async with asyncio.timeout(PATIENCE):
                while server.app.state.services.hub.presence.seats(room) != ["here", "gone"]:
                    await asyncio.sleep(0.02)
