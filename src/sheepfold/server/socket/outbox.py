"""What goes to one socket: at once while it keeps up, else in its turn out of a bounded queue; nobody waits for it."""

from __future__ import annotations

from collections import deque
from typing import Final

from sheepfold.server.ops.clock import Timer
from sheepfold.server.ops.limits import Limits
from sheepfold.server.ops.metrics import METRICS
from sheepfold.server.socket.channel import Channel

TOO_SLOW: Final = 1013


class Outbox:
    """All that is said to one browser."""

    def __init__(self, channel: Channel, limits: Limits) -> None:
        self._channel = channel
        self._longest = limits.waiting_messages
        self._seconds = limits.write_seconds
        self._waiting: deque[bytes] = deque()
        self._patience: Timer | None = None
        """Runs while the socket does not keep up."""
        self._closing = False
        """Nothing more is taken in."""
        channel.on_writable_change = self._wait_or_go_on

    def push(self, message: bytes) -> None:
        if self._closing:
            return
        if self._channel.is_writable:
            self._channel.write(message)
        elif len(self._waiting) < self._longest:
            self._waiting.append(message)
        else:
            self._hang_up()

    def _wait_or_go_on(self) -> None:
        self._stop_patience()
        while self._waiting and self._channel.is_writable:
            self._channel.write(self._waiting.popleft())
        if not self._channel.is_writable and not self._closing:
            self._patience = self._channel.clock.call_later(self._seconds, self._hang_up)

    def _stop_patience(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _hang_up(self) -> None:
        """The socket does not keep up: what waits is dropped, and the browser will come back for a fresh view."""
        METRICS.slow += 1
        self.stop()
        self._channel.close(TOO_SLOW, "too slow; come back for a fresh view")

    def stop(self) -> None:
        """Nobody is to be told anything any more."""
        self._closing = True
        self._waiting.clear()
        self._stop_patience()
        self._channel.on_writable_change = None
