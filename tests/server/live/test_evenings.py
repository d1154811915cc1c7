"""What happens at tables when real clients sit at them: clocks, bots' pace, rematches, imports, rooms put away."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import msgspec
import pytest

from sheepfold.core.record import encode_record
from sheepfold.server.client import Guest
from sheepfold.server.live import presence, rooms
from sheepfold.server.live import steward as stewards
from sheepfold.server.live.hub import Hub
from sheepfold.server.live.steward import ASKED_AFTER, HELD, UNASKED_AFTER
from sheepfold.server.ops.clock import Clock
from sheepfold.server.room import commits
from sheepfold.server.room.inflight import key_of
from sheepfold.server.room.room import Room
from sheepfold.server.store.store import Store
from sheepfold.server.table.entries import decode_entry
from sheepfold.server.table.settings import Settings
from sheepfold.server.table.table import new_table
from sheepfold.server.thinking.thinkers import Thinkers
from tests.server.evening import Evening, Person, Player, be_ready, evening
from tests.server.house import hear_the_beginning
from tests.server.refusing import reason_of
from tests.server.samples import in_a_loop
from tests.server.worlds import SECRET, twin_world

ME = {"who": "me"}
FRIEND = {"who": "friend"}
BOT = {"who": "bot"}


async def finished(house: Evening, person: Person, game: str = "haste-bock", **settings: Any) -> tuple[str, str]:
    """A table at which a game against a bot is over."""
    table, invitation = await house.make(person, game=game, seats=[ME, BOT], pace="instant", **settings)
    async with house.visit(table, person) as guest:
        await be_ready(guest, [0])
        await Player(house, guest, 0, Random(game)).play()
    return table, invitation


@in_a_loop
async def test_a_full_table_waits_a_while_for_browsers(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not longer: who never sends a part of the dice holds nobody up."""
    monkeypatch.setattr(stewards, "PATIENCE", 0.3)
    async with evening(sqlite_url) as house:
        anna, ben = await house.person("Anna"), await house.person("Ben")
        table, invitation = await house.make(anna, game="haste-bock", seats=[ME, FRIEND])
        async with house.visit(table, anna) as guest:
            await be_ready(guest, [0])
            assert guest.table["status"] == "open"
            await house.join(ben, table, invitation)
            await guest.hear_until("update", note={"kind": "begun"})
            assert house.hub.rooms.all[table].table.dice.nonces() == ["the-nonce-of-seat-0", ""]


@in_a_loop
async def test_a_bot_takes_the_place_of_a_friend_who_does_not_come(sqlite_url: str) -> None:
    async with evening(sqlite_url) as house:
        anna, ben = await house.person("Anna"), await house.person("Ben")
        table, invitation = await house.make(anna, game="haste-bock", seats=[ME, FRIEND, FRIEND], pace="instant")
        await house.join(ben, table, invitation)
        async with house.visit(table, anna) as guest, house.visit(table, ben) as other:
            await be_ready(guest, [0])
            await be_ready(other, [1])
            refused = await other.ask("appoint", seat=2, bot="lamb")
            assert (refused["type"], refused["code"]) == ("refused", "forbidden")
            assert (await guest.ask("appoint", seat=2, bot="lamb", name="Wolla"))["type"] == "ack"
            update = await other.hear_until("update", note={"kind": "sat", "seat": 2, "name": "Wolla"})
            assert update["chairs"][2] == {"name": "Wolla", "who": "bot", "bot": "lamb"}
            await asyncio.gather(Player(house, guest, 0, Random(1)).play(), Player(house, other, 1, Random(2)).play())
        record = await house.record(table, invitation)
        assert [(seat.name, seat.bot) for seat in record.seats] == [("Anna", None), ("Ben", None), ("Wolla", "lamb")]


@in_a_loop
async def test_a_bot_makes_room_for_a_friend_who_comes_after_all(sqlite_url: str) -> None:
    async with evening(sqlite_url) as house:
        anna, ben = await house.person("Anna"), await house.person("Ben")
        table, invitation = await house.make(anna, game="haste-bock", seats=[ME, FRIEND, FRIEND])
        async with house.visit(table, anna) as guest, house.visit(table, ben, invitation=invitation) as other:
            assert (await guest.ask("appoint", seat=1, bot="lamb", name="Wolla"))["type"] == "ack"
            assert (await guest.ask("appoint", seat=1, bot=None))["type"] == "ack"
            update = await other.hear_until("update", note={"kind": "stood", "seat": 1})
            assert update["chairs"][1]["who"] == "free"
            assert update["chairs"][1]["name"] != "Wolla"
            await house.join(ben, table, invitation, 1)
            await guest.hear_until("update", note={"kind": "sat", "seat": 1, "name": "Ben"})


@in_a_loop
async def test_when_time_is_up_the_bot_plays_that_move(sqlite_url: str) -> None:
    """The person is here all the time, and does nothing; the seat stays theirs."""
    async with evening(sqlite_url) as house:
        anna = await house.person("Anna")
        clock = {"kind": "move", "seconds": 1}
        table, _ = await house.make(anna, game="volle-wolle", seats=[ME, BOT], clock=clock, pace="instant")
        async with house.visit(table, anna) as guest:
            await be_ready(guest, [0])
            update = await guest.hear_until("update", note={"kind": "acted", "seat": 0, "by": "clock"})
            assert update["clocks"] is not None
            assert guest.table["chairs"][0]["who"] == "person"
            assert house.hub.presence.seats(house.hub.rooms.all[table])[0] == "here"


@in_a_loop
async def test_a_bot_stands_in_for_who_is_gone(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not at once, since a phone loses the net now and then; and not because a spectator says so."""
    monkeypatch.setattr(presence, "GONE", 0.5)
    async with evening(sqlite_url) as house:
        anna, ben = await house.person("Anna"), await house.person("Ben")
        table, invitation = await house.make(anna, game="haste-bock", seats=[ME, FRIEND], pace="instant")
        await house.join(ben, table, invitation)
        async with house.visit(table, anna) as guest, house.visit(table, None, invitation=invitation) as watching:
            await be_ready(guest, [0])
            async with house.visit(table, ben) as other:
                await be_ready(other, [1])
                await guest.hear_until("update", note={"kind": "begun"})
                assert reason_of(await guest.ask("stand-in", seat=1)) == ("refused", "seat.present")
            assert (await guest.ask("stand-in", seat=1))["code"] == "refused"
            await asyncio.sleep(0.6)
            assert (await watching.ask("stand-in", seat=1))["code"] == "forbidden"
            assert (await guest.ask("stand-in", seat=1))["type"] == "ack"
            await Player(house, guest, 0, Random(3)).play()
            assert guest.table["chairs"][1]["left"]
        async with house.visit(table, ben) as other:
            assert (other.yours, other.over) == ([1], True)


@in_a_loop
async def test_the_seat_of_a_guest_who_is_gone_is_given_to_a_bot(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "GONE", 0.3)
    async with evening(sqlite_url) as house:
        anna, ben = await house.person("Anna"), await house.person("Ben")
        table, invitation = await house.make(anna, game="haste-bock", seats=[ME, FRIEND, FRIEND])
        await house.join(ben, table, invitation)
        async with house.visit(table, anna) as guest:
            async with house.visit(table, ben):
                await guest.hear_until("presence", seats=["here", "here", "free"])
                await asyncio.sleep(0.4)
                assert reason_of(await guest.ask("appoint", seat=1, bot="lamb")) == ("refused", "seat.occupied")
            await guest.hear_until("presence", seats=["here", "gone", "free"])
            await asyncio.sleep(0.4)
            assert (await guest.ask("appoint", seat=1, bot="lamb"))["type"] == "ack"
            assert guest.table["chairs"][1]["who"] == "bot"


@in_a_loop
async def test_who_has_just_gone_keeps_the_seat_for_a_while(sqlite_url: str) -> None:
    async with evening(sqlite_url) as house:
        anna, ben = await house.person("Anna"), await house.person("Ben")
        table, invitation = await house.make(anna, game="haste-bock", seats=[ME, FRIEND, FRIEND])
        await house.join(ben, table, invitation)
        async with house.visit(table, anna) as guest:
            async with house.visit(table, ben):
                await guest.hear_until("presence", seats=["here", "here", "free"])
            await guest.hear_until("presence", seats=["here", "gone", "free"])
            assert reason_of(await guest.ask("appoint", seat=1, bot="lamb")) == ("refused", "seat.occupied")


@in_a_loop
async def test_who_looks_at_another_page_is_not_gone(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "GONE", 0.0)
    async with evening(sqlite_url) as house:
        anna, ben = await house.person("Anna"), await house.person("Ben")
        table, invitation = await house.make(anna, game="haste-bock", seats=[ME, FRIEND, FRIEND])
        await house.join(ben, table, invitation)
        async with house.visit(table, anna) as guest:
            async with house.visit(table, ben) as other:
                await other.send({"type": "away", "hidden": True})
                await guest.hear_until("presence", seats=["here", "away", "free"])
                assert reason_of(await guest.ask("appoint", seat=1, bot="lamb")) == ("refused", "seat.occupied")
            await guest.hear_until("presence", seats=["here", "gone", "free"])
            assert (await guest.ask("appoint", seat=1, bot="lamb"))["type"] == "ack"


@in_a_loop
async def test_who_joins_twice_sits_once(sqlite_url: str) -> None:
    """The first answer may have been lost; also if the person may not come to any other table."""
    async with evening(sqlite_url) as house:
        anna, ben = await house.person("Anna"), await house.person("Ben")
        table, invitation = await house.make(anna, game="haste-bock", seats=[ME, FRIEND, FRIEND])
        asking = [house.post(ben, f"/api/tables/{table}/join", {"invitation": invitation}) for _ in range(4)]
        answers = await asyncio.gather(*asking)
        for _ in range(19):
            await house.make(ben, game="haste-bock", seats=[ME, FRIEND])
        answers += [await house.post(ben, f"/api/tables/{table}/join", body) for body in ({}, {"seat": 1})]
        assert [(answer.status_code, answer.json()["seat"]) for answer in answers] == [(201, 1)] * 6
        assert [chair["who"] for chair in answers[-1].json()["table"]["chairs"]] == ["person", "person", "free"]


@in_a_loop
async def test_a_browser_that_keeps_its_nonce_back_has_no_part_in_the_dice(sqlite_url: str) -> None:
    """Everybody is told, the others make new nonces, and the game begins without that one."""
    async with evening(sqlite_url) as house:
        anna, ben = await house.person("Anna"), await house.person("Ben")
        table, invitation = await house.make(anna, game="schafe-schubsen", seats=[ME, FRIEND, BOT])
        await house.join(ben, table, invitation)
        async with house.visit(table, anna) as guest, house.visit(table, ben) as other:
            assert (await other.ask("ready", seat=1, commitment="ab" * 32))["type"] == "ack"
            await be_ready(guest, [0])
            update = await guest.hear_until("update", note={"kind": "unsealed"})
            assert update["dice"] == {"round": 2, "sealed": None}
            assert not any(chair.get("ready") for chair in guest.table["chairs"])
            assert reason_of(await other.ask("ready", seat=1, commitment="ab" * 32)) == ("refused", "dice.silent")
            await be_ready(guest, [0])
            await hear_the_beginning(guest)
            fairness = house.hub.rooms.all[table].table.dice.fairness(over=False)
            assert fairness.restarts == [[1]]
            assert [player.nonce for player in fairness.players] == ["the-nonce-of-seat-0", None]


@in_a_loop
async def test_people_come_and_go(sqlite_url: str) -> None:
    """Here, away, gone; a seat left to a bot, and taken back."""
    async with evening(sqlite_url) as house:
        anna, ben = await house.person("Anna"), await house.person("Ben")
        table, invitation = await house.make(anna, game="haste-bock", seats=[ME, FRIEND])
        await house.join(ben, table, invitation)
        async with house.visit(table, anna) as guest:
            async with house.visit(table, ben) as other:
                await guest.hear_until("presence", seats=["here", "here"])
                await other.send({"type": "away", "hidden": True})
                await guest.hear_until("presence", seats=["here", "away"])
            await guest.hear_until("presence", seats=["here", "gone"])
            await be_ready(guest, [0])
            await guest.hear_until("update", note={"kind": "begun"})
            assert (await guest.ask("leave", seat=0))["type"] == "ack"
            assert guest.table["chairs"][0]["left"]
            refusal = await guest.ask("act", seat=0, action="anything", seen=guest.version)
            assert refusal["code"] in ("refused", "stale")
            assert (await guest.ask("come-back", seat=0))["type"] == "ack"
            assert guest.table["chairs"][0]["who"] == "person"
            assert (await guest.ask("leave", seat=1))["code"] == "forbidden"


@in_a_loop
async def test_once_more_with_the_same_people(url: str) -> None:
    async with evening(url) as house, AsyncExitStack() as guests:
        anna, ben = await house.person("Anna"), await house.person("Ben")
        table, invitation = await house.make(anna, game="haste-bock", seats=[ME, FRIEND, BOT], pace="instant")
        await house.join(ben, table, invitation)
        of_anna = await guests.enter_async_context(house.visit(table, anna))
        of_ben = await guests.enter_async_context(house.visit(table, ben))
        await asyncio.gather(be_ready(of_anna, [0]), be_ready(of_ben, [1]))
        await asyncio.gather(
            *(Player(house, guest, seat, Random(seat)).play() for seat, guest in enumerate((of_anna, of_ben)))
        )
        assert (await of_ben.ask("offer-rematch", seat=1))["type"] == "ack"
        assert (await of_anna.ask("offer-rematch", seat=0))["code"] == "refused"
        offered = await told_of_rematch(of_anna)
        await house.join(anna, offered["table"], offered["invitation"])
        async with house.visit(offered["table"], anna) as again:
            assert again.table["game"] == "haste-bock"
            assert [chair["name"] for chair in again.table["chairs"]][:2] == ["Anna", "Ben"]
            assert again.yours == [0]


@in_a_loop
async def test_once_more_with_other_settings(sqlite_url: str) -> None:
    async with evening(sqlite_url) as house:
        anna, ben = await house.person("Anna"), await house.person("Ben")
        table, invitation = await finished(house, anna)
        async with house.visit(table, anna) as guest, house.visit(table, ben, invitation=invitation) as watching:
            settings = {"game": "volle-wolle", "seats": [ME, FRIEND]}
            first = await guest.request("offer-rematch", seat=0, settings=settings)
            await guest.hear_until("ack", id=first)
            offered = await told_of_rematch(watching)
            await house.join(ben, offered["table"], offered["invitation"])
            # The answer was lost, and the browser asks again: it is the same offer.
            await guest.send({"type": "offer-rematch", "id": first, "seat": 0, "settings": settings})
            await guest.hear_until("ack", id=first)
            assert [room.table.game.id for room in house.hub.rooms.all.values()] == ["haste-bock", "volle-wolle"]


async def told_of_rematch(guest: Guest) -> dict[str, str]:
    for message in guest.received:
        if message["type"] == "update" and message.get("rematch"):
            found: dict[str, str] = message["rematch"]
            return found
    await guest.hear()
    return await told_of_rematch(guest)


@in_a_loop
async def test_a_record_is_imported_and_played_on(sqlite_url: str) -> None:
    async with evening(sqlite_url) as house:
        anna = await house.person("Anna")
        table, invitation = await finished(house, anna)
        record = await house.record(table, invitation)
        answer = await house.post(anna, "/api/tables/import", msgspec.json.decode(encode_record(record)))
        copy = answer.raise_for_status().json()["table"]["id"]
        # Who brought it finds it again without the link, though a seat is not theirs.
        imported = (await house.get(f"/api/tables/{copy}", anna)).raise_for_status().json()
        assert imported["status"] == "over"
        frames = (await house.get(f"/api/tables/{copy}/replay?seat=1", anna)).json()["frames"]
        assert [frame["action"] for frame in frames[1:]] == record.actions
        line = max(number for number, action in enumerate(record.actions) if action.startswith("0 "))
        answer = await house.post(anna, f"/api/tables/{copy}/play-on", {"line": line, "seat": 0})
        further = answer.raise_for_status().json()["table"]["id"]
        async with house.visit(further, anna) as guest:
            assert guest.table["status"] == "running"
            await Player(house, guest, 0, Random(1)).play()
            assert guest.view["ranks"] is not None


@in_a_loop
async def test_a_record_is_a_file_with_a_name_of_its_own(sqlite_url: str) -> None:
    async with evening(sqlite_url) as house:
        table, invitation = await finished(house, await house.person("Anna"))
        answer = await house.get(f"/api/tables/{table}/record", invitation=invitation)
        assert answer.headers["content-disposition"] == f'attachment; filename="haste-bock-{table}.json"'


@in_a_loop
async def test_a_record_with_long_names_is_found_again(sqlite_url: str) -> None:
    """Also when its table was put away; elsewhere names may be longer than here."""
    async with evening(sqlite_url) as house:
        anna = await house.person("Anna")
        record = await house.record(*await finished(house, anna))
        record.seats[0] = msgspec.structs.replace(record.seats[0], name="A" * 40)
        answer = await house.post(anna, "/api/tables/import", msgspec.json.decode(encode_record(record)))
        copy = answer.raise_for_status().json()["table"]["id"]
        house.hub.rooms.release(house.hub.rooms.all[copy])
        assert copy not in house.hub.rooms.all
        again = await house.get(f"/api/tables/{copy}", anna)
        assert (again.status_code, again.json()["chairs"][0]["name"]) == (200, "A" * 30)


@in_a_loop
async def test_a_record_brings_its_own_components(sqlite_url: str) -> None:
    async with evening(sqlite_url) as house:
        anna = await house.person("Anna")
        own = (await house.get("/api/games/haste-bock/components")).json()
        own["cards"]["turn"] = [2]
        record = await house.record(*await finished(house, anna, components=own))
        answer = await house.post(anna, "/api/tables/import", msgspec.json.decode(encode_record(record)))
        copy = answer.raise_for_status().json()["table"]["id"]
        assert (await house.get(f"/api/tables/{copy}/components", anna)).json() == own


@in_a_loop
async def test_nobody_plays_on_while_dice_are_in_the_air(sqlite_url: str) -> None:
    async with evening(sqlite_url) as house:
        anna = await house.person("Anna")
        table, invitation = await finished(house, anna)
        actions = (await house.record(table, invitation)).actions
        thrown = [number for number, action in enumerate(actions) if action.startswith("* ")]
        for line in (thrown[0], thrown[-1]):
            answer = await house.post(anna, f"/api/tables/{table}/play-on", {"line": line, "seat": 0})
            assert (answer.status_code, answer.json()["reason"]) == (400, "replay.chance")


@in_a_loop
async def test_a_game_is_played_on_against_the_bots_that_were_asked_for(sqlite_url: str) -> None:
    async with evening(sqlite_url) as house:
        anna = await house.person("Anna")
        table, invitation = await finished(house, anna)
        actions = (await house.record(table, invitation)).actions
        line = max(number for number, action in enumerate(actions) if action.startswith("0 "))
        answer = await house.post(anna, f"/api/tables/{table}/play-on", {"line": line, "seat": 0, "bot": "random"})
        chairs = answer.raise_for_status().json()["table"]["chairs"]
        assert [chair.get("bot") for chair in chairs] == [None, "random"]


@in_a_loop
async def test_a_game_is_played_on_in_private_and_without_hurry(sqlite_url: str) -> None:
    async with evening(sqlite_url) as house:
        anna = await house.person("Anna")
        settings = {"game": "haste-bock", "pace": "instant", "public": True, "clock": {"kind": "move", "seconds": 600}}
        table, _ = await house.make(anna, seats=[ME, BOT], **settings)
        async with house.visit(table, anna) as guest:
            await be_ready(guest, [0])
            await hear_the_beginning(guest)
            await guest.ask("leave", seat=0)
            while not guest.over:
                await guest.hear()
            opening = house.hub.rooms.all[table].table.opening
        answer = await house.post(anna, f"/api/tables/{table}/play-on", {"line": opening, "seat": 0})
        further = answer.raise_for_status().json()["table"]
        assert (further["public"], further["clock"]) == (False, {"kind": "none"})


@in_a_loop
async def test_rooms_that_were_put_away_come_back_from_the_log(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few fit into memory; all are played to the end, and snapshots lead to the same tables as the log."""
    monkeypatch.setattr(rooms, "MOST", 1)
    monkeypatch.setattr(commits, "SNAPSHOT_EVERY", 10)
    async with evening(url) as house:
        anna = await house.person("Anna")
        tables = [await house.make(anna, game="haste-bock", seats=[ME, BOT], pace="instant") for _ in range(3)]
        players = [Random(number) for number in range(3)]
        over: set[str] = set()
        away = 0
        while len(over) < 3:
            for (table, _), rng in zip(tables, players, strict=True):
                away += table not in house.hub.rooms.all
                async with house.visit(table, anna) as guest:
                    await a_few_moves(guest, rng)
                    if guest.over:
                        over.add(table)
        assert away >= 3, "those that somebody still looks at, or that are being written, are not put away at once"
        for table, _ in tables:
            snapshot = await house.hub.store.snapshot(table)
            assert snapshot is not None
            room = await house.hub.rooms._load(table)
            loaded = room.table
            again = new_table(table, loaded.settings, loaded.dice.secret, loaded.host, "Anna")
            lines = await house.hub.store.entries(table)
            for line in lines:
                again.apply_entry(decode_entry(line.body), line.at)
            assert (again.lines, again.version, again.record()) == (loaded.lines, loaded.version, loaded.record())
            sent = {key_of(line.person_id, line.message_id): line.number for line in lines if line.message_id}
            assert sent
            assert room.in_flight._numbers == sent


async def a_few_moves(guest: Guest, rng: Random) -> None:
    if guest.table["status"] == "open":
        await guest.commit(0)  # perhaps too late
    for _ in range(12):
        while not guest.legal and not guest.over:
            await guest.hear()
        if guest.over:
            return
        answer = await guest.ask("act", seat=0, action=rng.choice(guest.legal), seen=guest.version)
        assert answer["type"] == "ack", answer


# The pace of bots


@in_a_loop
async def test_bots_take_their_time_whatever_they_hold(sqlite_url: str) -> None:
    """Who may interrupt comes first, and who is asked waits until then; instant bots wait for nothing."""
    async with await Store.open(sqlite_url) as store:
        hub = Hub(store, Thinkers(1), Clock())
        for seed in range(50):
            room = a_room_of_bots("natural")
            state = room.table.state
            assert state is not None
            hub.steward._random = Random(seed)
            hub.steward.forget("table")
            plan = hub.steward.make_plan(room, 100.0)
            assert {seat for seat, unasked in plan if unasked} == set(state.may_act())
            assert [seat for seat, unasked in plan if not unasked] == state.waiting_for()
            for (_, unasked), at in plan.items():
                least, most = UNASKED_AFTER if unasked else (ASKED_AFTER[0] + HELD, ASKED_AFTER[1] + HELD)
                assert least <= at - 100.0 <= most + 0.1
            first_asked = min(at for (_, unasked), at in plan.items() if not unasked)
            assert all(at < first_asked for (_, unasked), at in plan.items() if unasked)
            twin = Room(twin_world(room.table, 0, Random(seed)), 0.0, "")
            hub.steward._random = Random(seed)
            hub.steward.forget("table")
            assert hub.steward.make_plan(twin, 100.0) == plan
        room = a_room_of_bots("instant")
        hub.steward.forget("table")
        assert all(at <= 100.001 for at in hub.steward.make_plan(room, 100.0).values())


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
    """The bot whose turn it is gives the others the time to come between."""
    async with await Store.open(sqlite_url) as store:
        hub = Hub(store, Thinkers(1), Clock())
        room = a_room_of_bots("natural")
        plan = hub.steward.make_plan(room, time.time())
        unasked = [seat for seat, is_unasked in plan if is_unasked]
        table = room.table
        [active] = [seat for seat, is_unasked in plan if not is_unasked]
        before = plan[active, False]
        assert all(plan[seat, True] < before for seat in unasked), "whoever comes between can do so in time"
        interrupting = next(seat for seat in unasked if table.legal(seat))
        table.apply(table.act(interrupting, table.legal(interrupting)[0].text, "bot"), 0.0)
        plan = hub.steward.make_plan(room, before)
        assert (interrupting, True) not in plan, "once a turn"
        assert all(at > before for at in plan.values()), "and then everything is thought over"
