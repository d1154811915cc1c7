"""The rules of Schafe schubsen, chapter by chapter."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from sheepfold.core.action import Action
from sheepfold.core.state import NOBODY, WAIT_FOR_CHANCE, WAIT_FOR_NOBODY
from sheepfold.games.schafe_schubsen import events, scoring
from sheepfold.games.schafe_schubsen.actions import (
    LAYOUT_ACTIONS,
    START_ACTIONS,
    TURNS_OF_BOARD,
    Go,
    Lay,
    Layout,
    Start,
    Take,
    Turn,
    Use,
    go_by,
)
from sheepfold.games.schafe_schubsen.board import BOARD, END, NOT_YET, OUT, SIDES
from sheepfold.games.schafe_schubsen.phases import CLOVERS, LAYING, LAYOUT, OVER, START, TAKING, TURNING

if TYPE_CHECKING:
    from sheepfold.games.schafe_schubsen.state import SchafeSchubsen

SMALL_HAND: Final = 4
"""SS-6.3 Players with fewer cards pick up their discard pile."""
LAST_SHEEP: Final = 2
"""SS-8.1 The game ends when a round ends with this many sheep or fewer."""


def apply(state: SchafeSchubsen, seat: int, action: Action) -> None:
    """Play a legal action and everything that follows from it without a further decision."""
    if isinstance(action, Lay):
        lay_cards(state, seat, action)
    elif isinstance(action, Use):
        use_clover(state, action)
    elif isinstance(action, Go):
        go(state, action.distance)
    elif isinstance(action, Turn):
        lay_board_behind(state, action.side)
    elif isinstance(action, Take):
        take_clover(state, action)
    elif isinstance(action, Layout):
        place_boards(state, action)
    elif isinstance(action, Start):
        appoint_start_player(state, action)
    else:  # parsed from notation
        apply(state, seat, state.own_action(seat, action))


def legal_actions(state: SchafeSchubsen) -> list[Action]:
    """The legal actions of the one seat that the game waits for, except laying cards (actions.lays_of)."""
    phase = state.phase
    if phase == CLOVERS:
        return clover_choices(state)
    if phase == TURNING:
        return TURNS_OF_BOARD[state.first]
    if phase == TAKING:
        return [take for kind, take in enumerate(state.setup.takes) if state.supply[kind]]
    return LAYOUT_ACTIONS if phase == LAYOUT else START_ACTIONS[: state.players]


def random_action(state: SchafeSchubsen, rng: Random) -> Action:
    """One of `legal_actions`, each with the same probability."""
    if state.phase == START:
        return START_ACTIONS[int(rng.random() * state.players)]
    if state.phase == CLOVERS:
        return random_clover_choice(state, rng)
    actions = legal_actions(state)
    return actions[int(rng.random() * len(actions))]


# 1 Components and setup


def lay_dyke(state: SchafeSchubsen) -> None:
    """SS-1.3 The table chooses the first layout or leaves it to chance."""
    layout = state.setup.layout
    if isinstance(layout, Layout):
        place_boards(state, layout)
    else:
        state.phase = LAYOUT
        state.waiting = WAIT_FOR_CHANCE


def place_boards(state: SchafeSchubsen, layout: Layout) -> None:
    """SS-1.2 Two boards form the dyke; SS-1.7 then the table or chance chooses the start player."""
    state.first = layout.first
    state.second = layout.second
    if state.emitted is not None:
        state.emitted.append(events.DykeLaid([SIDES[state.first], SIDES[state.second]]))
    start = state.setup.start
    if isinstance(start, Start):
        appoint_start_player(state, start)
    else:
        state.phase = START
        state.waiting = WAIT_FOR_CHANCE


def appoint_start_player(state: SchafeSchubsen, start: Start) -> None:
    """SS-1.7 The start player holds the angel and the devil."""
    if state.emitted is not None:
        state.emitted.append(events.StartChosen(start.seat))
    open_round(state, start.seat)


# 2 Choosing a distance


def lay_cards(state: SchafeSchubsen, seat: int, lay: Lay) -> None:
    """SS-2.1 Cards from the hand are laid face down; SS-2.3 nobody else learns which or how many."""
    state.hand[seat] &= ~lay.cards
    state.laid[seat] = lay
    if state.emitted is not None:
        state.emitted.append(events.Laid(seat, lay.digits))
    waiting = state.waiting
    state.waiting = waiting[1:] if waiting[0] == seat else [other for other in waiting if other != seat]
    if not state.waiting:
        reveal(state)


# 3 Revealing


def reveal(state: SchafeSchubsen) -> None:
    """SS-3.1 Reveal clockwise from the start player, until someone has a choice or the round is over."""
    while state.turn < state.players:
        seat = (state.start + state.turn) % state.players
        state.turn += 1
        lay = state.laid[seat]
        if lay is None:  # SS-5.1: out before it could reveal
            continue
        state.active = seat
        if state.emitted is not None:
            state.emitted.append(events.Revealed(seat, lay.digits))
        if has_choice(state):
            state.phase = CLOVERS
            state.waiting = [seat]
            return
        walk(state, lay.distance)
        if board_is_free(state):
            return
        compare(state, lay.distance)
    end_round(state)


def has_choice(state: SchafeSchubsen) -> bool:
    """Check whether the active player can use a clover or choose between distances."""
    clovers = state.clovers
    kinds = len(state.setup.clovers)
    first = state.active * kinds
    for kind in range(kinds):
        if clovers[first + kind] and can_use(state, kind):
            return True
    return state.change > 0 and shortest(state) < farthest(state)


def can_use(state: SchafeSchubsen, kind: int) -> bool:
    """SS-7.4 No clover may lead back beyond field 0 of the first board."""
    clover = state.setup.clovers[kind]
    return not clover.goes_back or state.back + clover.value <= state.field[state.active] + farthest(state)


def farthest(state: SchafeSchubsen) -> int:
    """SS-7.3 The greatest distance that the cards and the clovers used so far allow."""
    lay = state.laid[state.active]
    assert lay is not None
    return lay.distance + state.change


def shortest(state: SchafeSchubsen) -> int:
    """SS-7.3, SS-7.4 The smallest distance: not negative, and walking back stays on the dyke."""
    lay = state.laid[state.active]
    assert lay is not None
    return max(0, lay.distance - state.change, state.back - state.field[state.active])


def clover_choices(state: SchafeSchubsen) -> list[Action]:
    """SS-3.2 Use any number of clovers, one by one, then move; SS-7.3 by any distance that they allow."""
    actions = [go_by(distance) for distance in range(shortest(state), farthest(state) + 1)]
    return actions + usable_clovers(state)


def usable_clovers(state: SchafeSchubsen) -> list[Action]:
    uses = state.setup.uses
    held = state.clovers
    first = state.active * len(uses)
    return [use for kind, use in enumerate(uses) if held[first + kind] and can_use(state, kind)]


def random_clover_choice(state: SchafeSchubsen, rng: Random) -> Action:
    """One of `clover_choices`, each with the same probability, without listing the distances."""
    clovers = usable_clovers(state)
    least = shortest(state)
    distances = farthest(state) + 1 - least
    index = int(rng.random() * (distances + len(clovers)))
    return go_by(least + index) if index < distances else clovers[index - distances]


def use_clover(state: SchafeSchubsen, use: Use) -> None:
    """SS-3.2, SS-6.5 A used clover leaves the game. If nothing is left to choose, the sheep moves right away."""
    clover = use.clover
    state.clovers[state.active * len(state.setup.clovers) + use.kind] -= 1
    if clover.goes_back:
        state.back += clover.value
    else:
        state.change += clover.value
    if state.emitted is not None:
        state.emitted.append(events.CloverUsed(state.active, clover.text))
    if not has_choice(state):
        go(state, farthest(state))


def go(state: SchafeSchubsen, distance: int) -> None:
    """SS-7.3 The changed distance replaces the original one for everything."""
    lay = state.laid[state.active]
    assert lay is not None
    if state.emitted is not None and distance != lay.distance:
        state.emitted.append(events.DistanceChanged(state.active, lay.distance, distance))
    walk(state, distance)
    state.change = 0
    state.back = 0
    if not board_is_free(state):
        compare(state, distance)
        reveal(state)


def walk(state: SchafeSchubsen, distance: int) -> None:
    """SS-3.3 Move forward by the distance; SS-3.7 a distance of 0 is no landing; SS-7.1 then walk back by clovers."""
    seat = state.active
    state.moved_by = distance
    if distance:
        land(state, seat, state.field[seat] + distance, "SS-3.3")
    elif state.emitted is not None:
        state.emitted.append(events.Stayed(seat))
    if state.back and state.field[seat] != OUT:  # SS-7.2: nothing rescues a sheep that is out
        land(state, seat, state.field[seat] - state.back, "SS-7.1")


def compare(state: SchafeSchubsen, distance: int) -> None:
    """SS-3.5 The smallest distance takes the devil, the greatest the angel, and ties hurt the later player.

    SS-3.6 Positions on the dyke do not matter. A sheep that went out with its own move does not compare.
    """
    seat = state.active
    if state.field[seat] == OUT:
        return
    state.distance[seat] = distance
    if state.emitted is not None:
        state.emitted.append(events.Compared(seat, distance))
    if state.devil == NOBODY or (state.devil != seat and distance <= state.distance[state.devil]):
        state.devil = seat
        if state.emitted is not None:
            state.emitted.append(events.DevilMoved(seat, "SS-3.5"))
    if state.angel == NOBODY or (state.angel != seat and distance > state.distance[state.angel]):
        state.angel = seat
        if state.emitted is not None:
            state.emitted.append(events.AngelMoved(seat, "SS-3.5"))


# 4 Where a move ends


def land(state: SchafeSchubsen, mover: int, target: int, clause: str) -> None:
    """SS-4.1, SS-4.2 The sheep lands on a field and pushes a chain of sheep forward until one reaches a free field.

    SS-3.4 Fields on the way do not matter. SS-4.7 All sheep move before water and the end of the dyke are resolved.
    """
    field = state.field
    if state.emitted is not None:
        state.emitted.append(events.Walked(mover, field[mover], target, clause))
    field[mover] = OUT  # so that it does not push itself
    chain = [mover]
    spot = target
    while is_occupied(state, spot):
        pushed = field.index(spot)
        field[chain[-1]] = spot
        if state.emitted is not None:
            state.emitted.append(events.Pushed(pushed, chain[-1], spot, spot + 1))
        chain.append(pushed)
        field[pushed] = OUT
        spot += 1
    field[chain[-1]] = spot
    for sheep in chain:
        settle(state, sheep)


def is_occupied(state: SchafeSchubsen, spot: int) -> bool:
    """SS-4.9 The shared start field always has room."""
    return spot in state.field and not (spot == 0 and state.shared_start)


def settle(state: SchafeSchubsen, seat: int) -> None:
    """SS-4.3 Water costs a ring; SS-4.4 without a ring the sheep is out; SS-4.5 beyond the dyke no ring helps."""
    spot = state.field[seat]
    if spot >= END:
        go_out(state, seat, "fell", "SS-4.5")
        return
    water = state.setup.water[state.first if spot < BOARD else state.second]
    if not water[spot % BOARD]:
        return
    if state.rings[seat]:
        lose_ring(state, seat, "SS-4.3")
    else:
        go_out(state, seat, "drowned", "SS-4.4")


def lose_ring(state: SchafeSchubsen, seat: int, clause: str) -> None:
    state.rings[seat] -= 1
    if state.emitted is not None:
        state.emitted.append(events.RingLost(seat, state.rings[seat], clause))


def board_is_free(state: SchafeSchubsen) -> bool:
    """SS-4.6 If the first board is empty after the whole move, the mover chooses a side of it, even when out.

    SS-4.7 If no sheep is left at all, no board is laid.
    """
    on_dyke = False
    for spot in state.field:
        if spot != OUT:
            if spot < BOARD:
                return False
            on_dyke = True
    if on_dyke:
        state.phase = TURNING
        state.waiting = [state.active]
    return on_dyke


def lay_board_behind(state: SchafeSchubsen, side: int) -> None:
    """SS-4.6 The empty board goes behind the other; SS-4.9 from now on no field is shared."""
    state.first = state.second
    state.second = side
    state.shared_start = False
    for seat, spot in enumerate(state.field):
        if spot != OUT:
            state.field[seat] = spot - BOARD
    if state.emitted is not None:
        state.emitted.append(events.BoardLaid(state.active, SIDES[side]))
    compare(state, state.moved_by)
    reveal(state)


# 5 Out of the game


def go_out(state: SchafeSchubsen, seat: int, why: events.Reason, clause: str) -> None:
    """SS-5.1 Sheep, cards, clovers and rings leave the game; SS-5.2 the angel and the devil are passed on."""
    state.field[seat] = OUT
    state.out.append(seat)
    state.hand[seat] = 0
    state.rings[seat] = 0
    state.distance[seat] = NOT_YET
    if not state.has_revealed(seat):
        state.laid[seat] = None
    kinds = len(state.setup.clovers)
    for kind in range(seat * kinds, (seat + 1) * kinds):
        state.clovers[kind] = 0
    if state.emitted is not None:
        state.emitted.append(events.WentOut(seat, why, clause))
    if why == "devil":
        state.devil = NOBODY  # SS-5.2: at the end of a round it is not passed on
    else:
        pass_on(state, seat)


def pass_on(state: SchafeSchubsen, seat: int) -> None:
    """SS-5.2 The cards go to players who are still in and have compared, or are put aside if there is none."""
    if state.devil == seat:
        state.devil = extreme(state, greatest=False)
        if state.emitted is not None:
            state.emitted.append(events.DevilMoved(None if state.devil == NOBODY else state.devil, "SS-5.2"))
    if state.angel == seat:
        state.angel = extreme(state, greatest=True)
        if state.emitted is not None:
            state.emitted.append(events.AngelMoved(None if state.angel == NOBODY else state.angel, "SS-5.2"))


def extreme(state: SchafeSchubsen, greatest: bool) -> int:
    """The seat with the greatest compared distance (of equal ones the first) or the smallest (the last)."""
    best = NOBODY
    for turn in range(state.turn):
        seat = (state.start + turn) % state.players
        distance = state.distance[seat]
        if distance == NOT_YET:
            continue
        if best == NOBODY or (distance > state.distance[best] if greatest else distance <= state.distance[best]):
            best = seat
    return best


# 6 End of a round


def end_round(state: SchafeSchubsen) -> None:
    """SS-6.1 The devil takes a ring or the sheep; SS-8.1 then the game may end; SS-6.2 else the angel gives a clover.

    SS-4.8 If the devil empties the first board, it is laid only after the next move.
    """
    state.active = NOBODY
    devil = state.devil
    if devil != NOBODY:
        if state.rings[devil]:
            lose_ring(state, devil, "SS-6.1")
        else:
            go_out(state, devil, "devil", "SS-6.1")
    if state.players - len(state.out) <= LAST_SHEEP:
        end_game(state)
        return
    kinds = [kind for kind, count in enumerate(state.supply) if count]
    if len(kinds) > 1:
        state.phase = TAKING
        state.waiting = [state.angel]
        return
    if kinds:  # no choice, but compulsory
        give_clover(state, kinds[0])
    next_round(state)


def take_clover(state: SchafeSchubsen, take: Take) -> None:
    give_clover(state, take.kind)
    next_round(state)


def give_clover(state: SchafeSchubsen, kind: int) -> None:
    """SS-6.2 The player with the angel takes a clover from the supply."""
    state.supply[kind] -= 1
    state.clovers[state.angel * len(state.setup.clovers) + kind] += 1
    if state.emitted is not None:
        state.emitted.append(events.CloverTaken(state.angel, state.setup.clovers[kind].text))


def next_round(state: SchafeSchubsen) -> None:
    """SS-6.3 Played cards are on the discard pile; a player with few cards picks up the whole pile."""
    for seat in range(state.players):
        if state.field[seat] != OUT and count_cards(state.hand[seat]) < SMALL_HAND:
            state.hand[seat] = state.setup.all_cards
            if state.emitted is not None:
                state.emitted.append(events.CardsTakenBack(seat))
    state.round += 1
    if state.emitted is not None:
        state.emitted.append(events.RoundBegun(state.round, state.angel))
    open_round(state, state.angel)


def open_round(state: SchafeSchubsen, start: int) -> None:
    """SS-6.4 The start player holds the angel and the devil; all players still in lay cards."""
    state.start = start
    state.angel = start
    state.devil = start
    state.turn = 0
    for seat in range(state.players):
        state.laid[seat] = None
        state.distance[seat] = NOT_YET
    state.phase = LAYING
    state.waiting = [seat for seat in range(state.players) if state.field[seat] != OUT]


def count_cards(hand: int) -> int:
    count = 0
    while hand:
        hand &= hand - 1
        count += 1
    return count


# 8 The end


def end_game(state: SchafeSchubsen) -> None:
    """SS-8.1 Two sheep are left; SS-8.2 or fewer."""
    state.phase = OVER
    state.waiting = WAIT_FOR_NOBODY
    state.angel = NOBODY
    state.devil = NOBODY
    if state.emitted is not None:
        left = state.players - len(state.out)
        state.emitted.append(events.GameEnded(scoring.ranks(state), "SS-8.1" if left == LAST_SHEEP else "SS-8.2"))
