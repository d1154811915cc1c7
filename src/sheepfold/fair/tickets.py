"""The tickets of every outcome, for programs that do not know the rules, such as a browser."""

from __future__ import annotations

import msgspec

from sheepfold.core.errors import RecordError
from sheepfold.core.record import Record
from sheepfold.fair.proof import proof_of
from sheepfold.fair.timeline import recorded_throws


class Throw(msgspec.Struct, frozen=True):
    """A throw and the tickets that give its outcome: from `low` up to but not including `high`, out of `total`."""

    number: int
    total: int
    low: int
    high: int
    outcome: str


class Dice(msgspec.Struct, frozen=True):
    """All throws of a record in order of play, undone ones included."""

    throws: list[Throw]


def dice_of(record: Record) -> Dice:
    """The throws of the record, up to the first action that cannot be played."""
    proof_of(record)
    throws: list[Throw] = []
    try:
        for throw in recorded_throws(record):
            low, high = throw.ticket_range()
            throws.append(Throw(throw.number, throw.total, low, high, throw.outcome))
    except RecordError:
        return Dice(throws)  # what follows a forged outcome often cannot be played; the checker counts the throws
    return Dice(throws)
