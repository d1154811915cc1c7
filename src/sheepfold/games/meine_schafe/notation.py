"""Parses notation. Only the form is checked here: which tiles and cells exist depends on the table."""

from __future__ import annotations

import re
from typing import Final

from sheepfold.core.action import Action
from sheepfold.core.errors import NotationError

_TILE: Final = r"[A-Z]{1,3}\d{0,4}"
_CELL: Final = r"(?:[ns][1-9]\d?(?:[ew][1-9]\d?)?|[ew][1-9]\d?)"
_COLOUR: Final = "(?:black|yellow|red|blue)"
_SHAPES: Final = re.compile(
    rf"colour {_COLOUR}|draw {_TILE}|start [0-3]|lay {_TILE}[ab] {_CELL} [0-3]|send {_TILE} {_CELL}"
    rf"|show {_COLOUR} {_CELL}|done|out|skip",
    re.ASCII,
)


def is_well_formed(text: str) -> bool:
    """Check whether a text has the form of an action."""
    return _SHAPES.fullmatch(text) is not None


def parse(text: str) -> Action:
    """Parse the notation of an action."""
    if not is_well_formed(text):
        raise NotationError(
            f"'{text}' is not an action of Meine Schafe, Deine Schafe; actions look like 'lay T17a n2e3 1', "
            "'send WK n2', 'show black s1', 'done', 'out', 'skip'"
        )
    return Action(text)
