"""Frames of a WebSocket, as far as they are simple (RFC 6455, section 5.2); for all others there is the library."""

from __future__ import annotations

from typing import Final

WHOLE_TEXT: Final = 0x81
WHOLE: Final = (WHOLE_TEXT, 0x82, 0x89, 0x8A)
"""A text, bytes, ping, pong: each in one frame."""
MASKED: Final = 0x80
SHORT: Final = 126
LONG: Final = 1 << 16
SMALLEST: Final = 6
"""Bytes of a frame from a browser without anything in it: two, and the mask."""


def head_of(size: int) -> bytes:
    """What comes before a text of so many bytes, to a browser."""
    if size < SHORT:
        return bytes((WHOLE_TEXT, size))
    if size < LONG:
        return bytes((WHOLE_TEXT, 126, size >> 8, size & 255))
    return bytes((WHOLE_TEXT, 127)) + size.to_bytes(8, "big")


def whole_texts(data: bytes) -> list[bytes] | None:
    """The texts that a browser sent, if the data is frames with all of one each. Mostly it is one."""
    texts: list[bytes] = []
    start = 0
    while start < len(data):
        end = _end(data, start) if data[start] == WHOLE_TEXT else -1
        if not start < end <= len(data):
            return None
        texts.append(_unmasked(data, start, end))
        start = end
    return texts


def _unmasked(data: bytes, start: int, end: int) -> bytes:
    content = start + (SMALLEST if data[start + 1] & 127 < SHORT else SMALLEST + 2)
    size = end - content
    mask = int.from_bytes((data[content - 4 : content] * (size // 4 + 1))[:size], "big")
    return (int.from_bytes(data[content:end], "big") ^ mask).to_bytes(size, "big")


def are_whole(data: bytes) -> bool:
    """Whether the data is frames with a message or a ping or pong each, the last of them complete."""
    end = 0
    while 0 <= end < len(data):
        end = _end(data, end) if data[end] in WHOLE else -1
    return end == len(data)


def _end(data: bytes, start: int) -> int:
    """Where the frame of a browser that begins there ends; -1 if that is not to be seen, or far away."""
    if start + SMALLEST > len(data) or not data[start + 1] & MASKED:
        return -1
    size = data[start + 1] & 127
    if size < SHORT:
        return start + SMALLEST + size
    if size > SHORT:
        return -1
    return start + SMALLEST + 2 + (data[start + 2] << 8 | data[start + 3])
