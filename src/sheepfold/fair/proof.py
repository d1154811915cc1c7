"""From a record back to its secret: compute every throw again, and name whatever is not as it must be."""

from __future__ import annotations

import msgspec

from sheepfold.core.errors import RecordError
from sheepfold.core.record import Contribution, Fairness, Record, Replay, Takeback
from sheepfold.fair.dice import commitment, nonce_commitment, place_of, throw_key, ticket
from sheepfold.fair.timeline import Fallen, fallen

FEW = 3
"""Throws that prove nothing about a key, and that are named where the key is wrong."""
MOST_SKIPPED = 1000
"""Numbers that a search for skipped ones goes through."""
NO_LUCK = 1e-6
"""A chance too small to be luck."""


class Verdict(msgspec.Struct, frozen=True):
    """The result of the check."""

    checked: int
    """How many throws were computed again."""
    problems: list[str]
    """Everything that is not as it must be; of throws by another key only the first few."""
    notes: list[str]
    """What the record says happened besides the throws. Only the players know whether it did."""


def verify(record: Record) -> Verdict:
    """Compute every throw of the record again.

    Only the players know whether the commitments are those they saw. RecordError if nothing can be checked: no proof, a
    secret not revealed yet or unreadable, a game that cannot be set up.
    """
    fairness, secret = proof_of(record)
    Replay(record)  # a game that cannot be set up proves nothing either way
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
        for one in fallen(record):
            throws.compare(one)
    except RecordError as error:  # often a consequence: what followed the true outcome does not fit a false one
        problems += [*throws.differing, str(error)]
    else:
        problems += throws.problems()
    return Verdict(len(throws.all), problems, _notes(record, fairness))


def proof_of(record: Record) -> tuple[Fairness, str]:
    """The proof and its secret."""
    if record.fairness is None:
        raise RecordError("the record has no 'fairness': its dice were not thrown in a way that can be proven")
    if record.fairness.secret is None:
        raise RecordError("the secret is not revealed yet: it is when the game is over")
    return record.fairness, record.fairness.secret


def nonces_of(record: Record) -> list[str]:
    """One a seat; empty where nobody added one."""
    added = {player.seat: player.nonce for player in record.fairness.players} if record.fairness is not None else {}
    return [added.get(seat) or "" for seat in range(len(record.seats))]


def _contribution_problems(players: list[Contribution], seats: int) -> list[str]:
    problems: list[str] = []
    order = [player.seat for player in players]
    if order != sorted(set(order)) or any(seat not in range(seats) for seat in order):
        problems.append(f"the players' seats are not in order or not at the table: {order}")
    for player in players:
        if player.commitment is None and player.nonce is not None:
            problems.append(f"seat {player.seat} has a nonce that it never committed to")
        elif player.commitment is not None and player.nonce is None:
            problems.append(f"seat {player.seat} committed to a nonce that is missing")
        elif player.nonce is not None and nonce_commitment(player.nonce) != player.commitment:
            problems.append(f"the nonce of seat {player.seat} does not match its commitment")
    return problems


def _restart_problems(fairness: Fairness) -> list[str]:
    """Each seat can stop the dice once, and adds no nonce after that."""
    problems: list[str] = []
    stopped: set[int] = set()
    for seats in fairness.restarts:
        if not seats:
            problems.append("the dice were set up again for no reason")
        problems += [f"seat {seat} stopped the dice more than once" for seat in seats if seat in stopped]
        stopped.update(seats)
    problems += [
        f"seat {player.seat} stopped the dice and still added a nonce"
        for player in fairness.players
        if player.seat in stopped and player.nonce is not None
    ]
    return problems


def _takeback_problems(fairness: Fairness) -> list[str]:
    """Everybody who plays agrees before the dice are thrown again."""
    problems: list[str] = []
    for number, takeback in enumerate(fairness.takebacks, start=1):
        answered = {takeback.asked, *takeback.agreed, *takeback.absent}
        problems += [
            f"takeback {number}: the dice were thrown again although seat {player.seat} did not agree"
            for player in fairness.players
            if player.seat not in answered
        ]
    return problems


def _notes(record: Record, fairness: Fairness) -> list[str]:
    def names(seats: list[int]) -> str:
        return ", ".join(record.seats[seat].name if seat in range(len(record.seats)) else "?" for seat in seats)

    def describe(number: int, takeback: Takeback) -> str:
        agreed = names([seat for seat in takeback.agreed if seat != takeback.asked])
        absent = f"; absent: {names(takeback.absent)}" if takeback.absent else ""
        return (
            f"takeback {number} went back to action {takeback.keep}: "
            f"{names([takeback.asked])} asked, agreed: {agreed or 'nobody else'}{absent}"
        )

    added = names([player.seat for player in fairness.players if player.nonce is not None])
    notes = [f"nonces were added by {added}" if added else "nobody added a nonce: the host alone made these dice"]
    notes += [f"the dice were set up again: no nonce came from {names(seats)}" for seats in fairness.restarts]
    return notes + [describe(number, takeback) for number, takeback in enumerate(fairness.takebacks, start=1)]


class _Throws:
    """The record's throws beside those that the key gives."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self.all: list[Fallen] = []
        self.differing: list[str] = []
        self._first_wrong = 0
        self._agreeing = 0
        """Only those that could have fallen otherwise."""
        self._by_luck = 0.0
        """How many of them another key gives, on average."""

    def compare(self, one: Fallen) -> None:
        self.all.append(one)
        due = one.outcomes[self._due(one, one.number)]
        if one.line != due:
            self._first_wrong = self._first_wrong or len(self.all)
            self.differing.append(f"{one} is '{one.line}', but it must be '{due}'")
        if len(one.outcomes) > 1:
            self._by_luck += _likelihood(one)
            self._agreeing += one.line == due

    def problems(self) -> list[str]:
        """Of a record that can be played to its end."""
        skipped = self._skipped() if self.differing else 0
        if skipped:
            first = self.all[self._first_wrong - 1].number
            return [
                f"numbers are skipped: from throw {first} on, the outcomes are those of number {first + skipped} on, "
                "and no takeback explains it"
            ]
        if len(self.differing) > FEW and self._agreeing <= 2 * self._by_luck + 1:
            # Another key gives an outcome of the record as often as that outcome is likely, so about as many agree as
            # luck brings. With the right key all agree but those that were changed.
            return [
                "the secret, the nonces or the numbers are not those that the dice were thrown with: "
                f"{len(self.differing)} of {len(self.all)} throws differ, the first of them:",
                *self.differing[:FEW],
            ]
        return self.differing

    def _skipped(self) -> int:
        """How many numbers are left out before the first wrong throw, if that alone explains all that follow."""
        rest = self.all[self._first_wrong - 1 :]
        luck = 1.0
        for one in rest:
            luck *= _likelihood(one)
        if luck * MOST_SKIPPED > NO_LUCK:
            return 0
        for skipped in range(1, MOST_SKIPPED + 1):
            if all(one.outcomes[self._due(one, one.number + skipped)] == one.line for one in rest):
                return skipped
        return 0

    def _due(self, one: Fallen, number: int) -> int:
        return place_of(ticket(self._key, number, one.total), one.weights)


def _likelihood(one: Fallen) -> float:
    if one.line not in one.outcomes:
        return 0.0
    return one.weights[one.outcomes.index(one.line)] / one.total
