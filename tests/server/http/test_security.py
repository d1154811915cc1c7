"""Clients do and see only what they may, and no secret leaks."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from openapi_spec_validator import validate
from websockets.asyncio.client import connect

from sheepfold.server.client import TableClient
from sheepfold.server.http.static import browser_client
from sheepfold.server.ops.logs import JsonFormatter
from sheepfold.server.ops.metrics import METRICS
from sheepfold.server.store.database import NotStored
from sheepfold.server.table.text import clean
from tests.server.refusing import reason_of, refused
from tests.server.running_server import Person, RunningServer, TableLink, close_code, in_a_loop, running_server

SEAT_MESSAGES: list[tuple[str, dict[str, Any]]] = [
    ("ready", {"commitment": "ab" * 32}),
    ("reveal", {"nonce": "n" * 16}),
    ("act", {"action": "bid 14", "seen": 10**6}),
    ("undo", {}),
    ("ask-undo", {"keep": 0}),
    ("answer-undo", {"agreed": True}),
    ("stand", {}),
    ("appoint", {"bot": "lamb"}),
    ("leave", {}),
    ("come-back", {}),
    ("offer-rematch", {}),
    ("look", {}),
    ("odds", {}),
]

HEADERS = {
    # Scripts come from this server, and none is inline.
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
        "base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""Headers of every response."""


@pytest.mark.parametrize("running", [True, False])
@in_a_loop
async def test_a_player_cannot_act_for_another_seat(sqlite_url: str, running: bool) -> None:
    async with running_server(sqlite_url) as server:
        ada, bob, eve = [await server.person(name) for name in ("Ada", "Bob", "Eve")]
        place = await server.table(ada, ["me", "friend"], game="volle-wolle", public=True)
        await server.join(place, bob)
        room = await server.room(place)
        if running:
            async with server.running(place, ada, bob):
                pass
        before = room.table.version
        for person, foreign in ((bob, (0,)), (eve, (0, 1)), (None, (0, 1))):
            async with server.connect(place, person) as client:
                for seat in foreign:
                    for kind, content in SEAT_MESSAGES:
                        answer = await client.ask(kind, seat=seat, **content)
                        assert (answer["type"], answer["code"]) == ("refused", "forbidden"), (kind, seat)
                assert all(message.get("seat") != foreign[0] for message in client.received)
        assert room.table.version == before


@in_a_loop
async def test_a_private_table_needs_the_link(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada, bob, eve = [await server.person(name) for name in ("Ada", "Bob", "Eve")]
        place = await server.table(ada, ["me", "friend"])
        address = f"/api/tables/{place.id}"
        for wrong in (None, "", place.invitation[:-1], "é"):
            async with server.socket(place) as bare:
                client = TableClient(bare)
                await client.send({"type": "hello", "token": eve.token, "invitation": wrong})
                assert (await client.receive())["code"] == "forbidden"
            body = {"invitation": wrong}
            assert (await server.http.post(f"{address}/join", json=body, headers=eve.headers)).status_code == 403
        for path in ("", "/record", "/replay"):
            assert (await server.http.get(address + path, headers=eve.headers)).status_code == 403
            assert (await server.http.get(address + path)).status_code == 403
        assert (await server.http.get(address, headers=ada.headers)).status_code == 200
        assert (await server.http.get(address, headers={"invitation": place.invitation})).status_code == 200
        assert place.id not in (await server.http.get("/api/tables")).text
        async with server.connect(place, eve, place.invitation) as client:
            assert client.yours == []
        await server.join(place, bob)
        async with server.connect(place, bob) as client:
            assert client.yours == [1]


@in_a_loop
async def test_clients_look_only_from_their_own_seats(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada, bob, eve = [await server.person(name) for name in ("Ada", "Bob", "Eve")]
        place = await server.table(ada, ["me", "friend", "me"], game="volle-wolle", public=True)
        await server.join(place, bob)
        for person, wanted, given in ((ada, 2, 2), (ada, 1, 0), (bob, 0, 1), (eve, 0, None), (None, 0, None)):
            async with server.socket(place) as bare:
                client = TableClient(bare)
                await client.send({"type": "hello", "token": person and person.token, "seat": wanted})
                assert (await client.receive_until("welcome"))["seat"] == given


@in_a_loop
async def test_only_the_host_is_welcomed_as_host(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada, bob, eve = [await server.person(name) for name in ("Ada", "Bob", "Eve")]
        place = await server.table(ada, ["me", "friend"], public=True)
        await server.join(place, bob)
        for person in (ada, bob, eve, None):
            async with server.connect(place, person) as client:
                assert client.received[0]["host"] == (person is ada)


@in_a_loop
async def test_an_unknown_token_is_refused_even_for_watching(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        place = await server.table(await server.person("Ada"), ["me", "friend"], public=True)
        async with server.socket(place) as bare:
            client = TableClient(bare)
            await client.send({"type": "hello", "token": "nobody"})
            refusal = await client.receive()
            assert (refusal["type"], refusal["code"]) == ("refused", "forbidden")
            assert await close_code(bare) == 4400
        assert not (await server.room(place)).listeners()


@in_a_loop
async def test_a_socket_is_closed_with_the_reason_of_the_refusal(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        place = await server.table(await server.person("Ada"), ["me", "friend"], public=True)
        async with server.socket(place) as bare:
            client = TableClient(bare)
            await client.send({"type": "x" * 300})
            refusal = await client.receive()
            assert (refusal["code"], "x" * 300 in refusal["message"]) == ("malformed", True)
            assert await close_code(bare) == 4400
            assert bare.close_reason == refusal["reason"] == "request.malformed"


@in_a_loop
async def test_a_seat_that_does_not_exist_is_refused_alike_everywhere(sqlite_url: str) -> None:
    why = ("refused", "seat.unknown")
    async with running_server(sqlite_url) as server:
        ada, bob = [await server.person(name) for name in ("Ada", "Bob")]
        place = await server.table(ada, ["me", "friend"], public=True)
        address = f"/api/tables/{place.id}"
        async with server.connect(place, ada) as client:
            for seat in (2, 99):
                answers = [
                    await server.http.post(f"{address}/join", json={"seat": seat}, headers=bob.headers),
                    await server.http.get(f"{address}/replay?seat={seat}", headers=bob.headers),
                ]
                assert [(answer.status_code, reason_of(answer.json())) for answer in answers] == [(400, why)] * 2
                for kind, content in [*SEAT_MESSAGES, ("stand-in", {})]:
                    refusal = await client.ask(kind, seat=seat, **content)
                    assert (reason_of(refusal), refusal["values"]) == (why, {"last": 1}), kind
            below = await server.http.get(f"{address}/replay?seat=-1", headers=bob.headers)
            assert (below.status_code, reason_of(below.json())) == (400, why)
            other = await client.ask("act", seat=1, action="x", seen=0)
            assert (reason_of(other), other["values"]) == (("forbidden", "seat.not_yours"), {"seat": 1})


@in_a_loop
async def test_a_table_without_a_game_has_no_record(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "friend"])
        address = f"/api/tables/{place.id}"
        for status in ("open", "over"):
            assert (await server.http.get(address, headers=ada.headers)).json()["status"] == status
            answer = await server.http.get(f"{address}/record", headers=ada.headers)
            assert (answer.status_code, answer.json()["reason"]) == (400, "record.none")
            await server.http.delete(address, headers=ada.headers)


@in_a_loop
async def test_a_table_without_chat_refuses_lines(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "friend"], chat=False)
        async with server.connect(place, ada) as client:
            for kind, content in (("say", {"text": "hello?"}), ("react", {"reaction": "baa"})):
                answer = await client.ask(kind, **content)
                assert reason_of(answer) == ("refused", "chat.off")


@in_a_loop
async def test_spectators_cannot_chat_while_a_game_runs(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada, bob, eve = [await server.person(name) for name in ("Ada", "Bob", "Eve")]
        place = await server.table(ada, ["me", "friend"], public=True)
        async with server.connect(place, eve) as client, server.connect(place, None) as spectator:
            assert (await client.ask("say", text="good luck"))["type"] == "ack"
            assert (await spectator.ask("say", text="good luck"))["code"] == "forbidden"
        await server.join(place, bob)
        async with server.running(place, ada, bob) as [player, _], server.connect(place, eve) as client:
            for kind, content in (("say", {"text": "psst"}), ("react", {"reaction": "wow"})):
                answer = await client.ask(kind, **content)
                assert (answer["type"], answer["code"]) == ("refused", "refused")
            assert (await player.ask("say", text="thanks"))["type"] == "ack"
            assert [said["text"] for said in client.received[0]["chat"]] == ["good luck"]


TEXTS = ["<script>alert('x')</script>", "a & b \"c\" 'd' \\ / %s {0}", "Zoë 羊 🐑 👩‍🌾", "${jndi:x}", "' OR 1=1 --"]


@in_a_loop
async def test_names_and_chat_lines_come_back_unchanged(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        for text in TEXTS:
            ada = await server.person(text)
            assert (await server.http.get("/api/people/me", headers=ada.headers)).json()["name"] == text
            place = await server.table(ada, [{"who": "me", "name": text}, "friend"])
            async with server.connect(place, ada) as client:
                assert client.table["chairs"][0]["name"] == text
                await client.ask("say", text=text)
                said = next(message["said"] for message in client.received if message["type"] == "chat")
                assert (said["name"], said["text"]) == (text, text)


@in_a_loop
async def test_invisible_characters_are_removed_everywhere(sqlite_url: str) -> None:
    dirty, clean = "A\u0000d\u202ea\n\x1b[2J", "A d a [2J"
    async with running_server(sqlite_url) as server:
        ada = await server.person(dirty)
        assert (await server.http.get("/api/people/me", headers=ada.headers)).json()["name"] == clean
        renamed = await server.http.put("/api/people/me", json={"name": f" {dirty} "}, headers=ada.headers)
        assert renamed.json()["name"] == clean
        place = await server.table(ada, ["me", {"who": "me", "name": dirty}])
        async with server.connect(place, ada) as client:
            assert [chair["name"] for chair in client.table["chairs"]] == [clean, f"{clean} 2"]
            await client.ask("say", text=dirty)
            assert [m["said"]["text"] for m in client.received if m["type"] == "chat"] == [clean]


def test_joiners_alone_are_no_text() -> None:
    assert clean("👩\u200d🌾") == "👩\u200d🌾"
    with refused("text.empty"):
        clean("\u200d \u200c")


async def play_a_little(server: RunningServer) -> tuple[list[Person], TableLink]:
    """Two people create a private table, join, chat, play, and send invalid messages."""
    ada, bob = [await server.person(name) for name in ("Ada", "Bob")]
    place = await server.table(ada, ["me", "friend"])
    await server.join(place, bob)
    async with server.running(place, ada, bob) as clients:
        for client in clients:
            if client.legal:
                await client.ask("act", seat=client.seat, action=client.legal[0], seen=client.version)
            await client.ask("say", text="whisper")
            await client.ask("act", seat=5, action="nonsense", seen=0)
    async with server.socket(place) as bare:
        await bare.send(f'{{"type": "hello", "token": "{ada.token}", "invitation": "{place.invitation}", "seen": "x"}}')
        await bare.recv()
    wrong = {"authorization": f"Bearer {ada.token}x", "invitation": place.invitation}
    assert (await server.http.get("/api/people/me", headers=wrong)).status_code == 401
    return [ada, bob], place


@in_a_loop
async def test_no_secret_is_logged(sqlite_url: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with running_server(sqlite_url) as server:
        people, place = await play_a_little(server)
        secret = (await server.room(place)).table.dice.secret
    ours = [record for record in caplog.records if record.name != "websockets.client"]
    assert any(record.name == "sheepfold" for record in ours)
    lines = JsonFormatter()
    log = "\n".join(lines.format(record) for record in ours if record.levelno > logging.DEBUG or not_frames(record))
    for word in (
        *(person.token for person in people),
        place.invitation,
        secret,
        "the-nonce-of-seat-0",
        "the-nonce-of-seat-1",
        "whisper",
    ):
        assert word not in log


def not_frames(record: logging.LogRecord) -> bool:
    """The websockets library can log every frame; `sheepfold serve` never lets it."""
    return not record.name.startswith(("uvicorn", "websockets", "httpcore", "httpx", "asyncio", "aiosqlite"))


@in_a_loop
async def test_tokens_and_invitations_are_stored_as_hashes(sqlite_url: str, tmp_path: Path) -> None:
    async with running_server(sqlite_url) as server:
        people, place = await play_a_little(server)
        stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    stored += b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert place.id.encode() in stored
    for secret in (*(person.token for person in people), place.invitation):
        assert secret.encode() not in stored
    with sqlite3.connect(tmp_path / "sheepfold.db") as database:
        hashes = [row[0] for row in database.execute("SELECT token_hash FROM people")]
    database.close()
    assert [len(found) for found in hashes] == [64, 64]


@in_a_loop
async def test_every_response_has_the_security_headers(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        for method, path, status in (
            ("GET", "/", 200),
            ("GET", "/health", 200),
            ("GET", "/metrics", 200),
            ("GET", "/api/schema/openapi.json", 200),
            ("GET", "/api/people/me", 200),
            ("POST", "/api/people", 400),
            ("GET", "/nowhere", 404),
            ("GET", "/api/tables/nowhere", 404),
            ("GET", "/api/games/nowhere/rules", 404),
            ("GET", "/api/games/nowhere/about", 404),
            ("DELETE", "/api/tables", 405),
        ):
            answer = await server.http.request(method, path, headers=ada.headers)
            assert answer.status_code == status, path
            for name, value in HEADERS.items():
                assert answer.headers[name] == value, path
            assert "server" not in answer.headers
            if status >= 400:
                assert set(answer.json()) == {"code", "reason", "values", "message"}
        unknown = await server.http.get("/api/people/me")
        assert (unknown.status_code, unknown.headers["www-authenticate"]) == (401, "Bearer")
        assert reason_of(unknown.json()) == ("forbidden", "token.missing")
        wrong = await server.http.get("/api/people/me", headers={"authorization": "Bearer nobody"})
        assert reason_of(wrong.json()) == ("forbidden", "token.unknown")


@in_a_loop
async def test_an_unexpected_error_is_reported_without_details_and_logged(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with running_server(sqlite_url) as server:
        place = await server.table(await server.person("Ada"), ["me", "friend"], public=True)

        def fail(*_: object) -> None:
            raise ZeroDivisionError("deep inside")

        monkeypatch.setattr(type(await server.room(place)), "seen", fail)
        answer = await server.http.get(f"/api/tables/{place.id}")
        assert (answer.status_code, reason_of(answer.json())) == (500, ("failed", "server.failed"))
        assert "deep inside" not in answer.text
        assert answer.headers["x-frame-options"] == "DENY"
        async with server.socket(place) as bare:
            await bare.send('{"type": "hello"}')
            await bare.wait_closed()
            assert bare.close_code == 4500
    failures = [record for record in caplog.records if record.levelno == logging.ERROR and record.name == "sheepfold"]
    assert [record.exc_info is not None for record in failures] == [True, True]


@in_a_loop
async def test_a_database_failure_is_reported_without_details_and_logged(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise NotStored("no way to secret-dsn")

    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "friend"])
        async with server.connect(place, ada) as client, server.socket(place) as bare:
            other = TableClient(bare)
            with monkeypatch.context() as away:
                for door in ("reading", "writing"):
                    away.setattr(server.app.state.services.hub.store.database, door, fail)
                caplog.clear()
                for path in ("/health", "/api/tables"):
                    answer = await server.http.get(path)
                    assert (answer.status_code, reason_of(answer.json())) == (503, ("unavailable", "server.database"))
                assert [line.count("secret-dsn") > 0 for line in logged(caplog, "failed")] == [True, True]
                await other.send({"type": "hello", "token": "whoever"})
                for refusal in (await other.receive(), await client.ask("say", text="hello?")):
                    assert reason_of(refusal) == ("unavailable", "server.database")
                assert [line.count("secret-dsn") for line in logged(caplog, "database")] == [1, 1]
                assert await close_code(bare) == 4400
                assert "secret" not in str(bare.close_reason)
        assert (await server.http.get("/health")).status_code == 200


def logged(caplog: pytest.LogCaptureFixture, event: str) -> list[str]:
    """Return the logged errors of this kind."""
    errors = [record for record in caplog.records if (record.name, record.levelno) == ("sheepfold", logging.ERROR)]
    return [JsonFormatter().format(record) for record in errors if record.getMessage() == event]


@in_a_loop
async def test_refusals_are_counted(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "friend"])
        before = METRICS.refusals
        async with server.connect(place, ada) as client:
            assert (await client.ask("say", text="hello"))["type"] == "ack"
            for _ in range(2):
                assert (await client.ask("undo", seat=0))["type"] == "refused"
        assert METRICS.refusals == before + 2
        assert f"sheepfold_refusals_total {before + 2}.0" in (await server.http.get("/metrics")).text


@in_a_loop
async def test_health_and_metrics_are_served(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        assert (await server.http.get("/health")).json() == {"status": "ok"}
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "friend"])
        async with server.connect(place, ada):
            text = (await server.http.get("/metrics")).text
            assert "sheepfold_sockets 1.0" in text
            assert "sheepfold_rooms 1.0" in text
            assert f"sheepfold_entries_total {METRICS.entries}.0" in text
        assert place.id not in text


@in_a_loop
async def test_the_openapi_document_is_valid_and_complete(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        document = (await server.http.get("/api/schema/openapi.json")).json()
        validate(document)
        browser_paths = {path for handler in browser_client() for path in handler.paths}
        routes = {route.path for route in server.app.routes} - browser_paths
        sockets = {"/api/lobby/socket", "/api/tables/{table_id:str}/socket"}
        served = {path.replace(":str}", "}") for path in routes - sockets if not path.startswith("/api/schema")}
        assert set(document["paths"]) == served
        for operations in document["paths"].values():
            for operation in operations.values():
                problem = operation["responses"].get("400")
                if problem is not None:
                    [schema] = [content["schema"] for content in problem["content"].values()]
                    assert schema == {"$ref": "#/components/schemas/Problem"}


@in_a_loop
async def test_the_openapi_document_names_what_needs_a_token(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        place = await server.table(await server.person("Ada"), ["me", "friend"], public=True)
        document = (await server.http.get("/api/schema/openapi.json")).json()
        assert set(document["components"]["securitySchemes"]) == {"token", "invitation"}
        text, found = set(), set()
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                if operation.get("security") == [{"token": []}]:
                    text.add((method, path))
                address = path.replace("{table_id}", place.id).replace("{game_id}", "haste-bock")
                if (await server.http.request(method, address)).status_code == 401:
                    found.add((method, path))
        assert text == found
        seen = document["paths"]["/api/tables/{table_id}"]["get"]["security"]
        assert seen == [{}, {"token": []}, {"invitation": []}]


@in_a_loop
async def test_the_lobby_shows_only_public_facts(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        public = await server.table(ada, ["me", "friend"], public=True)
        hidden = await server.table(ada, ["me", "friend"])
        async with connect(f"{server.web}/api/lobby/socket", compression=None) as lobby:
            text = await lobby.recv(decode=True)
        assert public.id in text
        for secret in (hidden.id, ada.id, ada.token, public.invitation):
            assert secret not in text
