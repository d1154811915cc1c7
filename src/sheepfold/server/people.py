"""Who somebody is: a name, and a token that the browser keeps."""

from __future__ import annotations

import time

from sheepfold.server.rows import Person
from sheepfold.server.store import Store
from sheepfold.server.tokens import hashed, new_id, new_token
from sheepfold.server.words import plain


class People:
    """Everybody who ever gave a name here."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, name: str) -> tuple[Person, str]:
        """A new person, and the token: it is told once and stored only as a hash."""
        token = new_token()
        person = Person(id=new_id(), token_hash=hashed(token), name=plain(name), created=time.time())
        await self._store.add_person(person)
        return person, token

    async def find(self, token: str) -> Person | None:
        return await self._store.person_by_token(hashed(token))

    async def rename(self, person: Person, name: str) -> str:
        """The name as it is kept."""
        kept = plain(name)
        await self._store.rename_person(person.id, kept)
        return kept
