"""Who somebody is: a name, and a token that the browser keeps."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from msgspec.structs import replace

from sheepfold.server.ops.clock import Clock
from sheepfold.server.ops.limits import Quota
from sheepfold.server.ops.tokens import hashed, new_id, new_token
from sheepfold.server.store.rows import Person
from sheepfold.server.store.store import Store
from sheepfold.server.table.text import clean

REMEMBERED: Final = 10_000
"""People who need not be looked up again; the longest unseen are forgotten."""


class People:
    """Everybody who ever gave a name here."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._known: OrderedDict[str, Person] = OrderedDict()
        self.sockets = Quota()
        """Open sockets at tables by person."""

    async def add(self, name: str) -> tuple[Person, str]:
        """A new person, and the token: it is told once and stored only as a hash."""
        token = new_token()
        now = self._clock.now()
        person = Person(id=new_id(now), token_hash=hashed(token), name=clean(name), created=now)
        await self._store.add_person(person)
        return person, token

    async def find(self, token: str) -> Person | None:
        token_hash = hashed(token)
        person = self._known.get(token_hash)
        if person is None:
            person = await self._store.person_by_token(token_hash)
        if person is not None:
            self._remember(person)
        return person

    async def rename(self, person: Person, name: str) -> str:
        """The name as it is kept."""
        kept = clean(name)
        await self._store.rename_person(person.id, kept)
        self._remember(replace(person, name=kept))
        return kept

    def _remember(self, person: Person) -> None:
        if self._store.database.is_postgres:  # another node may have renamed them
            return
        self._known[person.token_hash] = person
        self._known.move_to_end(person.token_hash)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
