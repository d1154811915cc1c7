"""Records and live tables as a cheating server would forge them, with what has to be found.

`python -m tests.forgeries` writes them to `build/` for the browser's tests, which have to find the same.
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
from sheepfold.fair import commitment, dice_of, draw, nonce_commitment, throw_key
from sheepfold.fair.parts import Dice
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
"""Numbers that a cheating server tries for each throw."""

Numbers = Callable[[int, Callable[[int], int]], int]
"""Which number a throw is made with, from the number it must have and what each number would bring."""


def honestly(number: int, outcome: Callable[[int], int]) -> int:
    return number


class Skipping:
    """From a throw on, some numbers are left out."""

    def __init__(self, first: int, skipped: int) -> None:
        self._first = first
        self._skipped = skipped

    def __call__(self, number: int, outcome: Callable[[int], int]) -> int:
        return number + self._skipped if number >= self._first else number


class Choosing:
    """Of many numbers, each throw takes the one that brings the most."""

    def __init__(self) -> None:
        self._last = 0

    def __call__(self, number: int, outcome: Callable[[int], int]) -> int:
        self._last = max(range(self._last + 1, self._last + 1 + TRIES), key=outcome)
        return self._last


def played(game: Game, players: int, seed: int, numbers: Numbers = honestly) -> Record:
    """A random game with its proof."""
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
            action, _ = draw(key, numbers(thrown, partial(_gain, key, state)), state)
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
    """How good the outcome of that number is, for somebody who likes the last ones best."""
    return state.legal_actions(CHANCE).index(draw(key, number, state)[0])


def changed(record: Record, **changes: object) -> Record:
    """The record with another proof."""
    assert record.fairness is not None
    return msgspec.structs.replace(record, fairness=msgspec.structs.replace(record.fairness, **changes))


def fairness_of(record: Record) -> Fairness:
    assert record.fairness is not None
    return record.fairness


# A whole evening: two people, a takeback by consent, a game to its end


class Evening:
    """A real table, and what the browser at its first seat hears."""

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
        """Only what a witness looks at."""
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


def an_evening() -> Evening:
    evening = Evening()
    evening.set_up()
    evening.play(8)
    evening.go_back(5)
    evening.play(1000)
    assert len(fairness_of(evening.table.record()).takebacks) == 1
    return evening


def a_restless_evening() -> Evening:
    """The game goes back again and again, once while somebody is away, and once somebody would rather play on."""
    evening = Evening(seed=3)
    evening.set_up()
    evening.play(12)
    evening.go_back(5)
    evening.play(6)
    evening.go_back(9)
    evening.play(8)
    evening.do(lambda table: table.ask_undo(1, len(table.moves) - 3))
    evening.do(lambda table: table.answer_undo(0, agreed=False))
    evening.do(lambda table: table.leave(1))
    evening.play(4)
    evening.do(lambda table: table.ask_undo(0, len(table.moves) - 3))
    evening.do(lambda table: table.come_back(1))
    evening.play(1000)
    takebacks = fairness_of(evening.table.record()).takebacks
    assert [one.absent for one in takebacks] == [[], [], [1]]
    return evening


def reconnected(evening: Evening) -> list[dict[str, Any]]:
    """The same evening for a client that lost its connection for a while."""
    heard = evening.messages()
    start, end = len(heard) // 3, len(heard) // 3 + 40
    missed = [{name: value for name, value in one.items() if name != "type"} for one in heard[start:end]]
    thrown = [one["thrown"] for one in heard[:end] if "thrown" in one and one["type"] == "update"][-1]
    welcome = heard[0] | {"version": missed[-1]["version"], "moves": missed[-1]["moves"], "missed": missed}
    welcome["thrown"] = thrown["first"] + len(thrown["seals"]) - 1
    welcome["dice"] = {"round": 1, "sealed": evening.table.dice.sealed}
    return [*heard[:start], welcome, *heard[end:]]


# What has to be found


class Forgery(msgspec.Struct, frozen=True):
    """A record, perhaps with what was heard live, and what has to be said about it."""

    name: str
    record: Record
    dice: Dice
    """What the server says about the weights."""
    python: str
    """Part of a problem that `verify` names, or the witness, where something was heard."""
    browser: str
    """The id of a finding of the browser."""
    heard: list[dict[str, Any]] | None = None


def all_forgeries() -> list[Forgery]:
    return [*forged_records(), *forged_tables()]


def forged_records() -> list[Forgery]:
    game = find_game(GAME)
    fair = played(game, 2, seed=1)
    evening = an_evening().table.record()
    proof = fairness_of(evening)
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
        forged("skipped entry", skipped, "from throw 5 on, the outcomes are those of number 17 on", "skipped"),
        forged("skipped index", played(game, 2, 1, Choosing()), "the numbers are not those", "throws"),
        forged("swapped nonce", changed(fair, players=swapped), "the nonce of seat 0 does not match", "nonce"),
        forged("late nonce", changed(fair, players=[zero, bare]), "seat 1 has a nonce that it never", "nonce_late"),
        forged(
            "missing nonce",
            changed(fair, players=[zero, Contribution(seat=1, commitment=one.commitment)]),
            "seat 1 committed to a nonce that is missing",
            "nonce_missing",
        ),
        forged(
            "left out nonce", changed(fair, players=[zero]), "are not those that the dice were thrown with", "throws"
        ),
        forged("other secret", changed(fair, secret=SECRET), "the secret does not match the commitment", "promise"),
        forged(
            "without consent",
            changed(evening, takebacks=[silent]),
            "takeback 1: the dice were thrown again although seat 1 did not agree",
            "consent",
        ),
        forged("hidden takeback", changed(evening, takebacks=[]), "numbers are skipped: from throw", "skipped"),
        forged("half a takeback", changed(evening, takebacks=[middle]), "takeback 1 begins with a throw", "takeback")
        if is_chance(takeback.actions[1])
        else forged(
            "endless takeback",
            changed(evening, takebacks=[msgspec.structs.replace(takeback, keep=10_000)]),
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
        forged("player twice", changed(fair, players=[zero, zero, one]), "seats are not in order", "players"),
        forged("restart for no reason", changed(fair, restarts=[[]]), "for no reason", "restart"),
        forged("restarts without end", changed(fair, restarts=[[1], [1]]), "more than once", "restart"),
        forged("restart and a nonce", changed(fair, restarts=[[1]]), "and still added a nonce", "restart"),
    ]


def with_another_dog(game: Game) -> dict[str, Any]:
    """Cards that change how likely the others are."""
    components: dict[str, Any] = msgspec.to_builtins(game.standard_components())
    components["extras"]["dogs"] += 1
    return components


def with_other_weight(dice: Dice) -> Dice:
    """The server claims that a throw could have brought half as much."""
    return Dice([msgspec.structs.replace(one, total=one.high) for one in dice.throws])


def forged_tables() -> list[Forgery]:
    evening = an_evening()
    record, heard = evening.table.record(), evening.messages()
    fair = played(find_game(GAME), 2, seed=1)
    proof = fairness_of(record)
    zero, one = proof.players
    other = "another-nonce-of-1"
    late = Contribution(seat=1, commitment=nonce_commitment(other), nonce=other)
    dice = dice_of(record)
    a_restless = a_restless_evening()
    restless = a_restless.table.record()

    def forged(
        name: str, python: str, browser: str, *, record: Record = record, dice: Dice = dice, heard: Any = heard
    ) -> Forgery:
        return Forgery(name, record, dice, python, browser, heard)

    def but(change: Callable[[dict[str, Any]], None], wanted: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
        """What was heard, but for the last message of some kind."""
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
    relabelled = [
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
        forged("live: fair, with a lost connection", "", "", heard=reconnected(evening)),
        forged(
            "live: fair, and restless", "", "", record=restless, dice=dice_of(restless), heard=a_restless.messages()
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
        forged("live: rounds relabelled", "out of turn, in round 1 after 2", "live_round", heard=relabelled),
        forged("live: restarted in mid-game", "out of turn, in round 2 after 1", "live_round", heard=[*heard, again]),
        forged("live: rewound", "the game was moved out of sight", "live_moved", heard=[*heard, rewound]),
        forged(
            "live: somebody declared absent",
            "but not as the record says",
            "takeback_untold",
            record=changed(record, takebacks=[msgspec.structs.replace(proof.takebacks[0], agreed=[0], absent=[1])]),
        ),
        forged("live: undone without asking", "and nobody was asked", "live_back", heard=without("undo-asked")),
        forged(
            "live: another commitment",
            "not the one that was shown before the game",
            "other_promise",
            record=changed(record, commitment=commitment("00" * 32), secret="00" * 32),
        ),
        forged(
            "live: swapped nonce",
            "the nonce of seat 1 is not the one that was sealed",
            "other_seal",
            record=changed(record, players=[zero, late]),
        ),
        forged("live: late nonce", "the sealed commitments changed", "live_seal", heard=[*heard, resealed]),
        forged(
            "live: own nonce left out",
            "the nonce that you added for seat 0 was left out",
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
            "is missing in the record",
            "throw_missing",
            record=msgspec.structs.replace(record, actions=record.actions[:-60], result=None),
            dice=dice_of(msgspec.structs.replace(record, actions=record.actions[:-60], result=None)),
        ),
        forged("live: more throws than fell", "throws, but only", "throw_extra", heard=[*half, ended]),
    ]


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_bytes(msgspec.json.encode(all_forgeries()))
