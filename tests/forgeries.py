"""Records and live tables as a cheating server would forge them, and how each forgery must be reported.

`python -m tests.forgeries` writes them to `build/` for the browser's tests, which must report the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from sheepfold import CHANCE, Fairness, Game, Record, Seat, State, find_game
from sheepfold.core.playout import random_step
from sheepfold.core.record import Contribution, is_chance, new_record, result_of, write_action
from sheepfold.fair import Dice, commitment, dice_of, draw, nonce_commitment, throw_key
from sheepfold.server.room.room import Room
from sheepfold.server.table.model import Proposal
from sheepfold.server.table.settings import SeatPlan, Settings
from sheepfold.server.table.table import Table, new_table
from tests.server.worlds import Ear

TARGET = Path(__file__).parents[1] / "build" / "forgeries.json"
SECRET = "5ec2e7" * 10 + "5ec2"
NONCES = ["the-nonce-of-seat-0", "the-nonce-of-seat-1"]
GAME = "volle-wolle"
TRIES = 200
"""How many numbers a cheating server tries for each throw."""

Numbering = Callable[[int, Callable[[int], int]], int]
"""Which number to throw with, given the honest number and a function that rates the outcome of each number."""


def honest(number: int, gain: Callable[[int], int]) -> int:
    return number


class Skipping:
    """Skips some numbers before one throw."""

    def __init__(self, first: int, skipped: int) -> None:
        self._first = first
        self._skipped = skipped

    def __call__(self, number: int, gain: Callable[[int], int]) -> int:
        return number + self._skipped if number >= self._first else number


class Choosing:
    """Tries many numbers for each throw and takes the best."""

    def __init__(self) -> None:
        self._last = 0

    def __call__(self, number: int, gain: Callable[[int], int]) -> int:
        self._last = max(range(self._last + 1, self._last + 1 + TRIES), key=gain)
        return self._last


def played(game: Game, players: int, seed: int, numbering: Numbering = honest) -> Record:
    """The record of a random game, with its proof."""
    rng = Random(seed)
    secret = rng.randbytes(32).hex()
    nonces = [*NONCES, *[""] * players][:players]
    key = throw_key(secret, nonces)
    state = game.start(players)
    record = new_record(game, [Seat(name) for name in game.face.seat_names(players)], game.options())
    thrown = 0
    while step := random_step(state, rng):
        seat, action = step
        if seat == CHANCE:
            thrown += 1
            action, _ = draw(key, numbering(thrown, partial(_gain, key, state)), state)
        state.act(seat, action)
        record.actions.append(write_action(seat, action))
    record.result = result_of(state)
    players_added = [
        Contribution(seat=seat, commitment=nonce_commitment(nonce), nonce=nonce)
        for seat, nonce in enumerate(NONCES[:players])
    ]
    record.fairness = Fairness(commitment=commitment(secret), secret=secret, players=players_added)
    return record


def _gain(key: bytes, state: State, number: int) -> int:
    """How good the outcome of that number is to a server that prefers later outcomes in the list."""
    return state.legal_actions(CHANCE).index(draw(key, number, state)[0])


def changed(record: Record, **changes: object) -> Record:
    """The record with changes to its proof."""
    assert record.fairness is not None
    return msgspec.structs.replace(record, fairness=msgspec.structs.replace(record.fairness, **changes))


def fairness_of(record: Record) -> Fairness:
    assert record.fairness is not None
    return record.fairness


# Real tables with two players


class LiveTable:
    """A real table, and the messages that the browser at its first seat gets."""

    def __init__(self, seed: int = 1) -> None:
        self._rng = Random(seed)
        settings = Settings(game=GAME, seats=[SeatPlan("me"), SeatPlan("friend")])
        self.table = new_table("table", settings, SECRET, "anna", "Anna")
        self.room = Room(self.table, 0.0, "")
        self.ear = Ear("anna")
        self.room.enter(self.ear, 0)
        self.heard: list[dict[str, Any]] = [msgspec.to_builtins(self.room.welcome(self.ear, 0, 0.0, [], []))]

    def do(self, propose: Callable[[Table], Proposal]) -> None:
        before = self.room.shape()
        happened = self.table.take(propose(self.table), 0.0)
        self.room.publish(happened, before, 0.0)

    def messages(self) -> list[dict[str, Any]]:
        """The messages, reduced to the fields that a witness reads."""
        kept = ("type", "version", "note", "moves", "thrown", "dice", "missed", "status")
        found = []
        for message in [*self.heard, *(msgspec.json.decode(text) for text in self.ear.heard)]:
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


# Forgeries


class Forgery(msgspec.Struct, frozen=True):
    """A forged record, or one with forged live messages, and how it must be reported."""

    name: str
    record: Record
    dice: Dice
    """What the server claims about the weights."""
    python: str
    """Part of a problem that `verify` reports, or the witness if there are live messages; empty if all is fair."""
    browser: str
    """The id of the problem that the browser reports."""
    heard: list[dict[str, Any]] | None = None


def all_forgeries() -> list[Forgery]:
    return [*forged_records(), *forged_tables()]


def forged_records() -> list[Forgery]:
    game = find_game(GAME)
    fair = played(game, 2, seed=1)
    undone = played_table().table.record()
    proof = fairness_of(undone)
    takeback = proof.takebacks[0]
    zero, one = fairness_of(fair).players
    swapped = [
        Contribution(seat=0, commitment=zero.commitment, nonce=one.nonce),
        Contribution(seat=1, commitment=one.commitment, nonce=zero.nonce),
    ]
    place = next(place for place, line in enumerate(fair.actions) if is_chance(line) and place > 0)
    without = msgspec.structs.replace(fair, actions=fair.actions[:place] + fair.actions[place + 1 :])
    short = msgspec.structs.replace(fair, actions=fair.actions[:-10], result=None)
    bare = Contribution(seat=1, nonce=one.nonce)
    silent = msgspec.structs.replace(takeback, agreed=[0])
    middle = msgspec.structs.replace(takeback, keep=takeback.keep + 1, actions=takeback.actions[1:])

    def forged(name: str, record: Record, python: str, browser: str, dice: Dice | None = None) -> Forgery:
        return Forgery(name, record, dice or dice_of(record), python, browser)

    skipped = played(game, 2, 1, Skipping(5, 12))
    return [
        forged("skipped numbers", skipped, "from throw 5 on, the outcomes are those of number 17 on", "skipped"),
        forged("chosen numbers", played(game, 2, 1, Choosing()), "or other numbers", "throws"),
        forged("swapped nonce", changed(fair, players=swapped), "the nonce of seat 0 does not match", "nonce"),
        forged("late nonce", changed(fair, players=[zero, bare]), "seat 1 has a nonce but never", "nonce_late"),
        forged(
            "missing nonce",
            changed(fair, players=[zero, Contribution(seat=1, commitment=one.commitment)]),
            "seat 1 committed to a nonce, which is missing",
            "nonce_missing",
        ),
        forged(
            "left out nonce",
            changed(fair, players=[zero]),
            "thrown with another secret, other nonces",
            "throws",
        ),
        forged("other secret", changed(fair, secret=SECRET), "the secret does not match the commitment", "promise"),
        forged(
            "without consent",
            changed(undone, takebacks=[silent]),
            "takeback 1: dice were thrown again although seat 1 did not agree",
            "consent",
        ),
        forged("hidden takeback", changed(undone, takebacks=[]), "numbers are skipped: from throw", "skipped"),
        forged("half a takeback", changed(undone, takebacks=[middle]), "takeback 1 begins with a throw", "takeback")
        if is_chance(takeback.actions[1])
        else forged(
            "endless takeback",
            changed(undone, takebacks=[msgspec.structs.replace(takeback, keep=10_000)]),
            "takeback 1 keeps 10000 actions, but there are only",
            "takeback",
        ),
        forged(
            "changed weight",
            msgspec.structs.replace(fair, components=with_another_dog(game)),
            "but it must be",
            "throws",
            with_other_weight(dice_of(fair)),
        ),
        forged("missing throw", without, "action ", "parts"),
        forged("truncated game", short, "the game is not over", "not_over"),
        forged("player twice", changed(fair, players=[zero, zero, one]), "seats are out of order", "players"),
        forged("restart for no reason", changed(fair, restarts=[[]]), "for no reason", "restart"),
        forged("repeated restarts", changed(fair, restarts=[[1], [1]]), "more than once", "restart"),
        forged("restart and a nonce", changed(fair, restarts=[[1]]), "and still added a nonce", "restart"),
    ]


def with_another_dog(game: Game) -> dict[str, Any]:
    """Components with one more card, which changes how likely the others are."""
    components: dict[str, Any] = msgspec.to_builtins(game.standard_components())
    components["extras"]["dogs"] += 1
    return components


def with_other_weight(dice: Dice) -> Dice:
    """The server claims smaller totals."""
    return Dice([msgspec.structs.replace(one, total=one.high) for one in dice.throws])


def forged_tables() -> list[Forgery]:
    live = played_table()
    record, heard = live.table.record(), live.messages()
    fair = played(find_game(GAME), 2, seed=1)
    proof = fairness_of(record)
    zero, one = proof.players
    other = "another-nonce-of-1"
    late = Contribution(seat=1, commitment=nonce_commitment(other), nonce=other)
    dice = dice_of(record)
    other_live = played_table_with_many_undos()
    often_undone = other_live.table.record()

    def forged(
        name: str, python: str, browser: str, *, record: Record = record, dice: Dice = dice, heard: Any = heard
    ) -> Forgery:
        return Forgery(name, record, dice, python, browser, heard)

    def but(change: Callable[[dict[str, Any]], None], wanted: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
        """The messages, with a change to the last one of some kind."""
        copy: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(heard))
        change(next(message for message in reversed(copy) if wanted(message)))
        return copy

    def without(kind: str) -> list[dict[str, Any]]:
        return [message for message in heard if message.get("note", {}).get("kind") != kind]

    def renumber(message: dict[str, Any]) -> None:
        message["thrown"]["first"] += 3

    def reseal(message: dict[str, Any]) -> None:
        message["thrown"]["seals"][0] = "0" * 32

    sealed = next(message for message in heard if message.get("dice", {}).get("sealed"))
    resealed = msgspec.json.decode(msgspec.json.encode(sealed))
    resealed["version"] = heard[-1]["version"] + 1
    resealed["dice"]["sealed"][1] = late.commitment
    restarted = msgspec.structs.replace(proof, restarts=[[1]])
    uncommitted = [heard[0] | {"table": heard[0]["table"] | {"commitment": None}}, *heard[1:]]
    again = resealed | {"dice": {"round": 2, "sealed": None}}
    place = heard.index(sealed)
    renumbered = [
        *heard[: place + 1],
        sealed | {"version": sealed["version"] + 1, "dice": {"round": 2, "sealed": None}},
        sealed | {"version": sealed["version"] + 2},
        *(message | {"version": message["version"] + 2} for message in heard[place + 1 :]),
    ]
    rewound = heard[0] | {
        "version": heard[-1]["version"],
        "missed": [],
        "thrown": 10,
        "moves": 3,
        "dice": sealed["dice"],
    }
    half = heard[: len(heard) // 2]
    ended = {"type": "update", "note": {"kind": "acted", "seat": 0}, "status": "over", "moves": half[-1]["moves"]}
    ended["version"] = half[-1]["version"] + 1
    more = [*proof.takebacks, proof.takebacks[0]]
    return [
        forged("live: fair", "", ""),
        forged("live: fair, with a lost connection", "", "", heard=messages_after_reconnecting(live)),
        forged(
            "live: fair, with many undos",
            "",
            "",
            record=often_undone,
            dice=dice_of(often_undone),
            heard=other_live.messages(),
        ),
        forged(
            "live: skipped number", "came after throw", "live_skipped", heard=but(renumber, lambda one: "thrown" in one)
        ),
        forged(
            "live: changed throw",
            "is not the one that fell",
            "throw_changed",
            heard=but(reseal, lambda one: "thrown" in one),
        ),
        forged("live: no commitment", "the table showed no commitment", "live_no_promise", heard=uncommitted),
        forged("live: rounds renumbered", "out of turn, in round 1 after 2", "live_round", heard=renumbered),
        forged("live: restarted in mid-game", "out of turn, in round 2 after 1", "live_round", heard=[*heard, again]),
        forged("live: rewound", "the game was changed unseen", "live_moved", heard=[*heard, rewound]),
        forged(
            "live: player declared absent",
            "but not as the record says",
            "takeback_untold",
            record=changed(record, takebacks=[msgspec.structs.replace(proof.takebacks[0], agreed=[0], absent=[1])]),
        ),
        forged("live: undone without asking", "without asking anyone", "live_back", heard=without("undo-asked")),
        forged(
            "live: another commitment",
            "not the one shown before the game",
            "other_promise",
            record=changed(record, commitment=commitment("00" * 32), secret="00" * 32),
        ),
        forged(
            "live: swapped nonce",
            "the nonce of seat 1 is not the one sealed",
            "other_seal",
            record=changed(record, players=[zero, late]),
        ),
        forged("live: late nonce", "the sealed commitments changed", "live_seal", heard=[*heard, resealed]),
        forged(
            "live: own nonce left out",
            "the nonce you added for seat 0 was left out",
            "my_nonce",
            record=changed(record, players=[Contribution(seat=0), one]),
        ),
        forged(
            "live: restarted unseen",
            "the dice were set up 1 times, not 2",
            "rounds",
            record=msgspec.structs.replace(record, fairness=restarted),
        ),
        forged(
            "live: takeback unseen",
            "did not go back after throw",
            "takeback_unseen",
            record=changed(record, takebacks=more),
            dice=dice_of(changed(record, takebacks=more)),
        ),
        forged("live: another game", "fell after move", "throw_moved", record=fair, dice=dice_of(fair)),
        forged(
            "live: truncated game",
            "is missing from the record",
            "throw_missing",
            record=msgspec.structs.replace(record, actions=record.actions[:-60], result=None),
            dice=dice_of(msgspec.structs.replace(record, actions=record.actions[:-60], result=None)),
        ),
        forged("live: more throws than fell", "throws, but only", "throw_extra", heard=[*half, ended]),
    ]


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_bytes(msgspec.json.encode(all_forgeries()))
