"""Who somebody is, and what the server remembers of it."""

from __future__ import annotations

import pytest

from sheepfold.server.live import people
from sheepfold.server.live.people import People
from sheepfold.server.ops.clock import Clock
from sheepfold.server.store.store import Store
from tests.server.running_server import in_a_loop, running_server


@in_a_loop
async def test_who_has_a_new_name_has_it_everywhere(url: str) -> None:
    async with running_server(url) as server:
        ada, bob = [await server.person(name) for name in ("Ada", "Bob")]
        place = await server.table(ada, ["me", "friend"])
        assert (await server.http.get("/api/people/me", headers=bob.headers)).json()["name"] == "Bob"
        renamed = await server.http.put("/api/people/me", json={"name": "Robert"}, headers=bob.headers)
        assert renamed.json() == {"id": bob.id, "name": "Robert"}
        assert (await server.http.get("/api/people/me", headers=bob.headers)).json()["name"] == "Robert"
        await server.join(place, bob)
        async with server.connect(place, bob) as client:
            assert [chair["name"] for chair in client.table["chairs"]] == ["Ada", "Robert"]


@in_a_loop
async def test_who_has_a_new_name_has_it_on_every_node(postgres_url: str) -> None:
    """Also on one that knew the old name."""
    async with running_server(postgres_url) as one, running_server(postgres_url) as other:
        ada = await one.person("Ada")
        for server, name in ((one, "Ada I."), (other, "Ada II."), (one, "Ada III.")):
            (await server.http.put("/api/people/me", json={"name": name}, headers=ada.headers)).raise_for_status()
            for node in (one, other):
                assert (await node.http.get("/api/people/me", headers=ada.headers)).json()["name"] == name


@in_a_loop
async def test_a_token_counts_only_as_what_it_is_told_to_be(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "friend"])
        for scheme, me, table in (("Bearer", 200, 200), ("bearer", 200, 200), ("Basic", 401, 403)):
            headers = {"authorization": f"{scheme} {ada.token}"}
            assert (await server.http.get("/api/people/me", headers=headers)).status_code == me, scheme
            assert (await server.http.get(f"/api/tables/{place.id}", headers=headers)).status_code == table, scheme


@in_a_loop
async def test_who_was_not_seen_for_the_longest_time_is_looked_up_again(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "CACHE_SIZE", 2)
    async with await Store.open(sqlite_url) as store:
        everybody = People(store, Clock())
        tokens = {name: (await everybody.add(name))[1] for name in ("Ada", "Bob", "Cleo")}
        for name in ("Ada", "Bob", "Ada", "Cleo"):
            found = await everybody.find(tokens[name])
            assert found is not None
            assert found.name == name
        assert [person.name for person in everybody._cache.values()] == ["Ada", "Cleo"]
        assert await everybody.find(tokens["Bob"]) is not None
