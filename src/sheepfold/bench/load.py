"""Clients that play as fast as the server allows: every seat acts as soon as it is asked.

This runs as a separate process. It reads a number of seconds, plays for that long, and writes the result; between
rounds all seats are idle. The load on boardgame.io in `benchmarks/` works the same way.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from functools import lru_cache
from itertools import cycle, islice
from random import Random
from time import perf_counter, process_time
from typing import Final

import msgspec
import uvloop

from sheepfold.bench.lean import HttpPool, Refused, Socket, connect
from sheepfold.bench.server import Load, Round
from sheepfold.fair import nonce_commitment
from sheepfold.server.wire.choices import unpack

GAMES: Final = (("schafe-schubsen", 3), ("haste-bock", 2), ("volle-wolle", 2))
"""The games that the tables play, and their numbers of players. No bots, which would be measured as well."""
SET_UP_AT_ONCE: Final = 20
"""How many tables to set up at a time before the first round."""


class DiceMessage(msgspec.Struct, frozen=True):
    sealed: list[str | None] | None = None


class Message(msgspec.Struct, frozen=True):
    """The fields of a message that the load needs."""

    type: str
    version: int = 0
    legal: str | None = None
    status: str = ""
    code: str = ""
    dice: DiceMessage | None = None


NONCE: Final = "the-same-for-all"
_decoder: Final = msgspec.json.Decoder(Message)


@lru_cache(maxsize=10_000)
def choices(legal: str) -> list[str]:
    """The shortest actions. With arbitrary ones, a game of Schafe schubsen would end in its first round."""
    texts = unpack(legal)
    shortest = min(map(len, texts))
    return [text for text in texts if len(text) == shortest]


class Play:
    """All tables, and the statistics of the current round."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.http = HttpPool(load.host, load.port)
        self.rng = Random(1)
        self.running = False
        self.times: list[float] = []
        self.games = 0
        self.waiting = 0
        """The number of actions sent and not yet acknowledged."""
        self.seats: set[Seat] = set()
        self.failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._tables = [Table(self, game, players) for game, players in islice(cycle(GAMES), load.tables)]
        self._beginning: set[asyncio.Task[None]] = set()

    async def set_up(self) -> None:
        for first in range(0, len(self._tables), SET_UP_AT_ONCE):
            await asyncio.gather(*(table.begin() for table in self._tables[first : first + SET_UP_AT_ONCE]))

    def begin_next_game(self, table: Table) -> None:
        self.games += 1
        task = asyncio.create_task(table.begin())
        self._beginning.add(task)
        task.add_done_callback(self._begun)

    def _begun(self, task: asyncio.Task[None]) -> None:
        self._beginning.discard(task)
        if (error := task.exception()) is not None:
            self.fail(error)

    def fail(self, error: BaseException) -> None:
        if not self.failure.done():
            self.failure.set_exception(error)

    async def play(self, seconds: float) -> Round:
        self.times = []
        self.games = 0
        self.running = True
        begun, cpu_begun = perf_counter(), process_time()
        for seat in list(self.seats):
            seat.act_if_asked()
        await asyncio.wait([self.failure], timeout=seconds)
        self.running = False
        while not self.failure.done() and (self.waiting or self._beginning):
            await asyncio.sleep(0.001)
        if self.failure.done():
            self.failure.result()
        passed = perf_counter() - begun
        times = sorted(self.times) or [0.0]
        return Round(
            moves=len(self.times),
            games=self.games,
            seconds=passed,
            median_ms=times[len(times) // 2] * 1000,
            p99_ms=times[len(times) * 99 // 100] * 1000,
            busy=(process_time() - cpu_begun) / passed,
        )


class Table:
    """The same players playing one game after another."""

    def __init__(self, play: Play, game: str, players: int) -> None:
        self._play = play
        self._game = game
        self._players = players
        self._tokens: list[str] = []
        self._seats: list[Seat] = []

    async def begin(self) -> None:
        """Open a table and join it with all players. The game starts once all of them have committed to nonces."""
        async with self._play.http.connection() as http:
            if not self._tokens:
                people = [await http.post("/api/people", {"name": f"Shepherd {seat}"}) for seat in range(self._players)]
                self._tokens = [person["token"] for person in people]
            host, *others = self._tokens
            plans = [{"who": "me"}] + [{"who": "friend"}] * len(others)
            made = await http.post("/api/tables", {"game": self._game, "seats": plans, "pace": "instant"}, host)
            table = made["table"]["id"]
            for token in others:
                await http.post(f"/api/tables/{table}/join", {"invitation": made["invitation"]}, token)
        self._seats = [Seat(self._play, self, seat, token) for seat, token in enumerate(self._tokens)]
        await asyncio.gather(*(seat.join(table) for seat in self._seats))

    def over(self) -> None:
        for seat in self._seats:
            seat.leave()
        self._play.begin_next_game(self)


class Seat:
    """A client at a table: when asked, it chooses an action at random and waits for the acknowledgement."""

    def __init__(self, play: Play, table: Table, seat: int, token: str) -> None:
        self._play = play
        self._table = table
        self._seat = seat
        self._token = token
        self._legal = ""
        self._version = 0
        self._number = 0
        self._sent = 0.0
        """When the unacknowledged action was sent; 0 if there is none."""
        self._over = False
        self._thinking = False
        self._socket: Socket | None = None

    async def join(self, table: str) -> None:
        load = self._play.load
        self._socket = await connect(load.host, load.port, f"/api/tables/{table}/socket", self.receive)
        self._play.seats.add(self)
        self._socket.send(msgspec.json.encode({"type": "hello", "token": self._token}))
        ready = {"type": "ready", "id": "ready", "seat": self._seat, "commitment": nonce_commitment(NONCE)}
        self._socket.send(msgspec.json.encode(ready))

    def leave(self) -> None:
        self._play.seats.discard(self)
        if self._sent:
            self._sent = 0.0
            self._play.waiting -= 1
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def receive(self, text: bytes) -> None:
        if self._socket is None:
            return
        message = _decoder.decode(text)
        if message.type in ("ack", "refused"):
            self._answered(message)
        elif message.type in ("welcome", "update"):
            self._version = message.version
            if message.legal is not None:
                self._legal = message.legal
            self._over = message.status == "over"
            if message.dice is not None and message.dice.sealed is not None:
                reveal = {"type": "reveal", "id": "reveal", "seat": self._seat, "nonce": NONCE}
                self._socket.send(msgspec.json.encode(reveal))
        self.act_if_asked()

    def _answered(self, message: Message) -> None:
        if message.type == "refused" and message.code != "stale":  # another player was faster
            self._play.fail(Refused(str(message)))
        if self._sent:
            if message.type == "ack":
                self._play.times.append(perf_counter() - self._sent)
            self._sent = 0.0
            self._play.waiting -= 1
        if self._over:  # the last move is acknowledged
            self._table.over()

    def act_if_asked(self) -> None:
        if not self._legal or self._sent or self._thinking or not self._play.running:
            return
        if self._play.load.pause:
            self._thinking = True
            asyncio.get_running_loop().call_later(self._play.load.pause, self._act)
        else:
            self._act()

    def _act(self) -> None:
        self._thinking = False
        if not self._legal or not self._play.running or self._socket is None:
            return
        actions = choices(self._legal)
        action = actions[int(self._play.rng.random() * len(actions))]
        self._number += 1
        self._play.waiting += 1
        self._sent = perf_counter()
        self._socket.send(
            b'{"type":"act","id":"%d","seat":%d,"seen":%d,"action":"%s"}'
            % (self._number, self._seat, self._version, action.encode())
        )


async def main() -> None:
    play = Play(msgspec.json.decode(sys.argv[1], type=Load))
    await play.set_up()
    gc.freeze()  # the garbage collector need not visit what is kept for the whole run
    loop = asyncio.get_running_loop()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        done = await play.play(float(line))
        sys.stdout.write(f"{msgspec.json.encode(done).decode()}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    uvloop.run(main())
