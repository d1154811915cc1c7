"""What a program that does not know the rules, like a browser, needs to check a record."""

from __future__ import annotations

import msgspec

from sheepfold.core.errors import RecordError
from sheepfold.core.record import Record
from sheepfold.fair.proof import proof_of
from sheepfold.fair.timeline import fallen


class Throw(msgspec.Struct, frozen=True):
    """One throw: its outcome falls for tickets from `low` to below `high`, out of those from 0 to below `total`."""

    number: int
    total: int
    low: int
    high: int
    outcome: str


class Dice(msgspec.Struct, frozen=True):
    """The part that the rules give to every outcome of a record, in order of play, undone throws included."""

    throws: list[Throw]


def dice_of(record: Record) -> Dice:
    """All throws of the record, as far as it can be played."""
    proof_of(record)
    throws: list[Throw] = []
    try:
        for one in fallen(record):
            low, high = one.part()
            throws.append(Throw(one.number, one.total, low, high, one.outcome))
    except RecordError:
        return Dice(throws)  # what follows a false outcome often cannot be played; the checker notices what is missing
    return Dice(throws)
