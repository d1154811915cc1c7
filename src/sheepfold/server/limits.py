"""How much one person may do."""

from __future__ import annotations

import msgspec


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    message_bytes: int = 16_384
    messages_per_second: float = 20.0
    burst: int = 60
    open_tables: int = 20
    """Unfinished tables of one person."""
    waiting_messages: int = 200
    """Messages that wait for a slow socket before it is closed."""
    write_seconds: float = 10.0
    """How long one write to a socket may take."""
    hello_seconds: float = 10.0


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
