"""How much one person may do."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

import msgspec

REMEMBERED: Final = 10_000
"""Addresses that a gate knows at most."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    message_bytes: int = 16_384
    messages_per_second: float = 20.0
    burst: int = 60
    requests_burst: int = 600
    """HTTP requests that change something, from one address; then as many a second as messages."""
    open_tables: int = 20
    """Unfinished tables of one person."""
    bot_tables: int = 20
    """Unfinished tables where only bots play, made from one address."""
    waiting_messages: int = 200
    """Messages that wait for a slow socket before it is closed."""
    write_seconds: float = 10.0
    """How long one write to a socket may take."""
    hello_seconds: float = 10.0


class Gate:
    """A bucket for everybody who asks over HTTP, by address; the longest unseen are forgotten."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, now: float) -> bool:
        bucket = self._buckets.pop(who, None) or Bucket(self._rate, self._burst, now)
        self._buckets[who] = bucket
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket.take(now)


class Bucket:
    """So many at once, and so many a second after that."""

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._full = float(burst)
        self._since = now

    def take(self, now: float) -> bool:
        """One more; False if it is too many."""
        self._full = min(self._burst, self._full + (now - self._since) * self._rate)
        self._since = now
        if self._full < 1.0:
            return False
        self._full -= 1.0
        return True
