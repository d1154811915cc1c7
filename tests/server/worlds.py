"""Tables in memory, without database and sockets, and twins of them that differ only in hidden information."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from sheepfold.core.playout import random_step
from sheepfold.core.state import CHANCE, State
from sheepfold.server.live.presence import Presence
from sheepfold.server.ops.clock import Clock
from sheepfold.server.room.room import Room
from sheepfold.server.table.clocks import Clocks
from sheepfold.server.table.entries import Acted, Begun, Entry
from sheepfold.server.table.model import Proposal
from sheepfold.server.table.settings import SeatPlan, Settings
from sheepfold.server.table.table import Table, new_table
from sheepfold.server.wire.updates import encode_down
from sheepfold.testing.cases import INTERRUPTION, Case, Step

SECRET = "5ec2e7" * 10 + "5ec2"
HOST = "host"
NOW = 1000.0


class FakeListener:
    """A client that keeps everything it is sent."""

    def __init__(self, person: str | None = None) -> None:
        self.person = person
        self.seat: int | None = None
        self.hidden = False
        self.received: list[bytes] = []

    def push(self, message: bytes) -> None:
        self.received.append(message)


def table_of(case: Case) -> Table:
    """Return a table at which one person plays all seats."""
    options = msgspec.to_builtins(case.game.variants[case.variant])
    settings = Settings(game=case.game.id, seats=[SeatPlan("me")] * case.players, options=options)
    return new_table("table", settings, SECRET, HOST, "Anna")


def entries_of(walk: list[Step]) -> list[Entry]:
    """Return a whole game as a log. Outcomes of chance belong to the entry before them."""
    entries: list[Entry] = [Begun([])]
    for seat, action in walk:
        last = entries[-1]
        if seat != CHANCE:
            entries.append(Acted(seat, action.text, []))
        else:
            assert isinstance(last, (Begun, Acted))
            last.chance.append(action.text)
    return entries


def walks_of(case: Case) -> list[list[Step]]:
    """Return whole games: random ones where the bot is slow and random games are long enough."""
    return [random_walk(case, number) for number in range(10)] if case.game.id == "meine-schafe" else case.walks()


def random_walk(case: Case, number: int) -> list[Step]:
    rng = Random(f"{case}/{number}/blind")
    state = case.start()
    steps: list[Step] = []
    while (step := random_step(state, rng, INTERRUPTION)) is not None:
        state.apply(*step)
        steps.append(step)
    return steps


def moments(case: Case) -> Iterator[Table]:
    """Yield the table after every entry of every walk."""
    for walk in walks_of(case):
        table = table_of(case)
        for number, entry in enumerate(entries_of(walk)):
            table.apply_entry(entry, float(number))
            yield table


def attributes(instance: object) -> dict[str, Any]:
    """Return all attributes; instances of compiled classes have no `vars`."""
    names = getattr(type(instance), "__mypyc_attrs__", None)
    return dict(vars(instance)) if names is None else {name: getattr(instance, name) for name in names}


def world(table: Table, state: State) -> Table:
    """Return an independent copy of the table in another position."""
    other = new_table(table.id, table.settings, table.dice.secret, table.host, "Ada")
    for name, value in attributes(table).items():
        setattr(other, name, value.copy() if isinstance(value, (list, dict, set)) else value)
    other.dice = table.dice.copy()
    other.clocks = Clocks(table.settings.clock, len(table.chairs))
    for name, value in attributes(table.clocks).items():
        setattr(other.clocks, name, value.copy() if isinstance(value, list) else value)
    other.state = state
    other._update_legal_actions(None)
    return other


def true_world(table: Table) -> Table:
    assert table.state is not None
    return world(table, table.state.copy())


def twin_world(table: Table, observer: int | None, rng: Random) -> Table:
    """Return a table that the observer cannot tell from the true one."""
    assert table.state is not None
    return world(table, table.state.resample(observer, rng))


def welcomes(table: Table, observer: int | None) -> list[bytes]:
    """Return the welcomes for a client that connects now, for the first time or after a short break."""
    room = Room(table, NOW, "")
    listener = FakeListener(HOST)
    room.enter(listener, observer)
    seen = (0, max(0, table.version - 3), table.version)
    return [unsealed(encode_down(room.welcome(listener, version, NOW, presence_at(room)))) for version in seen]


def messages_to(table: Table, proposals: list[Proposal], observers: list[int | None]) -> list[list[bytes]]:
    """Return the messages to each observer when these proposals are applied."""
    room = Room(table, NOW, "")
    listeners = [FakeListener(HOST) for _ in observers]
    for listener, observer in zip(listeners, observers, strict=True):
        room.enter(listener, observer)
    for proposal in proposals:
        before = room.shape()
        room.publish(table.apply(proposal, NOW), before, NOW)
    return [[unsealed(message) for message in listener.received] for listener in listeners]


def unsealed(message: bytes) -> bytes:
    """Remove the seals of throws: they differ, but are hashes with a secret key and reveal nothing."""
    return re.sub(rb'"seals":\[[^]]*\]', b'"seals":[]', message)


def presence_at(room: Room) -> list[str]:
    """Return the presence by seat, as one node alone knows it."""
    no_database: Any = None
    return Presence(no_database, {}, Clock()).seats(room)
