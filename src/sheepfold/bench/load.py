"""Tables that are played at as fast as a server can: every seat that is asked acts at once.

It is a process of its own. It reads seconds, plays for so long at so many tables, and writes what it did; in between
all seats keep still. The load on boardgame.io in `benchmarks/` behaves in the same way.
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

from sheepfold.bench.lean import Callers, Refused, Socket, connect
from sheepfold.bench.server import Load, Round
from sheepfold.fair import nonce_commitment
from sheepfold.server.wire.choices import unpack

GAMES: Final = (("schafe-schubsen", 3), ("haste-bock", 2), ("volle-wolle", 2))
"""Which games are played in turn, by how many. All seats are people's: bots would be measured as well."""
SETTING_UP: Final = 20
"""So many tables are set up at a time before the first round."""


class DiceHeard(msgspec.Struct, frozen=True):
    sealed: list[str | None] | None = None


class Heard(msgspec.Struct, frozen=True):
    """The parts of a message that a player without eyes needs."""

    type: str
    version: int = 0
    legal: str | None = None
    status: str = ""
    code: str = ""
    dice: DiceHeard | None = None


NONCE: Final = "the-same-for-all"
_heard: Final = msgspec.json.Decoder(Heard)


@lru_cache(maxsize=10_000)
def choices(legal: str) -> list[str]:
    """The careful ones: by wild ones a game of Schafe schubsen, of a hundred moves else, ends in its first round."""
    texts = unpack(legal)
    shortest = min(map(len, texts))
    return [text for text in texts if len(text) == shortest]


class Play:
    """All tables, and what is counted."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.callers = Callers(load.host, load.port)
        self.rng = Random(1)
        self.running = False
        self.times: list[float] = []
        self.games = 0
        self.waiting = 0
        """Actions that are sent and not yet acknowledged."""
        self.seats: set[Seat] = set()
        self.failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._tables = [Table(self, game, players) for game, players in islice(cycle(GAMES), load.tables)]
        self._changes: set[asyncio.Task[None]] = set()

    async def set_up(self) -> None:
        for first in range(0, len(self._tables), SETTING_UP):
            await asyncio.gather(*(table.begin() for table in self._tables[first : first + SETTING_UP]))

    def begin_anew(self, table: Table) -> None:
        self.games += 1
        task = asyncio.create_task(table.begin())
        self._changes.add(task)
        task.add_done_callback(self._begun)

    def _begun(self, task: asyncio.Task[None]) -> None:
        self._changes.discard(task)
        if (error := task.exception()) is not None:
            self.fail(error)

    def fail(self, error: BaseException) -> None:
        if not self.failure.done():
            self.failure.set_exception(error)

    async def play(self, seconds: float) -> Round:
        self.times = []
        self.games = 0
        self.running = True
        begun, computing = perf_counter(), process_time()
        for seat in list(self.seats):
            seat.consider()
        await asyncio.wait([self.failure], timeout=seconds)
        self.running = False
        while not self.failure.done() and (self.waiting or self._changes):
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
            busy=(process_time() - computing) / passed,
        )


class Table:
    """A place at which one game is played after another by the same people."""

    def __init__(self, play: Play, game: str, players: int) -> None:
        self._play = play
        self._game = game
        self._players = players
        self._tokens: list[str] = []
        self._seats: list[Seat] = []

    async def begin(self) -> None:
        """A new table, joined by everybody; it begins by itself when all browsers have sent their part of the dice."""
        async with self._play.callers.one() as call:
            if not self._tokens:
                people = [await call.post("/api/people", {"name": f"Shepherd {seat}"}) for seat in range(self._players)]
                self._tokens = [person["token"] for person in people]
            host, *others = self._tokens
            plans = [{"who": "me"}] + [{"who": "friend"}] * len(others)
            made = await call.post("/api/tables", {"game": self._game, "seats": plans, "pace": "instant"}, host)
            table = made["table"]["id"]
            for token in others:
                await call.post(f"/api/tables/{table}/join", {"invitation": made["invitation"]}, token)
        self._seats = [Seat(self._play, self, seat, token) for seat, token in enumerate(self._tokens)]
        await asyncio.gather(*(seat.arrive(table) for seat in self._seats))

    def over(self) -> None:
        for seat in self._seats:
            seat.leave()
        self._play.begin_anew(self)


class Seat:
    """A browser at a table: it acts when it is asked, at random, and waits for the acknowledgement."""

    def __init__(self, play: Play, table: Table, seat: int, token: str) -> None:
        self._play = play
        self._table = table
        self._seat = seat
        self._token = token
        self._legal = ""
        self._version = 0
        self._number = 0
        self._sent = 0.0
        """When the action was sent that waits for its acknowledgement; 0 if none does."""
        self._over = False
        self._thinking = False
        self._socket: Socket | None = None

    async def arrive(self, table: str) -> None:
        load = self._play.load
        self._socket = await connect(load.host, load.port, f"/api/tables/{table}/socket", self.hear)
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

    def hear(self, text: bytes) -> None:
        if self._socket is None:
            return
        message = _heard.decode(text)
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
        self.consider()

    def _answered(self, message: Heard) -> None:
        if message.type == "refused" and message.code != "stale":  # the others may have changed what can be done
            self._play.fail(Refused(str(message)))
        if self._sent:
            if message.type == "ack":
                self._play.times.append(perf_counter() - self._sent)
            self._sent = 0.0
            self._play.waiting -= 1
        if self._over:  # it was the last move, and who made it has heard so
            self._table.over()

    def consider(self) -> None:
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
    gc.freeze()  # what is kept for the whole run need not be looked through again and again
    loop = asyncio.get_running_loop()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        done = await play.play(float(line))
        sys.stdout.write(f"{msgspec.json.encode(done).decode()}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    uvloop.run(main())
