"""Finds the clause that an illegal action breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sheepfold.games.schafe_schubsen.notation import is_well_formed
from sheepfold.games.schafe_schubsen.phases import CLOVERS, LAYING, TAKING, TURNING

if TYPE_CHECKING:
    from sheepfold.games.schafe_schubsen.state import SchafeSchubsen

ASKED: Final = {LAYING: "SS-2.1", CLOVERS: "SS-3.2", TURNING: "SS-4.6", TAKING: "SS-6.2"}
"""The clause that says what to do, by phase."""


def why_not(state: SchafeSchubsen, seat: int, text: str) -> str | None:
    if seat not in state.waiting or not is_well_formed(text):
        return None
    kind, _, value = text.partition(" ")
    if state.phase == CLOVERS and kind == "use":
        return "SS-7.4" if _holds(state, value) else "SS-3.2"
    if state.phase == CLOVERS and kind == "go":
        return _why_not_go(state, int(value))
    return ASKED.get(state.phase)


def _holds(state: SchafeSchubsen, clover: str) -> bool:
    kinds = [kind.text for kind in state.setup.clovers]
    return clover in kinds and state.clovers[state.active * len(kinds) + kinds.index(clover)] > 0


def _why_not_go(state: SchafeSchubsen, distance: int) -> str:
    """Without clovers the cards fix the distance. With some it may be out of reach, or lead off the dyke."""
    if not state.change:
        return "SS-3.3"
    lay = state.laid[state.active]
    assert lay is not None
    return "SS-7.3" if abs(distance - lay.distance) > state.change else "SS-7.4"
