"""Tables in memory, without a database or sockets, and twins of them that differ in what is hidden."""

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


class Ear:
    """A browser that only listens."""

    def __init__(self, person: str | None = None) -> None:
        self.person = person
        self.seat: int | None = None
        self.hidden = False
        self.heard: list[bytes] = []

    def push(self, message: bytes) -> None:
        self.heard.append(message)


def table_of(case: Case) -> Table:
    """A table at which one person plays all seats."""
    options = msgspec.to_builtins(case.game.variants[case.variant])
    settings = Settings(game=case.game.id, seats=[SeatPlan("me")] * case.players, options=options)
    return new_table("table", settings, SECRET, HOST, "Anna")


def entries_of(walk: list[Step]) -> list[Entry]:
    """A whole game as a log: what chance says belongs to what came before it."""
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
    """Whole games. Where the bot takes its time and blind games are long enough, blind ones will do."""
    return [blind_walk(case, number) for number in range(10)] if case.game.id == "meine-schafe" else case.walks()


def blind_walk(case: Case, number: int) -> list[Step]:
    rng = Random(f"{case}/{number}/blind")
    state = case.start()
    steps: list[Step] = []
    while (step := random_step(state, rng, INTERRUPTION)) is not None:
        state.apply(*step)
        steps.append(step)
    return steps


def moments(case: Case) -> Iterator[Table]:
    """The table after every entry of every walk."""
    for walk in walks_of(case):
        table = table_of(case)
        for number, entry in enumerate(entries_of(walk)):
            table.apply_entry(entry, float(number))
            yield table


def attributes(thing: object) -> dict[str, Any]:
    """All that it remembers. Compiled, it has no `vars`."""
    names = getattr(type(thing), "__mypyc_attrs__", None)
    return dict(vars(thing)) if names is None else {name: getattr(thing, name) for name in names}


def world(table: Table, state: State) -> Table:
    """The same table in another position; what happens to one of them does not happen to the other."""
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
    """As far as the observer can know it may be this one."""
    assert table.state is not None
    return world(table, table.state.resample(observer, rng))


def welcomes(table: Table, observer: int | None) -> list[bytes]:
    """What somebody is sent who comes now, for the first time or after having missed a little."""
    room = Room(table, NOW, "")
    ear = Ear(HOST)
    room.enter(ear, observer)
    seen = (0, max(0, table.version - 3), table.version)
    return [unsealed(encode_down(room.welcome(ear, version, NOW, presence_at(room), []))) for version in seen]


def told(table: Table, proposals: list[Proposal], observers: list[int | None]) -> list[list[bytes]]:
    """What each observer is sent when these are taken on."""
    room = Room(table, NOW, "")
    ears = [Ear(HOST) for _ in observers]
    for ear, observer in zip(ears, observers, strict=True):
        room.enter(ear, observer)
    for proposal in proposals:
        before = room.shape()
        room.publish(table.apply(proposal, NOW), before, NOW)
    return [[unsealed(message) for message in ear.heard] for ear in ears]


def unsealed(message: bytes) -> bytes:
    """Seals of throws are hashes with a key that nobody knows before the end: they differ, and tell nothing."""
    return re.sub(rb'"seals":\[[^]]*\]', b'"seals":[]', message)


def presence_at(room: Room) -> list[str]:
    """By seat, as far as one node alone knows."""
    nowhere: Any = None
    return Presence(nowhere, {}, Clock()).seats(room)
