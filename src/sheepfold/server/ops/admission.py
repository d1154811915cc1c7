"""Connection limits: in total, per address, and for connections that have not sent a request."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from sheepfold.server.ops.clock import Clock
from sheepfold.server.ops.limits import (
    BUSY_SOCKETS,
    RESERVED_DESCRIPTORS,
    Limits,
    RateLimiter,
    TokenBucket,
    UsageCounter,
    network_of,
)

if sys.platform != "win32":
    import resource

logger = logging.getLogger("sheepfold")

FORWARDED: Final = b"x-forwarded-for"
NO_LIMIT: Final = 1_000_000
"""The capacity where the system sets no lower limit on descriptors."""


class Evictable(Protocol):
    """A connection that can be closed to make room for another."""

    def evict(self) -> None: ...


class Admission:
    """Decides which connections to accept. Clients behind a trusted proxy are counted by their own address."""

    def __init__(self, limits: Limits, capacity: int, proxies: Sequence[str], clock: Clock) -> None:
        self.limits = limits
        self.clock = clock
        self.capacity = capacity
        """The largest number of connections. One address gets at most half of them."""
        self._per_address = min(limits.sockets_per_address, max(1, capacity // 2))
        self._upgrades = RateLimiter(limits.messages_per_second, limits.upgrades_burst)
        self._http = RateLimiter(limits.http_per_second, limits.http_burst)
        self._changes = RateLimiter(limits.messages_per_second, limits.requests_burst)
        self._frames = RateLimiter(BUSY_SOCKETS * limits.frames_per_second, BUSY_SOCKETS * limits.frames_burst)
        self._proxies = ProxyHeadersMiddleware(_unused_application, list(proxies)).trusted_hosts
        self._connections = UsageCounter()
        self._idle: dict[Evictable, str] = {}
        """Connections that have not sent a request yet, oldest first, with their network."""
        self._warned = False

    def is_proxy(self, host: str) -> bool:
        return host in self._proxies

    def client_address(self, host: str, headers: Iterable[tuple[bytes, bytes]]) -> str:
        """Return the client's address. The forwarding header counts only if a trusted proxy sent it."""
        forwarded = b", ".join(value for name, value in headers if name == FORWARDED)
        if not forwarded:
            return host
        if not self.is_proxy(host):
            self._warn(host)
            return host
        return self._proxies.get_trusted_client_address(forwarded.decode("latin-1"))[0] or host

    def _warn(self, host: str) -> None:
        """Warn once: the operator may have forgotten the option, but any client can send the header."""
        if not self._warned:
            self._warned = True
            logger.warning(
                "untrusted proxy", extra={"error": f"if {host} is your proxy, start with --trusted-proxy {host}"}
            )

    def add(self, host: str) -> bool:
        """Count one more connection, evicting an idle one if necessary; False if the address has too many."""
        address = network_of(host)
        if self._connections.take(address, self._per_address):
            return True
        oldest = next((one for one, where in self._idle.items() if where == address), None)
        if oldest is None:
            return False
        oldest.evict()
        return self._connections.take(address, self._per_address)

    def remove(self, host: str) -> None:
        self._connections.release(network_of(host))

    def mark_idle(self, connection: Evictable, host: str) -> None:
        """Mark a connection that has not sent a request yet. Browsers do so at once, so idle ones are evicted first."""
        self._idle[connection] = network_of(host)

    def mark_active(self, connection: Evictable) -> None:
        """Unmark a connection that has sent a request or is closed."""
        self._idle.pop(connection, None)

    def allow_socket(self, host: str) -> bool:
        """Count one more WebSocket; False if the address opens them too fast."""
        return self._upgrades.take(network_of(host), self.clock.monotonic())

    def frame_bucket(self, host: str) -> TokenBucket:
        """Return the bucket shared by all WebSockets of an address."""
        return self._frames.bucket(network_of(host), self.clock.monotonic())

    def allow_change(self, host: str) -> bool:
        """Count one more request that changes something; False if the address sends them too fast."""
        return self._changes.take(network_of(host), self.clock.monotonic())

    def request_delay(self, host: str) -> float:
        """Count one more request, and return how many seconds it must wait, usually 0."""
        return self._http.delay(network_of(host), self.clock.monotonic())


def connection_capacity() -> int:
    """Raise the soft limit on descriptors to the hard limit, and return how many connections fit."""
    if sys.platform == "win32":
        return NO_LIMIT
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return NO_LIMIT if most == resource.RLIM_INFINITY else min(NO_LIMIT, max(1, most - RESERVED_DESCRIPTORS))


async def _unused_application(_scope: Any, _receive: Any, _send: Any) -> None:
    """Stand in for an application: only the middleware's list of proxies is used."""
