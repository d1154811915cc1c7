"""A browser's open socket: whole messages in, whole messages out. A slow client never blocks anyone.

No framework handles the messages: it is made for HTTP responses, and would add work to each message. Simple frames are
read and written here, all others by the websockets library. Every frame counts. A socket that sends too many is read
more slowly, so that they wait at the sender, and is closed if it goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import OPEN, Protocol, Side

from sheepfold.server.ops.clock import Clock, Timer
from sheepfold.server.ops.limits import BYTES_AS_A_FRAME, FRAMES_AT_ONCE, LARGEST_MESSAGE, Limits, TokenBucket
from sheepfold.server.ops.metrics import METRICS
from sheepfold.server.socket.frames import MAX_HEADER, frame_end, header_of, is_whole_text, unmasked

logger = logging.getLogger("sheepfold")

Message: TypeAlias = str | bytes

DEFAULT_LIMITS: Final = Limits()
PING_SECONDS: Final = 20.0
"""How often to ping, and how long the client has to answer."""
CLOSE_SECONDS: Final = 20.0
"""How long the client may take to confirm closing."""


class Disconnected(Exception):
    """The client has disconnected."""


class Channel:
    """One socket, called by asyncio like any `asyncio.Protocol`, and by its owner."""

    def __init__(
        self, transport: Any, clock: Clock, limits: Limits = DEFAULT_LIMITS, shared: TokenBucket | None = None
    ) -> None:
        self.transport = transport
        """An `asyncio.Transport`, or one of uvloop's, which are not of that class."""
        self.clock = clock
        self.is_writable = True
        """False while the transport's write buffer is full."""
        self.on_writable_change: Callable[[], None] | None = None
        self.on_lost: Callable[[], None] | None = None
        self.is_lost = False
        """Whether the connection is closed."""
        self._loop = asyncio.get_running_loop()
        self._input_closed: asyncio.Future[None] = self._loop.create_future()
        """Done when no more messages are accepted."""
        self._on_message: Callable[[Message], None] | None = None
        self._undelivered: deque[Message] = deque()
        """Messages that came before the owner called `deliver_to`."""
        self._waiter: asyncio.Future[None] | None = None
        """Resolved when a message comes or the input closes, for `receive`."""
        self._is_paused = False
        """Whether the owner wants no messages for now."""
        self._is_reading = True
        """Whether the transport reads."""
        self._buffer = b""
        """Bytes not read yet: a part of a frame, or frames beyond those of one turn."""
        self._resume_timer: Timer | None = None
        """Runs until the frames in the buffer have their turn."""
        self._allowance = TokenBucket(limits.frames_per_second, limits.frames_burst, clock.monotonic())
        self._shared = shared
        """The bucket shared by all sockets of this address."""
        self._flood_seconds = limits.flood_seconds
        self._flooding_since: float | None = None
        self._library: Protocol | None = None
        self._fragments = bytearray()
        self._is_fragmented = False
        """Whether a message has begun whose last fragment has not come yet."""
        self._is_text = True
        self._outgoing: list[bytes] = []
        """Joined once: appending each message to a growing buffer would copy all earlier ones again."""
        self._is_alive = True
        """Whether any data came since the last ping."""
        self._timer: Timer | None = None
        """Runs until the next ping, or until closing has taken too long."""
        self.close_seconds = CLOSE_SECONDS

    # Receiving

    async def receive(self) -> Message:
        """Return the next message, before `deliver_to` is called. Raise Disconnected if there will be none."""
        while not self._undelivered:
            if self._input_closed.done():
                raise Disconnected
            self._waiter = self._loop.create_future()
            await self._waiter
        return self._undelivered.popleft()

    async def deliver_to(self, on_message: Callable[[Message], None]) -> None:
        """Call `on_message` with each message until the socket closes. The callback must return quickly."""
        self._on_message = on_message
        try:
            while self._undelivered:
                on_message(self._undelivered.popleft())
            self.resume()
            await self._input_closed
        finally:
            self._on_message = None

    def fail(self, bug: Exception) -> None:
        """Raise a bug from `deliver_to`, and accept no more messages."""
        if self._input_closed.done():  # its owner is gone
            logger.error("failed", exc_info=bug, extra={"address": "socket"})
        else:
            self._input_closed.set_exception(bug)
            self._wake()

    def pause(self) -> None:
        """Stop reading. Data waits here, and then at the sender, until `resume`."""
        self._is_paused = True
        self._update_reading()

    def resume(self) -> None:
        if self._is_paused:
            self._is_paused = False
            if self._buffer and self._resume_timer is None:
                self._resume_timer = self._loop.call_soon(self._continue_reading)
            self._update_reading()

    def _update_reading(self) -> None:
        should_read = not self._is_paused and self._resume_timer is None
        if should_read != self._is_reading and not self.transport.is_closing():
            self._is_reading = should_read
            if should_read:
                self.transport.resume_reading()
            else:
                self.transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        self._is_alive = True
        if self._resume_timer is not None:
            self._buffer += data
        elif self._buffer:
            self._buffer += data
            self._read_buffer()
        else:
            self._read(data)

    def _continue_reading(self) -> None:
        self._resume_timer = None
        if self._is_paused or self.transport.is_closing():  # `resume` continues
            return
        if 0 < frame_end(self._buffer, 0) <= len(self._buffer):
            self._read_buffer()
        else:  # only a part of a frame has come, which is not charged
            self._update_reading()

    def _read_buffer(self) -> None:
        data, self._buffer = self._buffer, b""
        self._read(data)

    def _read(self, data: bytes) -> None:
        """Read as many frames as fit in one turn. The rest waits, and so does a client that sends too many."""
        start = frames = 0
        end = frame_end(data, 0)
        while start < end <= len(data) and frames < FRAMES_AT_ONCE:
            self._read_frame(data, start, end)
            frames += 1
            start = end
            end = frame_end(data, start)
        if end - start > LARGEST_MESSAGE + MAX_HEADER:  # the library refuses it as soon as it has the header
            self._pass_to_library(data[start:])
            start = len(data)
        self._buffer = data[start:]
        if self._library is not None:
            self._send_replies(self._library)
        # A read without a whole frame counts as well: it costs as much.
        wait = self._charge(max(1, frames) + start // BYTES_AS_A_FRAME)
        if wait > 0.0:
            self._resume_timer = self.clock.call_later(wait, self._continue_reading)
        elif start < end <= len(data):
            self._resume_timer = self._loop.call_soon(self._continue_reading)
        self._update_reading()

    def _charge(self, cost: int) -> float:
        """Charge for frames, and return how long to wait. Close a socket that keeps sending too many."""
        now = self.clock.monotonic()
        wait = self._allowance.spend(cost, now)
        if wait <= 0.0:
            self._flooding_since = None
        elif self._flooding_since is None:
            self._flooding_since = now
        elif now - self._flooding_since > self._flood_seconds:
            METRICS.floods += 1
            self.close(CloseCode.POLICY_VIOLATION, "too many frames")
            self._disconnect()
        return wait if self._shared is None else max(wait, self._shared.share(cost, now))

    def _read_frame(self, data: bytes, start: int, end: int) -> None:
        """Read a frame here if it is a whole message, as most are. The library reads all others."""
        if is_whole_text(data, start) and not self._is_fragmented and not self._input_closed.done():
            self._deliver(unmasked(data, start, end), True)
        elif not self.transport.is_closing():
            self._pass_to_library(data[start:end])

    def _deliver(self, data: bytes, is_text: bool) -> None:
        if self._input_closed.done():  # closed by an earlier frame
            return
        try:
            message: Message = data.decode() if is_text else data
        except UnicodeDecodeError:
            self.close(CloseCode.INVALID_DATA, "")
            self._disconnect()
            return
        if self._on_message is not None:
            self._on_message(message)
        else:
            self._undelivered.append(message)
            self._wake()
            self.pause()

    def _pass_to_library(self, data: bytes) -> None:
        library = self._with_library()
        library.receive_data(data)
        for frame in library.events_received():
            if isinstance(frame, Frame) and frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
                self._add_fragment(frame)
        if library.close_rcvd is not None or library.parser_exc is not None:  # a close or an error
            self._disconnect()

    def _send_replies(self, library: Protocol) -> None:
        """Send the library's replies, mostly pongs; drop them if the client does not read."""
        if self.is_writable:
            self._write_from(library)
        else:
            library.data_to_send()

    def _add_fragment(self, frame: Frame) -> None:
        if frame.opcode is not Opcode.CONT:
            self._is_text = frame.opcode is Opcode.TEXT
        self._is_fragmented = not frame.fin
        self._fragments += frame.data
        if frame.fin:
            data = bytes(self._fragments)
            self._fragments.clear()
            self._deliver(data, self._is_text)

    def _with_library(self) -> Protocol:
        if self._library is None:
            self._library = Protocol(Side.SERVER, max_size=LARGEST_MESSAGE)
        return self._library

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    # Writing

    def write(self, text: bytes) -> None:
        """Write one message. Messages of the same turn leave together, such as an update and its acknowledgement."""
        if not self._outgoing:
            self._loop.call_soon(self._flush)
        self._outgoing.append(header_of(len(text)))
        self._outgoing.append(text)

    def _flush(self) -> None:
        """Write what is outgoing, unless the socket is closed."""
        if self._outgoing and not (self._input_closed.done() or self.transport.is_closing()):
            self.transport.write(b"".join(self._outgoing))
        self._outgoing.clear()

    def _write_from(self, library: Protocol) -> None:
        data = b"".join(library.data_to_send())
        if data and not self.transport.is_closing():
            self.transport.write(data)

    def pause_writing(self) -> None:
        self._set_writable(False)

    def resume_writing(self) -> None:
        self._set_writable(True)

    def _set_writable(self, is_writable: bool) -> None:
        self.is_writable = is_writable
        if self.on_writable_change is not None:
            self.on_writable_change()

    # Pinging and closing

    def start_pings(self, seconds: float = PING_SECONDS) -> None:
        self._set_timer(seconds, partial(self._ping, seconds))

    def _set_timer(self, seconds: float, callback: Callable[[], None]) -> None:
        self._stop_timer()
        self._timer = self.clock.call_later(seconds, callback)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ping(self, seconds: float) -> None:
        if self._is_reading and not self._is_alive:  # pending writes will never leave, so do not wait for them
            self.transport.abort()
            return
        self._is_alive = False
        library = self._with_library()
        library.send_ping(b"")
        self._write_from(library)
        self.start_pings(seconds)

    def close(self, code: int, reason: str) -> None:
        """Start closing, without waiting for it. Messages written before still leave."""
        if self.is_lost:
            return
        library = self._with_library()
        if library.state is not OPEN:
            return
        self._flush()
        self._close_input()
        self.resume()  # to read the client's confirmation
        library.send_close(code, reason)
        self._write_from(library)
        self._set_timer(self.close_seconds, self.transport.abort)

    def shutdown(self) -> None:
        """Close the socket; uvicorn calls this when the server stops."""
        self.close(CloseCode.SERVICE_RESTART, "")
        self._disconnect()

    def _disconnect(self) -> None:
        """Close the transport without waiting for the client. Pending writes may still leave, within a limit."""
        self._close_input()
        self._write_from(self._with_library())
        self._set_timer(self.close_seconds, self.transport.abort)
        self.transport.close()

    def eof_received(self) -> None:
        """Return None, so that the transport closes."""

    def connection_lost(self, _error: Exception | None) -> None:
        self.is_lost = True
        self._stop_timer()
        if self._resume_timer is not None:
            self._resume_timer.cancel()
        self._close_input()
        if self.on_lost is not None:
            self.on_lost()
            self.on_lost = None

    def _close_input(self) -> None:
        if not self._input_closed.done():
            self._input_closed.set_result(None)
            self._wake()
