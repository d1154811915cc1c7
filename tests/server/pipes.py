"""The transport and the client of a channel, without a network."""

from __future__ import annotations

from typing import Any

import msgspec
from websockets.frames import Frame, Opcode

from sheepfold.server.ops.clock import Clock
from sheepfold.server.socket.channel import Channel


def frame(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    """A frame as a browser sends it."""
    return Frame(opcode, data, fin).serialize(mask=True)


def text_frame(text: str) -> bytes:
    return frame(Opcode.TEXT, text.encode())


def server_frames(*texts: str) -> bytes:
    return b"".join(Frame(Opcode.TEXT, text.encode()).serialize(mask=False) for text in texts)


def close_frame(code: int, reason: str = "") -> bytes:
    """A close frame of the server."""
    return Frame(Opcode.CLOSE, code.to_bytes(2, "big") + reason.encode()).serialize(mask=False)


class Pipe:
    """A transport that keeps what is written, and its channel."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.written = b""
        self.channel = Channel(self, clock or Clock())

    def send(self, message: dict[str, Any]) -> None:
        """Send a message as a browser would."""
        self.channel.data_received(text_frame(msgspec.json.encode(message).decode()))

    def write(self, data: bytes) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        """Do nothing: data comes only from the test."""

    def resume_reading(self) -> None:
        """Do nothing: data comes only from the test."""

    def abort(self) -> None:
        self.channel.connection_lost(None)
