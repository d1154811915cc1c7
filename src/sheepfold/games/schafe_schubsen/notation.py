"""Reading notation. Writing it is each action's own business."""

from __future__ import annotations

import re
from typing import Final

from sheepfold.core.action import Action
from sheepfold.core.errors import NotationError
from sheepfold.games.schafe_schubsen.actions import (
    LAYOUT_ACTIONS,
    LAYS,
    START_ACTIONS,
    TURN_ACTIONS,
    Clover,
    Go,
    Take,
    Use,
)

_FIXED: Final[dict[str, Action]] = {
    action.text: action for action in [*LAYOUT_ACTIONS, *START_ACTIONS, *TURN_ACTIONS, *LAYS]
}
_CLOVER: Final = re.compile(r"(use|take) (back|change)([1-9]\d?)", re.ASCII)
_GO: Final = re.compile(r"go (0|[1-9]\d{0,5})", re.ASCII)


def parse(text: str) -> Action:
    """The action that is written like this."""
    fixed = _FIXED.get(text)
    if fixed is not None:
        return fixed
    clover = _CLOVER.fullmatch(text)
    if clover:
        kind = Clover(clover[2] == "back", int(clover[3]))
        return Use(kind) if clover[1] == "use" else Take(kind)
    walk = _GO.fullmatch(text)
    if walk:
        return Go(int(walk[1]))
    raise NotationError(
        f"'{text}' is not an action of Schafe schubsen; actions look like "
        "'lay 087', 'use back10', 'use change4', 'go 57', 'side 1B', 'take back5'"
    )
