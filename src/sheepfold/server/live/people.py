"""A player's identity: a name, and a token kept by the browser."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from msgspec.structs import replace

from sheepfold.server.ops.clock import Clock
from sheepfold.server.ops.limits import UsageCounter
from sheepfold.server.ops.tokens import hashed, new_id, new_token
from sheepfold.server.store.rows import Person
from sheepfold.server.store.store import Store
from sheepfold.server.table.text import clean

CACHE_SIZE: Final = 10_000
"""People kept in memory. The least recently used ones are dropped."""


class People:
    """All people who have ever given a name."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._cache: OrderedDict[str, Person] = OrderedDict()
        self.sockets = UsageCounter()
        """Open sockets at tables, by person."""

    async def add(self, name: str) -> tuple[Person, str]:
        """Add a person. The token is returned only here, and stored as a hash."""
        token = new_token()
        now = self._clock.now()
        person = Person(id=new_id(now), token_hash=hashed(token), name=clean(name), created=now)
        await self._store.add_person(person)
        return person, token

    async def find(self, token: str) -> Person | None:
        token_hash = hashed(token)
        person = self._cache.get(token_hash)
        if person is None:
            person = await self._store.person_by_token(token_hash)
        if person is not None:
            self._remember(person)
        return person

    async def rename(self, person: Person, name: str) -> str:
        """Change a person's name, and return it as stored."""
        kept = clean(name)
        await self._store.rename_person(person.id, kept)
        self._remember(replace(person, name=kept))
        return kept

    def _remember(self, person: Person) -> None:
        if self._store.database.is_postgres:  # another node may have renamed them
            return
        self._cache[person.token_hash] = person
        self._cache.move_to_end(person.token_hash)
        if len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)
