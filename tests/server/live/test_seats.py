"""Players who take and leave seats, and who is a member of a table."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from sheepfold.core.registry import all_games
from sheepfold.server.client import TableClient
from sheepfold.server.live.hub import Hub
from sheepfold.server.live.rematch import offer_rematch
from sheepfold.server.ops.limits import Limits
from sheepfold.server.room.room import Room
from sheepfold.server.store import rows
from sheepfold.server.store.store import Store
from sheepfold.server.table.refusals import Refused
from tests.server.running_server import Person, RunningServer, TableLink, in_a_loop, running_server


async def people_of(server: RunningServer, *names: str) -> list[Person]:
    return [await server.person(name) for name in names]


async def tables_of(server: RunningServer, person: Person) -> list[tuple[str, str]]:
    answer = await server.http.get("/api/tables/mine", headers=person.headers)
    return [(table["id"], table["status"]) for table in answer.raise_for_status().json()]


async def mine(server: RunningServer, person: Person) -> list[str]:
    return [table for table, _ in await tables_of(server, person)]


async def names_at(server: RunningServer, place: TableLink) -> list[str]:
    return [chair.name for chair in (await server.room(place)).table.chairs]


@pytest.mark.parametrize("game", [game.id for game in all_games()])
@in_a_loop
async def test_a_player_who_leaves_a_seat_sees_nothing_of_the_next(sqlite_url: str, game: str) -> None:
    async with running_server(sqlite_url) as server:
        ada, ben, eve = await people_of(server, "Ada", "Ben", "Eve")
        place = await server.table(ada, ["me", "friend", "bot"], game=game, public=True)
        await server.join(place, eve)
        async with server.connect(place, eve) as leaver, server.connect(place, None) as watcher:
            assert (leaver.seat, leaver.yours) == (1, [1])
            assert (await leaver.ask("stand", seat=1))["type"] == "ack"
            assert (leaver.seat, leaver.yours, leaver.legal) == (None, [], [])
            await server.join(place, ben)
            async with server.running(place, ada, ben) as (_, successor):
                for client in (leaver, watcher):
                    while client.version < successor.version:
                        await client.receive()
                assert leaver.view == watcher.view
                assert leaver.view["seat"] is None
                assert successor.view["seat"] == 1
                assert leaver.legal == []
                updates = [message for message in leaver.received if message["type"] == "update"]
                assert updates[-3:] == [message for message in watcher.received if message["type"] == "update"][-3:]


@in_a_loop
async def test_a_player_who_leaves_one_of_two_seats_looks_from_the_other(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada, ben = await people_of(server, "Ada", "Ben")
        place = await server.table(ada, ["me", "friend", "friend"])
        for seat in (1, 2):
            body = {"invitation": place.invitation, "seat": seat}
            await server.http.post(f"/api/tables/{place.id}/join", json=body, headers=ben.headers)
        async with server.connect(place, ben) as client, server.connect(place, ada) as host:
            assert (await client.ask("stand", seat=1))["type"] == "ack"
            assert (client.seat, client.yours) == (2, [2])
            await host.receive_until("update", note={"kind": "stood", "seat": 1})
            assert host.seat == 0
        assert place.id in await mine(server, ben)


@pytest.mark.parametrize("database", ["sqlite_url", "postgres_url"])
def test_a_player_who_leaves_their_seat_leaves_the_table(database: str, request: pytest.FixtureRequest) -> None:
    url = request.getfixturevalue(database)

    async def scenario() -> None:
        async with running_server(url, Limits(open_tables=2)) as server:
            ada, ben = await people_of(server, "Ada", "Ben")
            for _ in range(2):
                place = await server.table(ada, ["me", "friend"])
                for _ in range(2):  # and comes back
                    await server.join(place, ben)
                    assert await mine(server, ben) == [place.id]
                    async with server.connect(place, ben) as client:
                        assert (await client.ask("stand", seat=1))["type"] == "ack"
                    assert await mine(server, ben) == []
            assert len(await mine(server, ada)) == 2
            for _ in range(2):
                await server.table(ben, ["me", "friend"])

    asyncio.run(scenario())


@in_a_loop
async def test_the_last_change_within_one_transaction_counts(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada, ben = await people_of(server, "Ada", "Ben")
        place = await server.table(ada, ["me", "friend"])
        room = await server.room(place)
        commits = server.app.state.services.hub.commits
        for last in ("sit", "stand"):
            steps: list[Any] = [lambda table: table.sit(1, ben.id, "Ben"), lambda table: table.stand(1)] * 2
            await asyncio.gather(*(commits.commit(room, step) for step in steps[: 3 if last == "sit" else None]))
            assert (place.id in await mine(server, ben)) == (last == "sit")
            if last == "sit":
                await commits.commit(room, lambda table: table.stand(1))


class Host(msgspec.Struct, frozen=True):
    id: str
    name: str


@in_a_loop
async def test_a_rematch_offered_twice_with_one_message_is_one_table(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada, ben = await people_of(server, "Ada", "Ben")
        place = await server.table(ada, ["me", "friend"])
        await server.join(place, ben)
        async with server.running(place, ada, ben) as (one, other):
            await play_to_the_end(one, other)
        room = await server.room(place)
        hub: Hub = server.app.state.services.hub
        numbers = await asyncio.gather(
            *(offer_rematch(hub, room, 0, None, Host(ada.id, "Ada"), "again") for _ in range(3))
        )
        numbers.append(await offer_rematch(hub, room, 0, None, Host(ada.id, "Ada"), "again"))
        assert numbers == [room.table.version] * 4
        assert [status for _, status in await tables_of(server, ada)].count("open") == 1


@in_a_loop
async def test_the_host_belongs_to_the_table_even_without_a_seat(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        [ada] = await people_of(server, "Ada")
        place = await server.table(ada, ["friend", "friend"])
        await server.join(place, ada)
        async with server.connect(place, ada) as client:
            assert (await client.ask("stand", seat=0))["type"] == "ack"
        assert await mine(server, ada) == [place.id]


@in_a_loop
async def test_of_two_rematches_at_once_one_remains_and_the_other_is_closed(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada, ben = await people_of(server, "Ada", "Ben")
        place = await server.table(ada, ["me", "friend"], public=True)
        await server.join(place, ben)
        async with server.running(place, ada, ben) as (one, other):
            await play_to_the_end(one, other)
        room = await server.room(place)
        hub: Hub = server.app.state.services.hub
        offers = [(0, ada, "Ada", "a"), (1, ben, "Ben", "b"), (1, ben, "Ben", "b")]
        outcomes = await asyncio.gather(
            *(offer_rematch(hub, room, seat, None, Host(person.id, name), mark) for seat, person, name, mark in offers),
            return_exceptions=True,
        )
        refused = [isinstance(outcome, Refused) for outcome in outcomes]
        assert refused in ([False, True, True], [True, False, False])  # in either order
        rematch = room.table.rematch
        assert rematch is not None
        listed = (await server.http.get("/api/tables")).json()
        assert [table["id"] for table in listed] == [rematch.table]
        found = await tables_of(server, ada) + await tables_of(server, ben)
        assert [table for table, status in found if status == "open"] == [rematch.table]


async def play_to_the_end(*clients: TableClient) -> None:
    while not clients[0].over:
        for client in clients:
            while client.version < max(one.version for one in clients):
                await client.receive()
        for client in clients:
            if client.legal and not client.over:
                await client.ask("act", seat=client.seat, action=client.legal[0], seen=client.version)
    for client in clients:
        while not client.over:
            await client.receive()


@in_a_loop
async def test_numbered_names_are_no_longer_than_others_and_a_rematch_can_be_read(sqlite_url: str) -> None:
    long = "B" * 30
    async with running_server(sqlite_url) as server:
        [ada] = await people_of(server, "Ada")
        place = await server.table(ada, ["me", "friend", "friend"])
        async with server.connect(place, ada) as client:
            for seat in (1, 2):
                assert (await client.ask("appoint", seat=seat, bot="lamb", name=long))["type"] == "ack"
            assert await names_at(server, place) == ["Ada", long, f"{'B' * 28} 2"]
            await client.commit(0)
            while client.table["status"] == "open":
                await client.receive()
            while not client.over:
                if client.legal:
                    await client.ask("act", seat=0, action=client.legal[0], seen=client.version)
                else:
                    await client.receive()
            assert (await client.ask("offer-rematch", seat=0))["type"] == "ack"
        server.app.state.services.hub.rooms.all.clear()
        assert len(await mine(server, ada)) == 2


@in_a_loop
async def test_an_unreadable_table_hides_no_other(sqlite_url: str, caplog: pytest.LogCaptureFixture) -> None:
    async with running_server(sqlite_url) as server:
        ada, ben = await people_of(server, "Ada", "Ben")
        broken = await server.table(ada, ["me", "friend"], public=True)
        whole = await server.table(ada, ["me", "friend"], public=True)
    async with await Store.open(sqlite_url) as store, store.database.writing() as connection:
        await connection.exec_driver_sql("UPDATE tables SET settings = '{}', due = 1 WHERE id = ?", (broken.id,))
        await connection.exec_driver_sql("UPDATE tables SET due = 2 WHERE id = ?", (whole.id,))
    async with running_server(sqlite_url) as server:
        listed = (await server.http.get("/api/tables")).raise_for_status().json()
        assert [table["id"] for table in listed] == [whole.id]
        assert await mine(server, ada) == [whole.id]
        answer = await server.http.get(f"/api/tables/{broken.id}", headers=ada.headers)
        assert (answer.status_code, answer.json()["reason"]) == (400, "table.unreadable")
        await server.join(whole, ben)  # and it is worked on: the game begins
        async with server.running(whole, ada, ben):
            pass
    complaints = [record for record in caplog.records if record.message == "tables cannot be opened"]
    assert {getattr(record, "table", None) for record in complaints} == {broken.id}


@in_a_loop
async def test_whatever_is_wrong_with_one_table_the_steward_works_on_the_others(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sheepfold.server.live.steward.SWEEP_SECONDS", 0.05)
    async with running_server(sqlite_url) as server:
        [ada] = await people_of(server, "Ada")
        broken, whole = [await server.table(ada, ["me", "friend"], public=True) for _ in range(2)]
        hub: Hub = server.app.state.services.hub
        build = hub.rooms._build

        async def stumble(row: rows.Table) -> Room:
            assert row.id != broken.id, "a bug"
            return await build(row)

        monkeypatch.setattr(hub.rooms, "_build", stumble)
        hub.rooms.all.clear()
        for number, place in enumerate((broken, whole), start=1):
            await hub.store.set_due(place.id, 0, float(number))
        while whole.id not in hub.rooms.all:
            await asyncio.sleep(0.01)
        assert await mine(server, ada) == [whole.id]
        listed = (await server.http.get("/api/tables")).raise_for_status().json()
        assert [table["id"] for table in listed] == [whole.id]
        sweeper = hub.steward._sweeper
        assert sweeper is not None
        assert not sweeper.done()


@pytest.mark.parametrize(("public_before", "public_after"), [(True, False), (True, True), (False, False)])
@in_a_loop
async def test_a_spectator_is_not_invited_to_a_private_rematch(
    sqlite_url: str, public_before: bool, public_after: bool
) -> None:
    async with running_server(sqlite_url) as server:
        ada, ben = await people_of(server, "Ada", "Ben")
        place = await server.table(ada, ["me", "friend"], public=public_before)
        await server.join(place, ben)
        settings = {"game": "haste-bock", "seats": [{"who": "me"}, {"who": "friend"}], "public": public_after}
        async with (
            server.connect(place, None, place.invitation) as watcher,
            server.running(place, ada, ben) as (one, two),
        ):
            await play_to_the_end(one, two)
            await two.ask("look", seat=None)  # as on a shared screen
            assert (await one.ask("offer-rematch", seat=0, settings=settings))["type"] == "ack"
            for client in (two, watcher):
                while client.version < one.version:
                    await client.receive()
            async with server.connect(place, None, place.invitation) as late, server.connect(place, ben) as again:
                rematches = [last_rematch(client) for client in (one, two, watcher, late, again)]
        invited = ["invitation" in rematch for rematch in rematches]
        passing = public_after or not public_before
        assert invited == [True, True, passing, passing, True]


def last_rematch(client: TableClient) -> dict[str, str]:
    found: list[dict[str, str]] = [message["rematch"] for message in client.received if message.get("rematch")]
    return found[-1]


@in_a_loop
async def test_players_chat_by_the_name_they_have_at_the_table(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada, other, watcher = await people_of(server, "Ada", "ada", "Eve")
        place = await server.table(ada, ["me", "friend"], public=True)
        await server.join(place, other)
        for person, name in ((ada, "Ada"), (other, "ada 2"), (watcher, "Eve")):
            async with server.connect(place, person) as client:
                await client.ask("say", text="baa")
                said = [message["said"] for message in client.received if message["type"] == "chat"]
                assert said[-1]["name"] == name
