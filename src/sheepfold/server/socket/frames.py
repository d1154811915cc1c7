"""WebSocket frames (RFC 6455, section 5.2): where each one ends, and the content of simple ones."""

from __future__ import annotations

from typing import Final

WHOLE_TEXT: Final = 0x81
MASKED: Final = 0x80
SHORT: Final = 126
LONG: Final = 1 << 16
MAX_HEADER: Final = 14
"""Bytes, the last four of which are the mask."""


def header_of(size: int) -> bytes:
    """Return the header of an unmasked text frame of this many bytes."""
    if size < SHORT:
        return bytes((WHOLE_TEXT, size))
    if size < LONG:
        return bytes((WHOLE_TEXT, 126, size >> 8, size & 255))
    return bytes((WHOLE_TEXT, 127)) + size.to_bytes(8, "big")


def frame_end(data: bytes, start: int) -> int:
    """Return where the client's frame that starts here ends, perhaps beyond the data; 0 if its header is incomplete.

    A frame without a mask ends after two bytes: browsers send none, so the rest does not matter.
    """
    known = len(data) - start
    if known < 2:
        return 0
    if not data[start + 1] & MASKED:
        return start + 2
    size = data[start + 1] & 127
    if size < SHORT:
        return start + 6 + size
    if size == SHORT:
        return 0 if known < 4 else start + 8 + (data[start + 2] << 8 | data[start + 3])
    if known < MAX_HEADER:
        return 0
    return start + MAX_HEADER + int.from_bytes(data[start + 2 : start + 10], "big")


def is_whole_text(data: bytes, start: int) -> bool:
    """Whether the frame that starts here is a masked text in one piece. The library reads longer ones."""
    return data[start] == WHOLE_TEXT and MASKED <= data[start + 1] <= MASKED | SHORT


def unmasked(data: bytes, start: int, end: int) -> bytes:
    """Return the content of such a text."""
    content = start + (6 if data[start + 1] & 127 < SHORT else 8)
    size = end - content
    mask = int.from_bytes((data[content - 4 : content] * (size // 4 + 1))[:size], "big")
    return (int.from_bytes(data[content:end], "big") ^ mask).to_bytes(size, "big")
