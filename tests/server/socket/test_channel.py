"""A channel delivers every message whole and in order, even to a client that is slow for a while."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.asyncio.client import ClientConnection, connect
from websockets.frames import Frame, Opcode

from sheepfold.server.ops.admission import Admission
from sheepfold.server.ops.clock import Clock
from sheepfold.server.ops.limits import FRAMES_AT_ONCE, LARGEST_MESSAGE, Limits, TokenBucket
from sheepfold.server.ops.metrics import METRICS
from sheepfold.server.socket.channel import DEFAULT_LIMITS, Channel, Disconnected, Message
from sheepfold.server.socket.outbox import Outbox
from sheepfold.server.socket.upgrade import LOBBY, HttpProtocol
from tests.server.manual_clock import ManualClock
from tests.server.pipes import Pipe, close_frame, frame, server_frames, text_frame
from tests.server.running_server import close_code, in_a_loop
from tests.server.waiting import until

PATIENCE = 20.0
SYSTEM = Clock()
SIZES = [0, 1, 125, 126, 127, 255, 256, 65535, 65536, 70000]
"""Sizes of messages; the length is encoded differently from 126 and from 65536 bytes."""


@asynccontextmanager
async def serving_port(
    on_open: Callable[[Channel], Awaitable[None]], limits: Limits = DEFAULT_LIMITS, clock: Clock = SYSTEM
) -> AsyncIterator[int]:
    """Serve sockets that are written to as soon as they are open."""

    async def enter(outbox: Outbox) -> None:
        await on_open(outbox._channel)

    lobby = SimpleNamespace(enter=enter, exit=lambda _outbox: None)
    services = SimpleNamespace(lobby=lobby, limits=limits, admission=Admission(limits, 1000, (), clock))
    app: Any = SimpleNamespace(state=SimpleNamespace(services=services))
    config = uvicorn.Config(app, log_config=None, lifespan="off", interface="asgi3")
    state = ServerState()
    loop = asyncio.get_running_loop()
    async with await loop.create_server(lambda: HttpProtocol(config, state, {}), "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1]
        await asyncio.gather(*state.tasks)


@asynccontextmanager
async def browser_at(
    on_open: Callable[[Channel], Awaitable[None]], clock: Clock = SYSTEM
) -> AsyncIterator[ClientConnection]:
    """A browser at such a socket."""
    async with (
        asyncio.timeout(PATIENCE),
        serving_port(on_open, clock=clock) as port,
        connect(f"ws://127.0.0.1:{port}{LOBBY}", max_queue=1, close_timeout=0.1) as browser,
    ):
        yield browser


@in_a_loop
async def test_messages_of_all_sizes_arrive_whole() -> None:
    async def on_open(channel: Channel) -> None:
        for size in SIZES:
            channel.write(b"x" * size)

    async with browser_at(on_open) as browser:
        assert [len(await browser.recv()) for _ in SIZES] == SIZES


def record_writes(channel: Channel) -> list[bytes]:
    """Record each write from now on."""
    written: list[bytes] = []
    leave = channel.transport.write

    def write(data: Any) -> None:
        written.append(bytes(data))
        leave(data)

    channel.transport.write = write
    return written


@in_a_loop
async def test_messages_of_one_turn_leave_in_one_write() -> None:
    written: list[bytes] = []

    async def on_open(channel: Channel) -> None:
        nonlocal written
        written = record_writes(channel)
        for text in (b"what it did", b"done"):
            channel.write(text)
        await asyncio.sleep(0)
        channel.write(b"later")

    async with browser_at(on_open) as browser:
        assert [await browser.recv() for _ in range(3)] == ["what it did", "done", "later"]
    assert written[:2] == [b"\x81\x0bwhat it did\x81\x04done", b"\x81\x05later"]


@in_a_loop
async def test_a_message_before_closing_arrives_and_none_after() -> None:
    async def on_open(channel: Channel) -> None:
        channel.write(b"why")
        channel.close(4400, "no")
        channel.write(b"more")
        channel.close(4404, "still no")

    async with browser_at(on_open) as browser:
        assert await browser.recv() == "why"
        assert await close_code(browser) == 4400
        assert browser.close_reason == "no"


@in_a_loop
async def test_a_slow_client_receives_everything_in_order() -> None:
    sent = [f"{number} {'x' * 100_000}" for number in range(150)]
    waited = asyncio.Event()

    async def on_open(channel: Channel) -> None:
        outbox = Outbox(channel, Limits(write_seconds=PATIENCE))
        for text in sent:
            outbox.push(text.encode())
            await asyncio.sleep(0)
            if not channel.is_writable:
                waited.set()

    async with browser_at(on_open) as browser:
        await waited.wait()
        assert [await browser.recv() for _ in sent] == sent


@in_a_loop
async def test_a_closed_socket_that_is_not_read_is_aborted_in_the_end() -> None:
    channels: list[Channel] = []

    async def on_open(channel: Channel) -> None:
        channels.append(channel)
        channel.close_seconds = 0.05
        for _ in range(300):
            channel.write(b"x" * 100_000)
        channel.close(4400, "no")

    async with browser_at(on_open):
        while not (channels and channels[0].is_lost):
            await asyncio.sleep(0.01)


@in_a_loop
async def test_a_client_that_does_not_answer_pings_is_disconnected_despite_pending_writes() -> None:
    channels: list[Channel] = []

    async def on_open(channel: Channel) -> None:
        channels.append(channel)
        for _ in range(300):
            channel.write(b"x" * 100_000)
        channel.start_pings(0.02)

    async with browser_at(on_open):
        while not (channels and channels[0].is_lost):
            await asyncio.sleep(0.01)


@in_a_loop
async def test_a_client_that_answers_or_is_not_read_stays_connected() -> None:
    channels: list[Channel] = []

    async def on_open(channel: Channel) -> None:
        channels.append(channel)
        channel.start_pings(20.0)

    clock = ManualClock()
    async with browser_at(on_open, clock) as browser:
        await until(lambda: bool(channels))
        for _ in range(5):
            await clock.advance(20.0)
            await until(lambda: channels[0]._is_alive)
        channels[0].pause()
        await clock.advance(100.0)
        channels[0].resume()
        channels[0].write(b"still here?")
        assert await browser.recv() == "still here?"


@in_a_loop
async def test_a_paused_socket_is_closed_without_waiting() -> None:
    channels: list[Channel] = []

    async def on_open(channel: Channel) -> None:
        channels.append(channel)
        channel.pause()
        channel.close(4400, "no")

    async with browser_at(on_open) as browser:
        assert await close_code(browser) == 4400
        while not channels[0].is_lost:
            await asyncio.sleep(0.01)


@in_a_loop
async def test_a_client_that_closes_and_does_not_read_is_disconnected() -> None:
    """Even if it had sent more than was read."""
    channels: list[Channel] = []
    gone = asyncio.Event()

    async def on_open(channel: Channel) -> None:
        channels.append(channel)
        channel.close_seconds = 0.2
        for _ in range(300):
            channel.write(b"x" * 100_000)
        await channel.deliver_to(lambda _message: channel.pause())
        gone.set()

    async with asyncio.timeout(PATIENCE), serving_port(on_open) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.write(HANDSHAKE)
        while not (channels and not channels[0].is_writable):
            await asyncio.sleep(0.01)
        channels[0].data_received(text_frame("one") + text_frame("two") + frame(Opcode.CLOSE, b""))
        await gone.wait()
        while not channels[0].is_lost:
            await asyncio.sleep(0.01)
        writer.close()


@in_a_loop
async def test_pongs_do_not_pile_up_for_a_client_that_does_not_read() -> None:
    channels: list[Channel] = []

    async def on_open(channel: Channel) -> None:
        channels.append(channel)
        for _ in range(300):
            channel.write(b"x" * 100_000)

    async with asyncio.timeout(PATIENCE), serving_port(on_open) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.write(HANDSHAKE)
        while not (channels and not channels[0].is_writable):
            await asyncio.sleep(0.01)
        unsent = channels[0].transport.get_write_buffer_size()
        for _ in range(1000):
            channels[0].data_received(frame(Opcode.PING, b"x" * 100))
        assert channels[0].transport.get_write_buffer_size() <= unsent
        channels[0].transport.abort()
        writer.close()


@in_a_loop
async def test_a_client_that_leaves_before_its_first_message_is_noticed() -> None:
    gone = asyncio.Event()

    async def on_open(channel: Channel) -> None:
        with pytest.raises(Disconnected):
            await channel.receive()
        gone.set()

    async with asyncio.timeout(PATIENCE), browser_at(on_open) as browser:
        await browser.close()
        await gone.wait()


@in_a_loop
async def test_a_lost_channel_has_no_timers() -> None:
    async with a_line() as line:
        channel = line.channel
        assert channel._timer is not None, "it is pinged"
        line.writer.transport.abort()
        while not channel.is_lost:
            await asyncio.sleep(0.01)
        channel.close(1000, "")
    assert channel._timer is None


@in_a_loop
async def test_stopping_the_server_does_not_wait_for_clients() -> None:
    async with a_line() as line:
        line.channel.shutdown()
        assert await line.reader.read() == b"\x88\x02" + (1012).to_bytes(2, "big")


@in_a_loop
async def test_a_bug_is_logged_even_if_the_client_is_gone(caplog: pytest.LogCaptureFixture) -> None:
    async with a_line() as line:
        line.channel.close(4400, "no")
        line.channel.fail(ValueError("a bug"))
    assert "a bug" in caplog.text


NO_HANDSHAKE = b"GET /api/lobby/socket HTTP/1.1\r\nHost: sheepfold\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"


@in_a_loop
async def test_an_invalid_handshake_is_refused() -> None:
    failures: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, failure: failures.append(failure))

    async def on_open(_channel: Channel) -> None:
        raise AssertionError("it is not open")

    async with serving_port(on_open) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(NO_HANDSHAKE)
        assert (await reader.readline()).startswith(b"HTTP/1.1 400")
        writer.close()
    assert failures == []


# Receiving


HANDSHAKE = (
    b"GET /api/lobby/socket HTTP/1.1\r\nHost: sheepfold\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2hlZXAgc2hlZXAgc2hlZQ==\r\n\r\n"
)


class Line:
    """Both ends of a socket: the bytes of a browser, and what the channel receives."""

    def __init__(self, channel: Channel, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.channel = channel
        self.reader = reader
        self.writer = writer
        self.received: asyncio.Queue[Message] = asyncio.Queue()

    async def receive(self, count: int) -> list[Message]:
        return [await self.received.get() for _ in range(count)]

    def arrive(self, data: bytes, *cuts: int) -> None:
        """Send in pieces, cut there. The network may join them again."""
        for start, end in pairwise([0, *sorted(cuts), len(data)]):
            if start < end:
                self.channel.data_received(data[start:end])


@asynccontextmanager
async def a_line(
    listening: asyncio.Event | None = None, limits: Limits = DEFAULT_LIMITS, clock: Clock = SYSTEM
) -> AsyncIterator[Line]:
    """The channel delivers at once, or later."""
    lines: asyncio.Future[Line] = asyncio.get_running_loop().create_future()

    async def on_open(channel: Channel) -> None:
        line = Line(channel, reader, writer)
        lines.set_result(line)
        if listening is not None:
            await listening.wait()
        await channel.deliver_to(line.received.put_nowait)

    async with asyncio.timeout(PATIENCE), serving_port(on_open, limits, clock) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HANDSHAKE)
        await reader.readuntil(b"\r\n\r\n")
        line = await lines
        await asyncio.sleep(0)
        try:
            yield line
        finally:
            writer.close()


def fragments(text: str, rng: Random) -> bytes:
    """Three frames, perhaps with a ping in between."""
    data = text.encode()
    one, two = sorted(rng.choices(range(len(data) + 1), k=2))
    ping = frame(Opcode.PING, b"there?") if rng.random() < 0.5 else b""
    return (
        frame(Opcode.TEXT, data[:one], fin=False)
        + ping
        + frame(Opcode.CONT, data[one:two], fin=False)
        + frame(Opcode.CONT, data[two:])
    )


@in_a_loop
async def test_a_fragmented_message_is_received_and_so_are_those_after_it() -> None:
    async with a_line() as line:
        for cuts in ([1], [3], [7], range(100)):
            line.arrive(text_frame("the sheep cross the dyke, ä"), *cuts)
            assert await line.receive(1) == ["the sheep cross the dyke, ä"]
            line.arrive(text_frame("whole") + text_frame("again"))
            assert await line.receive(2) == ["whole", "again"]
            line.arrive(text_frame("alone"))
            assert await line.receive(1) == ["alone"]


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536, 200_000])
@in_a_loop
async def test_messages_of_all_sizes_are_received_whole(size: int) -> None:
    async with a_line() as line:
        texts = ["x" * size, "next", "y" * size, "last"]
        for text in texts:
            line.writer.write(text_frame(text))
            await line.writer.drain()
        assert await line.receive(4) == texts
        assert line.received.empty()


@pytest.mark.parametrize("seed", range(40))
@in_a_loop
async def test_messages_in_any_chunks_are_received_in_order_and_once(seed: int) -> None:
    rng = Random(seed)
    async with a_line() as line:
        expected: list[Message] = []
        for _ in range(10):
            data = b""
            for _ in range(rng.randrange(1, 5)):
                text = f"{len(expected)} " + "ä" * rng.choice([0, 1, 60, 63, 64, 200])
                kind = rng.randrange(6)
                if kind == 0:
                    data += frame(Opcode.PING, b"there?")
                elif kind == 1:
                    data += frame(Opcode.PONG, b"here")
                else:
                    said = text.encode() if kind == 2 else text
                    expected.append(said)
                    data += (
                        frame(Opcode.BINARY, said)
                        if isinstance(said, bytes)
                        else fragments(text, rng)
                        if kind == 3
                        else text_frame(text)
                    )
            cuts = rng.choices(range(len(data)), k=rng.randrange(3)) if rng.random() < 0.3 else []
            line.arrive(data, *cuts)
        line.writer.write(text_frame("the end"))
        assert await line.receive(len(expected) + 1) == [*expected, "the end"]
        assert line.received.empty()


@in_a_loop
async def test_a_fragment_that_looks_like_a_message_is_none() -> None:
    async with a_line() as line:
        inner = text_frame("not said")
        mask = bytes(4)
        outer = bytes((0x82, 0x80 | len(inner))) + mask + inner
        line.arrive(outer, len(outer) - len(inner))
        line.arrive(text_frame("said"))
        assert await line.receive(2) == [inner, "said"]


@in_a_loop
async def test_a_ping_is_answered_at_any_point() -> None:
    pong = Frame(Opcode.PONG, b"there?").serialize(mask=False)
    async with a_line() as line:
        ping = frame(Opcode.PING, b"there?")
        for data in (ping, text_frame("before") + ping, ping + text_frame("after"), ping[:3], ping[3:]):
            line.writer.write(data)
            await line.writer.drain()
        assert await line.reader.readexactly(4 * len(pong)) == 4 * pong
        assert await line.receive(2) == ["before", "after"]


@pytest.mark.parametrize("together_with", ["nothing", "a text", "a ping"])
@pytest.mark.parametrize("pieces", [False, True])
@in_a_loop
async def test_invalid_text_closes_the_socket(together_with: str, pieces: bool) -> None:
    async with a_line() as line:
        wrong = b"\xff\xfe no text"
        data = {"nothing": b"", "a text": text_frame("fine"), "a ping": frame(Opcode.PING, b"there?")}[together_with]
        if pieces:
            data += frame(Opcode.TEXT, wrong[:5], fin=False) + frame(Opcode.CONT, wrong[5:])
        else:
            data += frame(Opcode.TEXT, wrong)
        line.arrive(data)
        line.arrive(text_frame("too late"))
        answer = await line.reader.read()
        assert answer.endswith(b"\x88\x02" + (1007).to_bytes(2, "big"))
        assert [line.received.get_nowait() for _ in range(line.received.qsize())] == ["fine"] * (
            together_with == "a text"
        )


@in_a_loop
async def test_nothing_is_received_after_invalid_text() -> None:
    async with a_line() as line:
        line.arrive(frame(Opcode.TEXT, b"\xff") + text_frame("fine") + frame(Opcode.CLOSE, b""))
        assert (await line.reader.read())[:1] == b"\x88", "it is said why"
        assert line.received.empty()


@in_a_loop
async def test_messages_before_delivery_are_delivered_first() -> None:
    listening = asyncio.Event()
    async with a_line(listening) as line:
        line.arrive(text_frame("1"))
        assert not line.channel.transport.is_reading(), "what comes meanwhile waits there"
        line.arrive(text_frame("2") + text_frame("3"))
        listening.set()
        line.writer.write(text_frame("4"))
        assert await line.receive(4) == ["1", "2", "3", "4"]
        line.arrive(text_frame("5"))
        assert await line.receive(1) == ["5"]


@in_a_loop
async def test_a_paused_owner_receives_messages_later() -> None:
    async with a_line() as line:
        line.channel.pause()
        line.channel.pause()
        assert not line.channel.transport.is_reading()
        texts = [f"{number} " + "x" * 1000 for number in range(100)]
        for text in texts:
            line.writer.write(text_frame(text))
        await line.writer.drain()
        assert line.received.empty()
        line.channel.resume()
        line.channel.resume()
        assert await line.receive(1) == texts[:1]
        line.channel.pause()
        line.channel.resume()
        assert await line.receive(99) == texts[1:]
        assert line.received.empty()


@in_a_loop
async def test_nothing_is_received_after_closing() -> None:
    async with a_line() as line:
        line.channel.close(4400, "no")
        line.arrive(text_frame("too late"))
        line.arrive(text_frame("too") + text_frame("late"))
        assert line.received.empty()


# Floods


PLENTY = Limits(messages_per_second=1e6, burst=1_000_000)


@in_a_loop
async def test_only_so_many_frames_are_read_per_turn() -> None:
    texts = [str(number) for number in range(3 * FRAMES_AT_ONCE)]
    async with a_line(limits=PLENTY) as line:
        line.arrive(b"".join(text_frame(text) for text in texts))
        assert line.received.qsize() == FRAMES_AT_ONCE
        assert not line.channel.transport.is_reading(), "what comes meanwhile waits there"
        assert await line.receive(len(texts)) == texts
        line.writer.write(text_frame("later"))
        assert await line.receive(1) == ["later"]


@in_a_loop
async def test_frames_that_wait_for_their_turn_also_wait_while_paused() -> None:
    texts = [str(number) for number in range(2 * FRAMES_AT_ONCE)]
    async with a_line(limits=PLENTY) as line:
        line.channel.pause()
        line.arrive(b"".join(text_frame(text) for text in texts))
        for _ in range(5):
            await asyncio.sleep(0)
        assert line.received.qsize() == FRAMES_AT_ONCE
        line.channel.resume()
        line.writer.write(text_frame("later"))
        assert await line.receive(len(texts) + 1) == [*texts, "later"]


@in_a_loop
async def test_a_client_that_sends_too_much_is_read_slowly_and_in_full() -> None:
    texts = [str(number) for number in range(300)]
    clock = ManualClock()
    async with a_line(limits=Limits(messages_per_second=50.0, burst=10), clock=clock) as line:
        line.writer.write(b"".join(text_frame(text) for text in texts))
        await clock.until(lambda: line.received.qsize() == len(texts), step=0.1)
        assert await line.receive(len(texts)) == texts
        assert clock.monotonic() > 2.0, "300 frames, 20 at once and 100 a second"
        await clock.advance(1.0)
        line.writer.write(text_frame("later"))
        assert await line.receive(1) == ["later"]


@pytest.mark.parametrize("kind", ["pings", "fragments", "texts", "pieces"])
@in_a_loop
async def test_a_client_that_keeps_flooding_is_disconnected(kind: str) -> None:
    floods = METRICS.floods
    first = frame(Opcode.TEXT, b"", fin=False) if kind == "fragments" else b""
    many = {
        "pings": frame(Opcode.PING, b"") * 1000,
        "fragments": frame(Opcode.CONT, b"", fin=False) * 1000,
        "texts": text_frame("baa") * 1000,
        "pieces": b"x",
    }[kind]
    async with a_line(limits=Limits(messages_per_second=50.0, burst=5, flood_seconds=0.2)) as line:
        if kind == "pieces":  # fragments of one long message, a byte at a time
            line.writer.write(text_frame("x" * 100_000)[:20])
        line.writer.write(first + many)
        written = record_writes(line.channel)
        while not line.channel.is_lost:
            line.writer.write(many)
            await asyncio.sleep(0.001)
    assert METRICS.floods == floods + 1
    assert written[-1] == close_frame(1008, "too many frames")


@in_a_loop
async def test_a_client_is_not_disconnected_for_what_others_at_its_address_send() -> None:
    floods = METRICS.floods
    clock = ManualClock()
    shared = TokenBucket(rate=0.001, burst=3, now=clock.monotonic())
    one, other = Pipe(), Pipe()
    for pipe in (one, other):
        pipe.channel = Channel(pipe, clock, Limits(flood_seconds=0.0), shared)
    one.channel.data_received(4 * text_frame("baa"))
    for text in ("read", "waits", "waits"):
        other.channel.data_received(text_frame(text))
        await clock.advance(0.01)
    assert await other.channel.receive() == "read"
    assert len(other.channel._buffer) == 2 * len(text_frame("waits"))
    assert METRICS.floods == floods


@in_a_loop
async def test_empty_fragments_take_no_memory() -> None:
    async with a_line(limits=PLENTY) as line:
        line.arrive(frame(Opcode.TEXT, b"b", fin=False))
        line.arrive(frame(Opcode.CONT, b"", fin=False) * FRAMES_AT_ONCE)
        assert line.channel._fragments == b"b"
        line.writer.write(frame(Opcode.CONT, b"aa"))
        assert await line.receive(1) == ["baa"]


@in_a_loop
async def test_the_largest_message_is_received_and_a_larger_one_is_refused_by_its_header() -> None:
    async with a_line(limits=PLENTY) as line:
        largest = text_frame("x" * LARGEST_MESSAGE)
        line.arrive(largest, 10, 1000, len(largest) - 1)
        [message] = await line.receive(1)
        assert len(message) == LARGEST_MESSAGE
        line.arrive(text_frame("x" * (LARGEST_MESSAGE + 1))[:14])
        assert (await line.reader.read())[2:4] == (1009).to_bytes(2, "big")


# The outbox


@in_a_loop
async def test_a_client_that_catches_up_in_time_stays_connected() -> None:
    clock = ManualClock()
    pipe = Pipe(clock)
    outbox = Outbox(pipe.channel, Limits(write_seconds=10.0, waiting_messages=2))
    pipe.channel.pause_writing()
    outbox.push(b"1")
    outbox.push(b"2")
    await clock.advance(9.0)
    assert pipe.written == b""
    pipe.channel.resume_writing()
    await clock.advance(9.0)
    outbox.push(b"3")
    await asyncio.sleep(0)
    assert pipe.written == server_frames("1", "2", "3")


@in_a_loop
async def test_a_client_with_too_many_waiting_messages_is_disconnected() -> None:
    pipe = Pipe()
    outbox = Outbox(pipe.channel, Limits(write_seconds=PATIENCE, waiting_messages=2))
    pipe.channel.pause_writing()
    for message in (b"1", b"2", b"3"):
        outbox.push(message)
    assert pipe.written == close_frame(1013, "too slow; come back for a fresh view")


@in_a_loop
async def test_nothing_is_sent_after_dropped_messages() -> None:
    """A browser would mistake it for the next update. It is disconnected once, however long that takes."""
    let_go = METRICS.slow
    clock = ManualClock()
    pipe = Pipe(clock)
    outbox = Outbox(pipe.channel, Limits(write_seconds=10.0, waiting_messages=2))
    pipe.channel.pause_writing()
    for message in (b"1", b"2", b"3"):
        outbox.push(message)
    await clock.advance(10.0)
    pipe.channel.resume_writing()
    outbox.push(b"4")
    await asyncio.sleep(0)
    assert pipe.written == close_frame(1013, "too slow; come back for a fresh view")
    assert METRICS.slow - let_go == 1
