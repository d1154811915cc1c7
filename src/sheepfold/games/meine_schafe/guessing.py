"""Deals hidden tiles and colours again, consistent with everything that a seat has seen."""

from __future__ import annotations

from bisect import bisect_left
from random import Random
from typing import TYPE_CHECKING, Final

from sheepfold.games.meine_schafe.motifs import COLOURS
from sheepfold.games.meine_schafe.phases import OVER

if TYPE_CHECKING:
    from sheepfold.games.meine_schafe.state import MeineSchafe

FREE: Final = -1


def deal_again(state: MeineSchafe, observer: int, rng: Random) -> None:
    """MS-1.7 Other hands, colours that are not shown, and the bag are hidden."""
    if state.phase != OVER:
        _deal_colours(state, observer, rng)
    _deal_tiles(state, observer, rng)


def _deal_colours(state: MeineSchafe, observer: int, rng: Random) -> None:
    pool = list(range(len(COLOURS)))
    for owner in range(state.players):
        for colour in state.colours[owner]:
            if owner == observer or state.shown[owner] >> colour & 1:
                pool.remove(colour)
    rng.shuffle(pool)
    for owner in range(state.players):
        if owner != observer:
            kept = [colour for colour in state.colours[owner] if state.shown[owner] >> colour & 1]
            guessed = [pool.pop() for _ in range(len(state.colours[owner]) - len(kept))]
            state.colours[owner] = by_name(kept + guessed)


def by_name(colours: list[int]) -> list[int]:
    """Sort colours in the order of notation."""
    named = [(COLOURS[colour], colour) for colour in colours]
    named.sort()
    return [colour for _, colour in named]


def _deal_tiles(state: MeineSchafe, observer: int, rng: Random) -> None:
    """Deal possible tiles to all other hands; the rest goes into the bag."""
    pool = state.bag[:]
    owners: list[int] = []
    misfits: list[int] = []
    for owner in range(state.players):
        if owner != observer:
            pool += state.hands[owner]
            owners += [owner] * len(state.hands[owner])
            misfits += state.misfits[owner]
            state.hands[owner] = []
    rng.shuffle(pool)
    holders = [FREE] * len(pool)
    for holder in range(len(owners)):
        placed = _place(holder, pool, misfits, holders, [False] * len(pool))
        assert placed, "the true hands are always possible"
    state.bag = []
    for tile, holder in zip(pool, holders, strict=True):
        if holder == FREE:
            state.bag.append(tile)
        else:
            state.hands[owners[holder]].append(tile)
    state.bag.sort()
    for hand in state.hands:
        hand.sort()


def _place(holder: int, pool: list[int], misfits: list[int], holders: list[int], tried: list[bool]) -> bool:
    """Give the holder a possible tile. If none is free, another holder swaps to a different one."""
    for place, tile in enumerate(pool):
        if holders[place] == FREE and not misfits[holder] >> tile & 1:
            holders[place] = holder
            return True
    for place, tile in enumerate(pool):
        if not tried[place] and not misfits[holder] >> tile & 1:
            tried[place] = True
            if _place(holders[place], pool, misfits, holders, tried):
                holders[place] = holder
                return True
    return False


# Public knowledge about hands


def remember_draw(state: MeineSchafe, seat: int) -> None:
    """A tile that has just been drawn can be any tile."""
    state.misfits[seat].append(0)


def remember_lay(state: MeineSchafe, seat: int, tile: int) -> None:
    """Nobody knows which tile of the hand was laid. Assume the oldest possible one, which rules out the least.

    Every skip is about all tiles of a hand, so whatever is known about a newer tile is known about an older one too.
    """
    misfits = state.misfits[seat]
    for place, misfit in enumerate(misfits):
        if not misfit >> tile & 1:
            del misfits[place]
            return
    raise AssertionError("a laid tile was in the hand")


def remember_skip(state: MeineSchafe, seat: int, fitting: int) -> None:
    """MS-2.4 None of the fitting tiles is in the hand."""
    state.misfits[seat] = [misfit | fitting for misfit in state.misfits[seat]]


def take_from(hand: list[int], tile: int) -> None:
    """Remove a tile from a hand or the bag, which are sorted."""
    del hand[bisect_left(hand, tile)]
