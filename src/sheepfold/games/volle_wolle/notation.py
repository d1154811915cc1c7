"""Parses notation. Only the form is checked here: which cards exist depends on the table."""

from __future__ import annotations

import re
from typing import Final

from sheepfold.core.action import Action
from sheepfold.core.errors import NotationError

_CARD: Final = r"(?:[A-Z]{1,3}\d{1,4}|dog|bone)"
_SHAPES: Final = re.compile(
    rf"board [1-9]\d{{0,2}}|card {_CARD}|bid (?:1[4-9]|2[0-6]\+?)|roll (?:[1-9]\d?|\.)(?: (?:[1-9]\d?|\.)){{2}}"
    rf"|reach bid|reach 14|decline|leave d(?:12|10|8)|take {_CARD}(?: {_CARD}){{0,2}}|top {_CARD}|grab|spare",
    re.ASCII,
)


def is_well_formed(text: str) -> bool:
    """Check whether a text has the form of an action."""
    return _SHAPES.fullmatch(text) is not None and not re.fullmatch(r"bid 2[0-5]\+", text)


def parse(text: str) -> Action:
    """Parse the notation of an action."""
    if not is_well_formed(text):
        raise NotationError(
            f"'{text}' is not an action of Volle Wolle; actions look like 'bid 21', 'bid 26+', 'leave d12', "
            "'reach bid', 'reach 14', 'decline', 'take S20 S41 dog', 'top S41', 'grab', 'spare'"
        )
    return Action(text)
