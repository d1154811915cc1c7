"""Dice that can be checked: every chance outcome follows from a secret that was promised before anybody played.

The algorithm, with vectors for other programs, is in docs/fairness.md. It must never change: old records prove nothing
if it does.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from hashlib import sha256
from hmac import digest
from itertools import pairwise

import msgspec

from sheepfold.core.action import Action
from sheepfold.core.errors import RecordError
from sheepfold.core.record import Fairness, Record, Replay, is_chance, write_action
from sheepfold.core.state import CHANCE, State

_SECRET = re.compile(r"[0-9a-f]{64}")
# One way only to write a number: else a host could try '17/0', '017/0', '0017/0' … until it likes the outcome.
_LABEL = re.compile(r"(0|[1-9][0-9]{0,17})/(0|[1-9][0-9]{0,17})")
FEW = 3
"""Outcomes that tell nothing about a key, and that are named where it is another one."""


# From a secret to an outcome


def new_secret() -> str:
    """32 random bytes as hexadecimal digits."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What is published before the first throw. It fixes the secret without telling it."""
    return sha256(_secret_bytes(secret)).hexdigest()


def throw_key(secret: str, nonces: list[str]) -> bytes:
    """The key of all outcomes of one game: the host's secret and what the players added, in order of seats."""
    return digest(_secret_bytes(secret), msgspec.json.encode(nonces), "sha256")


def outcome_label(entry: int, index: int) -> str:
    """The name of one outcome: the number of its entry in the table's log, and its place within that entry, from 0.

    A label is never used twice, also not after an undo: the log only grows.
    """
    return f"{entry}/{index}"


def ticket(key: bytes, label: str, total: int) -> int:
    """A number from 0 to total - 1.

    The remainder of 256 bits favours no number by more than total / 2^256, which is less than 2^-200 for any total
    below 2^56; those of our games are below 2^10.
    """
    return int.from_bytes(digest(key, label.encode(), "sha256"), "big") % total


def draw(key: bytes, label: str, state: State) -> Action:
    """The outcome of that label, by the weights of the state, which must be waiting for chance."""
    outcomes = state.legal_actions(CHANCE)
    weights = state.chance_weights()
    if weights is None:
        return outcomes[ticket(key, label, len(outcomes))]
    left = ticket(key, label, sum(weights))
    index = 0
    while left >= weights[index]:
        left -= weights[index]
        index += 1
    return outcomes[index]


def _secret_bytes(secret: str) -> bytes:
    if not _SECRET.fullmatch(secret):
        raise RecordError("a secret is 64 hexadecimal digits, 0-9 and a-f")
    return bytes.fromhex(secret)


# For a program that does not know the rules, like a browser


class Throw(msgspec.Struct, frozen=True):
    """One outcome: it comes of the numbers from `low` to below `high`, out of those from 0 to below `total`."""

    label: str
    total: int
    low: int
    high: int
    outcome: str


class Dice(msgspec.Struct, frozen=True):
    """Everything that is needed to compute the number of every throw again."""

    commitment: str
    secret: str
    nonces: list[str]
    throws: list[Throw]


def dice_of(record: Record) -> Dice:
    """The outcomes as the record has them, each with the numbers that the rules give it.

    A record whose actions do not follow from a false outcome is told as far as it can be played.
    """
    fairness, secret = _told(record)
    throws: list[Throw] = []
    chances = _chances(Replay(record))
    for label in fairness.labels:
        try:
            _, line, state = next(chances)
        except (RecordError, StopIteration):
            break
        throws.append(_throw(label, state, line))
    return Dice(fairness.commitment, secret, fairness.nonces, throws)


def _throw(label: str, state: State, line: str) -> Throw:
    outcomes = [write_action(CHANCE, outcome) for outcome in state.legal_actions(CHANCE)]
    if line not in outcomes:
        raise RecordError(f"'{line}' cannot fall there")
    place = outcomes.index(line)
    weights = state.chance_weights() or [1] * len(outcomes)
    low = sum(weights[:place])
    return Throw(label, sum(weights), low, low + weights[place], outcomes[place][2:])


# From a record back to its secret


class Verdict(msgspec.Struct, frozen=True):
    """What came of the check."""

    checked: int
    """How many outcomes were computed again."""
    problems: list[str]
    """Everything that is not as it must be, in words; of outcomes by another key only the first few."""


def verify(record: Record) -> Verdict:
    """Compute every chance outcome of the record again.

    Whether the commitment is the one that was published, and each nonce the one that was sent, only the players know.
    RecordError if nothing can be checked: no proof, a secret not told yet or unreadable, a game that cannot be set up.
    """
    fairness, secret = _told(record)
    key = throw_key(secret, fairness.nonces)
    problems = _label_problems(fairness.labels, sum(map(is_chance, record.actions)))
    if commitment(secret) != fairness.commitment:
        problems.append(f"the secret does not match the commitment: its SHA-256 is {commitment(secret)}")
    outcomes = _Outcomes(key)
    replay = Replay(record)
    try:
        for number, line, state in _chances(replay):
            if outcomes.checked < len(fairness.labels):
                outcomes.compare(fairness.labels[outcomes.checked], state, number, line)
    except RecordError as error:  # often a consequence: what followed the true outcome does not fit a false one
        problems += [*outcomes.differing, str(error)]
    else:
        problems += outcomes.first_differing() if outcomes.are_of_another_key() else outcomes.differing
    return Verdict(outcomes.checked, problems)


def _told(record: Record) -> tuple[Fairness, str]:
    """The proof and its secret."""
    if record.fairness is None:
        raise RecordError("the record has no 'fairness': its chance was not drawn so that it can be proven")
    if record.fairness.secret is None:
        raise RecordError("the secret is not told yet: it is when the game is over")
    return record.fairness, record.fairness.secret


def _chances(replay: Replay) -> Iterator[tuple[int, str, State]]:
    """Every chance action as it is written, with its number and the position before it; all others are played, too."""
    steps = replay.steps()
    for number, line in enumerate(replay.record.actions, start=1):
        if is_chance(line) and replay.state.waiting_for() == [CHANCE]:
            yield number, line, replay.state
        next(steps)
    for _ in steps:  # nothing is left to play, but the result is compared
        pass


class _Outcomes:
    """What the record has, beside what the key gives."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self.checked = 0
        self.differing: list[str] = []
        self._agreeing = 0
        """Only those that might have been others."""
        self._by_luck = 0.0
        """How many of them any other key would give, on average."""

    def compare(self, label: str, state: State, number: int, line: str) -> None:
        self.checked += 1
        due = write_action(CHANCE, draw(self._key, label, state))
        if line != due:
            self.differing.append(f"action {number} is '{line}', but by its label {label} it must be '{due}'")
        outcomes = [write_action(CHANCE, outcome) for outcome in state.legal_actions(CHANCE)]
        if len(outcomes) > 1 and line in outcomes:
            weights = state.chance_weights() or [1] * len(outcomes)
            self._by_luck += weights[outcomes.index(line)] / sum(weights)
            self._agreeing += line == due

    def are_of_another_key(self) -> bool:
        """Whether the game, which is whole, was thrown with another key.

        Another key gives an outcome of the record as often as that is likely, so about as many agree as luck brings;
        more than twice as many and one are rare. By the right key all agree but those that were bent. If one was bent
        afterwards, all that follow may be shifted (a bag then holds other tiles), but those before it agree, and hardly
        any such game still leads to its end. A few outcomes tell nothing either way.
        """
        return len(self.differing) > FEW and self._agreeing <= 2 * self._by_luck + 1

    def first_differing(self) -> list[str]:
        return [
            "the secret, the nonces or the labels are not those that the dice were thrown with: "
            f"{len(self.differing)} of {self.checked} outcomes differ, first of all these:",
            *self.differing[:FEW],
        ]


def _label_problems(labels: list[str], chances: int) -> list[str]:
    problems = []
    if len(labels) != chances:
        problems.append(f"the numbers differ: {chances} chance actions, {len(labels)} labels")
    unreadable = [label for label in labels if not _LABEL.fullmatch(label)]
    if unreadable:
        return [*problems, *(f"the label '{label}' is not of the form ENTRY/INDEX, like 17/0" for label in unreadable)]
    for before, after in pairwise(labels):
        if _place(before) >= _place(after):
            problems.append(f"the labels do not increase: {after} comes after {before}")
    return problems


def _place(label: str) -> tuple[int, int]:
    entry, _, index = label.partition("/")
    return int(entry), int(index)
