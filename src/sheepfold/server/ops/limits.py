"""What one person, one socket and one address may do. docs/protocol.md documents these limits for client authors."""

from __future__ import annotations

from collections import Counter, OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Final

import msgspec

MAX_KEYS: Final = 10_000
"""Addresses that a rate limiter remembers."""
HEAD_BYTES: Final = 32_768
"""The URL and the headers of one request."""
REQUEST_BYTES: Final = 2_000_000
"""A whole request as sent: a body of up to 1 MB, in chunks."""
PIPELINED_REQUESTS: Final = 16
"""Requests that one connection may send ahead. Browsers send none."""
LARGEST_MESSAGE: Final = 1 << 18
"""Bytes. A larger message closes the socket; a smaller one over the limit gets a refusal."""
FRAMES_AT_ONCE: Final = 32
"""Frames of one socket that are read in one turn of the event loop, before others get theirs."""
BYTES_AS_A_FRAME: Final = 4096
"""Bytes that cost as much as one frame."""
BUSY_SOCKETS: Final = 10
"""The sockets of one address may together send as many frames as this many of them could alone."""
IPV6_PREFIX: Final = 64
"""Bits of an IPv6 address that identify a network; its owner chooses the rest."""
RESERVED_DESCRIPTORS: Final = 64
"""File descriptors kept for databases, bots and files, so that connections never use them all."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The defaults let a club of 40 people, with a few tabs each, play from one address."""

    message_bytes: int = 16_384
    messages_per_second: float = 20.0
    """Over one socket. The other rates follow from it."""
    burst: int = 60
    requests_burst: int = 600
    """HTTP requests that change something, from one address; then as many per second as messages."""
    http_burst: int = 2_000
    """HTTP requests of any kind, from one address; then five times as many per second as messages. The rest waits."""
    upgrades_burst: int = 300
    """WebSockets that one address may open in a row; then as many per second as messages."""
    open_tables: int = 20
    """Unfinished tables of one person."""
    bot_tables: int = 20
    """Unfinished tables where only bots play, created from one address."""
    sockets_per_address: int = 300
    """Open connections, WebSockets and HTTP together. A browser uses six to load a page and one to play.

    Beyond that, connections that have not sent a request yet are evicted.
    """
    sockets_per_person: int = 20
    """Open WebSockets at tables."""
    waiting_messages: int = 200
    """Messages that wait for a slow socket before it is closed."""
    write_seconds: float = 10.0
    """How long one write to a socket may take."""
    head_seconds: float = 10.0
    """How long a client may take to send the headers of a request."""
    request_seconds: float = 60.0
    """How long a request may take after its headers: the body, the response, and until the client has received it."""
    hello_seconds: float = 10.0
    """How long a WebSocket may take to send its first message."""
    flood_seconds: float = 5.0
    """How long a socket may send more frames than allowed. Meanwhile it is read slowly; then it is closed."""

    @property
    def frames_per_second(self) -> float:
        """Every frame counts, including pings, pongs and fragments."""
        return 2 * self.messages_per_second

    @property
    def frames_burst(self) -> int:
        return 2 * self.burst

    @property
    def http_per_second(self) -> float:
        return 5 * self.messages_per_second


class UsageCounter:
    """Counts how many of a resource each key holds."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def take(self, key: str, limit: int) -> bool:
        """Count one more; False if the key is at its limit."""
        if self._counts[key] >= limit:
            return False
        self._counts[key] += 1
        return True

    def release(self, key: str) -> None:
        self._counts[key] -= 1
        if not self._counts[key]:
            del self._counts[key]


class RateLimiter:
    """One token bucket per address. The least recently used ones are dropped."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, key: str, now: float) -> bool:
        return self.bucket(key, now).take(now)

    def delay(self, key: str, now: float) -> float:
        return self.bucket(key, now).share(1, now)

    def bucket(self, key: str, now: float) -> TokenBucket:
        bucket = self._buckets.pop(key, None) or TokenBucket(self._rate, self._burst, now)
        self._buckets[key] = bucket
        if len(self._buckets) > MAX_KEYS:
            self._buckets.popitem(last=False)
        return bucket


class TokenBucket:
    """Allows a burst, then a steady rate."""

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._tokens = float(burst)
        self._filled_at = now

    def take(self, now: float) -> bool:
        """Take one token; False if there is none."""
        self._fill(now)
        if self._tokens < 1.0:
            return False
        self._tokens -= 1.0
        return True

    def spend(self, amount: int, now: float) -> float:
        """Charge for what is already used, even beyond the balance. Return the seconds of debt, usually 0."""
        self._fill(now)
        self._tokens -= amount
        return 0.0 if self._tokens >= 0.0 else -self._tokens / self._rate

    def share(self, amount: int, now: float) -> float:
        """Charge like `spend`, but limit the debt, so that a flood does not delay others at the address for long."""
        wait = self.spend(amount, now)
        self._tokens = max(self._tokens, -self._burst)
        return min(wait, self._burst / self._rate)

    def _fill(self, now: float) -> None:
        self._tokens = min(self._burst, self._tokens + (now - self._filled_at) * self._rate)
        self._filled_at = now


@lru_cache(maxsize=MAX_KEYS)
def network_of(host: str) -> str:
    """Return what counts as one address: for IPv6 the network, since one client has billions of addresses."""
    try:
        address = ip_address(host)
    except ValueError:  # a proxy may pass on anything
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> IPV6_PREFIX << IPV6_PREFIX)}/{IPV6_PREFIX}"
