"""Frames of a browser are read here as the library reads them, or left to it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from sheepfold.server.frames import are_whole, head_of, whole_texts

SIZES = [0, 1, 2, 3, 4, 5, 125, 126, 127, 255, 256, 65535]
TOO_LONG = [65536, 70000]
CONTROL = [Opcode.PING, Opcode.PONG]


def sent(opcode: Opcode, data: bytes, *, fin: bool = True, mask: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=mask)


def some_bytes(size: int) -> bytes:
    return Random(size).randbytes(size)


@pytest.mark.parametrize("size", SIZES)
def test_a_text_is_read_as_it_was_sent(size: int) -> None:
    data = sent(Opcode.TEXT, some_bytes(size))
    assert whole_texts(data) == [some_bytes(size)]
    assert are_whole(data)


@given(st.binary(max_size=300))
def test_any_text_is_read_as_it_was_sent(text: bytes) -> None:
    assert whole_texts(sent(Opcode.TEXT, text)) == [text]


@pytest.mark.parametrize("size", TOO_LONG)
def test_a_very_long_text_is_for_the_library(size: int) -> None:
    data = sent(Opcode.TEXT, some_bytes(size))
    for end in (len(data), *range(1, 20)):
        assert whole_texts(data[:end]) is None
        assert not are_whole(data[:end])


@pytest.mark.parametrize("size", [0, 1, 3, 125, 126, 300])
def test_a_piece_of_a_text_is_for_the_library(size: int) -> None:
    data = sent(Opcode.TEXT, some_bytes(size))
    for end in range(1, len(data)):
        for before in (b"", data):
            assert whole_texts(before + data[:end]) is None
            assert not are_whole(before + data[:end])


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535])
@pytest.mark.parametrize("opcode", [Opcode.BINARY, *CONTROL])
def test_what_comes_together_with_something_else_is_for_the_library_and_whole(opcode: Opcode, size: int) -> None:
    if opcode in CONTROL and size > 125:
        return
    other = sent(opcode, some_bytes(size))
    for data in (other + sent(Opcode.TEXT, b"text"), sent(Opcode.TEXT, b"text") + other):
        assert whole_texts(data) is None
        assert are_whole(data)


@pytest.mark.parametrize("opcode", [Opcode.BINARY, *CONTROL])
def test_what_is_no_text_is_for_the_library(opcode: Opcode) -> None:
    data = sent(opcode, b"no text")
    assert whole_texts(data) is None
    assert are_whole(data)


ODD = {
    "not masked": sent(Opcode.TEXT, b"text", mask=False),
    "several not masked": sent(Opcode.TEXT, b"text", mask=False) + 2 * sent(Opcode.TEXT, b"", mask=False),
    "the first of two": sent(Opcode.TEXT, b"text", fin=False),
    "the first of two with bytes": sent(Opcode.BINARY, b"bytes", fin=False),
    "the last of two": sent(Opcode.CONT, b"text"),
    "the end": sent(Opcode.CLOSE, b"\x03\xe8"),
    "compressed": b"\xc1" + sent(Opcode.TEXT, b"text")[1:],
}


@pytest.mark.parametrize("kind", ODD)
def test_after_anything_else_nothing_is_read_here(kind: str) -> None:
    """It may be a part of something, or the last: the library knows what comes after it."""
    text = sent(Opcode.TEXT, b"text")
    for together in (ODD[kind], text + ODD[kind], ODD[kind] + text):
        assert whole_texts(together) is None
        assert not are_whole(together)


@given(st.lists(st.binary(max_size=200), max_size=4), st.data())
def test_texts_that_come_together_are_read_where_the_last_of_them_ends(
    texts: list[bytes], choose: st.DataObject
) -> None:
    frames = [sent(Opcode.TEXT, text) for text in texts]
    ends = [sum(map(len, frames[:number])) for number in range(len(frames) + 1)]
    data = b"".join(frames)
    end = choose.draw(st.sampled_from(ends) | st.integers(0, len(data)))
    assert whole_texts(data[:end]) == (texts[: ends.index(end)] if end in ends else None)
    assert are_whole(data[:end]) == (end in ends)


@pytest.mark.parametrize("size", SIZES + TOO_LONG)
def test_what_comes_before_a_text_to_a_browser_is_what_the_library_would_send(size: int) -> None:
    text = some_bytes(size)
    assert head_of(size) + text == sent(Opcode.TEXT, text, mask=False)
