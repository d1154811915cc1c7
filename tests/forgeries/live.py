"""Real tables with two players, and the messages that the browser at the first seat gets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import msgspec

from sheepfold.fair import nonce_commitment
from sheepfold.server.room.room import Room
from sheepfold.server.table.model import Proposal
from sheepfold.server.table.settings import SeatPlan, Settings
from sheepfold.server.table.table import Table, new_table
from tests.forgeries.games import NONCES, fairness_of
from tests.server.worlds import FakeListener

GAME = "volle-wolle"
SECRET = "5ec2e7" * 10 + "5ec2"


class LiveTable:
    """A real table, and the messages that the browser at its first seat gets."""

    def __init__(self, seed: int = 1) -> None:
        self._rng = Random(seed)
        settings = Settings(game=GAME, seats=[SeatPlan("me"), SeatPlan("friend")])
        self.table = new_table("table", settings, SECRET, "anna", "Anna")
        self.room = Room(self.table, 0.0, "")
        self.listener = FakeListener("anna")
        self.room.enter(self.listener, 0)
        self.heard: list[dict[str, Any]] = [msgspec.to_builtins(self.room.welcome(self.listener, 0, 0.0, []))]

    def do(self, propose: Callable[[Table], Proposal]) -> None:
        before = self.room.shape()
        happened = self.table.apply(propose(self.table), 0.0)
        self.room.publish(happened, before, 0.0)

    def messages(self) -> list[dict[str, Any]]:
        """The messages, reduced to the fields that a witness reads."""
        kept = ("type", "version", "note", "moves", "thrown", "dice", "missed", "status")
        found = []
        for message in [*self.heard, *(msgspec.json.decode(text) for text in self.listener.received)]:
            slim = {name: value for name, value in message.items() if name in kept}
            if "table" in message:
                slim["table"] = {name: message["table"][name] for name in ("commitment", "status", "chairs")}
            found.append(slim)
        return found

    def set_up(self) -> None:
        self.do(lambda table: table.sit(1, "ben", "Ben"))
        for seat, nonce in enumerate(NONCES):
            self.do(partial(Table.commit, seat=seat, commitment=nonce_commitment(nonce)))
        self.do(lambda table: table.seal())
        for seat, nonce in enumerate(NONCES):
            self.do(partial(Table.reveal, seat=seat, nonce=nonce))
        self.do(lambda table: table.begin())

    def play(self, moves: int) -> None:
        for _ in range(moves):
            state = self.table.state
            assert state is not None
            if not state.waiting_for():
                return
            seat = state.waiting_for()[0]
            action = self._rng.choice(self.table.legal(seat)).text
            self.do(partial(Table.act, seat=seat, text=action))

    def go_back(self, moves: int) -> None:
        keep = len(self.table.moves) - moves
        self.do(lambda table: table.ask_undo(0, keep))
        self.do(lambda table: table.answer_undo(1, agreed=True))


def played_table() -> LiveTable:
    """A whole game with one takeback."""
    live = LiveTable()
    live.set_up()
    live.play(8)
    live.go_back(5)
    live.play(1000)
    assert len(fairness_of(live.table.record()).takebacks) == 1
    return live


def played_table_with_many_undos() -> LiveTable:
    """A whole game with two takebacks, one refused undo, and one takeback while a player is absent."""
    live = LiveTable(seed=3)
    live.set_up()
    live.play(12)
    live.go_back(5)
    live.play(6)
    live.go_back(9)
    live.play(8)
    live.do(lambda table: table.ask_undo(1, len(table.moves) - 3))
    live.do(lambda table: table.answer_undo(0, agreed=False))
    live.do(lambda table: table.leave(1))
    live.play(4)
    live.do(lambda table: table.ask_undo(0, len(table.moves) - 3))
    live.do(lambda table: table.come_back(1))
    live.play(1000)
    takebacks = fairness_of(live.table.record()).takebacks
    assert [one.absent for one in takebacks] == [[], [], [1]]
    return live


def messages_after_reconnecting(live: LiveTable) -> list[dict[str, Any]]:
    """The messages of the same game to a client that lost its connection for a while."""
    heard = live.messages()
    start, end = len(heard) // 3, len(heard) // 3 + 40
    missed = [{name: value for name, value in one.items() if name != "type"} for one in heard[start:end]]
    thrown = [one["thrown"] for one in heard[:end] if "thrown" in one and one["type"] == "update"][-1]
    welcome = heard[0] | {"version": missed[-1]["version"], "moves": missed[-1]["moves"], "missed": missed}
    welcome["thrown"] = thrown["first"] + len(thrown["seals"]) - 1
    welcome["dice"] = {"round": 1, "sealed": live.table.dice.sealed}
    return [*heard[:start], welcome, *heard[end:]]
