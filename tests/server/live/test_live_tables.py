"""Tables with real clients: clocks, bots' pace, rematches, imports, unloaded rooms."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import msgspec
import pytest

from sheepfold.core.record import encode_record
from sheepfold.server.client import TableClient
from sheepfold.server.live import rooms
from sheepfold.server.live.hub import Hub
from sheepfold.server.live.presence import GONE_SECONDS
from sheepfold.server.live.steward import HOLD_SECONDS, INTERRUPT_SECONDS, NONCE_SECONDS, TURN_SECONDS
from sheepfold.server.ops.clock import Clock
from sheepfold.server.room import commits
from sheepfold.server.room.inflight import key_of
from sheepfold.server.room.room import Room
from sheepfold.server.store.store import Store
from sheepfold.server.table.entries import decode_entry
from sheepfold.server.table.settings import Settings
from sheepfold.server.table.table import new_table
from sheepfold.server.thinking.thinkers import Thinkers
from tests.server.refusing import reason_of
from tests.server.running_server import receive_until_started
from tests.server.samples import in_a_loop
from tests.server.server_api import Person, Player, ServerApi, commit_nonces, server_api
from tests.server.worlds import SECRET, twin_world

ME = {"who": "me"}
FRIEND = {"who": "friend"}
BOT = {"who": "bot"}


async def finished(server: ServerApi, person: Person, game: str = "haste-bock", **settings: Any) -> tuple[str, str]:
    """A table with a finished game against a bot."""
    table, invitation = await server.make(person, game=game, seats=[ME, BOT], pace="instant", **settings)
    async with server.connect(table, person) as client:
        await commit_nonces(client, [0])
        await Player(server, client, 0, Random(game)).play()
    return table, invitation


@in_a_loop
async def test_a_full_table_waits_a_while_for_browsers(sqlite_url: str) -> None:
    """A client that never sends its nonce does not block the game."""
    async with server_api(sqlite_url) as server:
        anna, ben = await server.person("Anna"), await server.person("Ben")
        table, invitation = await server.make(anna, game="haste-bock", seats=[ME, FRIEND])
        async with server.connect(table, anna) as client:
            await commit_nonces(client, [0])
            assert client.table["status"] == "open"
            await server.join(ben, table, invitation)
            await server.clock.advance(NONCE_SECONDS - 0.1)
            assert server.hub.rooms.all[table].table.status == "open"
            await server.clock.advance(0.1)
            await client.receive_until("update", note={"kind": "begun"})
            assert server.hub.rooms.all[table].table.dice.nonces() == ["the-nonce-of-seat-0", ""]


@in_a_loop
async def test_a_bot_replaces_a_friend_who_does_not_come(sqlite_url: str) -> None:
    async with server_api(sqlite_url) as server:
        anna, ben = await server.person("Anna"), await server.person("Ben")
        table, invitation = await server.make(anna, game="haste-bock", seats=[ME, FRIEND, FRIEND], pace="instant")
        await server.join(ben, table, invitation)
        async with server.connect(table, anna) as client, server.connect(table, ben) as other:
            await commit_nonces(client, [0])
            await commit_nonces(other, [1])
            refused = await other.ask("appoint", seat=2, bot="lamb")
            assert (refused["type"], refused["code"]) == ("refused", "forbidden")
            assert (await client.ask("appoint", seat=2, bot="lamb", name="Wolla"))["type"] == "ack"
            update = await other.receive_until("update", note={"kind": "sat", "seat": 2, "name": "Wolla"})
            assert update["chairs"][2] == {"name": "Wolla", "who": "bot", "bot": "lamb"}
            await asyncio.gather(
                Player(server, client, 0, Random(1)).play(), Player(server, other, 1, Random(2)).play()
            )
        record = await server.record(table, invitation)
        assert [(seat.name, seat.bot) for seat in record.seats] == [("Anna", None), ("Ben", None), ("Wolla", "lamb")]


@in_a_loop
async def test_a_bot_makes_room_for_a_friend_who_comes_after_all(sqlite_url: str) -> None:
    async with server_api(sqlite_url) as server:
        anna, ben = await server.person("Anna"), await server.person("Ben")
        table, invitation = await server.make(anna, game="haste-bock", seats=[ME, FRIEND, FRIEND])
        async with server.connect(table, anna) as client, server.connect(table, ben, invitation=invitation) as other:
            assert (await client.ask("appoint", seat=1, bot="lamb", name="Wolla"))["type"] == "ack"
            assert (await client.ask("appoint", seat=1, bot=None))["type"] == "ack"
            update = await other.receive_until("update", note={"kind": "stood", "seat": 1})
            assert update["chairs"][1]["who"] == "free"
            assert update["chairs"][1]["name"] != "Wolla"
            await server.join(ben, table, invitation, 1)
            await client.receive_until("update", note={"kind": "sat", "seat": 1, "name": "Ben"})


@in_a_loop
async def test_when_time_is_up_the_bot_plays_that_move(sqlite_url: str) -> None:
    """The player is connected and does nothing; the seat stays theirs."""
    async with server_api(sqlite_url) as server:
        anna = await server.person("Anna")
        clock = {"kind": "move", "seconds": 1}
        table, _ = await server.make(anna, game="volle-wolle", seats=[ME, BOT], clock=clock, pace="instant")
        async with server.connect(table, anna) as client:
            await commit_nonces(client, [0])
            await receive_until_started(client)
            await server.clock.advance(1.0)
            update = await client.receive_until("update", note={"kind": "acted", "seat": 0, "by": "clock"})
            assert update["clocks"] is not None
            assert client.table["chairs"][0]["who"] == "person"
            assert server.hub.presence.seats(server.hub.rooms.all[table])[0] == "here"


@in_a_loop
async def test_a_bot_stands_in_for_an_absent_player(sqlite_url: str) -> None:
    """Not at once, since phones lose the network for a moment; and not at a spectator's request."""
    async with server_api(sqlite_url) as server:
        anna, ben = await server.person("Anna"), await server.person("Ben")
        table, invitation = await server.make(anna, game="haste-bock", seats=[ME, FRIEND], pace="instant")
        await server.join(ben, table, invitation)
        async with server.connect(table, anna) as client:
            await commit_nonces(client, [0])
            async with server.connect(table, ben) as other:
                await commit_nonces(other, [1])
                await asyncio.gather(receive_until_started(client), receive_until_started(other))
                assert reason_of(await client.ask("stand-in", seat=1)) == ("refused", "seat.present")
            assert (await client.ask("stand-in", seat=1))["code"] == "refused"
            await server.clock.advance(GONE_SECONDS)
            async with server.connect(table, None, invitation=invitation) as watching:
                assert (await watching.ask("stand-in", seat=1))["code"] == "forbidden"
            assert (await client.ask("stand-in", seat=1))["type"] == "ack"
            await Player(server, client, 0, Random(3)).play()
            assert client.table["chairs"][1]["left"]
        async with server.connect(table, ben) as other:
            assert (other.yours, other.over) == ([1], True)


@in_a_loop
async def test_the_seat_of_an_absent_guest_is_given_to_a_bot(sqlite_url: str) -> None:
    async with server_api(sqlite_url) as server:
        anna, ben = await server.person("Anna"), await server.person("Ben")
        table, invitation = await server.make(anna, game="haste-bock", seats=[ME, FRIEND, FRIEND])
        await server.join(ben, table, invitation)
        async with server.connect(table, anna) as client:
            async with server.connect(table, ben):
                await client.receive_until("presence", seats=["here", "here", "free"])
                await server.clock.advance(GONE_SECONDS)
                assert reason_of(await client.ask("appoint", seat=1, bot="lamb")) == ("refused", "seat.occupied")
            await client.receive_until("presence", seats=["here", "gone", "free"])
            await server.clock.advance(GONE_SECONDS)
            assert (await client.ask("appoint", seat=1, bot="lamb"))["type"] == "ack"
            assert client.table["chairs"][1]["who"] == "bot"


@in_a_loop
async def test_a_player_who_has_just_left_keeps_the_seat_for_a_while(sqlite_url: str) -> None:
    async with server_api(sqlite_url) as server:
        anna, ben = await server.person("Anna"), await server.person("Ben")
        table, invitation = await server.make(anna, game="haste-bock", seats=[ME, FRIEND, FRIEND])
        await server.join(ben, table, invitation)
        async with server.connect(table, anna) as client:
            async with server.connect(table, ben):
                await client.receive_until("presence", seats=["here", "here", "free"])
            await client.receive_until("presence", seats=["here", "gone", "free"])
            assert reason_of(await client.ask("appoint", seat=1, bot="lamb")) == ("refused", "seat.occupied")


@in_a_loop
async def test_a_player_with_a_hidden_page_is_not_gone(sqlite_url: str) -> None:
    async with server_api(sqlite_url) as server:
        anna, ben = await server.person("Anna"), await server.person("Ben")
        table, invitation = await server.make(anna, game="haste-bock", seats=[ME, FRIEND, FRIEND])
        await server.join(ben, table, invitation)
        async with server.connect(table, anna) as client:
            async with server.connect(table, ben) as other:
                await other.send({"type": "away", "hidden": True})
                await client.receive_until("presence", seats=["here", "away", "free"])
                await server.clock.advance(GONE_SECONDS)
                assert reason_of(await client.ask("appoint", seat=1, bot="lamb")) == ("refused", "seat.occupied")
            await client.receive_until("presence", seats=["here", "gone", "free"])
            await server.clock.advance(GONE_SECONDS)
            assert (await client.ask("appoint", seat=1, bot="lamb"))["type"] == "ack"


@in_a_loop
async def test_a_player_who_joins_twice_sits_once(sqlite_url: str) -> None:
    """The first response may be lost; even if the person may not join any other table."""
    async with server_api(sqlite_url) as server:
        anna, ben = await server.person("Anna"), await server.person("Ben")
        table, invitation = await server.make(anna, game="haste-bock", seats=[ME, FRIEND, FRIEND])
        asking = [server.post(ben, f"/api/tables/{table}/join", {"invitation": invitation}) for _ in range(4)]
        answers = await asyncio.gather(*asking)
        for _ in range(19):
            await server.make(ben, game="haste-bock", seats=[ME, FRIEND])
        answers += [await server.post(ben, f"/api/tables/{table}/join", body) for body in ({}, {"seat": 1})]
        assert [(answer.status_code, answer.json()["seat"]) for answer in answers] == [(201, 1)] * 6
        assert [chair["who"] for chair in answers[-1].json()["table"]["chairs"]] == ["person", "person", "free"]


@in_a_loop
async def test_a_browser_that_withholds_its_nonce_has_no_part_in_the_dice(sqlite_url: str) -> None:
    """The update says so, the others commit to new nonces, and the game begins without that one."""
    async with server_api(sqlite_url) as server:
        anna, ben = await server.person("Anna"), await server.person("Ben")
        table, invitation = await server.make(anna, game="schafe-schubsen", seats=[ME, FRIEND, BOT])
        await server.join(ben, table, invitation)
        async with server.connect(table, anna) as client, server.connect(table, ben) as other:
            assert (await other.ask("ready", seat=1, commitment="ab" * 32))["type"] == "ack"
            await commit_nonces(client, [0])
            await client.receive_until("update", note={"kind": "sealed"})
            await server.clock.advance(NONCE_SECONDS)
            update = await client.receive_until("update", note={"kind": "unsealed"})
            assert update["dice"] == {"round": 2, "sealed": None}
            assert not any(chair.get("ready") for chair in client.table["chairs"])
            assert reason_of(await other.ask("ready", seat=1, commitment="ab" * 32)) == ("refused", "dice.silent")
            await commit_nonces(client, [0])
            await receive_until_started(client)
            fairness = server.hub.rooms.all[table].table.dice.fairness(over=False)
            assert fairness.restarts == [[1]]
            assert [player.nonce for player in fairness.players] == ["the-nonce-of-seat-0", None]


@in_a_loop
async def test_presence_follows_players_who_come_and_go(sqlite_url: str) -> None:
    """Here, away, gone; a seat left to a bot, and taken back."""
    async with server_api(sqlite_url) as server:
        anna, ben = await server.person("Anna"), await server.person("Ben")
        table, invitation = await server.make(anna, game="haste-bock", seats=[ME, FRIEND])
        await server.join(ben, table, invitation)
        async with server.connect(table, anna) as client:
            async with server.connect(table, ben) as other:
                await client.receive_until("presence", seats=["here", "here"])
                await other.send({"type": "away", "hidden": True})
                await client.receive_until("presence", seats=["here", "away"])
            await client.receive_until("presence", seats=["here", "gone"])
            await commit_nonces(client, [0])
            await server.clock.advance(NONCE_SECONDS)
            await client.receive_until("update", note={"kind": "begun"})
            assert (await client.ask("leave", seat=0))["type"] == "ack"
            assert client.table["chairs"][0]["left"]
            refusal = await client.ask("act", seat=0, action="anything", seen=client.version)
            assert refusal["code"] in ("refused", "stale")
            assert (await client.ask("come-back", seat=0))["type"] == "ack"
            assert client.table["chairs"][0]["who"] == "person"
            assert (await client.ask("leave", seat=1))["code"] == "forbidden"


@in_a_loop
async def test_a_rematch_with_the_same_people(url: str) -> None:
    async with server_api(url) as server, AsyncExitStack() as clients:
        anna, ben = await server.person("Anna"), await server.person("Ben")
        table, invitation = await server.make(anna, game="haste-bock", seats=[ME, FRIEND, BOT], pace="instant")
        await server.join(ben, table, invitation)
        of_anna = await clients.enter_async_context(server.connect(table, anna))
        of_ben = await clients.enter_async_context(server.connect(table, ben))
        await asyncio.gather(commit_nonces(of_anna, [0]), commit_nonces(of_ben, [1]))
        await asyncio.gather(
            *(Player(server, client, seat, Random(seat)).play() for seat, client in enumerate((of_anna, of_ben)))
        )
        assert (await of_ben.ask("offer-rematch", seat=1))["type"] == "ack"
        assert (await of_anna.ask("offer-rematch", seat=0))["code"] == "refused"
        offered = await told_of_rematch(of_anna)
        await server.join(anna, offered["table"], offered["invitation"])
        async with server.connect(offered["table"], anna) as again:
            assert again.table["game"] == "haste-bock"
            assert [chair["name"] for chair in again.table["chairs"]][:2] == ["Anna", "Ben"]
            assert again.yours == [0]


@in_a_loop
async def test_a_rematch_with_other_settings(sqlite_url: str) -> None:
    async with server_api(sqlite_url) as server:
        anna, ben = await server.person("Anna"), await server.person("Ben")
        table, invitation = await finished(server, anna)
        async with server.connect(table, anna) as client, server.connect(table, ben, invitation=invitation) as watching:
            settings = {"game": "volle-wolle", "seats": [ME, FRIEND]}
            first = await client.request("offer-rematch", seat=0, settings=settings)
            await client.receive_until("ack", id=first)
            offered = await told_of_rematch(watching)
            await server.join(ben, offered["table"], offered["invitation"])
            # The response was lost, and the browser asks again: it is the same offer.
            await client.send({"type": "offer-rematch", "id": first, "seat": 0, "settings": settings})
            await client.receive_until("ack", id=first)
            assert [room.table.game.id for room in server.hub.rooms.all.values()] == ["haste-bock", "volle-wolle"]


async def told_of_rematch(client: TableClient) -> dict[str, str]:
    for message in client.received:
        if message["type"] == "update" and message.get("rematch"):
            found: dict[str, str] = message["rematch"]
            return found
    await client.receive()
    return await told_of_rematch(client)


@in_a_loop
async def test_an_imported_record_is_replayed_and_continued(sqlite_url: str) -> None:
    async with server_api(sqlite_url) as server:
        anna = await server.person("Anna")
        table, invitation = await finished(server, anna)
        record = await server.record(table, invitation)
        answer = await server.post(anna, "/api/tables/import", msgspec.json.decode(encode_record(record)))
        copy = answer.raise_for_status().json()["table"]["id"]
        # Its owner finds it again without the link, though they have no seat.
        imported = (await server.get(f"/api/tables/{copy}", anna)).raise_for_status().json()
        assert imported["status"] == "over"
        frames = (await server.get(f"/api/tables/{copy}/replay?seat=1", anna)).json()["frames"]
        assert [frame["action"] for frame in frames[1:]] == record.actions
        line = max(number for number, action in enumerate(record.actions) if action.startswith("0 "))
        answer = await server.post(anna, f"/api/tables/{copy}/play-on", {"line": line, "seat": 0})
        further = answer.raise_for_status().json()["table"]["id"]
        async with server.connect(further, anna) as client:
            assert client.table["status"] == "running"
            playing = asyncio.create_task(Player(server, client, 0, Random(1)).play())
            await server.clock.until(playing.done, step=1.0)
            await playing
            assert client.view["ranks"] is not None


@in_a_loop
async def test_a_record_is_a_file_with_its_own_name(sqlite_url: str) -> None:
    async with server_api(sqlite_url) as server:
        table, invitation = await finished(server, await server.person("Anna"))
        answer = await server.get(f"/api/tables/{table}/record", invitation=invitation)
        assert answer.headers["content-disposition"] == f'attachment; filename="haste-bock-{table}.json"'


@in_a_loop
async def test_a_record_with_long_names_is_found_again(sqlite_url: str) -> None:
    """Even after its table was unloaded; other servers may allow longer names."""
    async with server_api(sqlite_url) as server:
        anna = await server.person("Anna")
        record = await server.record(*await finished(server, anna))
        record.seats[0] = msgspec.structs.replace(record.seats[0], name="A" * 40)
        answer = await server.post(anna, "/api/tables/import", msgspec.json.decode(encode_record(record)))
        copy = answer.raise_for_status().json()["table"]["id"]
        server.hub.rooms.unload_if_finished(server.hub.rooms.all[copy])
        assert copy not in server.hub.rooms.all
        again = await server.get(f"/api/tables/{copy}", anna)
        assert (again.status_code, again.json()["chairs"][0]["name"]) == (200, "A" * 30)


@in_a_loop
async def test_a_record_brings_its_own_components(sqlite_url: str) -> None:
    async with server_api(sqlite_url) as server:
        anna = await server.person("Anna")
        own = (await server.get("/api/games/haste-bock/components")).json()
        own["cards"]["turn"] = [2]
        record = await server.record(*await finished(server, anna, components=own))
        answer = await server.post(anna, "/api/tables/import", msgspec.json.decode(encode_record(record)))
        copy = answer.raise_for_status().json()["table"]["id"]
        assert (await server.get(f"/api/tables/{copy}/components", anna)).json() == own


@in_a_loop
async def test_a_game_cannot_be_continued_from_a_throw(sqlite_url: str) -> None:
    async with server_api(sqlite_url) as server:
        anna = await server.person("Anna")
        table, invitation = await finished(server, anna)
        actions = (await server.record(table, invitation)).actions
        thrown = [number for number, action in enumerate(actions) if action.startswith("* ")]
        for line in (thrown[0], thrown[-1]):
            answer = await server.post(anna, f"/api/tables/{table}/play-on", {"line": line, "seat": 0})
            assert (answer.status_code, answer.json()["reason"]) == (400, "replay.chance")


@in_a_loop
async def test_a_game_is_continued_against_the_chosen_bots(sqlite_url: str) -> None:
    async with server_api(sqlite_url) as server:
        anna = await server.person("Anna")
        table, invitation = await finished(server, anna)
        actions = (await server.record(table, invitation)).actions
        line = max(number for number, action in enumerate(actions) if action.startswith("0 "))
        answer = await server.post(anna, f"/api/tables/{table}/play-on", {"line": line, "seat": 0, "bot": "random"})
        chairs = answer.raise_for_status().json()["table"]["chairs"]
        assert [chair.get("bot") for chair in chairs] == [None, "random"]


@in_a_loop
async def test_a_continued_game_is_private_and_without_a_clock(sqlite_url: str) -> None:
    async with server_api(sqlite_url) as server:
        anna = await server.person("Anna")
        settings = {"game": "haste-bock", "pace": "instant", "public": True, "clock": {"kind": "move", "seconds": 600}}
        table, _ = await server.make(anna, seats=[ME, BOT], **settings)
        async with server.connect(table, anna) as client:
            await commit_nonces(client, [0])
            await receive_until_started(client)
            await client.ask("leave", seat=0)
            while not client.over:
                await client.receive()
            opening = server.hub.rooms.all[table].table.opening
        answer = await server.post(anna, f"/api/tables/{table}/play-on", {"line": opening, "seat": 0})
        further = answer.raise_for_status().json()["table"]
        assert (further["public"], further["clock"]) == (False, {"kind": "none"})


@pytest.mark.interpreted
@in_a_loop
async def test_unloaded_rooms_are_loaded_from_the_log(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few fit into memory; all are played to the end, and snapshots lead to the same tables as the log."""
    monkeypatch.setattr(rooms, "MAX_ROOMS", 1)
    monkeypatch.setattr(commits, "SNAPSHOT_EVERY", 10)
    async with server_api(url) as server:
        anna = await server.person("Anna")
        tables = [await server.make(anna, game="haste-bock", seats=[ME, BOT], pace="instant") for _ in range(3)]
        players = [Random(number) for number in range(3)]
        over: set[str] = set()
        away = 0
        while len(over) < 3:
            for (table, _), rng in zip(tables, players, strict=True):
                away += table not in server.hub.rooms.all
                async with server.connect(table, anna) as client:
                    await a_few_moves(client, rng)
                    if client.over:
                        over.add(table)
        assert away >= 3, "rooms with clients or steps in flight are not unloaded at once"
        for table, _ in tables:
            snapshot = await server.hub.store.snapshot(table)
            assert snapshot is not None
            room = await server.hub.rooms._load(table)
            loaded = room.table
            again = new_table(table, loaded.settings, loaded.dice.secret, loaded.host, "Anna")
            lines = await server.hub.store.entries(table)
            for line in lines:
                again.apply_entry(decode_entry(line.body), line.at)
            assert (again.lines, again.version, again.record()) == (loaded.lines, loaded.version, loaded.record())
            sent = {key_of(line.person_id, line.message_id): line.number for line in lines if line.message_id}
            assert sent
            assert room.in_flight._numbers == sent


async def a_few_moves(client: TableClient, rng: Random) -> None:
    if client.table["status"] == "open":
        await client.commit(0)  # perhaps too late
    for _ in range(12):
        while not client.legal and not client.over:
            await client.receive()
        if client.over:
            return
        answer = await client.ask("act", seat=0, action=rng.choice(client.legal), seen=client.version)
        assert answer["type"] == "ack", answer


# The pace of bots


@in_a_loop
async def test_the_pace_of_bots_does_not_depend_on_their_hands(sqlite_url: str) -> None:
    """Bots that may interrupt act first, and the seat to move waits until then; instant bots never wait."""
    async with await Store.open(sqlite_url) as store:
        hub = Hub(store, Thinkers(1), Clock())
        for seed in range(50):
            room = a_room_of_bots("natural")
            state = room.table.state
            assert state is not None
            hub.steward._random = Random(seed)
            plan = hub.steward.make_plan(hub.steward.work_at(room), 100.0)
            assert {seat for seat, unasked in plan if unasked} == set(state.may_act())
            assert [seat for seat, unasked in plan if not unasked] == state.waiting_for()
            for (_, unasked), at in plan.items():
                least, most = (
                    INTERRUPT_SECONDS if unasked else (TURN_SECONDS[0] + HOLD_SECONDS, TURN_SECONDS[1] + HOLD_SECONDS)
                )
                assert least <= at - 100.0 <= most + 0.1
            first_asked = min(at for (_, unasked), at in plan.items() if not unasked)
            assert all(at < first_asked for (_, unasked), at in plan.items() if unasked)
            twin = Room(twin_world(room.table, 0, Random(seed)), 0.0, "")
            hub.steward._random = Random(seed)
            assert hub.steward.make_plan(hub.steward.work_at(twin), 100.0) == plan
        room = a_room_of_bots("instant")
        assert all(at <= 100.001 for at in hub.steward.make_plan(hub.steward.work_at(room), 100.0).values())


def a_room_of_bots(pace: str) -> Room:
    settings = msgspec.convert({"game": "meine-schafe", "seats": [{"who": "bot"}] * 3, "pace": pace}, Settings)
    table = new_table("table", settings, SECRET, "anna", "Anna")
    table.apply(table.seal(), 0.0)
    table.apply(table.begin(), 0.0)
    while table.state is not None and not table.state.may_act():
        seat = table.state.waiting_for()[0]
        table.apply(table.act(seat, table.legal(seat)[0].text, "bot"), 0.0)
    return Room(table, 0.0, "")


@in_a_loop
async def test_a_bot_interrupts_while_the_turn_is_held(sqlite_url: str) -> None:
    """The bot to move gives the others time to interrupt."""
    async with await Store.open(sqlite_url) as store:
        hub = Hub(store, Thinkers(1), Clock())
        room = a_room_of_bots("natural")
        plan = hub.steward.make_plan(hub.steward.work_at(room), hub.clock.now())
        unasked = [seat for seat, is_unasked in plan if is_unasked]
        table = room.table
        [active] = [seat for seat, is_unasked in plan if not is_unasked]
        before = plan[active, False]
        assert all(plan[seat, True] < before for seat in unasked), "interruptions come in time"
        interrupting = next(seat for seat in unasked if table.legal(seat))
        table.apply(table.act(interrupting, table.legal(interrupting)[0].text, "bot"), 0.0)
        plan = hub.steward.make_plan(hub.steward.work_at(room), before)
        assert (interrupting, True) not in plan, "once a turn"
        assert all(at > before for at in plan.values()), "and then everything is thought over"
