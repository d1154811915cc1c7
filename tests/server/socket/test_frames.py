"""A browser's frames end where the library says they end, and simple texts are read as the library reads them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from sheepfold.server.socket.frames import frame_end, header_of, is_whole_text, unmasked

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
    assert is_whole_text(data, 0)
    assert unmasked(data, 0, frame_end(data, 0)) == some_bytes(size)


@given(st.binary(max_size=300), st.binary(max_size=20))
def test_any_text_is_read_as_it_was_sent(text: bytes, before: bytes) -> None:
    data = before + sent(Opcode.TEXT, text)
    assert is_whole_text(data, len(before))
    assert frame_end(data, len(before)) == len(data)
    assert unmasked(data, len(before), len(data)) == text


@pytest.mark.parametrize("size", TOO_LONG)
def test_the_library_reads_very_long_texts(size: int) -> None:
    assert not is_whole_text(sent(Opcode.TEXT, some_bytes(size)), 0)


@pytest.mark.parametrize("size", SIZES + TOO_LONG)
@pytest.mark.parametrize("opcode", [Opcode.TEXT, Opcode.BINARY, Opcode.CONT, *CONTROL])
@pytest.mark.parametrize("fin", [True, False])
def test_the_header_gives_the_end_of_a_frame(opcode: Opcode, size: int, fin: bool) -> None:
    if opcode in CONTROL and not (size < 126 and fin):
        return
    for before in (b"", sent(Opcode.TEXT, b"text")):
        data = before + sent(opcode, some_bytes(size), fin=fin)
        head = len(data) - len(before) - size
        ends = [frame_end(data[:known], len(before)) for known in range(len(before), len(before) + head + 1)]
        assert set(ends) <= {0, len(data)}, "it is right or not known"
        assert ends == sorted(ends), "once it is known, it stays so"
        assert ends[-1] == frame_end(data + b"more", len(before)) == len(data)


ODD = {
    "bytes": sent(Opcode.BINARY, b"no text"),
    "a ping": sent(Opcode.PING, b"no text"),
    "a pong": sent(Opcode.PONG, b"no text"),
    "not masked": sent(Opcode.TEXT, b"text", mask=False),
    "not masked, and long": sent(Opcode.TEXT, b"x" * 200, mask=False),
    "the first of two": sent(Opcode.TEXT, b"text", fin=False),
    "the first of two with bytes": sent(Opcode.BINARY, b"bytes", fin=False),
    "the last of two": sent(Opcode.CONT, b"text"),
    "the end": sent(Opcode.CLOSE, b"\x03\xe8"),
    "compressed": b"\xc1" + sent(Opcode.TEXT, b"text")[1:],
}


@pytest.mark.parametrize("kind", ODD)
def test_the_library_reads_all_other_frames(kind: str) -> None:
    assert not is_whole_text(ODD[kind], 0)


@pytest.mark.parametrize("kind", ["not masked", "not masked, and long"])
def test_an_unmasked_frame_ends_after_two_bytes(kind: str) -> None:
    assert frame_end(ODD[kind], 0) == 2


@pytest.mark.parametrize("size", SIZES + TOO_LONG)
def test_the_header_of_a_text_is_what_the_library_would_send(size: int) -> None:
    text = some_bytes(size)
    assert header_of(size) + text == sent(Opcode.TEXT, text, mask=False)
