"""People: their names, their tokens, and the cache."""

from __future__ import annotations

import pytest

from sheepfold.server.live import people
from sheepfold.server.live.people import People
from sheepfold.server.ops.clock import Clock
from sheepfold.server.store.store import Store
from tests.server.running_server import in_a_loop, running_server


@in_a_loop
async def test_a_new_name_is_used_everywhere(url: str) -> None:
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
async def test_a_new_name_is_used_on_every_node(postgres_url: str) -> None:
    """Even on one that knew the old name."""
    async with running_server(postgres_url) as one, running_server(postgres_url) as other:
        ada = await one.person("Ada")
        for server, name in ((one, "Ada I."), (other, "Ada II."), (one, "Ada III.")):
            (await server.http.put("/api/people/me", json={"name": name}, headers=ada.headers)).raise_for_status()
            for node in (one, other):
                assert (await node.http.get("/api/people/me", headers=ada.headers)).json()["name"] == name


@in_a_loop
async def test_a_token_is_accepted_only_as_a_bearer_token(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "friend"])
        for scheme, me, table in (("Bearer", 200, 200), ("bearer", 200, 200), ("Basic", 401, 403)):
            headers = {"authorization": f"{scheme} {ada.token}"}
            assert (await server.http.get("/api/people/me", headers=headers)).status_code == me, scheme
            assert (await server.http.get(f"/api/tables/{place.id}", headers=headers)).status_code == table, scheme


@in_a_loop
async def test_the_least_recently_used_person_is_read_again(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
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
