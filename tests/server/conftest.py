from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One server for the session, or for each of its workers. Its sockets need a short path."""
    home = Path(tempfile.mkdtemp(prefix="sheepfold-"))
    before = os.environ.get("XDG_RUNTIME_DIR")
    # Without a runtime directory the server's package warns, and warnings are errors here.
    os.environ["XDG_RUNTIME_DIR"] = str(home)
    # The package keeps its lock there: a shared folder would make workers wait for each other.
    (home / "python_PostgresServer").mkdir()
    try:
        server = Postgres(home / "data")
        yield server
        server.stop()
    finally:
        shutil.rmtree(home)
        if before is None:
            del os.environ["XDG_RUNTIME_DIR"]
        else:
            os.environ["XDG_RUNTIME_DIR"] = before


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'sheepfold.db'}"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """A fresh database; every test that uses it runs on both kinds."""
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found
