"""Parses notation. Only the form is checked here: which clovers exist depends on the table."""

from __future__ import annotations

import re
from typing import Final

from sheepfold.core.action import Action
from sheepfold.core.errors import NotationError
from sheepfold.games.schafe_schubsen.actions import LAYOUT_ACTIONS, LAYS, START_ACTIONS, TURN_ACTIONS

_FIXED: Final[dict[str, Action]] = {
    action.text: action for action in [*LAYOUT_ACTIONS, *START_ACTIONS, *TURN_ACTIONS, *LAYS]
}
_SHAPES: Final = re.compile(r"(?:use|take) (?:back|change)[1-9]\d?|go (?:0|[1-9]\d{0,5})", re.ASCII)


def is_well_formed(text: str) -> bool:
    """Check whether a text has the form of an action."""
    return text in _FIXED or _SHAPES.fullmatch(text) is not None


def parse(text: str) -> Action:
    """Parse the notation of an action."""
    if is_well_formed(text):
        return _FIXED.get(text) or Action(text)
    raise NotationError(
        f"'{text}' is not an action of Schafe schubsen; actions look like "
        "'lay 087', 'use back10', 'use change4', 'go 57', 'side 1B', 'take back5'"
    )
