"""A browser's open socket: whole messages in, whole messages out, and nobody waits for who is slow.

No framework is in between: made for answers over HTTP, it would handle each message. Simple frames are read and written
here, all others by the library. Every frame counts. A socket that sends too many is read more slowly, so that they wait
at the sender's end, and is closed if it goes on.
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
from sheepfold.server.ops.limits import BYTES_AS_A_FRAME, FRAMES_AT_ONCE, LARGEST_MESSAGE, Bucket, Limits
from sheepfold.server.ops.metrics import METRICS
from sheepfold.server.socket.frames import LARGEST_HEAD, end_of, head_of, is_whole_text, unmasked

logger = logging.getLogger("sheepfold")

Message: TypeAlias = str | bytes

USUAL: Final = Limits()
PING_SECONDS: Final = 20.0
"""How often it is made sure that somebody is there, and how long they have to answer."""
CLOSE_SECONDS: Final = 20.0
"""How long the other end may take to agree to closing."""


class Gone(Exception):
    """Nobody is there any more."""


class Channel:
    """One socket. asyncio calls it as it calls any `asyncio.Protocol`; the rest is for who talks through it."""

    def __init__(self, transport: Any, clock: Clock, limits: Limits = USUAL, shared: Bucket | None = None) -> None:
        self.transport = transport
        """An `asyncio.Transport`, or one of uvloop's, which are not of that class."""
        self.clock = clock
        self.is_writable = True
        """False while what was written has not left yet; more would only be heaped up."""
        self.on_writable_change: Callable[[], None] | None = None
        self.on_lost: Callable[[], None] | None = None
        self.lost = False
        """Whether nothing is left of the socket."""
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[None] = self._loop.create_future()
        """Nobody is to be heard any more."""
        self._hear: Callable[[Message], None] | None = None
        self._early: deque[Message] = deque()
        """What was said before anybody listened."""
        self._comes: asyncio.Future[None] | None = None
        """Whoever waits for the first message."""
        self._deaf = False
        """The listener wants no more for now."""
        self._reads = True
        """Whether the transport reads."""
        self._unread = b""
        """What has come and was not read yet: a part of a frame, or frames beyond those of one turn."""
        self._pause: Timer | None = None
        """Until the unread frames have their turn."""
        self._allowance = Bucket(limits.frames_per_second, limits.frames_burst, clock.monotonic())
        self._shared = shared
        """What all sockets from this address may send together."""
        self._flood_seconds = limits.flood_seconds
        self._flooding_since: float | None = None
        self._library: Protocol | None = None
        self._pieces = bytearray()
        self._in_pieces = False
        """Whether a message has begun whose last fragment has not come yet."""
        self._is_text = True
        self._leaving: list[bytes] = []
        """Put together once: each message added to one that grows would copy all before it again."""
        self._answers = True
        """Whether anything was heard since the last ping."""
        self._timer: Timer | None = None
        """Until the next ping, or until closing has taken too long."""
        self.close_seconds = CLOSE_SECONDS

    # Hearing

    async def first(self) -> Message:
        """The first message, or the next before anybody listens; Gone if there will be none."""
        while not self._early:
            if self._ended.done():
                raise Gone
            self._comes = self._loop.create_future()
            await self._comes
        return self._early.popleft()

    async def listen(self, hear: Callable[[Message], None]) -> None:
        """Hand over each message as it comes, until nobody is there any more. Hearing must not take long."""
        self._hear = hear
        try:
            while self._early:
                hear(self._early.popleft())
            self.resume()
            await self._ended
        finally:
            self._hear = None

    def fail(self, mistake: Exception) -> None:
        """A mistake of ours: whoever listens is told, and nobody is heard any more."""
        if self._ended.done():  # it was for somebody who is gone
            logger.error("failed", exc_info=mistake, extra={"address": "socket"})
        else:
            self._ended.set_exception(mistake)
            self._wake()

    def pause(self) -> None:
        """What comes waits, here and then there, until it is wanted again."""
        self._deaf = True
        self._read_or_wait()

    def resume(self) -> None:
        if self._deaf:
            self._deaf = False
            if self._unread and self._pause is None:
                self._pause = self._loop.call_soon(self._end_pause)
            self._read_or_wait()

    def _read_or_wait(self) -> None:
        reads = not self._deaf and self._pause is None
        if reads != self._reads and not self.transport.is_closing():
            self._reads = reads
            if reads:
                self.transport.resume_reading()
            else:
                self.transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        self._answers = True
        if self._pause is not None:
            self._unread += data
        elif self._unread:
            self._unread += data
            self._read_on()
        else:
            self._read(data)

    def _end_pause(self) -> None:
        self._pause = None
        if self._deaf or self.transport.is_closing():  # it goes on when somebody hears again
            return
        if 0 < end_of(self._unread, 0) <= len(self._unread):
            self._read_on()
        else:  # nothing has come meanwhile, and nothing is charged for that
            self._read_or_wait()

    def _read_on(self) -> None:
        unread, self._unread = self._unread, b""
        self._read(unread)

    def _read(self, data: bytes) -> None:
        """As many frames as there is time for in one turn. The rest waits, and so does whoever sends too many."""
        start = frames = 0
        end = end_of(data, 0)
        while start < end <= len(data) and frames < FRAMES_AT_ONCE:
            self._read_frame(data, start, end)
            frames += 1
            start = end
            end = end_of(data, start)
        if end - start > LARGEST_MESSAGE + LARGEST_HEAD:  # the library refuses it as soon as it has the head
            self._hand_over(data[start:])
            start = len(data)
        self._unread = data[start:]
        if self._library is not None:
            self._answer_for(self._library)
        # A read without a whole frame counts as well: it costs as much.
        wait = self._charge(max(1, frames) + start // BYTES_AS_A_FRAME)
        if wait > 0.0:
            self._pause = self.clock.call_later(wait, self._end_pause)
        elif start < end <= len(data):
            self._pause = self._loop.call_soon(self._end_pause)
        self._read_or_wait()

    def _charge(self, cost: int) -> float:
        """How long to wait after so many frames. Who is told to wait all the time floods us, and is let go."""
        now = self.clock.monotonic()
        wait = self._allowance.spend(cost, now)
        if wait <= 0.0:
            self._flooding_since = None
        elif self._flooding_since is None:
            self._flooding_since = now
        elif now - self._flooding_since > self._flood_seconds:
            METRICS.floods += 1
            self.close(CloseCode.POLICY_VIOLATION, "too many frames")
            self._hang_up()
        return wait if self._shared is None else max(wait, self._shared.share(cost, now))

    def _read_frame(self, data: bytes, start: int, end: int) -> None:
        """Mostly it is a whole message, and is read here. Otherwise the library knows what to do."""
        if is_whole_text(data, start) and not self._in_pieces and not self._ended.done():
            self._take(unmasked(data, start, end), True)
        elif not self.transport.is_closing():
            self._hand_over(data[start:end])

    def _take(self, data: bytes, is_text: bool) -> None:
        if self._ended.done():  # by what came before it
            return
        try:
            message: Message = data.decode() if is_text else data
        except UnicodeDecodeError:
            self.close(CloseCode.INVALID_DATA, "")
            self._hang_up()
            return
        if self._hear is not None:
            self._hear(message)
        else:
            self._early.append(message)
            self._wake()
            self.pause()

    def _hand_over(self, data: bytes) -> None:
        library = self._with_library()
        library.receive_data(data)
        for frame in library.events_received():
            if isinstance(frame, Frame) and frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
                self._put_together(frame)
        if library.close_rcvd is not None or library.parser_exc is not None:  # good-bye, or what makes no sense
            self._hang_up()

    def _answer_for(self, library: Protocol) -> None:
        """What the library has to say: pongs, mostly. Who takes nothing is not heaped up with them."""
        if self.is_writable:
            self._write_for(library)
        else:
            library.data_to_send()

    def _put_together(self, frame: Frame) -> None:
        if frame.opcode is not Opcode.CONT:
            self._is_text = frame.opcode is Opcode.TEXT
        self._in_pieces = not frame.fin
        self._pieces += frame.data
        if frame.fin:
            data = bytes(self._pieces)
            self._pieces.clear()
            self._take(data, self._is_text)

    def _with_library(self) -> Protocol:
        if self._library is None:
            self._library = Protocol(Side.SERVER, max_size=LARGEST_MESSAGE)
        return self._library

    def _wake(self) -> None:
        if self._comes is not None and not self._comes.done():
            self._comes.set_result(None)

    # Telling

    def write(self, text: bytes) -> None:
        """One message. Those of a moment leave together: an answer and what it did are one packet."""
        if not self._leaving:
            self._loop.call_soon(self._flush)
        self._leaving.append(head_of(len(text)))
        self._leaving.append(text)

    def _flush(self) -> None:
        """To nobody, if nobody is there any more: who listens will hear of it."""
        if self._leaving and not (self._ended.done() or self.transport.is_closing()):
            self.transport.write(b"".join(self._leaving))
        self._leaving.clear()

    def _write_for(self, library: Protocol) -> None:
        data = b"".join(library.data_to_send())
        if data and not self.transport.is_closing():
            self.transport.write(data)

    def pause_writing(self) -> None:
        self._keep_up(False)

    def resume_writing(self) -> None:
        self._keep_up(True)

    def _keep_up(self, is_writable: bool) -> None:
        self.is_writable = is_writable
        if self.on_writable_change is not None:
            self.on_writable_change()

    # Going

    def begin_to_ping(self, seconds: float = PING_SECONDS) -> None:
        self._set_timer(seconds, partial(self._ping, seconds))

    def _set_timer(self, seconds: float, then: Callable[[], None]) -> None:
        self._stop_timer()
        self._timer = self.clock.call_later(seconds, then)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ping(self, seconds: float) -> None:
        if self._reads and not self._answers:  # what has not left yet never will, and is not to be waited for
            self.transport.abort()
            return
        self._answers = False
        library = self._with_library()
        library.send_ping(b"")
        self._write_for(library)
        self.begin_to_ping(seconds)

    def close(self, code: int, reason: str) -> None:
        """What was written before still leaves. It does not wait: in the end nothing is left of the socket."""
        if self.lost:
            return
        library = self._with_library()
        if library.state is not OPEN:
            return
        self._flush()
        self._end()
        self.resume()  # or the other end could not agree to it
        library.send_close(code, reason)
        self._write_for(library)
        self._set_timer(self.close_seconds, self.transport.abort)

    def shutdown(self) -> None:
        """The server stops; uvicorn says so to all its connections."""
        self.close(CloseCode.SERVICE_RESTART, "")
        self._hang_up()

    def _hang_up(self) -> None:
        """Without waiting for who is at the other end; what was written may still leave, but not for ever."""
        self._end()
        self._write_for(self._with_library())
        self._set_timer(self.close_seconds, self.transport.abort)
        self.transport.close()

    def eof_received(self) -> None:
        """Then the transport is closed."""

    def connection_lost(self, _error: Exception | None) -> None:
        self.lost = True
        self._stop_timer()
        if self._pause is not None:
            self._pause.cancel()
        self._end()
        if self.on_lost is not None:
            self.on_lost()
            self.on_lost = None

    def _end(self) -> None:
        if not self._ended.done():
            self._ended.set_result(None)
            self._wake()
