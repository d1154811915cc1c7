"""Updates for one socket: written at once while it keeps up, else queued up to a limit. Sending never blocks."""

from __future__ import annotations

from collections import deque
from typing import Final

from sheepfold.server.ops.clock import Timer
from sheepfold.server.ops.limits import Limits
from sheepfold.server.ops.metrics import METRICS
from sheepfold.server.socket.channel import Channel

TOO_SLOW: Final = 1013


class Outbox:
    """The messages to one client."""

    def __init__(self, channel: Channel, limits: Limits) -> None:
        self._channel = channel
        self._capacity = limits.waiting_messages
        self._seconds = limits.write_seconds
        self._waiting: deque[bytes] = deque()
        self._write_timer: Timer | None = None
        """Runs while the socket does not keep up."""
        self._closing = False
        """Whether to drop all further messages."""
        channel.on_writable_change = self._on_writable_change

    def push(self, message: bytes) -> None:
        if self._closing:
            return
        if self._channel.is_writable:
            self._channel.write(message)
        elif len(self._waiting) < self._capacity:
            self._waiting.append(message)
        else:
            self._drop_client()

    def _on_writable_change(self) -> None:
        self._stop_timer()
        while self._waiting and self._channel.is_writable:
            self._channel.write(self._waiting.popleft())
        if not self._channel.is_writable and not self._closing:
            self._write_timer = self._channel.clock.call_later(self._seconds, self._drop_client)

    def _stop_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None

    def _drop_client(self) -> None:
        """Drop what waits and close a socket that does not keep up. The browser comes back for a fresh view."""
        METRICS.slow += 1
        self.stop()
        self._channel.close(TOO_SLOW, "too slow; come back for a fresh view")

    def stop(self) -> None:
        """Drop all messages, now and later."""
        self._closing = True
        self._waiting.clear()
        self._stop_timer()
        self._channel.on_writable_change = None
