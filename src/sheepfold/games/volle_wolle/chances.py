"""VW-3 How likely a bid is reached, for a player who asks: exact, from what everybody sees and the own bid."""

from __future__ import annotations

from sheepfold.core.action import Action
from sheepfold.games.volle_wolle.actions import Bid, Help, Leave
from sheepfold.games.volle_wolle.dice import BEYOND, target_of
from sheepfold.games.volle_wolle.dice_odds import NO_DIE, WHOLE, Turn, Worth
from sheepfold.games.volle_wolle.state import VolleWolle

LAST_THROW = 3
FOR_SUCCESS = Worth(1, 1, 1, 0, 0)
"""Of somebody who wants to reach the bid on whichever throw, at any price: the value of a turn is its chance."""


def chances(state: VolleWolle, seat: int) -> dict[str, float]:
    """By bid, by die to leave, by help; for a player who does everything to reach the bid. Other choices have none."""
    found: dict[str, float] = {}
    for action in state.legal_actions(seat):
        chance = _chance(state, seat, action)
        if chance is not None:
            found[action.text] = chance
    return found


def _chance(state: VolleWolle, seat: int, action: Action) -> float | None:
    if isinstance(action, Bid):
        chips = state.chips[seat] - (1 if action.bid == BEYOND else 0)  # VW-2.6
        turn = Turn(target_of(action.bid), state.modifier(seat), chips, state.stock, FOR_SUCCESS)
        return turn.value_before_first() / WHOLE
    if not isinstance(action, (Help, Leave)):
        return None
    turn = Turn(target_of(state.bid[seat]), state.modifier(seat), state.chips[seat], state.stock, FOR_SUCCESS)
    if isinstance(action, Help) and action.goal == "bid":
        return 1.0
    if state.throw == LAST_THROW:
        return 0.0
    leaving = turn.values_of_leaving(state.throw, state.dice, _left(state))
    return max(0, leaving[action.die] if isinstance(action, Leave) else max(leaving)) / WHOLE


def _left(state: VolleWolle) -> int:
    """The die that lay still in the second throw."""
    return NO_DIE if state.throw != 2 else (state.left & -state.left).bit_length() - 1
