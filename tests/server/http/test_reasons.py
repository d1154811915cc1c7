"""Refusals that a player can cause, as a client reads them over HTTP and over sockets."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from sheepfold.server.live.health import Health
from sheepfold.server.ops.limits import Limits
from sheepfold.server.store import rows
from tests.server.live.test_seats import play_to_the_end
from tests.server.refusing import reason_of
from tests.server.running_server import Person, RunningServer, TableLink, close_code, in_a_loop, running_server


async def request(server: RunningServer, method: str, path: str, person: Person | None = None, body: Any = None) -> str:
    headers = {} if person is None else person.headers
    answer: httpx.Response = await server.http.request(method, path, headers=headers, json=body)
    assert answer.status_code >= 400
    return str(answer.json()["reason"])


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"game": "cat-and-mouse", "seats": []}, "game.unknown"),
        ({"game": "haste-bock", "seats": [{}, {"who": "bot", "bot": "wolf"}]}, "bot.unknown"),
        ({"game": "haste-bock", "seats": [{}]}, "options.players"),
        ({"game": "haste-bock", "seats": [{}, {}], "options": {"colours": "loud"}}, "options.invalid"),
        ({"game": "haste-bock", "seats": [{}, {}], "options": {"start": 2}}, "options.start"),
        ({"game": "meine-schafe", "seats": [{}] * 3, "options": {"variant": "two-herds"}}, "options.variant_players"),
        ({"game": "haste-bock", "seats": [{}, {}], "components": {}}, "components.invalid"),
    ],
)
@in_a_loop
async def test_settings_that_do_not_fit(sqlite_url: str, settings: dict[str, Any], reason: str) -> None:
    async with running_server(sqlite_url) as server:
        assert await request(server, "POST", "/api/tables", await server.person("Ada"), settings) == reason


@in_a_loop
async def test_tables_that_cannot_be_seen(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada, ben = [await server.person(name) for name in ("Ada", "Ben")]
        place = await server.table(ada, ["me", "friend"])
        nowhere = TableLink("0" * 22, "")
        assert await request(server, "GET", f"/api/tables/{nowhere.id}") == "table.unknown"
        assert await request(server, "GET", f"/api/tables/{place.id}", ben) == "table.invitation"
        assert await request(server, "PATCH", f"/api/tables/{place.id}") == "request.method"
        for target, reason, code in ((place, "table.invitation", 4400), (nowhere, "table.unknown", 4404)):
            async with server.socket(target) as bare:
                await bare.send(json.dumps({"type": "hello", "token": ben.token}))
                assert json.loads(await bare.recv())["reason"] == reason
                assert await close_code(bare) == code
                assert bare.close_reason == reason


@in_a_loop
async def test_a_table_whose_game_is_not_installed(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        store = server.app.state.services.hub.store
        settings = {"game": "cat-and-mouse", "seats": [{}, {}]}
        made = {"settings": settings, "host": "ada", "host_name": "Ada", "invitation": ""}
        row = rows.Table("lonely", json.dumps(made).encode(), "open", True, "0" * 64, 1.0, 1.0, None, 0)
        await store.add_table(row)
        assert await request(server, "GET", "/api/tables/lonely") == "table.game_missing"


@in_a_loop
async def test_a_game_that_runs(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada, ben, eve = [await server.person(name) for name in ("Ada", "Ben", "Eve")]
        place = await server.table(ada, ["me", "friend"], public=True)
        await server.join(place, ben)
        path = f"/api/tables/{place.id}"
        async with (
            server.running(place, ada, ben) as clients,
            server.connect(place, eve) as spectator,
            server.connect(place, None) as stranger,
        ):
            turn = next(client for client in clients if client.legal)
            seat = turn.seat
            assert await request(server, "GET", f"{path}/replay?seat=0", eve) == "replay.seat"
            assert await request(server, "GET", f"{path}/position?line=0&seat=0", eve) == "replay.seat"
            assert await request(server, "GET", f"{path}/record", ada) == "record.not_over"
            assert await request(server, "POST", f"{path}/play-on", eve, {"line": 0, "seat": 0}) == "game.not_over"
            assert reason_of(await stranger.ask("say", text="baa")) == ("forbidden", "chat.name")
            assert reason_of(await spectator.ask("say", text="baa")) == ("refused", "chat.spectator")
            assert reason_of(await spectator.ask("stand-in", seat=0)) == ("forbidden", "player.only")
            assert reason_of(await spectator.ask("appoint", seat=0, bot="lamb")) == ("forbidden", "host.only")
            stale = await turn.ask("act", seat=seat, action=turn.legal[0], seen=0)
            assert reason_of(stale) == ("stale", "table.changed")
            unreadable = await turn.ask("act", seat=seat, action="fly to the moon", seen=turn.version)
            assert reason_of(unreadable) == ("illegal", "action.illegal")
            await play_to_the_end(*clients)
            assert reason_of(await turn.ask("act", seat=seat, action="pass", seen=turn.version)) == (
                "refused",
                "game.over",
            )
        assert await request(server, "POST", f"{path}/play-on", eve, {"line": 10_000, "seat": 0}) == "replay.line"


@in_a_loop
async def test_a_seat_with_a_secret_is_not_shown_openly(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "me", "me"], game="schafe-schubsen")
        async with server.running(place, ada) as (client,):
            answer = await client.ask("look", seat=1, openly=True)
            assert reason_of(answer) == ("secret", "seat.private")


@in_a_loop
async def test_too_much_at_once(sqlite_url: str) -> None:
    async with running_server(sqlite_url, Limits(burst=3, sockets_per_person=1)) as server:
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "friend"])
        async with server.connect(place, ada) as client:
            async with server.socket(place) as second:
                await second.send(json.dumps({"type": "hello", "token": ada.token}))
                assert await close_code(second) == 4429
                assert second.close_reason == "limit.sockets"
            answers = [reason_of(await client.ask("describe")) for _ in range(5)]
            assert ("throttled", "limit.messages") in answers


@in_a_loop
async def test_a_node_without_notifications_is_not_healthy(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_server(sqlite_url) as server:
        health: Health = server.app.state.services.health
        monkeypatch.setattr(health._notifications, "is_listening", False)
        assert await request(server, "GET", "/health") == "server.nodes"
