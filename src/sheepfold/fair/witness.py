"""Remembers what a client saw during a game and compares it with the record afterwards.

A record proves that its dice follow from its commitments. Only a witness knows that these are the commitments shown
before the game, and that nothing was thrown, undone or restarted unseen.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from sheepfold.core.record import Fairness, Record, is_chance
from sheepfold.fair.dice import nonce_commitment, throw_key, throw_seal
from sheepfold.fair.proof import nonces_of
from sheepfold.fair.timeline import branches, recorded_throws

_HASH = re.compile(r"[0-9a-f]{64}")


class SeenThrow(msgspec.Struct, frozen=True):
    """A throw as it fell: the number of moves before it, and the seal of its outcome."""

    moves: int
    seal: str


class SeenTakeback(msgspec.Struct, frozen=True):
    """An undo: after how many throws, back to how many moves, and the seats that asked, agreed and were absent."""

    thrown: int
    moves: int
    asked: int
    agreed: list[int]
    absent: list[int]


class Witness:
    """Observes every message from a table. The browser has the same in `web/src/fair/witness.ts`."""

    def __init__(self) -> None:
        self.nonces: dict[int, str] = {}
        """By seat, the nonces that this client committed to. The client sets them."""
        self.faults: list[str] = []
        """Problems noticed during the game."""
        self._version = 0
        self._commitment: str | None = None
        self.round = 1
        """Counts from 1, one more for each restart of the dice."""
        self.sealed: list[str | None] | None = None
        """The commitments to nonces by seat, once they are fixed."""
        self._throws: dict[int, SeenThrow] = {}
        self._standing: list[int] = []
        """For each throw that is not undone, the number of moves before it."""
        self._takebacks: list[SeenTakeback] = []
        self._thrown = 0
        self._moves = 0
        self._asked: int | None = None
        self._agreed: set[int] = set()
        self._absent: set[int] = set()
        self._saw_all = True
        """False once this client missed something while it was disconnected."""
        self._saw_end = False

    def observe(self, message: dict[str, Any]) -> None:
        if message["type"] == "welcome":
            self._welcome(message)
        elif message["type"] == "update" and message["version"] > self._version:
            self._step(message)
            self._saw_end = message.get("status", "") == "over" or self._saw_end
            if message.get("dice") is not None:
                self._set_up(message["dice"])

    def _welcome(self, message: dict[str, Any]) -> None:
        if message["version"] < self._version:
            return  # from a node that lags behind
        table = message["table"]
        if self._commitment is None and table["status"] != "over":
            self._commitment = table["commitment"] or ""
            if not _HASH.fullmatch(self._commitment):
                self.faults.append("the table showed no commitment")
        elif self._commitment not in (None, table["commitment"]):
            self.faults.append("the table's commitment changed")
        for missed in message["missed"] or []:
            self._step(missed)
        if self._version != message["version"]:
            self._saw_all = False
        elif (self._thrown, self._moves) != (message["thrown"], message["moves"]):
            self.faults.append("the game was changed unseen")
        if message["thrown"] < self._thrown:
            self.faults.append(f"throw {self._thrown} disappeared")
        self._version = message["version"]
        self._thrown = message["thrown"]
        self._moves = message["moves"]
        self._absent = {seat for seat, chair in enumerate(table["chairs"]) if chair.get("left")}
        self._saw_end = self._saw_end or table["status"] == "over"
        self._set_up(message["dice"])

    def _set_up(self, dice: dict[str, Any]) -> None:
        more = dice["round"] - self.round
        if more < 0 or (more > 1 and self._saw_all) or (more and self._thrown):
            self.faults.append(f"the dice were restarted out of turn, in round {dice['round']} after {self.round}")
        if not more and self.sealed is not None and dice["sealed"] != self.sealed:
            self.faults.append("the sealed commitments changed")
        if more:  # the nonces of earlier rounds are public
            self.nonces.clear()
        self.round = dice["round"]
        self.sealed = dice["sealed"]

    def may_reveal(self, seat: int) -> bool:
        """Whether all commitments are sealed, including this client's own. Only then may it reveal its nonce."""
        return self.sealed is not None and self.sealed[seat] == nonce_commitment(self.nonces[seat])

    def _step(self, step: dict[str, Any]) -> None:
        if step["version"] <= self._version:
            return
        if step["version"] > self._version + 1:
            self._saw_all = False
            self._thrown = max(self._thrown, (step.get("thrown") or {"first": 1})["first"] - 1)
        self._version = step["version"]
        self._observe_note(step["note"])
        if step["moves"] < self._moves:
            self._go_back(step["moves"])
        self._moves = step["moves"]
        thrown = step.get("thrown")
        if thrown is not None:
            self._throw(thrown["first"], thrown["seals"])

    def _observe_note(self, note: dict[str, Any]) -> None:
        match note["kind"]:
            case "undo-asked":
                self._asked = note["seat"]
                self._agreed = {note["seat"]}
            case "undo-answered" if note["agreed"]:
                self._agreed.add(note["seat"])
            case "undo-answered":
                self._asked = None
            case "left":
                self._asked = None
                self._absent.add(note["seat"])
            case "came-back":
                self._absent.discard(note["seat"])
            case "stood" | "sat" if self.sealed is None:  # the next player in this seat adds another nonce
                self.nonces.pop(note["seat"], None)

    def _go_back(self, moves: int) -> None:
        if any(after > moves for after in self._standing):
            if self._asked is None:
                self.faults.append(f"the game went back behind throw {self._thrown} without asking anyone")
            else:
                agreed, absent = sorted(self._agreed), sorted(self._absent)
                self._takebacks.append(SeenTakeback(self._thrown, moves, self._asked, agreed, absent))
        self._standing = [after for after in self._standing if after <= moves]
        self._asked = None

    def _throw(self, first: int, seals: list[str]) -> None:
        if first != self._thrown + 1:
            self.faults.append(f"throw {first} came after throw {self._thrown}")
        for number, seal in enumerate(seals, start=first):
            self._throws[number] = SeenThrow(self._moves, seal)
            self._standing.append(self._moves)
        self._thrown = first + len(seals) - 1

    # After the game

    def compare(self, record: Record) -> list[str]:
        """The differences between the record and what this client saw. Raises RecordError if it cannot be played."""
        fairness = record.fairness
        if fairness is None or fairness.secret is None:
            return ["the record has no proof of its dice"]
        problems = [*self.faults, *self._compare_set_up(fairness)]
        key = throw_key(fairness.secret, nonces_of(record))
        throws = {
            throw.number: SeenThrow(throw.moves, throw_seal(key, throw.number, throw.total, throw.outcome))
            for throw in recorded_throws(record)
        }
        for number, seen in sorted(self._throws.items()):
            if number not in throws:
                problems.append(f"throw {number} is missing from the record")
            elif throws[number].moves != seen.moves:
                problems.append(f"throw {number} fell after move {seen.moves}, not after {throws[number].moves}")
            elif throws[number].seal != seen.seal:
                problems.append(f"throw {number} is not the one that fell")
        if self._saw_all and self._saw_end and len(throws) > self._thrown:
            problems.append(f"the record has {len(throws)} throws, but only {self._thrown} fell")
        return problems + self._compare_takebacks(record, fairness)

    def _compare_set_up(self, fairness: Fairness) -> list[str]:
        problems: list[str] = []
        if self._commitment not in (None, fairness.commitment):
            problems.append("the commitment is not the one shown before the game")
        players = {player.seat: player for player in fairness.players}
        sealed = dict(enumerate(self.sealed)) if self.sealed is not None else {}
        for seat in sorted(sealed | players) if sealed else []:
            player = players.get(seat)
            if sealed.get(seat) != (player.commitment if player is not None else None):
                problems.append(f"the nonce of seat {seat} is not the one sealed before the game")
        for seat, nonce in self.nonces.items():
            player = players.get(seat)
            if player is None or player.nonce != nonce:
                problems.append(f"the nonce you added for seat {seat} was left out")
        rounds = len(fairness.restarts) + 1
        if rounds != self.round:
            problems.append(f"the record has {rounds} rounds of dice, but this client saw {self.round}")
        return problems

    def _compare_takebacks(self, record: Record, fairness: Fairness) -> list[str]:
        recorded = _takebacks_of(record, fairness)
        complete = self._saw_all and self._saw_end
        unseen = [takeback for takeback in recorded if takeback not in self._takebacks] if complete else []
        unrecorded = [takeback for takeback in self._takebacks if takeback not in recorded]
        return [
            *(f"the game did not go back after throw {takeback.thrown} as the record says" for takeback in unseen),
            *(
                f"the game went back after throw {takeback.thrown}, but not as the record says"
                for takeback in unrecorded
            ),
        ]


def _takebacks_of(record: Record, fairness: Fairness) -> list[SeenTakeback]:
    """The record's takebacks as a client sees them."""
    found: list[SeenTakeback] = []
    thrown = kept = 0
    for takeback, actions in zip(fairness.takebacks, branches(record.actions, fairness.takebacks), strict=False):
        thrown += sum(map(is_chance, actions[kept:]))
        kept = takeback.keep
        moves = kept - sum(map(is_chance, actions[:kept]))
        found.append(SeenTakeback(thrown, moves, takeback.asked, takeback.agreed, takeback.absent))
    return found
