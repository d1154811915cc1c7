"""What a player of Meine Schafe could count: the tiles not seen yet, which of them close a pen, wolves, the bonus.

Every tile that is not on the table or in the player's own hand is in the bag or in another hand, and each is as likely
to be drawn as any other. Skips tell more than that (MS-2.4): from then on tiles are counted, but no chances given.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final

from sheepfold.core.view import Fact
from sheepfold.games.meine_schafe import scoring
from sheepfold.games.meine_schafe.areas import is_closed_pen, motif_of, open_of, size_of
from sheepfold.games.meine_schafe.cells import OFF_TABLE
from sheepfold.games.meine_schafe.faces import BEASTS, HUNTER, WOLF
from sheepfold.games.meine_schafe.motifs import COLOURS, EDGES, FITTING, FOREST, OPPOSITE
from sheepfold.games.meine_schafe.phases import BEASTS as SENDING
from sheepfold.games.meine_schafe.phases import DRAWING, EXTRA, TURN
from sheepfold.games.meine_schafe.setup import FACES_IN, STANDARD

if TYPE_CHECKING:
    from sheepfold.games.meine_schafe.state import MeineSchafe

MOST_PENS: Final = 3
"""The number of open pens that are told: the largest ones."""


def outlook(state: MeineSchafe, seat: int) -> list[Fact]:
    dealt = state.phase == DRAWING and len(state.meadow.places) > 1
    if state.phase not in (TURN, SENDING, EXTRA) and not dealt:
        return []
    unseen = unseen_tiles(state, seat)
    pens = open_pens(state, seat, unseen) + wolves(state, seat, unseen)
    return pens + tiles_left(state, seat, unseen) + bonus(state, seat)


# Tiles not seen yet


def unseen_tiles(state: MeineSchafe, seat: int) -> list[int]:
    """MS-1.7 The tiles in the bag and in the hands of others."""
    found = state.bag[:]
    for owner in range(state.players):
        if owner != seat:
            found += state.hands[owner]
    return found


def are_alike(state: MeineSchafe, seat: int) -> bool:
    """Check whether every unseen tile is as likely to be in any place: nobody else's skip has ruled anything out."""
    for owner in range(state.players):
        if owner != seat and any(state.misfits[owner]):
            return False
    return True


def in_play(state: MeineSchafe, seat: int) -> int:
    """The number of tiles in the hands of others who are not out."""
    hands = [state.hands[owner] for owner in range(state.players) if owner != seat and owner not in state.out]
    return sum([len(hand) for hand in hands])


def tiles_left(state: MeineSchafe, seat: int, unseen: list[int]) -> list[Fact]:
    """MS-1.1 How many tiles are unseen, and of each beast how many; the chance that another hand has one of it."""
    hands = in_play(state, seat)
    values: dict[str, int | str] = {"unseen": len(unseen), "bag": len(state.bag), "hands": hands}
    found = [Fact(id="unseen", clause="MS-1.7", values=values)]
    for beast in (WOLF, HUNTER):
        count = beasts_among(state, unseen, beast)
        values = {"beast": BEASTS[beast], "count": count, "unseen": len(unseen)}
        chance = chance_in_hands(state, seat, unseen, count)
        found.append(Fact(id="beast", clause="MS-4.1", values=values, chance=chance))
    return found


def beasts_among(state: MeineSchafe, tiles: list[int], beast: int) -> int:
    return len([tile for tile in tiles if state.setup.tiles[tile].beast == beast])


def chance_in_hands(state: MeineSchafe, seat: int, unseen: list[int], count: int) -> float | None:
    """The chance that another player who is not out has at least one of so many tiles."""
    if not are_alike(state, seat):
        return None
    hands = in_play(state, seat)
    ways = comb(len(unseen), hands)
    return (ways - comb(len(unseen) - count, hands)) / ways


# Open pens


def open_pens(state: MeineSchafe, seat: int, unseen: list[int]) -> list[Fact]:
    """MS-7.1 For the largest open pens of the seat's colours: what it takes to close them."""
    meadow = state.meadow
    own = [
        (-size_of(area), root)
        for root, area in enumerate(meadow.areas)
        if meadow.parent[root] == root and open_of(area) and motif_of(area) in state.colours[seat]
    ]
    own.sort()
    found = [pen(state, seat, unseen, root) for _, root in own[:MOST_PENS]]
    found.sort(key=_order)
    return found


def _order(fact: Fact) -> int:
    return ["pen-one", "pen-many", "pen-stuck"].index(fact.id)


def pen(state: MeineSchafe, seat: int, unseen: list[int], root: int) -> Fact:
    gaps, blocked = gaps_of(state, root)
    area = state.meadow.areas[root]
    values: dict[str, int | str] = {"colour": COLOURS[motif_of(area)], "sheep": size_of(area), "gaps": len(gaps)}
    if not blocked:
        for gap in gaps:
            blocked = blocked or not can_be_filled(state, seat, unseen, gap)
    if blocked:
        return Fact(id="pen-stuck", clause="MS-7.1", values=values)
    if len(gaps) > 1:
        return Fact(id="pen-many", clause="MS-7.1", values=values)
    closing = closing_tiles(state, unseen, root, gaps[0])
    values["tiles"] = closing
    values["unseen"] = len(unseen)
    values["hand"] = closing_tiles(state, state.hands[seat], root, gaps[0])
    chance = closing / len(unseen) if state.bag and are_alike(state, seat) else None
    return Fact(id="pen-one", clause="MS-7.1", values=values, chance=chance)


def gaps_of(state: MeineSchafe, root: int) -> tuple[list[int], bool]:
    """The empty cells beside the open edges of an area, and whether an edge faces beyond the table (MS-1.10)."""
    meadow = state.meadow
    gaps: list[int] = []
    blocked = False
    for edge in meadow.edges_of(root):
        beside = state.setup.cells.neighbours[meadow.places[edge // EDGES] * EDGES + edge % EDGES]
        if beside == OFF_TABLE:
            blocked = True
        elif meadow.is_empty(beside) and beside not in gaps:
            gaps.append(beside)
    return gaps, blocked


def can_be_filled(state: MeineSchafe, seat: int, unseen: list[int], cell: int) -> bool:
    """MS-2.3 Check whether a tile that may still come fits beside a pen. What does not fit now never will.

    MS-5.1 A '?' tile that has not been shown may come, too. MS-1.4 Wolves and hunters have no sheep on their side.
    """
    need = state.meadow.at[cell]
    fitting = state.setup.fitting(need)
    for tile in unseen + state.hands[seat]:
        if fitting[2 * tile] or fitting[2 * tile + 1]:
            return True
    shown = 0
    for colours in state.shown:
        shown |= colours
    for colour in range(len(COLOURS)):
        if not shown >> colour & 1 and FITTING[colour][need]:
            return True
    return False


def closing_tiles(state: MeineSchafe, tiles: list[int], root: int, cell: int) -> int:
    """How many of these tiles close a pen with one gap when they are laid there."""
    setup = state.setup
    fitting = setup.fitting(state.meadow.at[cell])
    closes: dict[int, bool] = {}
    closing: set[int] = set()
    for tile in tiles:
        for side in (2 * tile, 2 * tile + 1):
            for place in FACES_IN[fitting[side]]:
                face = setup.faces[setup.first_faces[side] + place]
                if face.code not in closes:
                    meadow = state.meadow.copy()
                    meadow.lay(cell, face)
                    closes[face.code] = open_of(meadow.areas[meadow.root(root)]) == 0
                if closes[face.code]:
                    closing.add(tile)
    return len(closing)


# Wolves and the bonus


def wolves(state: MeineSchafe, seat: int, unseen: list[int]) -> list[Fact]:
    """MS-8.2 For the largest pen of each colour that counts: whether a wolf could still be laid beside it."""
    meadow = state.meadow
    threatened = meadow.threatened()
    count = beasts_among(state, unseen, WOLF)
    found: list[Fact] = []
    for colour in state.colours[seat]:
        pens = [
            (-size_of(area), root)
            for root, area in enumerate(meadow.areas)
            if is_closed_pen(area) and not threatened[root] and motif_of(area) == colour
        ]
        if pens:
            size, root = min(pens)
            values: dict[str, int | str] = {"colour": COLOURS[colour], "sheep": -size, "wolves": count}
            if not count or not wolf_can_come(state, root):
                found.append(Fact(id="pen-safe", clause="MS-8.2", values=values, chance=None))
            else:
                chance = chance_in_hands(state, seat, unseen, count)
                found.append(Fact(id="pen-wolf", clause="MS-8.2", values=values, chance=chance))
    return found


def wolf_can_come(state: MeineSchafe, pen: int) -> bool:
    """MS-4.6 Check whether a wolf may be laid to a forest that the pen borders on."""
    meadow = state.meadow
    neighbours = [beside for edge in meadow.edges_of(pen) for beside in (edge ^ 1, edge ^ 3)]
    forests = {meadow.root(edge) for edge in neighbours if motif_of(meadow.areas[edge]) == FOREST}
    for cell in meadow.frontier:
        if meadow.beast_fits(WOLF, cell) and not forests.isdisjoint(areas_beside(state, cell)):
            return True
    return False


def areas_beside(state: MeineSchafe, cell: int) -> list[int]:
    """The areas that a tile in this cell would touch, by their root."""
    meadow = state.meadow
    found: list[int] = []
    for direction in range(EDGES):
        beside = state.setup.cells.neighbours[cell * EDGES + direction]
        if beside != OFF_TABLE and not meadow.is_empty(beside):
            found.append(meadow.root(meadow.tile_at(beside) * EDGES + OPPOSITE[direction]))
    return found


def bonus(state: MeineSchafe, seat: int) -> list[Fact]:
    """MS-7.5 What the seat would have if it went out next and nothing else changed."""
    place = len(state.out)
    if state.setup.variant != STANDARD or seat in state.out:
        return []
    pens = scoring.points(state, state.meadow.pens(), seat)
    extra = state.setup.bonus[place] if place < len(state.setup.bonus) else 0
    return [Fact(id="bonus", clause="MS-7.5", seat=seat, values={"pen": pens, "bonus": extra, "points": pens + extra})]
