"""What cannot be understood is answered in words, alike on both ways, with the id of what was said."""

from __future__ import annotations

import json

import pytest

from sheepfold.core.record import Record, Seat, encode_record
from tests.server.running_server import in_a_loop, running_server


@in_a_loop
async def test_messages_to_a_table(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "friend"])
        async with server.connect(place, ada) as client:
            for said, words in (
                ({"type": "fly", "id": "a"}, "'type' cannot be 'fly'"),
                ({"type": "say", "id": "b"}, "'text' is missing"),
                ({"type": "say", "id": "c", "text": "x" * 301}, "'text' must have at most 300 characters"),
                ({"type": "say", "id": "d", "text": 7}, "'text' must be text, not a whole number"),
                ({"type": "say", "id": "e", "text": "x", "loud": True}, "'loud' is unknown"),
                ({"type": "undo", "id": "f", "seat": -1}, "'seat' must be at least 0"),
                (
                    {"type": "reveal", "id": "g", "seat": 0, "nonce": "a nonce with spaces"},
                    "'nonce' contains invalid characters",
                ),
                ({"type": "offer-rematch", "id": "h", "seat": 0, "settings": {}}, "'settings.game' is missing"),
            ):
                await client.send(said)
                answer = await client.receive_until("refused")
                assert (answer["code"], answer["id"]) == ("malformed", said["id"])
                assert answer["message"].startswith(f"the request cannot be read: {words}")


@pytest.mark.parametrize(
    ("first", "code", "message"),
    [
        ({"type": "say", "id": "early", "text": "baa"}, "malformed", "the first message must be a 'hello'"),
        ({"type": "hello", "id": "early"}, "malformed", "'id' is unknown"),
    ],
)
@in_a_loop
async def test_the_first_message(sqlite_url: str, first: dict[str, str], code: str, message: str) -> None:
    async with running_server(sqlite_url) as server:
        place = await server.table(await server.person("Ada"), ["me", "friend"])
        async with server.socket(place) as socket:
            await socket.send(json.dumps(first))
            assert json.loads(await socket.recv()) == {
                "type": "refused",
                "code": code,
                "reason": "request.malformed",
                "message": f"the request cannot be read: {message}",
                "id": "early",
            }


@pytest.mark.parametrize(
    ("address", "body", "message"),
    [
        ("/api/people", "", "send a JSON body"),
        ("/api/people", "baa", "it is not JSON"),
        ("/api/people", b'{"name": "\xed\xa0\x80"}', "it is not valid UTF-8"),
        ("/api/people", "[]", "it must be an object, not a list"),
        ("/api/people", "{}", "'name' is missing"),
        ("/api/people", '{"name": "Ada", "age": 7}', "'age' is unknown"),
        ("/api/people", json.dumps({"name": "x" * 31}), "'name' must have at most 30 characters"),
        ("/api/tables", '{"game": "haste-bock"}', "'seats' is missing"),
        ("/api/tables", '{"game": "haste-bock", "seats": [{"who": "cat"}]}', "'seats[0].who' cannot be 'cat'"),
        (
            "/api/tables",
            '{"game": "haste-bock", "seats": [], "clock": {"kind": "none", "seconds": 3}}',
            "'clock.seconds' is unknown",
        ),
        (
            "/api/tables",
            json.dumps({"game": "haste-bock", "seats": [{}, {}], "options": {"colours": "blue" + " " * 1000}}),
            "options take at most 1000 bytes; leave some out",
        ),
        (
            "/api/tables",
            json.dumps({"game": "haste-bock", "seats": [{}, {}], "components": {"note": "x" * 40_000}}),
            "your components has 40011 bytes; no game of ours needs more than 32768",
        ),
    ],
)
@in_a_loop
async def test_bodies_of_requests(sqlite_url: str, address: str, body: str | bytes, message: str) -> None:
    async with running_server(sqlite_url) as server:
        headers = (await server.person("Ada")).headers | {"content-type": "application/json"}
        answer = await server.http.post(address, content=body, headers=headers)
        assert answer.status_code == 400
        assert answer.json()["message"].removeprefix("the request cannot be read: ") == message


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("baa", "not a Sheepfold record: it is not JSON"),
        (
            '{"format": "sheepfold-record", "version": 9}',
            "the record was written by a newer Sheepfold; update this one",
        ),
    ],
)
@in_a_loop
async def test_files_that_are_no_records(sqlite_url: str, record: str, message: str) -> None:
    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        for address in ("/api/tables/import", "/api/dice"):
            answer = await server.http.post(address, content=record, headers=ada.headers)
            assert (answer.status_code, answer.json()["message"]) == (422, message)


@in_a_loop
async def test_a_seat_of_thousands_of_digits(sqlite_url: str) -> None:
    record = Record(
        version=1,
        game="haste-bock",
        rules=1,
        seats=[Seat("Ada"), Seat("Ben")],
        options={},
        actions=[f"{'0' * 5000} step"],
    )
    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        answer = await server.http.post("/api/tables/import", content=encode_record(record), headers=ada.headers)
        assert answer.status_code == 422
        assert "does not begin with a seat number" in answer.json()["message"]
