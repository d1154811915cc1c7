"""Running the server until somebody stops it."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

if sys.platform != "win32":
    from fcntl import LOCK_EX, LOCK_NB, flock

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.registry import broken_games
from sheepfold.server.http.app import Configuration, create_app
from sheepfold.server.ops.clock import Clock
from sheepfold.server.ops.collector import look_seldom
from sheepfold.server.ops.logs import write_logs
from sheepfold.server.socket.upgrade import HttpProtocol
from sheepfold.server.store.database import NotStored, display_name, parse_url
from sheepfold.server.store.store import Store

logger = logging.getLogger("sheepfold")

BACKLOG = 2048
"""Connections that may wait to be taken."""
GRACE = 10
"""Seconds for what is being answered when the server is told to stop."""


def serve(configuration: Configuration, host: str, port: int, announce: Callable[[], None]) -> None:
    """Announced when the port and the database are ours; a SheepfoldError says which of them is not."""
    with listen(host, port) as listening, alone_with(configuration.database):
        asyncio.run(look_at(configuration.database))
        write_logs()
        for complaint in broken_games():
            logger.warning("broken game", extra={"problem": complaint})
        look_seldom()
        # The server stops in good order at this signal and then hands it on to us.
        signal.signal(signal.SIGTERM, lambda _signal, _frame: sys.exit(0))
        announce()
        try:
            create_server(configuration, Clock()).run(sockets=[listening])
        except KeyboardInterrupt:
            sys.exit(0)


def create_server(configuration: Configuration, clock: Clock) -> uvicorn.Server:
    return uvicorn.Server(
        uvicorn.Config(
            create_app(configuration, clock),
            log_config=None,
            access_log=False,
            http=HttpProtocol,
            timeout_graceful_shutdown=GRACE,
            server_header=False,
            proxy_headers=False,  # `admission.py` reads them, for sockets as well
        )
    )


def listen(host: str, port: int) -> socket.socket:
    """The protocol is named, or small messages would wait for each other (asyncio looks at it for TCP_NODELAY)."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP
        )[0]
        listening = socket.socket(family, kind, protocol)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen(BACKLOG)
        except OSError:
            listening.close()
            raise
    except OSError as error:
        raise SheepfoldError(
            f"cannot listen at port {port} of {host} ({error.strerror}); choose others with --port and --host"
        ) from None
    return listening


@contextmanager
def alone_with(database: str) -> Iterator[None]:
    """Servers on one SQLite file would not hear of each other. The lock goes with the process, however that ends."""
    place = parse_url(database)
    if place.get_backend_name() != "sqlite" or sys.platform == "win32":
        yield
        return
    try:
        lock = open(f"{place.database}.lock", "w")  # noqa: PTH123, SIM115 held as long as we serve
    except OSError as error:
        raise _cannot_open(database, error.strerror or str(error)) from None
    with lock:
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise SheepfoldError(
                f"another server uses {place.database}; stop it, name another file with --database, "
                "or share a PostgreSQL"
            ) from None
        yield


async def look_at(database: str) -> None:
    """Bring the database up to date before anybody relies on it."""
    place = parse_url(database)
    try:
        if place.get_backend_name() == "sqlite" and place.database is not None:
            # The asynchronous driver leaves a thread behind where a file cannot be opened; this does not.
            sqlite3.connect(place.database).close()
        store = await Store.open(database)
    except (NotStored, sqlite3.Error) as error:
        raise _cannot_open(database, str(error).splitlines()[0]) from None
    await store.close()


def _cannot_open(database: str, reason: str) -> SheepfoldError:
    return SheepfoldError(f"cannot open {display_name(database)} ({reason}); name another with --database")
