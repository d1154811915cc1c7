"""Finds the clause that an illegal action breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sheepfold.games.volle_wolle.notation import is_well_formed
from sheepfold.games.volle_wolle.phases import BIDDING, GRABBING, HELP, LEAVING, TAKING, TOPPING
from sheepfold.games.volle_wolle.places import NO_BID

if TYPE_CHECKING:
    from sheepfold.games.volle_wolle.state import VolleWolle

ASKED: Final = {BIDDING: "VW-2.3", HELP: "VW-3.7", TAKING: "VW-3.5", TOPPING: "VW-4.1", GRABBING: "VW-4.4"}
"""The clause that says what to do, by phase."""


def why_not(state: VolleWolle, seat: int, text: str) -> str | None:
    if not is_well_formed(text):
        return None
    kind = text.partition(" ")[0]
    if seat not in state.waiting:
        has_bid = state.phase == BIDDING and seat >= 0 and state.bid[seat] != NO_BID
        return "VW-2.3" if has_bid and kind == "bid" else None
    if state.phase == BIDDING and kind == "bid":
        return "VW-2.7"  # all other bids are always legal
    if state.phase == HELP and kind == "reach":
        return "VW-3.8"
    if state.phase == LEAVING:
        return "VW-3.2" if state.throw == 1 else "VW-3.3"
    return ASKED.get(state.phase)
