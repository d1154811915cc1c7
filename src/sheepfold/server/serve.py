"""Running the server until it is stopped."""

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
from sheepfold.lessons.library import broken_lessons
from sheepfold.server.http.app import Configuration, create_app
from sheepfold.server.ops.clock import Clock
from sheepfold.server.ops.collector import tune_collector
from sheepfold.server.ops.logs import configure_logging
from sheepfold.server.socket.upgrade import HttpProtocol
from sheepfold.server.store.database import NotStored, display_name, parse_url
from sheepfold.server.store.store import Store

logger = logging.getLogger("sheepfold")

BACKLOG = 2048
"""Connections that may wait to be accepted."""
GRACE_SECONDS = 10
"""Seconds for requests in progress when the server stops."""


def serve(configuration: Configuration, host: str, port: int, announce: Callable[[], None]) -> None:
    """Run the server, and call `announce` once it has its port and its database.

    Raise SheepfoldError if either is not available.
    """
    with open_socket(host, port) as listening, exclusive_database(configuration.database):
        asyncio.run(prepare_database(configuration.database))
        configure_logging()
        for problem in broken_games():
            logger.warning("broken game", extra={"problem": problem})
        for problem in broken_lessons():
            logger.warning("broken lesson", extra={"problem": problem})
        tune_collector()
        # Uvicorn shuts down on this signal, and then raises it again for this handler.
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
            timeout_graceful_shutdown=GRACE_SECONDS,
            server_header=False,
            proxy_headers=False,  # `admission.py` reads them, for sockets as well
        )
    )


def open_socket(host: str, port: int) -> socket.socket:
    """Open a listening socket. It names the protocol, which asyncio needs to see before it sets TCP_NODELAY."""
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
def exclusive_database(database: str) -> Iterator[None]:
    """Lock an SQLite file, since servers sharing one would not notify each other. The lock ends with the process."""
    place = parse_url(database)
    if place.get_backend_name() != "sqlite" or sys.platform == "win32":
        yield
        return
    try:
        lock = open(f"{place.database}.lock", "w")  # noqa: PTH123, SIM115 held as long as the server runs
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


async def prepare_database(database: str) -> None:
    """Migrate the database before the server starts."""
    place = parse_url(database)
    try:
        if place.get_backend_name() == "sqlite" and place.database is not None:
            # Unlike the asynchronous driver, this leaves no thread behind if the file cannot be opened.
            sqlite3.connect(place.database).close()
        store = await Store.open(database)
    except (NotStored, sqlite3.Error) as error:
        raise _cannot_open(database, str(error).splitlines()[0]) from None
    await store.close()


def _cannot_open(database: str, reason: str) -> SheepfoldError:
    return SheepfoldError(f"cannot open {display_name(database)} ({reason}); name another with --database")
