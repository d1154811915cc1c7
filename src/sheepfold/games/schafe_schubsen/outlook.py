"""What a player of Schafe schubsen could count: where cards can lead, who may land there, the devil and the angel.

Chances assume that the others lay at random: every way to lay their cards that keeps their sheep on the dyke is as
likely as any other. They move from where they are now, and use no clovers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sheepfold.core.view import Fact
from sheepfold.games.schafe_schubsen import rules
from sheepfold.games.schafe_schubsen.actions import Lay, lays_of
from sheepfold.games.schafe_schubsen.board import BOARD, END, NOT_YET, OUT
from sheepfold.games.schafe_schubsen.phases import CLOVERS, LAYOUT, OVER, START, TAKING, TURNING

if TYPE_CHECKING:
    from sheepfold.games.schafe_schubsen.state import SchafeSchubsen

DISTANCES: Final = 1000
"""SS-2.1 Three digits at most."""
DRY: Final = "dry"
WATER: Final = "water"
PUSH: Final = "push"
STAY: Final = "stay"
OFF: Final = "off"
ENDINGS: Final = [DRY, PUSH, WATER, STAY]
"""Where a move can end, if not off the dyke."""
RISKS: Final = [50, 10]
"""In percent: the smallest distance is named that has at most this chance of the devil."""
HOPES: Final = [10, 50]
"""In percent: the smallest distance is named that has at least this chance of the angel."""


def outlook(state: SchafeSchubsen, seat: int) -> list[Fact]:
    if state.phase in (LAYOUT, START, OVER):
        return []
    found: list[Fact] = []
    if state.field[seat] != OUT and state.phase != TAKING:
        others = [chances_of(state, other) for other in range(state.players)]
        distance = own_distance(state, seat)
        if distance == NOT_YET:
            found += endings(state, seat)
        found += pushes(state, seat, distance, others)
        found += comparing(state, seat, distance, others)
    return found + hands(state, seat) + rounds(state)


# What the others may lay


def known_hand(state: SchafeSchubsen, seat: int) -> int:
    """SS-2.3 The cards that a seat has in hand or face down: everyone knows them from what was revealed before."""
    lay = state.laid[seat]
    return state.hand[seat] if lay is None or state.has_revealed(seat) else state.hand[seat] | lay.cards


def chances_of(state: SchafeSchubsen, seat: int) -> list[int]:
    """By distance: in how many ways the seat's distance is smaller this round; empty if it does not compare.

    The last number is that of all ways. SS-3.5 A distance that has been revealed is the only one.
    """
    if state.field[seat] == OUT:
        return []
    ways = [0] * DISTANCES
    lay = state.laid[seat]
    if state.distance[seat] != NOT_YET:
        ways[state.distance[seat]] = 1
    elif state.phase == TURNING and seat == state.active:
        ways[state.moved_by] = 1
    elif lay is not None and state.has_revealed(seat):
        ways[lay.distance] = 1
    else:
        lays = [lay.distance for lay in lays_of(known_hand(state, seat)) if isinstance(lay, Lay)]
        staying = [distance for distance in lays if state.field[seat] + distance < END]
        for distance in staying or lays:
            ways[distance] += 1
    smaller = [0]
    for count in ways:
        smaller.append(smaller[-1] + count)
    return smaller


def own_distance(state: SchafeSchubsen, seat: int) -> int:
    """The seat's distance in this round, without clovers; NOT_YET before it has laid cards."""
    if state.distance[seat] != NOT_YET:
        return state.distance[seat]
    if state.phase == TURNING and seat == state.active:
        return state.moved_by
    lay = state.laid[seat]
    return NOT_YET if lay is None else lay.distance


def has_moved(state: SchafeSchubsen, seat: int) -> bool:
    return state.has_revealed(seat) and not (state.phase == CLOVERS and seat == state.active)


def place_in_round(state: SchafeSchubsen, seat: int) -> int:
    """SS-3 Players reveal clockwise from the start player."""
    return (seat - state.start) % state.players


# Where moves end


def endings(state: SchafeSchubsen, seat: int) -> list[Fact]:
    """SS-4 Where the distances that the seat can lay would end as the sheep stand now, without leaving the dyke."""
    counts = dict.fromkeys(ENDINGS, 0)
    for distance in distances_of(state, seat):
        counts[ending_of(state, seat, distance)] += 1
    total = sum(counts.values())
    if not total:
        return [Fact(id="off", clause="SS-4.5", seat=seat)]
    return [
        Fact(
            id="ending",
            clause="SS-4.3" if ending == WATER else "SS-3.7" if ending == STAY else "SS-4.1",
            values={"ending": ending, "distances": counts[ending], "all": total},
            chance=counts[ending] / total,
        )
        for ending in ENDINGS
        if counts[ending]
    ]


def distances_of(state: SchafeSchubsen, seat: int) -> list[int]:
    """The distances that the seat can lay without leaving the dyke, in ascending order."""
    lays = [lay.distance for lay in lays_of(state.hand[seat]) if isinstance(lay, Lay)]
    return sorted({distance for distance in lays if state.field[seat] + distance < END})


def ending_of(state: SchafeSchubsen, seat: int, distance: int) -> str:
    target = state.field[seat] + distance
    if not distance:
        return STAY
    if is_water(state, target):
        return WATER
    return PUSH if rules.is_occupied(state, target) else DRY


def is_water(state: SchafeSchubsen, spot: int) -> bool:
    return state.setup.water[state.first if spot < BOARD else state.second][spot % BOARD]


def pushes(state: SchafeSchubsen, seat: int, distance: int, others: list[list[int]]) -> list[Fact]:
    """SS-4.1 The chance that somebody's cards lead to the field where the seat's sheep is, and to the one it goes to.

    Those who move before the seat meet its sheep where it is now, and those who move later where it is then.
    """
    found: list[Fact] = []
    moved = has_moved(state, seat)
    field = state.field[seat]
    early: list[int] = []
    late: list[int] = []
    for other in range(state.players):
        if other != seat and others[other] and not has_moved(state, other):
            before = not moved and place_in_round(state, other) < place_in_round(state, seat)
            if before:
                early.append(other)
            else:
                late.append(other)
    here = late if moved else early + late if distance == 0 else early
    found += _push(state, "push-here", field, here, others)
    if not moved and distance > 0 and field + distance < END:
        found += _push(state, "push-there", field + distance, late, others)
    return found


def _push(state: SchafeSchubsen, identifier: str, spot: int, movers: list[int], others: list[list[int]]) -> list[Fact]:
    if not movers or (spot == 0 and state.shared_start):  # SS-4.9
        return []
    missing = 1
    total = 1
    for other in movers:
        smaller = others[other]
        distance = spot - state.field[other]
        total *= smaller[-1]
        missing *= smaller[-1] - (smaller[distance + 1] - smaller[distance] if distance > 0 else 0)
    if missing == total:  # nobody can
        return []
    ground = OFF if spot + 1 >= END else WATER if is_water(state, spot + 1) else DRY
    values: dict[str, int | str] = {"field": spot, "next": spot + 1, "ground": ground, "players": len(movers)}
    return [Fact(id=identifier, clause="SS-4.1", values=values, chance=(total - missing) / total)]


# The devil and the angel


def comparing(state: SchafeSchubsen, seat: int, distance: int, others: list[list[int]]) -> list[Fact]:
    """SS-3.5 The chances of the devil and the angel, with the distance laid or with some that the seat could lay."""
    if distance != NOT_YET:
        return [
            _compared(state, seat, "devil", distance, others),
            _compared(state, seat, "angel", distance, others),
        ]
    distances = distances_of(state, seat)
    if not distances:
        return []
    devils = [devil_chance(state, seat, one, others) for one in distances]
    angels = [angel_chance(state, seat, one, others) for one in distances]
    lowest = [0]
    for percent in RISKS:
        lowest += [index for index, (ways, total) in enumerate(devils) if 100 * ways <= percent * total][:1]
    highest: list[int] = []
    for percent in HOPES:
        highest += [index for index, (ways, total) in enumerate(angels) if 100 * ways >= percent * total][:1]
    highest.append(len(distances) - 1)
    return [_compared(state, seat, "devil", distances[index], others) for index in sorted(set(lowest))] + [
        _compared(state, seat, "angel", distances[index], others) for index in sorted(set(highest))
    ]


def _compared(state: SchafeSchubsen, seat: int, identifier: str, distance: int, others: list[list[int]]) -> Fact:
    count = devil_chance if identifier == "devil" else angel_chance
    ways, total = count(state, seat, distance, others)
    return Fact(id=identifier, clause="SS-3.5", values={"distance": distance}, chance=ways / total)


def devil_chance(state: SchafeSchubsen, seat: int, distance: int, others: list[list[int]]) -> tuple[int, int]:
    """SS-3.5 The smallest distance gets the devil; of equal ones the later. Favourable ways, and all ways."""
    favourable = 1
    total = 1
    for other in range(state.players):
        if other != seat and others[other]:
            later = place_in_round(state, other) > place_in_round(state, seat)
            smaller = others[other]
            favourable *= smaller[-1] - smaller[distance + 1 if later else distance]
            total *= smaller[-1]
    return favourable, total


def angel_chance(state: SchafeSchubsen, seat: int, distance: int, others: list[list[int]]) -> tuple[int, int]:
    """SS-3.5 The greatest distance gets the angel; of equal ones the earlier. Favourable ways, and all ways."""
    favourable = 1
    total = 1
    for other in range(state.players):
        if other != seat and others[other]:
            later = place_in_round(state, other) > place_in_round(state, seat)
            smaller = others[other]
            favourable *= smaller[distance + 1 if later else distance]
            total *= smaller[-1]
    return favourable, total


# Hands and rounds


def hands(state: SchafeSchubsen, seat: int) -> list[Fact]:
    """SS-6.3 The cards that the others still have, with those that lie face down."""
    found: list[Fact] = []
    for other in range(state.players):
        if other != seat and state.field[other] != OUT:
            hand = known_hand(state, other)
            digits = " ".join([str(digit) for digit in range(10) if hand >> digit & 1])
            values: dict[str, int | str] = {"digits": digits, "cards": rules.count_cards(hand)}
            found.append(Fact(id="hand", clause="SS-6.3", seat=other, values=values))
    return found


def rounds(state: SchafeSchubsen) -> list[Fact]:
    """SS-6.1, SS-8.1 Every round costs a ring or a sheep, and two sheep end the game."""
    left = state.players - len(state.out) - rules.LAST_SHEEP
    most = sum(state.rings) + left if left > 0 else 1
    return [Fact(id="rounds", clause="SS-6.1", values={"most": most})]
