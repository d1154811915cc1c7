"""Several seats at one screen: which of them can be shown openly, and which are private."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold.server.table.privacy import is_private
from sheepfold.server.table.settings import SeatPlan, Settings
from sheepfold.server.table.table import Table, new_table
from tests.server.running_server import in_a_loop, running_server

US = [{"who": "me", "name": "Ada"}, {"who": "me", "name": "Bob"}]


def a_table(game: str, seats: list[SeatPlan]) -> Table:
    table = new_table("T", Settings(game=game, seats=seats), "5" * 64, "ada", "Ada")
    table.apply(table.seal(), 0.0)
    table.apply(table.begin(), 0.0)
    return table


def test_no_seat_is_private_in_a_game_without_hidden_information() -> None:
    table = a_table("haste-bock", [SeatPlan("me")] * 3)
    rng = Random(5)
    while table.state is not None and (waiting := table.state.waiting_for()):
        assert not any(is_private(table, seat) for seat in range(3))
        table.apply(table.act(waiting[0], rng.choice(table.legal(waiting[0])).text), 1.0)


@pytest.mark.parametrize("game", ["meine-schafe", "schafe-schubsen"])
def test_a_hand_is_private(game: str) -> None:
    table = a_table(game, [SeatPlan("me")] * 3)
    assert all(is_private(table, seat) for seat in range(3))


def test_bids_are_private_until_one_person_is_left_to_bid() -> None:
    table = a_table("volle-wolle", [SeatPlan("me")] * 3)
    assert is_private(table, 1)
    table.apply(table.act(0, "bid 14"), 1.0)
    assert is_private(table, 0), "a bid stays secret until all are in"
    assert is_private(table, 1)
    table.apply(table.act(1, "bid 15"), 1.0)
    assert not is_private(table, 2), "all others have bid"
    table.apply(table.act(2, "bid 16"), 1.0)
    assert not any(is_private(table, seat) for seat in range(3)), "dice are thrown openly"


def test_a_bid_against_bots_is_not_private() -> None:
    table = a_table("volle-wolle", [SeatPlan("me"), SeatPlan("bot"), SeatPlan("bot")])
    assert not is_private(table, 0)


def test_nothing_is_private_before_the_game() -> None:
    table = new_table("T", Settings(game="meine-schafe", seats=[SeatPlan("me")] * 2), "5" * 64, "ada", "Ada")
    assert not is_private(table, 0)


@in_a_loop
async def test_a_seat_is_shown_openly_only_if_it_holds_no_secret(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        secret = await server.table(ada, US, game="meine-schafe", options={"start": 0})
        async with server.running(secret, ada) as [client]:
            assert (await client.ask("look", seat=None))["type"] == "ack"
            assert (await client.ask("look", seat=1, openly=True))["code"] == "secret"
            assert client.view["seat"] is None, "nothing was shown"
            assert (await client.ask("look", seat=1))["type"] == "ack"
        public = await server.table(ada, US, options={"start": 0})
        async with server.running(public, ada) as [client]:
            assert (await client.ask("look", seat=1, openly=True))["type"] == "ack"
            assert client.view["seat"] == 1
