"""Finds the clause that an illegal action breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sheepfold.games.haste_bock.actions import DIAGONAL, KINDS, LEAP, NO_CARD, RAM, STEP, TROUGH, TURN
from sheepfold.games.haste_bock.flock import sheep_of
from sheepfold.games.haste_bock.meadow import DIAGONALS, DIRECTIONS, EIGHT, NAMES, RAYS, STRAIGHTS
from sheepfold.games.haste_bock.notation import is_well_formed
from sheepfold.games.haste_bock.phases import PLAYING, RAMMING, WALKING

if TYPE_CHECKING:
    from sheepfold.games.haste_bock.state import HasteBock

WITH_SHEEP: Final = {STEP: "HB-5.1", RAM: "HB-5.2", LEAP: "HB-5.3"}
"""The clause of each action that one of the player's own sheep carries out."""


def why_not(state: HasteBock, seat: int, text: str) -> str | None:
    if seat not in state.waiting or not is_well_formed(text):
        return None
    if state.phase == RAMMING:
        return _why_not_ram_by_die(state, text.split(" "))
    if state.phase == WALKING:
        return "HB-9.3" if state.players > 2 else "HB-10.3"
    return _why_not_play(state, text) if state.phase == PLAYING else None


def _why_not_ram_by_die(state: HasteBock, words: list[str]) -> str:
    if words[0] == KINDS[RAM] and _stands_on(state, state.colour, words[1]):
        return _why_not_ram(state, words)
    return "HB-3.1" if state.scrambles else "HB-4.4"


def _why_not_play(state: HasteBock, text: str) -> str:
    """HB-4.1 The card must be in hand; HB-4.6 cards are discarded only if none can be played."""
    words = text.split(" ")
    discards = words[0] == "discard"
    card = _card_in_hand(state, words[1] if discards else words[0])
    if card == NO_CARD:
        return "HB-4.1"
    if discards:
        return "HB-4.6"
    kind = state.setup.cards[card].kind
    if kind in WITH_SHEEP:
        return _why_not_with_sheep(state, kind, words)
    if kind == TURN:
        return "HB-5.10"
    if kind == TROUGH:
        return "HB-5.8" if DIRECTIONS.index(words[1]) == state.banned_trough else "HB-4.5"
    return _why_not_caravan(state, card, text)


def _card_in_hand(state: HasteBock, name: str) -> int:
    cards = state.setup.cards
    for index, card in enumerate(cards):
        if card.name == name and state.cards[state.active * len(cards) + index]:
            return index
    return NO_CARD


def _why_not_with_sheep(state: HasteBock, kind: int, words: list[str]) -> str:
    """HB-4.5 No sheep leaves the meadow."""
    if not _stands_on(state, state.setup.colours[state.active], words[1]):
        return WITH_SHEEP[kind]
    if kind == RAM:
        return _why_not_ram(state, words)
    if kind == STEP and not _ray(words):
        return "HB-4.5"
    return WITH_SHEEP[kind]


def _why_not_ram(state: HasteBock, words: list[str]) -> str:
    """HB-2.4 It must hit a sheep; HB-2.3 the field behind the last one must be free."""
    hit = [cell for cell in _ray(words) if cell in state.where]
    return "HB-2.3" if hit else "HB-2.4"


def _why_not_caravan(state: HasteBock, card: int, text: str) -> str:
    """HB-4.5 Some sheep must stand on the line; HB-5.6 none may leave the meadow; HB-5.4 a corner is no line."""
    kind = state.setup.cards[card].kind
    for play in state.setup.plays[card]:
        if play is not None and play.text == text:
            line = (DIAGONALS if kind == DIAGONAL else STRAIGHTS)[play.line]
            driven = [cell for cell in line.cells if cell in state.where]
            return "HB-5.6" if driven else "HB-4.5"
    return "HB-5.4"


def _stands_on(state: HasteBock, colour: int, cell: str) -> bool:
    return NAMES.index(cell) in [state.where[sheep] for sheep in sheep_of(colour)]


def _ray(words: list[str]) -> list[int]:
    """The fields in front of a sheep: for `ram2 c3 ne 1`, those from c3 to the north-east."""
    return RAYS[NAMES.index(words[1]) * EIGHT + DIRECTIONS.index(words[2])]
