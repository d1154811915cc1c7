"""Parses notation. Only the form is checked here: which cards exist depends on the table."""

from __future__ import annotations

import re
from typing import Final

from sheepfold.core.action import Action
from sheepfold.core.errors import NotationError

_WAY: Final = r"(?:ne|nw|se|sw|n|e|s|w)"
_SHAPES: Final = re.compile(
    rf"layout [bygrk]{{3}} [bygrk]{{3}} [bygrk]{{3}}|start [0-3]|roll (?:blue|yellow|green|red|black|white)"
    rf"|step\d [a-i][1-9] {_WAY}|(?:ram\d?|leap\d) [a-i][1-9] {_WAY} [1-7]|diagonal\d [a-i][1-9] (?:ne|nw|se|sw)"
    rf"|straight\d (?:[1-9] [ew]|[a-i] [ns])|trough\d [nesw]|turn\d (?:left|right)"
    rf"|discard (?:step|ram|leap|diagonal|straight|trough|turn)\d|walk [0-3]",
    re.ASCII,
)


def is_well_formed(text: str) -> bool:
    """Check whether a text has the form of an action."""
    return _SHAPES.fullmatch(text) is not None


def parse(text: str) -> Action:
    """Parse the notation of an action."""
    if not is_well_formed(text):
        raise NotationError(
            f"'{text}' is not an action of Haste Bock?; actions look like 'step1 c3 ne', 'ram2 c3 ne 1', "
            "'leap3 c3 ne 2', 'diagonal1 a3 ne', 'straight1 4 e', 'trough3 n', 'turn1 left', 'walk 2'"
        )
    return Action(text)
