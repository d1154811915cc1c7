"""Finds the clause that an illegal action breaks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sheepfold.games.schafe_schubsen.notation import is_well_formed
from sheepfold.games.schafe_schubsen.phases import CLOVERS, LAYING

if TYPE_CHECKING:
    from sheepfold.games.schafe_schubsen.state import SchafeSchubsen

SAYS_WHEN: Final = {
    "layout": "SS-1.3",
    "start": "SS-1.7",
    "lay": "SS-2.1",
    "use": "SS-3.2",
    "go": "SS-3.3",
    "side": "SS-4.6",
    "take": "SS-6.2",
}
"""The clause that says when an action is taken, and what can be chosen then."""
_ANY_CARDS: Final = re.compile(r"lay \d+", re.ASCII)
"""More cards than three, and a card twice, are no actions, but players try them."""


def why_not(state: SchafeSchubsen, seat: int, text: str) -> str | None:
    if seat not in state.waiting or not (is_well_formed(text) or _ANY_CARDS.fullmatch(text)):
        return None
    kind, _, value = text.partition(" ")
    if state.phase == LAYING and kind == "lay":
        return _why_not_lay(state, seat, text)
    if state.phase == CLOVERS and kind == "use" and _holds(state, value):
        return "SS-7.4"
    if state.phase == CLOVERS and kind == "go" and state.change:
        return _why_not_go(state, int(value))
    return SAYS_WHEN.get(kind)


def _why_not_lay(state: SchafeSchubsen, seat: int, text: str) -> str:
    """Every card of a player is in hand or on the discard pile."""
    cards = {1 << int(digit) for digit in text.removeprefix("lay ")}
    discarded = state.setup.all_cards & ~state.hand[seat]
    return "SS-6.3" if is_well_formed(text) and any(card & discarded for card in cards) else "SS-2.1"


def _holds(state: SchafeSchubsen, clover: str) -> bool:
    kinds = [kind.text for kind in state.setup.clovers]
    return clover in kinds and state.clovers[state.active * len(kinds) + kinds.index(clover)] > 0


def _why_not_go(state: SchafeSchubsen, distance: int) -> str:
    """With clovers that change it, a distance may be out of reach, or lead off the dyke."""
    lay = state.laid[state.active]
    assert lay is not None
    return "SS-7.3" if abs(distance - lay.distance) > state.change else "SS-7.4"
