"""Somebody who sends as many tiny frames as they can over one anonymous socket, and comes back when they are cut off.

It is a process of its own: `python -m sheepfold.bench.stranger JSON` floods a server for some seconds and then writes
what became of it.
"""

from __future__ import annotations

import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.request import Request, urlopen

import msgspec

ELSEWHERE: Final = ("127.0.0.2", 0)
"""Not the address of those who play: this machine has more than one."""
RATE: Final = 1_000_000
"""Bytes a second, as far as the server takes them."""
STEP: Final = 0.02
"""Seconds between two attempts to send."""
MASK: Final = b"\0\0\0\0"
AWAY: Final = b'{"type":"away","hidden":false}'
HELLO: Final = b'{"type":"hello"}'


def frame(first: int, content: bytes = b"") -> bytes:
    return bytes((first, 0x80 | len(content))) + MASK + content


FLOODS: Final = {
    "pings": frame(0x89),
    "fragments": frame(0x00),
    "table texts": frame(0x81, AWAY),
    "lobby texts": frame(0x81, b"baa"),
}
"""What is sent again and again. Fragments are empty and belong to one message; texts at a table are soon throttled."""
FIRST: Final = {"fragments": frame(0x01), "table texts": frame(0x81, HELLO)}


class Flood(msgspec.Struct, frozen=True):
    """What a stranger is to do."""

    host: str
    port: int
    kind: str
    seconds: float


class Flooded(msgspec.Struct):
    """What became of it."""

    bytes_sent: int = 0
    sockets: int = 0
    cut_off: int = 0
    """How often the server closed the socket, or did not open one."""


def flood(wanted: Flood) -> Flooded:
    done = Flooded()
    end = time.monotonic() + wanted.seconds
    path = f"/api/tables/{_table(wanted)}/socket" if wanted.kind == "table texts" else "/api/lobby/socket"
    while time.monotonic() < end:
        try:
            with _open(wanted, path) as line:
                done.sockets += 1
                line.send(FIRST.get(wanted.kind, b""))
                _send_on(line, FLOODS[wanted.kind], end, done)
        except OSError:
            done.cut_off += 1
            time.sleep(STEP)
    return done


def _send_on(line: socket.socket, one: bytes, end: float, done: Flooded) -> None:
    """Whole frames only; what the server answers is read, or it would have a reason to stop reading."""
    many = one * int(RATE * STEP / len(one))
    rest = b""
    while (now := time.monotonic()) < end:
        rest = rest or many
        try:
            sent = line.send(rest)
            done.bytes_sent += sent
            rest = rest[sent:]
        except BlockingIOError:
            pass  # the server does not read: that is what it should do
        try:
            while answer := line.recv(1 << 16):
                del answer
            raise ConnectionResetError
        except BlockingIOError:
            time.sleep(max(0.0, now + STEP - time.monotonic()))


@contextmanager
def _open(wanted: Flood, path: str) -> Iterator[socket.socket]:
    with socket.create_connection((wanted.host, wanted.port), timeout=5, source_address=ELSEWHERE) as line:
        line.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {wanted.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2hlZXBmb2xkLWJlbmNoIQ==\r\n\r\n".encode()
        )
        if b" 101 " not in line.recv(1 << 16):
            raise ConnectionRefusedError
        line.setblocking(False)
        yield line


def _table(wanted: Flood) -> str:
    """A public table that anybody may look at."""
    token = _post(wanted, "/api/people", {"name": "Stranger"}, "")["token"]
    settings = {"game": "haste-bock", "seats": [{"who": "me"}, {"who": "friend"}], "public": True}
    made = _post(wanted, "/api/tables", settings, str(token))["table"]
    assert isinstance(made, dict)
    return str(made["id"])


def _post(wanted: Flood, path: str, content: object, token: str) -> dict[str, object]:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    body = msgspec.json.encode(content)
    request = Request(f"http://{wanted.host}:{wanted.port}{path}", body, headers)
    with urlopen(request, timeout=10) as answer:  # noqa: S310
        return msgspec.json.decode(answer.read(), type=dict[str, object])


if __name__ == "__main__":
    found = flood(msgspec.json.decode(sys.argv[1], type=Flood))
    sys.stdout.write(msgspec.json.encode(found).decode())
