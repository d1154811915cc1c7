"""What a forgery is, and how it must be reported."""

from __future__ import annotations

from typing import Any

import msgspec

from sheepfold import Record
from sheepfold.fair import Dice


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
