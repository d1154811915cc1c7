"""A WebSocket past the layers of server and framework: made for answers over HTTP, they would handle each message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from litestar import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from sheepfold.server.frames import are_whole, head_of, only_text

KEPT_AT: Final = "sheepfold.channel"


class Channel(WebSocketsSansIOProtocol):
    """The socket as uvicorn has it, with a short way in and out. `serve` gives it to uvicorn."""

    keeps_up = True
    """False while what was written has not left yet; more would only be heaped up."""
    when_that_changes: Callable[[], None] | None = None

    def handle_connect(self, event: Request) -> None:
        self._in_whole_frames = True
        self._leaving: list[bytes] = []
        """Pieces, put together once: each message added to one that grows would copy all before it again."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"][KEPT_AT] = self

    def keepalive_timeout(self) -> None:
        """Nobody answers: what has not left yet never will, and is not to be waited for."""
        super().keepalive_timeout()
        self.transport.abort()

    # In

    _in_whole_frames = False
    """Whether nothing is known to the library that was not complete."""
    _hear: Callable[[str | bytes], None] | None = None
    _deaf = False

    async def listen(self, hear: Callable[[str | bytes], None]) -> None:
        """Hand over each message as it comes, until nobody is there any more. Hearing must not take long."""
        self._hear = hear
        try:
            while (earlier := await self.receive())["type"] == "websocket.receive":
                text = earlier.get("text")
                hear(b"" if text is None else text)
        finally:
            self._hear = None  # what is left of a socket goes when Python looks for circles; who heard need not wait

    def data_received(self, data: bytes) -> None:
        """Mostly it is one message, and is read here. Where frames come in pieces, the library knows what to do."""
        if self._in_whole_frames:
            text = only_text(data) if self._hear is not None and not self.close_sent else None
            if text is not None and self._take(text, True):
                return
            self._in_whole_frames = are_whole(data)
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """Uvicorn's name for: the library has found a message."""
        is_text = self.curr_msg_data_type == "text"
        if self._hear is None or self.close_sent or not self._take(b"".join(self.frames), is_text):
            super().send_receive_event_to_app()
        else:
            self.frames = []

    def _take(self, data: bytes, is_text: bool) -> bool:
        """False if it is no text though it should be one."""
        assert self._hear is not None
        try:
            message = data.decode() if is_text else data
        except UnicodeDecodeError:
            return False
        self._hear(message)
        return True

    def hear_no_more(self) -> None:
        """What comes waits, here and then there, until it is wanted again."""
        if not self._deaf:
            self._deaf = True
            self.transport.pause_reading()

    def hear_again(self) -> None:
        if self._deaf and not self.transport.is_closing():
            self._deaf = False
            self.transport.resume_reading()

    # Out

    def pause_writing(self) -> None:
        super().pause_writing()
        self._change(False)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._change(True)

    def _change(self, keeps_up: bool) -> None:
        self.keeps_up = keeps_up
        if self.when_that_changes is not None:
            self.when_that_changes()

    def write(self, text: bytes) -> None:
        """One message. Those of a moment leave together: an answer and what it did are one packet."""
        if not self._leaving:
            self.loop.call_soon(self._flush)
        self._leaving += (head_of(len(text)), text)

    def _flush(self) -> None:
        """To nobody, if nobody is there any more: who reads will hear of it."""
        if self._leaving and not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(b"".join(self._leaving))
        self._leaving.clear()

    async def close(self, code: int, reason: str) -> None:
        """Nor does this wait for who does not take anything; in the end nothing is left of the socket."""
        if self.disconnected or self.close_sent:
            return
        self._flush()
        self.writable.set()
        self.hear_again()  # or the other end could not agree to it
        await self.send({"type": "websocket.close", "code": code, "reason": reason})
        self.loop.call_later(2 * self.close_timeout, self.transport.abort)


def channel_of(socket: WebSocket[Any, Any, Any]) -> Channel:
    channel: Channel = socket.scope["state"][KEPT_AT]
    return channel
