"""Checks that nothing is lost while players play all games and the server is killed at random moments.

`python -m tests.server.torture` runs it on SQLite and on a temporary PostgreSQL; `--database` names another.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from sqlalchemy import select
from websockets.exceptions import WebSocketException

from sheepfold.core.record import decode_record
from sheepfold.core.registry import all_games
from sheepfold.fair import nonce_commitment, verify
from sheepfold.server.client import TableClient, connected_client
from sheepfold.server.store.schema import entries
from sheepfold.server.store.store import Store
from sheepfold.server.table import entries as log
from sheepfold.server.table.fold import RECENT
from sheepfold.server.table.settings import Settings
from sheepfold.server.table.table import Table, new_table
from sheepfold.server.wire.choices import unpack
from sheepfold.server.wire.projection import legal_for, view_for
from tests.server.postgres import Postgres
from tests.server.processes import RETRY_SECONDS, Caller, Node

PEOPLE = 2
THINKING = 0.03
"""The most seconds before a player acts; short, so that several act at once and one may be late."""
PLAYING = 1.0
"""The most seconds between the server's first answer and the next kill."""
STARTING = 1.5
"""The most seconds before a kill during the start of the server."""
KILLS_PER_START = 8
"""One kill in this many comes during the start."""
SECONDS_PER_KILL = 6.0
BASE_SECONDS = 600.0

Log = Callable[[str], None]


class Player:
    """A player whose client reconnects whenever the connection is lost and repeats unanswered messages."""

    def __init__(self, name: str, token: str, seat: int, rng: Random) -> None:
        self.seat = seat
        self.sent: dict[str, dict[str, Any]] = {}
        self.acknowledged: dict[str, int] = {}
        self.refused: set[str] = set()
        self.seen: dict[int, str] = {}
        """By version, a digest of the view and the legal actions."""
        self.reconnections = 0
        self._name = name
        self._token = token
        self._rng = rng
        self._version = 0
        self._waiting: dict[str, Any] | None = None
        self._can_undo = False
        self._dice_sent: set[tuple[int, str]] = set()
        """By round, whether the commitment and the nonce were sent."""

    async def play(self, address: str, table: str, answered: Callable[[], None]) -> None:
        """Play until the game is over and every message is answered."""
        while True:
            try:
                async with connected_client(address, table, self._token, seen=self._version) as client:
                    self._check_welcome(client)
                    await self._play_connected(client, answered)
                    return
            except (OSError, WebSocketException):
                self.reconnections += 1
                await asyncio.sleep(RETRY_SECONDS)

    def _check_welcome(self, client: TableClient) -> None:
        welcome = client.received[0]
        assert client.seat == self.seat
        assert client.version >= self._version, "the table has lost entries"
        missed = welcome["missed"]
        if client.version - self._version <= RECENT:
            assert missed is not None, "the server still has the missed entries"
            assert [one["version"] for one in missed] == list(range(self._version + 1, client.version + 1))
        self._record_view(client, welcome)

    def _record_view(self, client: TableClient, message: dict[str, Any]) -> None:
        self._version = client.version
        self._can_undo = message.get("can_undo", False)
        self.seen[client.version] = digest(client.view, client.legal)

    async def _play_connected(self, client: TableClient, answered: Callable[[], None]) -> None:
        if self._waiting is not None:
            await client.send(self._waiting)
        while self._waiting is not None or not client.over:
            if self._waiting is None:
                await self._act(client)
            message = await client.receive()
            if message["type"] == "update":
                self._record_view(client, message)
            elif message["type"] == "ack":
                self.acknowledged[message["id"]] = message["version"]
                self._waiting = None
                answered()
            elif message["type"] == "refused":
                await self._handle_refusal(client, message)

    async def _handle_refusal(self, client: TableClient, refusal: dict[str, Any]) -> None:
        if refusal["code"] == "throttled":
            await asyncio.sleep(10 * THINKING)
            if self._waiting is not None:
                await client.send(self._waiting)
            return
        assert refusal["code"] in ("stale", "illegal", "refused"), refusal
        self.refused.add(refusal["id"])
        self._waiting = None

    async def _act(self, client: TableClient) -> None:
        message = self._choose(client)
        if message is not None:
            await asyncio.sleep(self._rng.uniform(0, THINKING))
            message_id = f"{self._name}-{len(self.sent) + 1}"
            self._waiting = self.sent[message_id] = {"id": message_id, "seat": self.seat} | message
            await client.send(self._waiting)

    def _set_up_dice(self, client: TableClient) -> dict[str, Any] | None:
        dice, nonce = client.witness, f"nonce-{self._name}-{client.witness.round}".ljust(16, "-")
        kind = "ready" if dice.sealed is None else "reveal"
        late = dice.sealed is not None and dice.sealed[self.seat] != nonce_commitment(nonce)
        if late or (dice.round, kind) in self._dice_sent:
            return None
        self._dice_sent.add((dice.round, kind))
        return {"type": kind} | ({"commitment": nonce_commitment(nonce)} if kind == "ready" else {"nonce": nonce})

    def _choose(self, client: TableClient) -> dict[str, Any] | None:
        chair = client.table["chairs"][self.seat]
        if client.table["status"] == "open":
            return self._set_up_dice(client)
        if chair.get("left"):
            return {"type": "come-back"}
        if self._can_undo and self._rng.random() < 0.1:
            return {"type": "undo"}
        if not client.legal:
            return None
        if self._rng.random() < 0.02:
            return {"type": "leave"}
        return {"type": "act", "action": self._rng.choice(client.legal), "seen": client.version}


class Witness:
    """Compares the log of one table with everything its players have received."""

    def __init__(self, table: Table, players: dict[str, Player]) -> None:
        self.table = table
        self.entries: list[log.Entry] = []
        self._players = players
        """By person id."""
        self._digests: dict[tuple[int, int], str] = {}
        self._lock = asyncio.Lock()
        """Serialises checks: a game may end while its log is checked after a kill."""

    async def check(self, store: Store) -> None:
        """Check that everything received before this call is stored."""
        async with self._lock:
            await self._check(store)

    async def _check(self, store: Store) -> None:
        received = [(person, player, dict(player.acknowledged), max(player.seen, default=0), set(player.refused))
                for person, player in self._players.items()]  # fmt: skip
        row = await store.table(self.table.id)
        assert row is not None
        await self._read(store)
        assert row.version <= self.table.version
        entry_of = await self._entries_by_message(store)
        for person, player, acknowledged, last_seen, refused in received:
            assert last_seen <= self.table.version, "a version that a player has seen is lost"
            for version, seen in player.seen.items():
                if version <= self.table.version:
                    assert seen == self._digests[version, player.seat], f"version {version} was shown differently"
            for message, version in acknowledged.items():
                assert entry_of.get((person, message)) == version, f"{message}, acknowledged as {version}, is lost"
            assert not any((person, message) in entry_of for message in refused), "a refused message was applied"
        self._compare(entry_of)

    async def _read(self, store: Store) -> None:
        if not self._digests:
            self._store_digests()
        lines = await store.entries(self.table.id, self.table.version)
        numbers = [line.number for line in lines]
        first = self.table.version + 1
        assert numbers == list(range(first, first + len(lines))), f"gap: {numbers} after {self.table.version}"
        for line in lines:
            self.entries.append(log.decode_entry(line.body))
            self.table.apply_entry(self.entries[-1], line.at)
            self._store_digests()

    def _store_digests(self) -> None:
        for player in self._players.values():
            seat = player.seat
            current = digest(msgspec.to_builtins(view_for(self.table, seat)), unpack(legal_for(self.table, seat)))
            self._digests[self.table.version, seat] = current

    async def _entries_by_message(self, store: Store) -> dict[tuple[str, str], int]:
        async with store.database.reading() as connection:
            mine = (entries.c.table_id == self.table.id, entries.c.message_id.is_not(None))
            found = (await connection.execute(select(entries).where(*mine))).all()
        entry_of = {(row.person_id, row.message_id): row.number for row in found}
        assert len(entry_of) == len(found), "a message became two entries"
        return entry_of

    def _compare(self, entry_of: dict[tuple[str, str], int]) -> None:
        """Check that each entry of a person comes from one message of that person, applied once."""
        by_number = {number: key for key, number in entry_of.items()}
        for number, entry in enumerate(self.entries, start=1):
            if is_sent(entry):
                person, message = by_number.pop(number)
                sent = self._players[person].sent[message]
                assert matches(entry, sent), f"{sent} became {entry}"
        assert all(number > self.table.version for number in by_number)

    def finish(self, record: bytes) -> None:
        """Check the record and the dice once the game is over."""
        assert self.table.status == "over"
        found = decode_record(record)
        assert found == self.table.record()
        verdict = verify(found)
        assert verdict.problems == []
        assert verdict.checked > 0


def digest(view: Any, legal: list[str]) -> str:
    return sha256(msgspec.json.encode([view, legal], order="sorted")).hexdigest()


def is_sent(entry: log.Entry) -> bool:
    """Return whether the entry comes from a message of a player."""
    if isinstance(entry, log.Acted):
        return entry.by == "person"
    return isinstance(entry, log.Ready | log.Revealed | log.Undone | log.Left | log.CameBack)


def matches(entry: log.Entry, sent: dict[str, Any]) -> bool:
    match entry:
        case log.Acted(seat=seat, action=action):
            return (sent["type"], sent["seat"], sent["action"]) == ("act", seat, action)
        case log.Ready(seat=seat, commitment=commitment):
            return (sent["type"], sent["seat"], sent["commitment"]) == ("ready", seat, commitment)
        case log.Revealed(seat=seat, nonce=nonce):
            return (sent["type"], sent["seat"], sent["nonce"]) == ("reveal", seat, nonce)
        case log.Undone(seat=seat) | log.Left(seat=seat) | log.CameBack(seat=seat):
            kind = {log.Undone: "undo", log.Left: "leave", log.CameBack: "come-back"}[type(entry)]
            return (sent["type"], sent["seat"]) == (kind, seat)
    return False


class Torture:
    """Plays all games at once, one table each, over and over until the server has been killed often enough."""

    def __init__(self, database: str, kills: int, seed: int, log_line: Log) -> None:
        self._kills = kills
        self._rng = Random(seed)
        self._log_line = log_line
        self._database = database
        self._node = Node(database)
        self._caller = Caller(self._node.http)
        self._witnesses: list[Witness] = []
        self._players: list[Player] = []
        self._answered = asyncio.Event()
        self._enough = False
        self._began = time.monotonic()
        self.kills = 0
        self.finished: Counter[str] = Counter()

    async def run(self) -> None:
        async with asyncio.timeout(BASE_SECONDS + SECONDS_PER_KILL * self._kills):
            async with await Store.open(self._database) as store, self._node:
                try:
                    async with asyncio.TaskGroup() as group:
                        for game in all_games():
                            group.create_task(self._play_repeatedly(game.id, store))
                        group.create_task(self._kill_repeatedly(store))
                finally:
                    await self._caller.close()
                for witness in self._witnesses:
                    await witness.check(store)
                self._report()
                assert self._node.errors() == "", self._node.errors()

    def entries(self) -> int:
        return sum(witness.table.version for witness in self._witnesses)

    def acknowledged(self) -> int:
        return sum(len(player.acknowledged) for player in self._players)

    async def _kill_repeatedly(self, store: Store) -> None:
        while self.kills < self._kills:
            if self._rng.randrange(KILLS_PER_START) == 0:
                await asyncio.sleep(self._rng.uniform(0, STARTING))
            else:
                self._answered.clear()
                await self._answered.wait()
                await asyncio.sleep(self._rng.uniform(0, PLAYING))
            self._node.kill()
            self._node.start()
            self.kills += 1
            for witness in self._witnesses[:]:
                if witness.table.status != "over":
                    await witness.check(store)
            if self.kills % 10 == 0 or self.kills == self._kills:
                self._report()
        self._enough = True

    def _report(self) -> None:
        reconnections = sum(player.reconnections for player in self._players)
        refused = sum(len(player.refused) for player in self._players)
        self._log_line(
            f"{time.monotonic() - self._began:4.0f} s: {self.kills} kills, {self.entries()} entries, "
            f"{self.acknowledged()} messages acknowledged and {refused} refused, "
            f"{reconnections} attempts to connect again, {self.finished.total()} games over"
        )

    async def _play_repeatedly(self, game: str, store: Store) -> None:
        while not self._enough or not self.finished[game]:
            await self._play(game, store)
            self.finished[game] += 1

    async def _play(self, game: str, store: Store) -> None:
        """Play one game with two people and two bots."""
        names = [f"{game[:5]}{self.finished[game]}{letter}" for letter in "ab"]
        people = [await self._caller.person(name) for name in names]
        plans = [{"who": "me"}, {"who": "bot"}, {"who": "friend"}, {"who": "bot"}]
        settings = {"game": game, "seats": plans, "pace": "instant"}
        (host, host_token), (guest, guest_token) = people
        table_id, invitation = await self._caller.make(host_token, settings)
        await self._caller.join(guest_token, table_id, invitation, 2)
        players = {
            host: Player(names[0], host_token, 0, Random(self._rng.random())),
            guest: Player(names[1], guest_token, 2, Random(self._rng.random())),
        }
        row = await store.table(table_id)
        assert row is not None, "a table that was made is lost"
        table = new_table(table_id, msgspec.convert(settings, Settings), row.secret, host, names[0])
        witness = Witness(table, players)
        self._witnesses.append(witness)
        self._players += players.values()
        async with asyncio.TaskGroup() as group:
            for player in players.values():
                group.create_task(player.play(self._node.web, table_id, self._answered.set))
        await witness.check(store)
        record = await self._caller.ask("GET", f"/api/tables/{table_id}/record", host_token)
        witness.finish(record.raise_for_status().content)


def torture(database: str, kills: int, seed: int, log_line: Log) -> Torture:
    """Play and kill; raise an AssertionError if anything is lost."""

    async def finished() -> Torture:
        run = Torture(database, kills, seed, log_line)
        await run.run()
        return run

    return asyncio.run(finished())


@contextlib.contextmanager
def databases(given: str | None) -> Iterator[list[str]]:
    if given is not None:
        yield [given]
        return
    with tempfile.TemporaryDirectory(prefix="sheepfold-") as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)  # avoids a warning of the PostgreSQL wheel
        postgres = Postgres(Path(folder) / "data")
        yield [f"sqlite:///{Path(folder) / 'torture.db'}", postgres.new_database()]
        postgres.stop()


def print_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description="Kill the server during play, and check that nothing is lost")
    parser.add_argument("--database", metavar="URL", help="(default: a new SQLite file, then a new PostgreSQL)")
    parser.add_argument("--kills", type=int, default=100, help="(default: 100)")
    parser.add_argument("--seed", type=int, default=1, help="(default: 1)")
    given = parser.parse_args()
    with databases(given.database) as urls:
        for url in urls:
            print_line(f"{url.partition(':')[0]}: {given.kills} kills, seed {given.seed}")
            torture(url, given.kills, given.seed, print_line)
    print_line("nothing was lost")


if __name__ == "__main__":
    main()
