"""A client that floods a server with tiny frames over one anonymous socket, and reconnects when it is disconnected.

This runs as a separate process: `python -m sheepfold.bench.stranger JSON` floods a server for some seconds and then
writes the result.
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
"""Another loopback address than the players'."""
RATE: Final = 1_000_000
"""Bytes per second, if the server reads them."""
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
"""The frame to repeat. Fragments are empty parts of one message; texts at a table are soon throttled."""
FIRST_FRAME: Final = {"fragments": frame(0x01), "table texts": frame(0x81, HELLO)}


class Flood(msgspec.Struct, frozen=True):
    """The arguments of a flood."""

    host: str
    port: int
    kind: str
    seconds: float


class Flooded(msgspec.Struct):
    """The result of a flood."""

    bytes_sent: int = 0
    sockets: int = 0
    cut_off: int = 0
    """How often the server closed the socket or refused to open one."""


def flood(plan: Flood) -> Flooded:
    result = Flooded()
    end = time.monotonic() + plan.seconds
    path = f"/api/tables/{_table(plan)}/socket" if plan.kind == "table texts" else "/api/lobby/socket"
    while time.monotonic() < end:
        try:
            with _open(plan, path) as connection:
                result.sockets += 1
                connection.send(FIRST_FRAME.get(plan.kind, b""))
                _send_on(connection, FLOODS[plan.kind], end, result)
        except OSError:
            result.cut_off += 1
            time.sleep(STEP)
    return result


def _send_on(connection: socket.socket, one: bytes, end: float, result: Flooded) -> None:
    """Send whole frames. Answers are read, so that they give the server no reason to stop reading."""
    many = one * int(RATE * STEP / len(one))
    rest = b""
    while (now := time.monotonic()) < end:
        rest = rest or many
        try:
            sent = connection.send(rest)
            result.bytes_sent += sent
            rest = rest[sent:]
        except BlockingIOError:
            pass  # the server has stopped reading, as it should
        try:
            while answer := connection.recv(1 << 16):
                del answer
            raise ConnectionResetError
        except BlockingIOError:
            time.sleep(max(0.0, now + STEP - time.monotonic()))


@contextmanager
def _open(plan: Flood, path: str) -> Iterator[socket.socket]:
    with socket.create_connection((plan.host, plan.port), timeout=5, source_address=ELSEWHERE) as connection:
        connection.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {plan.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2hlZXBmb2xkLWJlbmNoIQ==\r\n\r\n".encode()
        )
        if b" 101 " not in connection.recv(1 << 16):
            raise ConnectionRefusedError
        connection.setblocking(False)
        yield connection


def _table(plan: Flood) -> str:
    """Open a public table that anyone may watch."""
    token = _post(plan, "/api/people", {"name": "Stranger"}, "")["token"]
    settings = {"game": "haste-bock", "seats": [{"who": "me"}, {"who": "friend"}], "public": True}
    made = _post(plan, "/api/tables", settings, str(token))["table"]
    assert isinstance(made, dict)
    return str(made["id"])


def _post(plan: Flood, path: str, content: object, token: str) -> dict[str, object]:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    body = msgspec.json.encode(content)
    request = Request(f"http://{plan.host}:{plan.port}{path}", body, headers)
    with urlopen(request, timeout=10) as answer:  # noqa: S310
        return msgspec.json.decode(answer.read(), type=dict[str, object])


if __name__ == "__main__":
    found = flood(msgspec.json.decode(sys.argv[1], type=Flood))
    sys.stdout.write(msgspec.json.encode(found).decode())
