"""How much one person, one socket and one address may do. docs/protocol.md tells client authors the same."""

from __future__ import annotations

from collections import Counter, OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Final

import msgspec

REMEMBERED: Final = 10_000
"""Addresses that a gate knows at most."""
HEAD_BYTES: Final = 32_768
"""The URL and the headers of one request."""
REQUEST_BYTES: Final = 2_000_000
"""A whole request as it is sent: the body, which may have 1 MB, in chunks."""
PIPELINED_REQUESTS: Final = 16
"""Requests that one connection may send ahead. Browsers send none."""
LARGEST_MESSAGE: Final = 1 << 18
"""Bytes. Beyond that the socket is closed; smaller messages that are too long are refused in words."""
FRAMES_AT_ONCE: Final = 32
"""Frames of one socket that are read in one turn of the event loop; then it is everybody else's turn."""
BYTES_AS_A_FRAME: Final = 4096
"""So many bytes count as much as one frame."""
BUSY_SOCKETS: Final = 10
"""The sockets of one address may together send as many frames as so many of them could."""
IPV6_PREFIX: Final = 64
"""Bits of an IPv6 address that identify a household; the rest is for its owner to choose."""
RESERVED_DESCRIPTORS: Final = 64
"""File descriptors kept for databases, bots and files, so that connections never use up all of them."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """A club of 40 people, with a few tabs each, fits behind one address."""

    message_bytes: int = 16_384
    messages_per_second: float = 20.0
    """Over one socket. The other rates follow from it."""
    burst: int = 60
    requests_burst: int = 600
    """HTTP requests that change something, from one address; then as many a second as messages."""
    http_burst: int = 2_000
    """HTTP requests of any kind, from one address; then five times as many a second as messages, the others wait."""
    upgrades_burst: int = 300
    """WebSockets that one address may open in a row; then as many a second as messages."""
    open_tables: int = 20
    """Unfinished tables of one person."""
    bot_tables: int = 20
    """Unfinished tables where only bots play, made from one address."""
    sockets_per_address: int = 300
    """Open connections, WebSockets and HTTP together. A browser uses six to load a page and one to play.

    Beyond that, those give way that have not sent a request yet.
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
    """How long a request may take after its headers: the body, the answer, and until the client has taken it."""
    hello_seconds: float = 10.0
    """How long a WebSocket may take to send its first message."""
    flood_seconds: float = 5.0
    """How long a socket may send more frames than allowed. Meanwhile it is read slowly; then it is closed."""

    @property
    def frames_per_second(self) -> float:
        """Every frame counts: pings, pongs and fragments, too."""
        return 2 * self.messages_per_second

    @property
    def frames_burst(self) -> int:
        return 2 * self.burst

    @property
    def http_per_second(self) -> float:
        return 5 * self.messages_per_second


class Quota:
    """How many of something each one has."""

    def __init__(self) -> None:
        self._held: Counter[str] = Counter()

    def take(self, who: str, most: int) -> bool:
        """One more; False if that is too many."""
        if self._held[who] >= most:
            return False
        self._held[who] += 1
        return True

    def give_back(self, who: str) -> None:
        self._held[who] -= 1
        if not self._held[who]:
            del self._held[who]


class Gate:
    """A bucket for each address; the longest unseen are forgotten."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, now: float) -> bool:
        return self.bucket(who, now).take(now)

    def spend(self, who: str, now: float) -> float:
        return self.bucket(who, now).share(1, now)

    def bucket(self, who: str, now: float) -> Bucket:
        bucket = self._buckets.pop(who, None) or Bucket(self._rate, self._burst, now)
        self._buckets[who] = bucket
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket


class Bucket:
    """So many at once, and so many a second after that."""

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._full = float(burst)
        self._since = now

    def take(self, now: float) -> bool:
        """One more; False if it is too many."""
        self._fill(now)
        if self._full < 1.0:
            return False
        self._full -= 1.0
        return True

    def spend(self, amount: int, now: float) -> float:
        """Take what is already used, even if it is too much; the seconds until that is made up for, mostly 0."""
        self._fill(now)
        self._full -= amount
        return 0.0 if self._full >= 0.0 else -self._full / self._rate

    def share(self, amount: int, now: float) -> float:
        """The same with a limit to the debt, so that nobody pays for somebody else's flood long after it."""
        wait = self.spend(amount, now)
        self._full = max(self._full, -self._burst)
        return min(wait, self._burst / self._rate)

    def _fill(self, now: float) -> None:
        self._full = min(self._burst, self._full + (now - self._since) * self._rate)
        self._since = now


@lru_cache(maxsize=REMEMBERED)
def household(host: str) -> str:
    """What is counted as one address: whoever has an IPv6 address has billions of them."""
    try:
        address = ip_address(host)
    except ValueError:  # a proxy may pass on anything
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> IPV6_PREFIX << IPV6_PREFIX)}/{IPV6_PREFIX}"
