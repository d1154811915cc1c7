"""What a board in a browser asks for, besides its table: options, components, odds, and another seat's past."""

from __future__ import annotations

import json
from typing import Any

from sheepfold.core.registry import find_game
from tests.server.house import House, in_a_loop, open_house


async def got(house: House, path: str, **headers: str) -> Any:
    return (await house.http.get(path, headers=headers)).raise_for_status().json()


@in_a_loop
async def test_options_come_as_a_form_needs_them(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as house:
        games = {game["id"]: {one["name"]: one for one in game["options"]} for game in await got(house, "/api/games")}
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
async def test_a_table_tells_the_components_it_is_played_with(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as house:
        ada = await house.person("Ada")
        standard = await got(house, "/api/games/volle-wolle/components")
        usual = await house.table(ada, ["me", "friend"], game="volle-wolle")
        assert await got(house, f"/api/tables/{usual.id}/components", **ada.headers) == standard
        own = json.loads(json.dumps(standard))
        own["chips"]["each"] = 3
        place = await house.table(ada, ["me", "friend"], game="volle-wolle", components=own)
        assert (await got(house, f"/api/tables/{place.id}/components", **ada.headers))["chips"]["each"] == 3
        assert (await house.http.get(f"/api/tables/{place.id}/components")).status_code == 403


@in_a_loop
async def test_odds_are_the_games_own_and_of_the_seat_that_asks(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as house:
        ada, bob = [await house.person(name) for name in ("Ada", "Bob")]
        place = await house.table(ada, ["me", "friend"], game="volle-wolle", public=True)
        await house.join(place, bob)
        async with house.running(place, ada, bob) as (one, _):
            await one.ask("odds", seat=0)
            told = next(message for message in one.received if message["type"] == "odds")
            state = (await house.room(place)).table.state
            assert state is not None
            exact = find_game("volle-wolle").chances(state, 0)
            assert told["chances"] == {action: round(chance, 6) for action, chance in exact.items()}
            assert len(exact) > 10


@in_a_loop
async def test_who_looks_from_another_seat_is_told_its_past_and_nobody_elses_secret(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as house:
        ada = await house.person("Ada")
        place = await house.table(ada, ["me", "me"], game="volle-wolle")
        async with house.running(place, ada) as (guest,):
            assert (await guest.ask("act", seat=0, action="bid 17", seen=guest.version))["type"] == "ack"
            for seat, bid in ((0, "17"), (1, None), (None, None)):
                await guest.ask("look", seat=seat)
                welcome = [message for message in guest.received if message["type"] == "welcome"][-1]
                assert welcome["seat"] == seat
                told = [event for one in welcome["missed"] for event in one["events"] if event["event"] == "bidmade"]
                assert [event["bid"] for event in told] == [bid]
