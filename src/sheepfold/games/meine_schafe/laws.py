"""Invariants of every position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sheepfold.core.state import NOBODY
from sheepfold.games.meine_schafe.areas import motif_of, wolves_of
from sheepfold.games.meine_schafe.faces import HUNTER, WOLF
from sheepfold.games.meine_schafe.motifs import EDGES, FOREST, OPPOSITE
from sheepfold.games.meine_schafe.phases import OVER, TURN
from sheepfold.games.meine_schafe.state import MeineSchafe


def every_tile_is_in_one_place(state: MeineSchafe) -> bool:
    """The bag, a hand or the meadow; a wolf that was driven out is under its hunter (MS-4.4)."""
    meadow = state.meadow
    faces = [face for face in meadow.faces if face >= 0] + list(meadow.under.values())
    laid = [state.setup.faces[face].tile for face in faces]
    held = state.bag + [tile for hand in state.hands for tile in hand]
    return sorted(held + laid) == list(range(len(state.setup.tiles)))


def hunters_lie_on_wolves(state: MeineSchafe) -> bool:
    faces = state.setup.faces
    pairs = [(faces[wolf].beast, faces[state.meadow.faces[tile]].beast) for tile, wolf in state.meadow.under.items()]
    return all(pair == (WOLF, HUNTER) for pair in pairs)


def touching_edges_match(state: MeineSchafe) -> bool:
    meadow = state.meadow
    for place in range(len(meadow.parent)):
        tile, edge = divmod(place, EDGES)
        beside = meadow.cells.neighbours[meadow.places[tile] * EDGES + edge]
        if beside >= 0 and not meadow.is_empty(beside):
            other = meadow.tile_at(beside) * EDGES + OPPOSITE[edge]
            if meadow.root(place) != meadow.root(other):
                return False
    return True


def wolves_are_in_forests(state: MeineSchafe) -> bool:
    """The counts of wolves agree."""
    meadow = state.meadow
    lying = [state.setup.faces[face].beast for face in meadow.faces if face >= 0].count(WOLF)
    counted = sum(wolves_of(meadow.areas[root]) for root in meadow.roots() if motif_of(meadow.areas[root]) == FOREST)
    return lying == counted == len(meadow.wolf_cells)


def colours_have_one_owner(state: MeineSchafe) -> bool:
    colours = [colour for colours in state.colours for colour in colours]
    return len(set(colours)) == len(colours)


def hands_agree_with_skips(state: MeineSchafe) -> bool:
    """The hand is possible after all skips: it has at least n tiles that the n oldest can be."""
    for hand, misfits in zip(state.hands, state.misfits, strict=True):
        if len(hand) != len(misfits):
            return False
        for place, misfit in enumerate(misfits):
            if sum(1 for tile in hand if not misfit >> tile & 1) <= place:
                return False
    return True


def players_in_the_game_have_tiles(state: MeineSchafe) -> bool:
    return state.phase != TURN or all(state.hands[seat] for seat in range(state.players) if seat not in state.out)


def it_ends_when_nobody_is_left(state: MeineSchafe) -> bool:
    return state.phase == OVER or len(state.out) < state.players


def nothing_is_pending_after_the_end(state: MeineSchafe) -> bool:
    return state.phase != OVER or (state.active == state.special == state.drawer == NOBODY and not state.skipped)


LAWS: Final[dict[str, Callable[[MeineSchafe], bool]]] = {
    "every tile is in one place": every_tile_is_in_one_place,
    "hunters lie on wolves": hunters_lie_on_wolves,
    "touching edges match": touching_edges_match,
    "wolves are in forests": wolves_are_in_forests,
    "colours have one owner": colours_have_one_owner,
    "hands agree with skips": hands_agree_with_skips,
    "players in the game have tiles": players_in_the_game_have_tiles,
    "it ends when nobody is left": it_ends_when_nobody_is_left,
    "nothing is pending after the end": nothing_is_pending_after_the_end,
}
