"""Finds the clause that an illegal action breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sheepfold.core.state import CHANCE, NOBODY
from sheepfold.games.meine_schafe.faces import HUNTER, NO_BEAST, NO_TILE, QUESTIONS
from sheepfold.games.meine_schafe.laying import fitting_frontier, uniform_places
from sheepfold.games.meine_schafe.motifs import COLOURS, FOREST, VILLAGE, asks_for, fits
from sheepfold.games.meine_schafe.notation import is_well_formed
from sheepfold.games.meine_schafe.phases import BEASTS, TURN
from sheepfold.games.meine_schafe.setup import SIDES

if TYPE_CHECKING:
    from sheepfold.games.meine_schafe.state import MeineSchafe

DRAWS: Final = ("colour", "draw", "start")
"""The actions of chance."""


def why_not(state: MeineSchafe, seat: int, text: str) -> str | None:
    words = text.split(" ")
    if seat == CHANCE or not is_well_formed(text):
        return None
    if seat not in state.waiting and seat not in state.may_act():
        return _why_not_at_all(state, seat)
    return _why_not_kind(state, seat, words[0]) or _why_not_what(state, seat, words)


def _why_not_at_all(state: MeineSchafe, seat: int) -> str | None:
    """MS-6.1, MS-6.2 The player is out; MS-3.2 another player's special action; MS-3.3 a second interruption."""
    if seat in state.out:
        return "MS-6.1" if state.hands[seat] else "MS-6.2"
    if state.special != NOBODY:
        return None if state.special == seat else "MS-3.2"
    return "MS-3.3" if state.phase == TURN else None


def _why_not_kind(state: MeineSchafe, seat: int, kind: str) -> str | None:
    """Why this kind of action is not legal now, if it is not; MS-2.1 tiles are drawn after one is laid."""
    if state.phase == TURN:
        if kind in DRAWS:
            return "MS-2.1" if seat == state.active else "MS-3.1"
        if kind == "done":
            return "MS-3.7"
        return "MS-3.1" if kind in ("lay", "skip") and seat != state.active else None
    if kind == "out":
        return "MS-6.1"
    if state.phase == BEASTS:
        return None if kind == "send" else "MS-4.1"
    return None if kind == "lay" else "MS-5.2"


def _why_not_what(state: MeineSchafe, seat: int, words: list[str]) -> str | None:
    """Why this action is illegal although others of its kind may be legal."""
    if words[0] == "skip":
        return "MS-2.4"
    if words[0] == "show":
        return _why_not_show(state, seat, COLOURS.index(words[1]), words[2])
    if words[0] == "send":
        return _why_not_send(state, seat, words[1], words[2])
    return _why_not_lay(state, seat, words) if words[0] == "lay" else None


def _why_not_show(state: MeineSchafe, seat: int, colour: int, cell: str) -> str | None:
    """MS-5.1 Only a colour of one's own, and once; MS-5.4 the '?' tile may fit nowhere."""
    if colour not in state.colours[seat] or state.shown[seat] >> colour & 1:
        return "MS-5.1"
    if not uniform_places(state, colour, fitting_frontier(state)):
        return "MS-5.4"
    return _why_not_there(state, cell, QUESTIONS[colour].code, NO_BEAST)


def _why_not_send(state: MeineSchafe, seat: int, name: str, cell: str) -> str | None:
    tile = _tile_in_hand(state, seat, name)
    if tile == NO_TILE:
        return "MS-1.8"
    shown = state.setup.faces[state.setup.tiles[tile].sides[0][0]]
    return "MS-4.1" if shown.beast == NO_BEAST else _why_not_there(state, cell, shown.code, shown.beast)


def _why_not_lay(state: MeineSchafe, seat: int, words: list[str]) -> str | None:
    """`lay T17a n2e3 1`; None for a rotation that looks like a smaller one."""
    tile = _tile_in_hand(state, seat, words[1][:-1])
    if tile == NO_TILE:
        return "MS-1.8"
    for face in state.setup.tiles[tile].sides[SIDES.index(words[1][-1])]:
        shown = state.setup.faces[face]
        if shown.turn == int(words[3]):
            return _why_not_there(state, words[2], shown.code, shown.beast)
    return None


def _tile_in_hand(state: MeineSchafe, seat: int, name: str) -> int:
    for tile in state.hands[seat]:
        if state.setup.tiles[tile].name == name:
            return tile
    return NO_TILE


def _why_not_there(state: MeineSchafe, cell_name: str, code: int, beast: int) -> str | None:
    """MS-1.10 The table ends; MS-2.2 tiles lie side by side; MS-2.3 edges match; MS-4.6 beasts keep apart.

    MS-4.4 A hunter may lie on a tile, but only on a wolf; MS-1.3 nothing fits between village and forest.
    """
    names = state.setup.cells.names
    if cell_name not in names:
        return "MS-1.10"
    cell = names.index(cell_name)
    meadow = state.meadow
    if cell not in meadow.frontier:
        return "MS-4.4" if beast == HUNTER and not meadow.is_empty(cell) else "MS-2.2"
    need = meadow.at[cell]
    if asks_for(need, VILLAGE) and asks_for(need, FOREST):
        return "MS-1.3"
    if not fits(code, need):
        return "MS-2.3"
    return None if beast == NO_BEAST else "MS-4.6"
