"""What a board in a browser asks for: options, components, odds, other seats, previews, pauses, descriptions."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from sheepfold import Fact, Game, all_games
from sheepfold.core.action import Action
from sheepfold.core.playout import random_step
from sheepfold.core.registry import find_game
from sheepfold.rulebook import clauses, glossary, introduction, languages, pictures, summary
from sheepfold.server.client import TableClient
from sheepfold.server.live.preview import preview
from sheepfold.server.table import fold
from tests.server.refusing import reason_of
from tests.server.running_server import RunningServer, in_a_loop, running_server


async def got(server: RunningServer, path: str, **headers: str) -> Any:
    return (await server.http.get(path, headers=headers)).raise_for_status().json()


@in_a_loop
async def test_options_describe_a_form(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        games = {game["id"]: {one["name"]: one for one in game["options"]} for game in await got(server, "/api/games")}
        flag = games["volle-wolle"]["open_herds"]
        assert (flag["kind"], flag["default"]) == ("flag", False)
        choice = games["meine-schafe"]["variant"]
        assert (choice["kind"], choice["default"]) == ("choice", "standard")
        assert choice["values"] == ["maehr", "standard", "two-herds"]
        number = games["meine-schafe"]["reach"]
        assert (number["kind"], number["default"]) == ("number", None)
        assert number["minimum"] < number["maximum"]
        assert games["haste-bock"]["colours"]["kind"] == "text"


@in_a_loop
async def test_a_table_returns_its_components(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        standard = await got(server, "/api/games/volle-wolle/components")
        usual = await server.table(ada, ["me", "friend"], game="volle-wolle")
        assert await got(server, f"/api/tables/{usual.id}/components", **ada.headers) == standard
        custom = json.loads(json.dumps(standard))
        custom["chips"]["each"] = 3
        place = await server.table(ada, ["me", "friend"], game="volle-wolle", components=custom)
        assert (await got(server, f"/api/tables/{place.id}/components", **ada.headers))["chips"]["each"] == 3
        assert (await server.http.get(f"/api/tables/{place.id}/components")).status_code == 403


@in_a_loop
async def test_odds_are_those_of_the_game_for_the_asking_seat(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada, bob = [await server.person(name) for name in ("Ada", "Bob")]
        place = await server.table(ada, ["me", "friend"], game="volle-wolle", public=True)
        await server.join(place, bob)
        async with server.running(place, ada, bob) as (one, _):
            await one.ask("odds", seat=0)
            odds = next(message for message in one.received if message["type"] == "odds")
            state = (await server.room(place)).table.state
            assert state is not None
            exact = find_game("volle-wolle").chances(state, 0)
            assert odds["chances"] == {action: round(chance, 6) for action, chance in exact.items()}
            assert len(exact) > 10
            assert odds["version"] == one.version
            facts = msgspec.convert(odds["facts"], list[Fact])
            assert facts
            told = find_game("volle-wolle").outlook(state, 0)
            rounded = [one.chance if one.chance is None else round(one.chance, 6) for one in told]
            assert [(fact.id, fact.values, fact.chance) for fact in facts] == [
                (fact.id, fact.values, chance) for fact, chance in zip(told, rounded, strict=True)
            ]


@in_a_loop
async def test_looking_from_another_seat_shows_its_events_and_no_other_secrets(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "me"], game="volle-wolle")
        async with server.running(place, ada) as (client,):
            assert (await client.ask("act", seat=0, action="bid 17", seen=client.version))["type"] == "ack"
            for seat, bid in ((0, "17"), (1, None), (None, None)):
                await client.ask("look", seat=seat)
                welcome = [message for message in client.received if message["type"] == "welcome"][-1]
                assert welcome["seat"] == seat
                bids = [event for one in welcome["missed"] for event in one["events"] if event["event"] == "bidmade"]
                assert [event["bid"] for event in bids] == [bid]


@in_a_loop
async def test_a_preview_shows_what_an_action_does_without_doing_it(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada, bob = [await server.person(name) for name in ("Ada", "Bob")]
        place = await server.table(ada, ["me", "friend"], public=True)
        await server.join(place, bob)
        async with server.running(place, ada, bob) as clients:
            seat = clients[0].view["waiting_for"][0]
            one = clients[seat]
            version, action = one.version, one.legal[0]
            assert (await one.ask("preview", seat=seat, action=action))["type"] == "ack"
            preview_message = one.received[-2]
            assert (preview_message["type"], preview_message["action"]) == ("preview", action)
            assert one.version == version
            assert (await one.ask("act", seat=seat, action=action, seen=version))["type"] == "ack"
            done = next(message for message in reversed(one.received) if message["type"] == "update")
            assert done["events"][: len(preview_message["events"])] == preview_message["events"]
            moved = [change for change in preview_message["patch"] if change[0][0] == "flock"]
            assert moved == [change for change in done["patch"] if change[0][0] == "flock"] != []


@in_a_loop
async def test_illegal_actions_have_no_preview(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada, bob = [await server.person(name) for name in ("Ada", "Bob")]
        place = await server.table(ada, ["me", "friend"], public=True)
        async with server.connect(place, ada) as early:
            assert reason_of(await early.ask("preview", seat=0, action="step1 c3 n")) == ("refused", "game.not_started")
        await server.join(place, bob)
        async with server.running(place, ada, bob) as (one, _):
            assert (await one.ask("preview", seat=1, action="step1 c3 n"))["code"] == "forbidden"
            assert (await one.ask("preview", seat=0, action="nonsense"))["code"] == "illegal"


@in_a_loop
async def test_the_refusal_of_a_preview_says_why_the_action_is_illegal(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada, bob = [await server.person(name) for name in ("Ada", "Bob")]
        place = await server.table(ada, ["me", "friend"], game="volle-wolle", public=True)
        await server.join(place, bob)
        async with server.running(place, ada, bob) as (one, _):
            assert (await one.ask("act", seat=0, action="bid 14", seen=one.version))["type"] == "ack"
            again = await one.ask("preview", seat=0, action="bid 20")
            assert reason_of(again) == ("illegal", "action.breaks_clause")
            assert again["values"] == {"clause": "VW-2.3"}
            assert reason_of(await one.ask("preview", seat=0, action="grab")) == ("illegal", "action.not_your_turn")


def test_a_preview_reveals_nothing_hidden() -> None:
    """The last seat to lay reveals the cards of the others; its preview shows resampled cards."""
    state = find_game("schafe-schubsen").start(3)
    rng = Random(1)
    while state.waiting_for() != [0, 1, 2]:
        (seat,) = state.waiting_for()
        state.act(seat, rng.choice(state.legal_actions(seat)))
    state.act(1, Action("lay 123"))
    state.act(2, Action("lay 456"))
    worlds = [preview(state, 0, "lay 1", Random(seed))[0] for seed in range(20)]
    assert len({repr(events) for events in worlds}) > 10
    assert state.waiting_for() == [0], "nothing has happened"


@pytest.mark.interpreted
@in_a_loop
async def test_a_whistle_pauses_the_game_for_a_limited_time(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fold, "HOLD", 0.3)
    async with running_server(sqlite_url) as server:
        ada, bob = [await server.person(name) for name in ("Ada", "Bob")]
        place = await server.table(ada, ["me", "friend"], game="meine-schafe", public=True)
        await server.join(place, bob)
        async with server.running(place, ada, bob) as clients:
            turn = clients[0].view["waiting_for"][0]
            one, other = clients[turn], clients[1 - turn]
            for seat, person in enumerate((ada, bob)):
                async with server.connect(place, person) as late:
                    assert late.received[0]["can_whistle"] == (seat != turn)
            assert [client.received[-1].get("can_whistle", False) for client in (one, other)] == [False, True]
            assert (await other.ask("whistle", seat=1 - turn))["type"] == "ack"
            assert "can_whistle" not in other.received[-2]
            held = await until_held(one)
            assert held["held"]["seat"] == 1 - turn
            assert 0 < held["held"]["seconds"] <= 0.3
            refused = await one.ask("act", seat=turn, action=one.legal[0], seen=one.version)
            assert reason_of(refused) == ("refused", "whistle.held")
            while one.received[-1].get("note", {}).get("kind") != "went-on":
                await one.receive()
            assert "held" not in one.received[-1]
            assert (await one.ask("act", seat=turn, action=one.legal[0], seen=one.version))["type"] == "ack"


async def until_held(client: TableClient) -> dict[str, Any]:
    while "held" not in client.received[-1]:
        await client.receive()
    return client.received[-1]


@in_a_loop
async def test_a_description_shows_only_what_the_seat_may_know(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada, bob = [await server.person(name) for name in ("Ada", "Bob")]
        place = await server.table(ada, ["me", "friend"], game="meine-schafe", public=True)
        await server.join(place, bob)
        async with server.running(place, ada, bob) as clients, server.connect(place, None) as spectator:
            turn = clients[0].view["waiting_for"][0]
            for client in (*clients, spectator):
                await client.ask("describe")
                description = client.received[-2]
                for seat, one in enumerate(clients):
                    faces = [f"{tile['tile']}a" for tile in one.view["hand"]]
                    assert all((face in description["board"]) == (seat == client.seat) for face in faces)
                assert (description["ask"] != "") == (client.seat == turn)


@in_a_loop
async def test_a_new_spectator_sees_that_the_game_is_paused(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada, bob = [await server.person(name) for name in ("Ada", "Bob")]
        place = await server.table(ada, ["me", "friend"], game="meine-schafe", public=True)
        await server.join(place, bob)
        async with server.running(place, ada, bob) as clients:
            other = 1 - clients[0].view["waiting_for"][0]
            assert (await clients[other].ask("whistle", seat=other))["type"] == "ack"
            async with server.connect(place, None) as late:
                assert late.received[0]["held"]["seat"] == other


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_every_position_has_a_description_for_every_seat(game: Game) -> None:
    """And a question for the seats that the game waits for."""
    rng = Random(2)
    players = game.players[0]
    names = game.face.seat_names(players)
    state = game.start(players)
    while step := random_step(state, rng):
        for seat in (*range(players), None):
            view = state.view(seat)
            assert game.face.draw(view, names)
            if seat in state.waiting_for():
                assert game.face.ask(view, names)
        state.apply(*step)
    assert game.face.draw(state.view(None), names)


@in_a_loop
async def test_the_introduction_is_available_in_every_language(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        for language in languages("volle-wolle"):
            about = await got(server, f"/api/games/volle-wolle/about?language={language}")
            assert about == {"text": introduction("volle-wolle", language)}


@in_a_loop
async def test_the_documents_of_a_game_are_available_in_every_language(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        for language in languages("volle-wolle"):
            rules = await got(server, f"/api/games/volle-wolle/rules?language={language}")
            assert [clause["id"] for clause in rules] == list(clauses("volle-wolle"))
            shown = [picture["name"] for clause in rules for picture in clause["pictures"]]
            assert sorted(shown) == sorted(pictures("volle-wolle"))
            terms = await got(server, f"/api/games/volle-wolle/glossary?language={language}")
            assert terms == msgspec.to_builtins(glossary("volle-wolle", language))
            page = await got(server, f"/api/games/volle-wolle/summary?language={language}")
            assert page == msgspec.to_builtins(summary("volle-wolle", language))


@in_a_loop
async def test_a_picture_comes_with_everything_that_a_board_needs(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        picture = await got(server, "/api/games/volle-wolle/pictures/throws")
        assert picture["names"] == ["Ada", "Ben", "Cleo"]
        assert [moment["view"]["throw"]["dice"] for moment in picture["moments"]] == [[9, 6, 4], [9, 8, 3]]


@in_a_loop
async def test_what_a_game_does_not_have_is_not_found(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        for path in ("volle-wolle/pictures/nowhere", "nowhere/pictures/throws", "nowhere/summary", "nowhere/glossary"):
            assert (await server.http.get(f"/api/games/{path}")).status_code == 404
