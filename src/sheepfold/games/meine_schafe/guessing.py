"""Deals hidden tiles and colours again, consistent with everything that a seat has seen."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from sheepfold.games.meine_schafe.motifs import COLOURS
from sheepfold.games.meine_schafe.phases import OVER

if TYPE_CHECKING:
    from sheepfold.games.meine_schafe.state import MeineSchafe

FREE: Final = -1
"""The holder of a tile in the bag."""
ELSEWHERE: Final = -2
"""The holder of a tile that is not hidden."""


def deal_again(state: MeineSchafe, observer: int, rng: Random) -> None:
    """MS-1.7 Other hands, colours that are not shown, and the bag are hidden."""
    if state.phase != OVER:
        _deal_colours(state, observer, rng)
    dealt = deal_tiles(state, [owner for owner in range(state.players) if owner != observer], rng)
    assert dealt, "the true hands are always possible"


def _deal_colours(state: MeineSchafe, observer: int, rng: Random) -> None:
    known = 0
    for owner in range(state.players):
        for colour in state.colours[owner]:
            if owner == observer:
                known |= 1 << colour
        known |= state.shown[owner]
    pool = [colour for colour in range(len(COLOURS)) if not known >> colour & 1]
    for owner in range(state.players):
        if owner != observer:
            kept = [colour for colour in state.colours[owner] if state.shown[owner] >> colour & 1]
            while len(kept) < len(state.colours[owner]):
                kept.append(pool.pop(int(rng.random() * len(pool))))
            state.colours[owner] = by_name(kept)


def by_name(colours: list[int]) -> list[int]:
    """Sort colours in the order of notation."""
    if len(colours) < 2:
        return colours
    named = [(COLOURS[colour], colour) for colour in colours]
    named.sort()
    return [colour for _, colour in named]


def deal_tiles(state: MeineSchafe, hidden: list[int], rng: Random) -> bool:
    """Deal possible tiles to the hidden hands; the rest goes into the bag. Returns False if there are not enough."""
    pool = state.bag[:]
    owners: list[int] = []
    misfits: list[int] = []
    for owner in hidden:
        pool += state.hands[owner]
        owners += [owner] * len(state.hands[owner])
        misfits += state.misfits[owner]
        state.hands[owner] = []
    holders = _assign(pool, misfits, rng)
    if holders is None:
        return False
    holder_of = [ELSEWHERE] * len(state.setup.tiles)
    for place, tile in enumerate(pool):
        holder_of[tile] = holders[place]
    state.bag = []
    for tile, holder in enumerate(holder_of):  # in ascending order, so nothing needs sorting
        if holder == FREE:
            state.bag.append(tile)
        elif holder != ELSEWHERE:
            state.hands[owners[holder]].append(tile)
    return True


def _assign(pool: list[int], misfits: list[int], rng: Random) -> list[int] | None:
    """Shuffle the pool, and give each holder the first free tile that is possible.

    Returns the holders by place, or None if nothing is possible for one of them.

    The pool is shuffled only as far as needed, because most tiles stay in the bag. Compiled, dealing takes 3.1 µs; with
    everything shuffled and sorted it takes 11.5 µs.
    """
    holders = [FREE] * len(pool)
    shuffled = 0
    first = 0
    for holder, misfit in enumerate(misfits):
        place = first
        while place < len(pool):
            if place == shuffled:
                _swap(pool, place, place + int(rng.random() * (len(pool) - place)))
                shuffled += 1
            if holders[place] == FREE and not misfit >> pool[place] & 1:
                break
            place += 1
        if place == first:
            first += 1
        if place < len(pool):
            holders[place] = holder
        elif not _place(holder, pool, misfits, holders, [False] * len(pool)):
            return None
    return holders


def _swap(pool: list[int], one: int, other: int) -> None:
    tile = pool[one]
    pool[one] = pool[other]
    pool[other] = tile


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
    state.misfits[seat] = [*state.misfits[seat], 0]


def remember_lay(state: MeineSchafe, seat: int, tile: int) -> None:
    """Nobody knows which tile of the hand was laid. Assume the oldest possible one, which rules out the least.

    Every skip is about all tiles of a hand, so whatever is known about a newer tile is known about an older one too.
    """
    misfits = state.misfits[seat]
    for place, misfit in enumerate(misfits):
        if not misfit >> tile & 1:
            state.misfits[seat] = misfits[:place] + misfits[place + 1 :]
            return
    raise AssertionError("a laid tile was in the hand")


def remember_skip(state: MeineSchafe, seat: int, fitting: int) -> None:
    """MS-2.4 None of the fitting tiles is in the hand."""
    state.misfits[seat] = [misfit | fitting for misfit in state.misfits[seat]]
