"""Sample people, tables and entries, and a decorator to run a test in an event loop."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec

from sheepfold.server.store.rows import Append, Entry, Person, Table
from sheepfold.server.store.store import Store
from sheepfold.server.store.writer import resolve
from sheepfold.server.table.model import Status

Arguments = ParamSpec("Arguments")


def in_a_loop(test: Callable[Arguments, Coroutine[Any, Any, None]]) -> Callable[Arguments, None]:
    @functools.wraps(test)
    def run(*arguments: Arguments.args, **named: Arguments.kwargs) -> None:
        asyncio.run(test(*arguments, **named))

    return run


def a_person(name: str) -> Person:
    return Person(name, f"hash of {name}", name.title(), 1.0)


def a_table(name: str, status: Status = "open", *, public: bool = True, changed: float = 1.0) -> Table:
    return Table(name, b'{"game":"toy"}', status, public, "secret", 1.0, changed, None, 0)


def an_append(table_id: str, number: int, body: bytes = b"{}", status: Status = "running", **more: Any) -> Append:
    return Append(table_id, number, body, float(number), status, **more)


def appended(store: Store, append: Append) -> asyncio.Future[bool]:
    """Append an entry, and return a future for the result."""
    done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    store.append(append, functools.partial(resolve, done))
    return done


def some_entries(count: int) -> list[Entry]:
    return [Entry(number, b"{}", float(number)) for number in range(1, count + 1)]
