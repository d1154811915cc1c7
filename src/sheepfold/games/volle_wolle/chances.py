"""VW-3 The exact chances to reach a bid, from public information and the player's own bid."""

from __future__ import annotations

from typing import Final

from sheepfold.core.action import Action
from sheepfold.games.volle_wolle.actions import Bid, Help, Leave
from sheepfold.games.volle_wolle.dice import BEYOND, THROWS, target_of
from sheepfold.games.volle_wolle.dice_odds import NO_DIE, WHOLE, Turn, Worth
from sheepfold.games.volle_wolle.state import VolleWolle

FOR_SUCCESS: Final = Worth(1, 1, 1, 0, 0)
"""Only reaching the bid counts, on any throw and at any price: the value of a turn is its chance of success."""


def chances(state: VolleWolle, seat: int) -> dict[str, float]:
    """The chances of bids, of dice to leave and of help, for a player who does everything to reach the bid."""
    found: dict[str, float] = {}
    for action in state.legal_actions(seat):
        if isinstance(action, Bid):
            chips = state.chips[seat] - (1 if action.bid == BEYOND else 0)  # VW-2.6
            found[action.text] = _turn(state, seat, action.bid, chips).value_before_first() / WHOLE
        elif isinstance(action, (Help, Leave)):
            found[action.text] = _in_turn(state, seat, action)
    return found


def _in_turn(state: VolleWolle, seat: int, action: Action) -> float:
    if isinstance(action, Help) and action.goal == "bid":
        return 1.0
    if state.throw == THROWS:
        return 0.0
    turn = _turn(state, seat, state.bid[seat], state.chips[seat])
    leaving = turn.values_of_leaving(state.throw, state.dice, die_left(state))
    return max(0, leaving[action.die] if isinstance(action, Leave) else max(leaving)) / WHOLE


def _turn(state: VolleWolle, seat: int, bid: int, chips: int) -> Turn:
    return Turn(target_of(bid), state.modifier(seat), chips, state.stock, FOR_SUCCESS)


def die_left(state: VolleWolle) -> int:
    """The die that was left before the second throw."""
    if state.throw != 2:
        return NO_DIE
    return 0 if state.left & 1 else 1 if state.left & 2 else 2
