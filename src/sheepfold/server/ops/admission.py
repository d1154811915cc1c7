"""Which connections the server takes: so many in all, so many from each address, and few that say nothing."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from sheepfold.server.ops.clock import Clock
from sheepfold.server.ops.limits import BUSY_SOCKETS, RESERVED_DESCRIPTORS, Bucket, Gate, Limits, Quota, household

if sys.platform != "win32":
    import resource

logger = logging.getLogger("sheepfold")

FORWARDED: Final = b"x-forwarded-for"
NO_LIMIT: Final = 1_000_000
"""Connections, where the system has descriptors for more."""


class Yielding(Protocol):
    """A connection that can be closed in favour of another."""

    def give_way(self) -> None: ...


class Admission:
    """One for the server. Addresses are those of clients: whoever connects through a trusted proxy is told apart."""

    def __init__(self, limits: Limits, capacity: int, proxies: Sequence[str], clock: Clock) -> None:
        self.limits = limits
        self.clock = clock
        self.capacity = capacity
        """Connections in all. One address never has more than half of them."""
        self._most = min(limits.sockets_per_address, max(1, capacity // 2))
        self._upgrades = Gate(limits.messages_per_second, limits.upgrades_burst)
        self._http = Gate(limits.http_per_second, limits.http_burst)
        self._changes = Gate(limits.messages_per_second, limits.requests_burst)
        self._frames = Gate(BUSY_SOCKETS * limits.frames_per_second, BUSY_SOCKETS * limits.frames_burst)
        self._proxies = ProxyHeadersMiddleware(_no_application, list(proxies)).trusted_hosts
        self._held = Quota()
        self._silent: dict[Yielding, str] = {}
        """Connections that have not sent a request yet, the oldest first, and their addresses."""
        self._warned = False

    def is_proxy(self, host: str) -> bool:
        return host in self._proxies

    def client(self, host: str, headers: Iterable[tuple[bytes, bytes]]) -> str:
        """The address of whoever sent these headers. Only a trusted proxy is believed about it."""
        forwarded = b", ".join(value for name, value in headers if name == FORWARDED)
        if not forwarded:
            return host
        if not self.is_proxy(host):
            self._warn(host)
            return host
        return self._proxies.get_trusted_client_address(forwarded.decode("latin-1"))[0] or host

    def _warn(self, host: str) -> None:
        """Once: a host may have forgotten the option, but anybody can send the header."""
        if not self._warned:
            self._warned = True
            logger.warning("proxy", extra={"error": f"if {host} is your proxy, start with --trusted-proxy {host}"})

    def enter(self, host: str) -> bool:
        """One more connection from there, if need be instead of a silent one; False if that is too many."""
        address = household(host)
        if self._held.take(address, self._most):
            return True
        oldest = next((one for one, where in self._silent.items() if where == address), None)
        if oldest is None:
            return False
        oldest.give_way()
        return self._held.take(address, self._most)

    def leave(self, host: str) -> None:
        self._held.give_back(household(host))

    def is_silent(self, connection: Yielding, host: str) -> None:
        """It has not sent a request yet. A browser would have: if it comes to that, the oldest of them gives way."""
        self._silent[connection] = household(host)

    def speaks(self, connection: Yielding) -> None:
        """It has sent one, or is gone."""
        self._silent.pop(connection, None)

    def opens_socket(self, host: str) -> bool:
        """One more WebSocket; False if there were too many just now."""
        return self._upgrades.take(household(host), self.clock.monotonic())

    def frames(self, host: str) -> Bucket:
        """Those of all WebSockets from there together."""
        return self._frames.bucket(household(host), self.clock.monotonic())

    def changes(self, host: str) -> bool:
        """One more request that changes something; False if there were too many just now."""
        return self._changes.take(household(host), self.clock.monotonic())

    def delay(self, host: str) -> float:
        """Seconds that one more request has to wait, mostly 0."""
        return self._http.spend(household(host), self.clock.monotonic())


def capacity() -> int:
    """How many connections there are descriptors for. As many as the system allows without asking anybody."""
    if sys.platform == "win32":
        return NO_LIMIT
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return NO_LIMIT if most == resource.RLIM_INFINITY else min(NO_LIMIT, max(1, most - RESERVED_DESCRIPTORS))


async def _no_application(_scope: Any, _receive: Any, _send: Any) -> None:
    """Of the middleware only its list of proxies is used: sockets do not pass through it."""
