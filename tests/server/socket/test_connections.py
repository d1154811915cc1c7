"""Connection limits: how many, how long they may be silent, and how large a request may be."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from sheepfold.server.ops.admission import Admission
from sheepfold.server.ops.clock import Clock
from sheepfold.server.ops.limits import (
    BUSY_SOCKETS,
    BYTES_AS_A_FRAME,
    HEAD_BYTES,
    LARGEST_MESSAGE,
    PIPELINED_REQUESTS,
    RESERVED_DESCRIPTORS,
    Limits,
    TokenBucket,
    UsageCounter,
    network_of,
)
from sheepfold.server.socket.upgrade import LOBBY
from tests.server.lines import BYSTANDER, STRANGER, lines
from tests.server.processes import Node
from tests.server.running_server import RunningServer, close_code, in_a_loop, running_server
from tests.server.waiting import PATIENCE

DESCRIPTORS = 400
GET = b"GET /health HTTP/1.1\r\nHost: sheepfold\r\n"


async def status(port: int, host: str, path: str = "/health") -> int:
    """Return the status of a request from there; 0 if the server does not answer."""
    transport = httpx.AsyncHTTPTransport(local_address=host)
    async with httpx.AsyncClient(transport=transport, timeout=PATIENCE) as client:
        try:
            return (await client.get(f"http://127.0.0.1:{port}{path}")).status_code
        except httpx.TransportError:
            return 0


def reason_in(answer: bytes) -> str:
    found: str = json.loads(answer.partition(b"\r\n\r\n")[2])["reason"]
    return found


# How many


@in_a_loop
async def test_silent_connections_deny_no_client_service(sqlite_url: str) -> None:
    async with Node(sqlite_url, descriptors=DESCRIPTORS) as node, lines(node.port) as open_one:
        silent = [await open_one(GET if number % 2 else b"") for number in range(DESCRIPTORS + 20)]
        assert await status(node.port, BYSTANDER) == 200
        assert await status(node.port, STRANGER) == 200, "those who share the address are served as well"
        async with asyncio.timeout(PATIENCE):
            while sum(not line.closed.is_set() for line in silent) > (DESCRIPTORS - RESERVED_DESCRIPTORS) // 2:
                await asyncio.sleep(0.01)
        assert not silent[-1].closed.is_set(), "the oldest go first"
        assert node.open_descriptors() < DESCRIPTORS - RESERVED_DESCRIPTORS
        assert node.errors() == ""


@in_a_loop
async def test_a_full_server_refuses_at_once_and_recovers(sqlite_url: str) -> None:
    hosts = [f"127.0.0.{number}" for number in range(10, 15)]
    async with Node(sqlite_url, descriptors=DESCRIPTORS) as node:
        async with lines(node.port) as open_one:
            many = [await open_one(host=host) for host in hosts for _ in range(100)]
            answer = await (await open_one(host=BYSTANDER)).answer()
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert reason_in(answer) == "server.full"
            assert sum(not line.closed.is_set() for line in many) <= DESCRIPTORS - RESERVED_DESCRIPTORS
            assert node.open_descriptors() < DESCRIPTORS
            # All at once, more than there are descriptors for.
            await asyncio.gather(*(open_one(host=host) for host in hosts for _ in range(200)), return_exceptions=True)
        async with asyncio.timeout(PATIENCE):
            while await status(node.port, BYSTANDER) != 200:
                await asyncio.sleep(0.05)


def lobby_of(server: RunningServer) -> str:
    return f"{server.web}{LOBBY}"


def lobby_from(server: RunningServer, host: str) -> connect:
    return connect(lobby_of(server), local_addr=(host, 0), open_timeout=PATIENCE)


async def refusal(opening: connect) -> str:
    with pytest.raises(InvalidStatus) as refused:
        async with opening:
            pass
    assert refused.value.response.status_code == 429
    assert refused.value.response.body is not None
    found: str = json.loads(refused.value.response.body)["reason"]
    return found


TOO_MANY = "limit.connections"


@in_a_loop
async def test_an_address_has_a_limited_number_of_sockets(sqlite_url: str) -> None:
    async with running_server(sqlite_url, Limits(sockets_per_address=2)) as server, AsyncExitStack() as stack:
        one: ClientConnection = await stack.enter_async_context(lobby_from(server, STRANGER))
        await stack.enter_async_context(lobby_from(server, STRANGER))
        assert await refusal(lobby_from(server, STRANGER)) == TOO_MANY
        await stack.enter_async_context(lobby_from(server, BYSTANDER))
        await one.close()
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    await stack.enter_async_context(lobby_from(server, STRANGER))
                except InvalidStatus:
                    await asyncio.sleep(0.01)
                else:
                    break


@in_a_loop
async def test_an_address_opens_a_limited_number_of_sockets_in_a_row(sqlite_url: str) -> None:
    async with running_server(sqlite_url, Limits(messages_per_second=0.001, upgrades_burst=2)) as server:
        for _ in range(2):
            async with lobby_from(server, STRANGER):
                pass
        assert await refusal(lobby_from(server, STRANGER)) == TOO_MANY
        async with lobby_from(server, BYSTANDER):
            pass


@in_a_loop
async def test_a_person_has_a_limited_number_of_sockets_unlike_spectators(sqlite_url: str) -> None:
    async with running_server(sqlite_url, Limits(sockets_per_person=2)) as server:
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "friend"], public=True)
        async with AsyncExitStack() as stack:
            for person in (None, None, None, ada):
                await stack.enter_async_context(server.connect(place, person))
            async with server.connect(place, ada), server.socket(place) as bare:
                await bare.send(json.dumps({"type": "hello", "token": ada.token}))
                assert await close_code(bare) == 4429
            held = server.app.state.services.people.sockets._counts
            async with asyncio.timeout(PATIENCE):
                while held[ada.id] > 1:
                    await asyncio.sleep(0.01)
            async with server.connect(place, ada):
                assert held == {ada.id: 2}


@in_a_loop
async def test_a_club_behind_one_address_fits_the_default_limits(sqlite_url: str) -> None:
    """Forty people watch the lobby, and all of them load the page at once, over five connections each."""
    page = b"GET / HTTP/1.1\r\nHost: sheepfold\r\nConnection: close\r\n\r\n"
    async with (
        running_server(sqlite_url, Limits()) as server,
        AsyncExitStack() as stack,
        lines(server.port) as open_one,
    ):
        for _ in range(40):
            await stack.enter_async_context(lobby_from(server, STRANGER))
        loading = await asyncio.gather(*(open_one(page) for _ in range(200)))
        answers = [await line.answer() for line in loading]
        assert all(answer.startswith(b"HTTP/1.1 200 ") for answer in answers)


# How fast


@in_a_loop
async def test_too_many_requests_are_delayed(sqlite_url: str) -> None:
    loop = asyncio.get_running_loop()
    async with running_server(sqlite_url, Limits(messages_per_second=2.0, http_burst=3)) as server:
        begun = loop.time()
        for path in ("/api/games", "/nowhere", "/api/games", "/nowhere", "/health"):
            assert (await server.http.get(path)).status_code in {200, 404}
        assert loop.time() - begun >= 0.19, "five requests, three at once and ten a second"
        assert await status(server.port, STRANGER) == 200


@in_a_loop
async def test_all_sockets_of_an_address_share_the_frames_of_ten(sqlite_url: str) -> None:
    """Three hundred sockets are no way around the limits of one."""
    async with (
        running_server(sqlite_url, Limits(messages_per_second=0.001, burst=1)) as server,
        AsyncExitStack() as stack,
    ):

        async def ping(host: str) -> tuple[ClientConnection, Awaitable[float]]:
            opened = await stack.enter_async_context(connect(lobby_of(server), local_addr=(host, 0), close_timeout=0.1))
            return opened, await opened.ping()

        for _ in range(2 * BUSY_SOCKETS + 1):  # a burst of two for each of ten
            last, pong = await ping(STRANGER)
            await pong
        waiting = await last.ping()
        bystander, pong = await ping(BYSTANDER)
        await pong
        await (await bystander.ping())
        assert isinstance(waiting, asyncio.Future)
        assert not waiting.done()


def test_a_debt_is_paid_off() -> None:
    bucket = TokenBucket(rate=2.0, burst=3, now=100.0)
    assert [bucket.spend(amount, 100.0) for amount in (1, 2, 1, 4)] == [0.0, 0.0, 0.5, 2.5]
    assert bucket.spend(1, 102.5) == 0.5
    assert bucket.share(1000, 1000.0) == 1.5, "others do not pay for more than a burst"
    assert bucket.spend(1, 1001.5) == 0.5


def test_a_usage_counter_forgets_keys_that_hold_nothing() -> None:
    quota = UsageCounter()
    assert [quota.take(who, 2) for who in ("ada", "bob", "ada", "ada", "bob")] == [True, True, True, False, True]
    for who in ("ada", "bob", "ada"):
        quota.release(who)
    assert quota._counts == {"bob": 1}


# How long


@pytest.mark.parametrize("sent", [b"", b"GET / HT", GET, GET + b"X: " + b"x" * 1000])
@in_a_loop
async def test_a_client_that_does_not_finish_the_headers_is_disconnected(sqlite_url: str, sent: bytes) -> None:
    async with running_server(sqlite_url, Limits(head_seconds=0.2)) as server, lines(server.port) as open_one:
        line = await open_one(sent)
        assert await line.answer() == b""
        drip = await open_one(sent)
        async with asyncio.timeout(PATIENCE):
            while not drip.closed.is_set():  # a byte now and then is not enough
                drip.transport.write(b"x")
                await asyncio.sleep(0.02)


@in_a_loop
async def test_every_request_of_a_connection_has_a_deadline(sqlite_url: str) -> None:
    async with running_server(sqlite_url, Limits(head_seconds=0.2)) as server, lines(server.port) as open_one:
        line = await open_one(GET + b"\r\n")
        await line.wait_for(b'{"status":"ok"}')
        line.transport.write(GET)
        assert (await line.answer()).endswith(b'{"status":"ok"}')


@in_a_loop
async def test_a_client_that_does_not_finish_the_body_is_disconnected(sqlite_url: str) -> None:
    async with running_server(sqlite_url, Limits(request_seconds=0.2)) as server, lines(server.port) as open_one:
        head = b"POST /api/people HTTP/1.1\r\nHost: sheepfold\r\nContent-Type: application/json\r\n"
        line = await open_one(head + b"Content-Length: 1000\r\n\r\n{")
        assert await line.answer() == b""


@in_a_loop
async def test_a_client_that_does_not_read_the_response_is_disconnected(sqlite_url: str) -> None:
    async with running_server(sqlite_url, Limits(request_seconds=0.2)) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1)
        writer.transport.pause_reading()  # type: ignore[attr-defined] # sockets have it
        writer.write((b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: sheepfold\r\n\r\n") * 10)
        state = server.app.state.services.admission
        async with asyncio.timeout(PATIENCE):
            while state._connections._counts.get("127.0.0.1") is None:
                await asyncio.sleep(0.01)
            while state._connections._counts.get("127.0.0.1") is not None:
                await asyncio.sleep(0.01)
        writer.transport.abort()
        del reader


# How much


LONGEST = HEAD_BYTES - len(b"/health" + b"host: sheepfold\r\n" + b"x: \r\n")


@in_a_loop
async def test_headers_have_at_most_32_kb(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server, lines(server.port) as open_one:
        fits = await open_one(GET + b"X: " + b"x" * LONGEST + b"\r\n\r\n")
        await fits.wait_for(b'{"status":"ok"}')
        for request in (
            GET + b"X: " + b"x" * (LONGEST + 1) + b"\r\n\r\n",
            GET + b"X: x\r\n" * (HEAD_BYTES // 5) + b"\r\n",
            GET + b"X: " + b"x" * 10 * HEAD_BYTES,
            b"GET /" + b"x" * HEAD_BYTES + b" HTTP/1.1\r\nHost: sheepfold\r\n\r\n",
            b"GET /" + b"x" * 10 * HEAD_BYTES,
        ):
            answer = await (await open_one(request)).answer()
            assert answer.startswith(b"HTTP/1.1 431 "), request[:20]
            assert reason_in(answer) == "limit.size"


@in_a_loop
async def test_a_body_in_tiny_chunks_or_with_endless_trailers_is_refused(sqlite_url: str) -> None:
    head = b"POST /api/tables/import HTTP/1.1\r\nHost: sheepfold\r\nTransfer-Encoding: chunked\r\n\r\n"
    async with running_server(sqlite_url) as server, lines(server.port) as open_one:
        for endless in (b"1;" + b"x" * 3_000_000, b"0\r\nX: " + b"x" * 3_000_000):
            line = await open_one(head + endless)
            assert (await line.answer()).startswith(b"HTTP/1.1 4")


@in_a_loop
async def test_a_client_that_pipelines_too_many_requests_is_disconnected(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server, lines(server.port) as open_one:
        few = await open_one((GET + b"\r\n") * 10 + GET + b"Connection: close\r\n\r\n")
        assert (await few.answer()).count(b"HTTP/1.1 200") == 11
        many = await open_one((GET + b"\r\n") * 10_000)
        assert (await many.answer()).count(b"HTTP/1.1 200") == 0
        assert await status(server.port, STRANGER) == 200


@in_a_loop
async def test_an_invalid_request_gets_a_problem(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server, lines(server.port) as open_one:
        answer = await (await open_one(b"baa baa baa\r\n\r\n")).answer()
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert reason_in(answer) == "request.malformed"


# From where


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("2001:db8::1", "2001:db8::ffff:1:2:3", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("nonsense", "nonsense", True),
        ("nonsense", "", False),
    ],
)
def test_a_network_is_an_ipv4_address_or_an_ipv6_prefix(one: str, other: str, same: bool) -> None:
    assert (network_of(one) == network_of(other)) is same


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("192.0.2.9", [], "192.0.2.9"),
        ("192.0.2.9", [b"198.51.100.1"], "192.0.2.9"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", [b"198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", [b"203.0.113.1, 198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", [b"203.0.113.1", b"198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", [b"198.51.100.1, 10.0.0.7"], "198.51.100.1"),
        ("10.0.0.1", [b""], "10.0.0.1"),
    ],
)
def test_only_a_trusted_proxy_may_forward_addresses(peer: str, forwarded: list[bytes], client: str) -> None:
    admission = Admission(Limits(), 1000, ["10.0.0.0/24"], Clock())
    assert admission.client_address(peer, [(b"x-forwarded-for", value) for value in forwarded]) == client


def test_an_address_never_has_more_than_half_of_all_connections() -> None:
    admission = Admission(Limits(), 10, [], Clock())
    assert [admission.add(STRANGER) for _ in range(6)] == [True] * 5 + [False]


# In the documents


def test_the_protocol_documents_the_default_limits() -> None:
    limits = Limits()
    text = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text()
    rows = [line for line in text.splitlines() if line.startswith("| one ")]
    for text_in_row in (
        f"{limits.burst} messages at once, then {limits.messages_per_second:g} a second",
        f"{limits.frames_burst} frames at once, then {limits.frames_per_second:g} a second",
        f"so do {BYTES_AS_A_FRAME // 1024} KiB",
        f"goes on for {limits.flood_seconds:g} seconds",
        f"{limits.sockets_per_person} sockets at tables",
        f"| one person | {limits.open_tables} unfinished tables |",
        f"| one address | {limits.bot_tables} unfinished tables ",
        f"{limits.sockets_per_address} connections",
        f"{limits.upgrades_burst} sockets opened in a row, then {limits.messages_per_second:g} a second",
        f"{limits.requests_burst} changing requests at once, then {limits.messages_per_second:g} a second",
        f"{limits.http_burst} requests of any kind at once, then {limits.http_per_second:g} a second",
        f"{HEAD_BYTES // 1024} KiB of URL and headers, sent within {limits.head_seconds:g} seconds",
        f"{limits.request_seconds:g} seconds for the body",
        f"{PIPELINED_REQUESTS} pipelined requests",
        f"{limits.hello_seconds:g} seconds until the first message",
    ):
        assert sum(text_in_row in row for row in rows) == 1, text_in_row
    assert f"more than {LARGEST_MESSAGE // 1024} KiB in one message" in text
