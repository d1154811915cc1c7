"""Verify a record: recompute every throw from the revealed secret, and report what does not match."""

from __future__ import annotations

import msgspec

from sheepfold.core.errors import RecordError
from sheepfold.core.record import Contribution, Fairness, Record, Replay, Takeback
from sheepfold.core.state import outcome_index
from sheepfold.fair.dice import commitment, nonce_commitment, throw_key, ticket
from sheepfold.fair.timeline import RecordedThrow, recorded_throws

FEW = 3
"""This many wrong throws do not prove that the key is wrong; if it is wrong, only this many are listed."""
MAX_SKIPPED = 1000
"""How many skipped numbers to try before giving up."""
NEGLIGIBLE = 1e-6
"""A probability too small for coincidence."""


class Verdict(msgspec.Struct, frozen=True):
    """The result of verifying a record."""

    checked: int
    """How many throws were recomputed."""
    problems: list[str]
    """Everything that is wrong; if the key is wrong, only the first few throws."""
    notes: list[str]
    """What else the record claims. Only the players know whether it happened."""


def verify(record: Record) -> Verdict:
    """Recompute every throw of the record.

    Only the players know whether the commitments are those they saw. Raises RecordError if nothing can be checked:
    there is no proof, the secret is not revealed yet or malformed, or the game cannot be set up.
    """
    fairness, secret = proof_of(record)
    Replay(record)  # raises RecordError if the game cannot be set up
    throws = _Throws(throw_key(secret, nonces_of(record)))
    problems: list[str] = []
    if commitment(secret) != fairness.commitment:
        problems.append(f"the secret does not match the commitment: its SHA-256 is {commitment(secret)}")
    problems += _contribution_problems(fairness.players, len(record.seats))
    problems += _restart_problems(fairness)
    problems += _takeback_problems(fairness)
    if record.result is None:
        problems.append("the game is not over: a record with its secret goes to the end of the game")
    try:
        for throw in recorded_throws(record):
            throws.compare(throw)
    except RecordError as error:  # often a consequence: actions that followed the true outcome are illegal now
        problems += [*throws.differing, str(error)]
    else:
        problems += throws.problems()
    return Verdict(len(throws.all), problems, _notes(record, fairness))


def proof_of(record: Record) -> tuple[Fairness, str]:
    """The proof of a record and its secret."""
    if record.fairness is None:
        raise RecordError("the record has no 'fairness', so its dice cannot be verified")
    if record.fairness.secret is None:
        raise RecordError("the secret is not revealed until the game is over")
    return record.fairness, record.fairness.secret


def nonces_of(record: Record) -> list[str]:
    """One nonce per seat, empty if the seat added none."""
    added = {player.seat: player.nonce for player in record.fairness.players} if record.fairness is not None else {}
    return [added.get(seat) or "" for seat in range(len(record.seats))]


def _contribution_problems(players: list[Contribution], seats: int) -> list[str]:
    problems: list[str] = []
    order = [player.seat for player in players]
    if order != sorted(set(order)) or any(seat not in range(seats) for seat in order):
        problems.append(f"the players' seats are out of order or out of range: {order}")
    for player in players:
        if player.commitment is None and player.nonce is not None:
            problems.append(f"seat {player.seat} has a nonce but never committed to it")
        elif player.commitment is not None and player.nonce is None:
            problems.append(f"seat {player.seat} committed to a nonce, which is missing")
        elif player.nonce is not None and nonce_commitment(player.nonce) != player.commitment:
            problems.append(f"the nonce of seat {player.seat} does not match its commitment")
    return problems


def _restart_problems(fairness: Fairness) -> list[str]:
    """Each seat can cause one restart, and adds no nonce after that."""
    problems: list[str] = []
    silent: set[int] = set()
    for seats in fairness.restarts:
        if not seats:
            problems.append("the dice were restarted for no reason")
        problems += [f"seat {seat} restarted the dice more than once" for seat in seats if seat in silent]
        silent.update(seats)
    problems += [
        f"seat {player.seat} restarted the dice and still added a nonce"
        for player in fairness.players
        if player.seat in silent and player.nonce is not None
    ]
    return problems


def _takeback_problems(fairness: Fairness) -> list[str]:
    """Everyone who plays must agree before dice are thrown again."""
    problems: list[str] = []
    for number, takeback in enumerate(fairness.takebacks, start=1):
        answered = {takeback.asked, *takeback.agreed, *takeback.absent}
        problems += [
            f"takeback {number}: dice were thrown again although seat {player.seat} did not agree"
            for player in fairness.players
            if player.seat not in answered
        ]
    return problems


def _notes(record: Record, fairness: Fairness) -> list[str]:
    def names(seats: list[int]) -> str:
        return ", ".join(record.seats[seat].name if seat in range(len(record.seats)) else "?" for seat in seats)

    def describe(number: int, takeback: Takeback) -> str:
        agreed = names([seat for seat in takeback.agreed if seat != takeback.asked])
        absent = f", absent: {names(takeback.absent)}" if takeback.absent else ""
        return (
            f"takeback {number} went back to action {takeback.keep}: "
            f"asked by {names([takeback.asked])}, agreed by {agreed or 'nobody else'}{absent}"
        )

    added = names([player.seat for player in fairness.players if player.nonce is not None])
    notes = [f"nonces were added by {added}" if added else "nobody added a nonce: the server alone chose these dice"]
    notes += [f"the dice were restarted: no nonce from {names(seats)}" for seats in fairness.restarts]
    return notes + [describe(number, takeback) for number, takeback in enumerate(fairness.takebacks, start=1)]


class _Throws:
    """Compares the throws of a record with those that the key gives."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self.all: list[RecordedThrow] = []
        self.differing: list[str] = []
        self._first_wrong = 0
        self._matching = 0
        """How many throws match, counting only those with more than one possible outcome."""
        self._expected_by_chance = 0.0
        """How many of them a random key would match, on average."""

    def compare(self, throw: RecordedThrow) -> None:
        self.all.append(throw)
        correct = throw.outcomes[self._correct(throw, throw.number)]
        if throw.line != correct:
            self._first_wrong = self._first_wrong or len(self.all)
            self.differing.append(f"{throw} is '{throw.line}', but it must be '{correct}'")
        if len(throw.outcomes) > 1:
            self._expected_by_chance += _likelihood(throw)
            self._matching += throw.line == correct

    def problems(self) -> list[str]:
        """What is wrong with a record that can be played to its end."""
        skipped = self._skipped() if self.differing else 0
        if skipped:
            first = self.all[self._first_wrong - 1].number
            return [
                f"numbers are skipped: from throw {first} on, the outcomes are those of number {first + skipped} on, "
                "and no takeback explains it"
            ]
        if len(self.differing) > FEW and self._matching <= 2 * self._expected_by_chance + 1:
            # With a wrong key, about as many throws match as by chance. With the right key, all match except those that
            # were changed.
            return [
                "the dice were thrown with another secret, other nonces or other numbers: "
                f"{len(self.differing)} of {len(self.all)} throws differ, starting with:",
                *self.differing[:FEW],
            ]
        return self.differing

    def _skipped(self) -> int:
        """How many numbers were skipped before the first wrong throw, if that alone explains all throws after it."""
        rest = self.all[self._first_wrong - 1 :]
        coincidence = 1.0
        for throw in rest:
            coincidence *= _likelihood(throw)
        if coincidence * MAX_SKIPPED > NEGLIGIBLE:
            return 0
        for skipped in range(1, MAX_SKIPPED + 1):
            if all(throw.outcomes[self._correct(throw, throw.number + skipped)] == throw.line for throw in rest):
                return skipped
        return 0

    def _correct(self, throw: RecordedThrow, number: int) -> int:
        """The index of the outcome that this number gives."""
        return outcome_index(ticket(self._key, number, throw.total), throw.weights)


def _likelihood(throw: RecordedThrow) -> float:
    if throw.line not in throw.outcomes:
        return 0.0
    return throw.weights[throw.outcomes.index(throw.line)] / throw.total
