"""What a channel writes to and hears from, as a test wants it: no network is in between."""

from __future__ import annotations

from typing import Any

import msgspec
from websockets.frames import Frame, Opcode

from sheepfold.server.ops.clock import Clock
from sheepfold.server.socket.channel import Channel


def frame(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    """As a browser sends it."""
    return Frame(opcode, data, fin).serialize(mask=True)


def text_frame(text: str) -> bytes:
    return frame(Opcode.TEXT, text.encode())


def to_browser(*texts: str) -> bytes:
    return b"".join(Frame(Opcode.TEXT, text.encode()).serialize(mask=False) for text in texts)


def good_bye(code: int, reason: str = "") -> bytes:
    """The server's."""
    return Frame(Opcode.CLOSE, code.to_bytes(2, "big") + reason.encode()).serialize(mask=False)


class Pipe:
    """A transport that keeps what is written, and the channel at its end."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.written = b""
        self.channel = Channel(self, clock or Clock())

    def say(self, message: dict[str, Any]) -> None:
        """As a browser would."""
        self.channel.data_received(text_frame(msgspec.json.encode(message).decode()))

    def write(self, data: bytes) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        """Nothing comes by itself."""

    def resume_reading(self) -> None:
        """Nor now."""

    def abort(self) -> None:
        self.channel.connection_lost(None)
