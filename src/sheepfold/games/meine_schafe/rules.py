"""The rules of Meine Schafe, Deine Schafe, chapter by chapter."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from sheepfold.core.action import Action
from sheepfold.core.event import Event
from sheepfold.core.state import NOBODY, WAIT_FOR_CHANCE, WAIT_FOR_NOBODY
from sheepfold.games.meine_schafe import events, guessing, laying, settlement
from sheepfold.games.meine_schafe.actions import (
    DEALS,
    DONE,
    OUT,
    SKIP,
    STARTS,
    DealColour,
    Draw,
    Lay,
    Send,
    Show,
    Start,
)
from sheepfold.games.meine_schafe.areas import is_closed_pen, motif_of, size_of
from sheepfold.games.meine_schafe.faces import BEASTS as BEAST_NAMES
from sheepfold.games.meine_schafe.faces import NO_BEAST, QUESTIONS, Face
from sheepfold.games.meine_schafe.motifs import COLOURS as COLOUR_NAMES
from sheepfold.games.meine_schafe.motifs import EDGES, letters_of
from sheepfold.games.meine_schafe.phases import (
    BEASTS,
    COLOURS,
    DEAL_ON,
    DRAWING,
    END_TURN,
    EXTRA,
    GO_ON,
    ONE_MORE,
    OVER,
    STARTING,
    TURN,
    WAIT_FOR,
)
from sheepfold.games.meine_schafe.scoring import bonus
from sheepfold.games.meine_schafe.setup import MAEHR, SIDES

if TYPE_CHECKING:
    from sheepfold.games.meine_schafe.state import MeineSchafe


def apply(state: MeineSchafe, seat: int, action: Action) -> None:
    """Play a legal action and everything that follows from it without a further decision or draw."""
    if isinstance(action, Draw):
        draw(state, action.tile)
    elif isinstance(action, Lay):
        lay_tile(state, seat, action)
    elif action is SKIP:
        skip(state, seat)
    elif action is OUT:
        drop_out(state, seat)
    elif isinstance(action, Send):
        send(state, seat, action)
    elif action is DONE:
        end_special(state)
    elif isinstance(action, Show):
        show_colour(state, seat, action)
    elif isinstance(action, DealColour):
        deal_colour(state, action.colour)
    elif isinstance(action, Start):
        choose_start(state, action.seat)
    else:  # parsed from notation
        apply(state, seat, state.own_action(seat, action))


def legal_actions(state: MeineSchafe, seat: int) -> list[Action]:
    """The legal actions of a seat that the game waits for or that may interrupt."""
    phase = state.phase
    if phase == DRAWING:
        return [state.setup.draws[tile] for tile in state.bag]
    if phase == TURN:
        fitting = laying.fitting_frontier(state)
        return in_turn(state, seat, fitting) if seat == state.active else [OUT, *specials(state, seat, fitting)]
    if phase == BEASTS:
        return [DONE, *sends(state, seat, laying.fitting_frontier(state))]
    if phase == EXTRA:
        return [DONE, *laying.lays(state, seat, laying.fitting_frontier(state))]
    if phase == COLOURS:
        return [deal for deal in DEALS if not is_dealt(state, deal)]
    return STARTS[: state.players]


# 1 Components and setup


def deal_colours(state: MeineSchafe) -> None:
    """MS-1.11 First the colours, seat by seat; then the hands; then the start player."""
    state.phase = COLOURS
    state.waiting = WAIT_FOR_CHANCE


def is_dealt(state: MeineSchafe, deal: Action) -> bool:
    assert isinstance(deal, DealColour)
    for colours in state.colours:
        if deal.colour in colours:
            return True
    return False


def deal_colour(state: MeineSchafe, colour: int) -> None:
    """MS-1.7 Each player gets one '?' tile; MS-9.1 or two."""
    seat = 0
    while len(state.colours[seat]) == state.setup.herds:
        seat += 1
    state.colours[seat] = guessing.by_name([*state.colours[seat], colour])
    if state.emitted is not None:
        state.emitted.append(events.ColourDealt(seat, COLOUR_NAMES[colour]))
    if len(state.colours[state.players - 1]) == state.setup.herds:
        deal_on(state)


def deal_on(state: MeineSchafe) -> None:
    """MS-1.8 Deal a hand to the next player without one."""
    for seat in range(state.players):
        if not state.hands[seat] and seat not in state.out:
            begin_draw(state, seat, state.setup.hand, DEAL_ON)
            return
    if state.active != NOBODY:  # MS-7.4: new hands were drawn
        next_turn(state)
    elif state.setup.start is not None:
        assert isinstance(state.setup.start, Start)
        choose_start(state, state.setup.start.seat)
    else:
        state.phase = STARTING
        state.waiting = WAIT_FOR_CHANCE


def choose_start(state: MeineSchafe, seat: int) -> None:
    """MS-1.9 A table option or chance chooses the start player."""
    if state.emitted is not None:
        state.emitted.append(events.StartChosen(seat))
    begin_turn(state, seat)


# 2 A turn


def begin_turn(state: MeineSchafe, seat: int) -> None:
    state.active = seat
    state.special = NOBODY
    state.interrupted = 0
    state.phase = TURN
    state.waiting = WAIT_FOR[seat]


def next_turn(state: MeineSchafe) -> None:
    """MS-2.1 The turn passes to the left; players who are out have none (MS-6.1)."""
    seat = (state.active + 1) % state.players
    while seat in state.out:
        seat = (seat + 1) % state.players
    begin_turn(state, seat)


def in_turn(state: MeineSchafe, seat: int, fitting: bytes) -> list[Action]:
    """MS-2.4 A player who can lay a tile must; MS-3.5 special actions come before the tile."""
    found = laying.lays(state, seat, fitting)
    must_skip = not found
    found.append(OUT)
    found.extend(specials(state, seat, fitting))
    if must_skip:
        found.append(SKIP)
    return found


def lay_tile(state: MeineSchafe, seat: int, action: Lay) -> None:
    """MS-2.1 Lay the tile of the turn; MS-5.2 or one more tile after showing a colour."""
    if state.phase == EXTRA:
        touching = lay(state, seat, action.face, action.cell, "MS-5.2")
        begin_draw(state, seat, touching, GO_ON)
    else:
        touching = lay(state, seat, action.face, action.cell, "MS-2.1")
        begin_draw(state, seat, touching, END_TURN)


def lay(state: MeineSchafe, seat: int, face: int, cell: int, clause: str) -> int:
    """Lay a tile from the hand. Returns the number of tiles that it earns (MS-2.5)."""
    shown = state.setup.faces[face]
    meadow = state.meadow
    state.hands[seat] = [tile for tile in state.hands[seat] if tile != shown.tile]
    guessing.remember_lay(state, seat, shown.tile)
    state.skipped = 0
    if not meadow.is_empty(cell):
        meadow.drive_out(cell, shown)
        if state.emitted is not None:
            names = state.setup
            state.emitted.append(events.WolfDrivenOut(seat, names.tiles[shown.tile].name, names.cells.names[cell]))
        return 0  # MS-4.4: nothing is drawn for it
    touching = meadow.lay(cell, shown)
    if state.emitted is not None:
        state.emitted.append(laid_event(state, seat, shown, cell, touching, clause))
        emit_closed_pens(state, state.emitted)
    return touching


def laid_event(state: MeineSchafe, seat: int, shown: Face, cell: int, touching: int, clause: str) -> events.TileLaid:
    return events.TileLaid(
        seat=seat,
        tile=state.setup.tiles[shown.tile].name,
        side=SIDES[shown.side],
        cell=state.setup.cells.names[cell],
        turn=shown.turn,
        edges=letters_of(shown.edges),
        beast=BEAST_NAMES[shown.beast] or None,
        touching=touching,
        clause=clause,
    )


def emit_closed_pens(state: MeineSchafe, emitted: list[Event]) -> None:
    """MS-7.1 Emit the pens that the last tile has closed."""
    meadow = state.meadow
    seen: list[int] = []
    last = len(meadow.parent)
    for edge in range(last - EDGES, last):
        root = meadow.root(edge)
        area = meadow.areas[root]
        if is_closed_pen(area) and root not in seen:
            seen.append(root)
            cells = [state.setup.cells.names[cell] for cell in meadow.cells_of(root)]
            emitted.append(events.PenClosed(COLOUR_NAMES[motif_of(area)], size_of(area), cells))


def begin_draw(state: MeineSchafe, seat: int, count: int, then: int) -> None:
    """MS-2.5 Draw as many tiles as earned, or as are left in the bag; drawing is compulsory."""
    state.drawer = seat
    state.to_draw = min(count, len(state.bag))
    state.then = then
    if state.to_draw:
        state.phase = DRAWING
        state.waiting = WAIT_FOR_CHANCE
    else:
        end_draw(state)


def draw(state: MeineSchafe, tile: int) -> None:
    """MS-1.11 Each drawn tile is an action of its own."""
    seat = state.drawer
    del state.bag[bisect_left(state.bag, tile)]
    state.hands[seat] = sorted([*state.hands[seat], tile])
    guessing.remember_draw(state, seat)
    if state.emitted is not None:
        clause = "MS-1.8" if state.then == DEAL_ON else "MS-2.5"
        state.emitted.append(events.TileDrawn(seat, state.setup.tiles[tile].name, clause))
    state.to_draw -= 1
    if not state.to_draw:
        end_draw(state)


def end_draw(state: MeineSchafe) -> None:
    """MS-6.2, MS-7.2 A player whose hand is empty now is out."""
    seat = state.drawer
    then = state.then
    state.drawer = NOBODY
    if then == DEAL_ON:
        deal_on(state)
        return
    if not state.hands[seat]:
        go_out(state, seat, False)
    elif then == ONE_MORE:
        state.phase = EXTRA
        state.waiting = WAIT_FOR[seat]
    elif then == END_TURN:
        next_turn(state)
    else:
        go_on(state)


def skip(state: MeineSchafe, seat: int) -> None:
    """MS-2.4 The player says so and draws nothing. The others learn which tiles are not in this hand."""
    fitting = laying.fitting_frontier(state)
    misfits = 0
    for tiles in (state.bag, *state.hands):
        for tile in tiles:
            if laying.can_be_laid(state, tile, fitting):
                misfits |= 1 << tile
    guessing.remember_skip(state, seat, misfits)
    state.skipped |= 1 << seat
    if state.emitted is not None:
        state.emitted.append(events.TurnSkipped(seat))
    if not is_stuck(state):
        next_turn(state)
    elif len(state.meadow.places) == 1:
        draw_new_hands(state)
    else:
        end_game(state, "stuck", "MS-7.4")


# 3 Special actions


def specials(state: MeineSchafe, seat: int, fitting: bytes) -> list[Action]:
    """MS-3.1, MS-3.5, MS-3.6 All special actions except dropping out, which comes first in notation."""
    return [*sends(state, seat, fitting), *shows(state, seat, fitting)]


def begin_special(state: MeineSchafe, seat: int) -> None:
    """MS-3.2 Nobody else acts until it ends; MS-3.3 each player may interrupt a turn only once."""
    state.special = seat
    state.to_draw = 0
    if seat != state.active:
        state.interrupted |= 1 << seat
    if state.emitted is not None:
        clause = "MS-3.5" if seat == state.active else "MS-3.1"
        state.emitted.append(events.SpecialBegun(seat, state.active, clause))


def end_special(state: MeineSchafe) -> None:
    """MS-3.7 The player ends it; MS-4.1 tiles for all wolves and hunters are drawn now."""
    seat = state.special
    if state.emitted is not None:
        state.emitted.append(events.SpecialEnded(seat))
    if state.phase == BEASTS:
        begin_draw(state, seat, state.to_draw, GO_ON)
    else:
        go_on(state)


def go_on(state: MeineSchafe) -> None:
    """MS-3.1 The turn goes on, unless the active player is out (MS-7.2)."""
    state.special = NOBODY
    if state.active in state.out:
        next_turn(state)
    else:
        state.phase = TURN
        state.waiting = WAIT_FOR[state.active]


# 4 Wolves and hunters


def sends(state: MeineSchafe, seat: int, fitting: bytes) -> list[Action]:
    """MS-4.1 The wolves and hunters in hand, with their beast side up."""
    setup = state.setup
    found: list[Action] = []
    for tile in state.hands[seat]:
        beast = setup.tiles[tile].beast
        if beast != NO_BEAST:
            face = setup.tiles[tile].sides[0][0]
            found += [setup.send(face, cell) for cell in laying.beast_places(state, beast, fitting)]
    return found


def send(state: MeineSchafe, seat: int, action: Send) -> None:
    """MS-4.1 Lay a wolf or hunter; tiles are drawn at the end."""
    if state.phase == TURN:
        begin_special(state, seat)
    state.to_draw += lay(state, seat, action.face, action.cell, "MS-4.1")
    if state.hands[seat]:
        state.phase = BEASTS
        state.waiting = WAIT_FOR[seat]
    else:
        begin_draw(state, seat, state.to_draw, GO_ON)  # MS-3.7: it ends by itself


# 5 Showing your colour


def shows(state: MeineSchafe, seat: int, fitting: bytes) -> list[Action]:
    """MS-5.1 The '?' tile wherever it fits; MS-5.4 possibly nowhere."""
    found: list[Action] = []
    for colour in hidden_colours(state, seat):
        found += [state.setup.show(colour, cell) for cell in laying.uniform_places(state, colour, fitting)]
    return found


def hidden_colours(state: MeineSchafe, seat: int) -> list[int]:
    return [colour for colour in state.colours[seat] if not state.shown[seat] >> colour & 1]


def show_colour(state: MeineSchafe, seat: int, action: Show) -> None:
    """MS-5.1 Lay and draw as usual; MS-5.3 the colour is public now; MS-5.2 one more tile may follow."""
    begin_special(state, seat)
    state.shown[seat] |= 1 << action.colour
    state.skipped = 0
    colour = action.colour
    touching = state.meadow.lay(action.cell, QUESTIONS[colour])
    if state.emitted is not None:
        cell = state.setup.cells.names[action.cell]
        state.emitted.append(events.ColourShown(seat, COLOUR_NAMES[colour], cell, touching))
        emit_closed_pens(state, state.emitted)
    begin_draw(state, seat, touching, ONE_MORE)


# 6 Dropping out


def drop_out(state: MeineSchafe, seat: int) -> None:
    """MS-6.1 Dropping out is a special action, in any turn."""
    begin_special(state, seat)
    go_out(state, seat, True)


def go_out(state: MeineSchafe, seat: int, dropped: bool) -> None:
    """MS-6.2 The hand and the '?' tile stay hidden; MS-7.5 the first players get a bonus."""
    state.out.append(seat)
    if state.emitted is not None:
        clause = "MS-6.1" if dropped else "MS-7.2"
        state.emitted.append(events.WentOut(seat, dropped, bonus(state, seat), clause))
    left = state.players - len(state.out)
    if left == 0:
        end_game(state, "all out", "MS-7.2")
    elif left == 1 and state.setup.variant == MAEHR:
        end_game(state, "one left", "MS-9.2")
    else:
        go_on(state)  # MS-7.3: the last player goes on alone


# 7 Pens and the end


def is_stuck(state: MeineSchafe) -> bool:
    """MS-7.4 Check, after a skip, whether every remaining player has been skipped since the last tile."""
    for seat in range(state.players):
        if seat not in state.out and not state.skipped >> seat & 1:
            return False
    return True


def draw_new_hands(state: MeineSchafe) -> None:
    """MS-7.4 If only the start tile has been laid, all hands go back into the bag and new ones are drawn."""
    state.skipped = 0
    left = [seat for seat in range(state.players) if seat not in state.out]
    for seat in left:
        state.bag += state.hands[seat]
        state.hands[seat] = []
        state.misfits[seat] = []
    state.bag.sort()
    if state.emitted is not None:
        state.emitted.append(events.HandsReturned(left))
    deal_on(state)


def end_game(state: MeineSchafe, ending: str, clause: str) -> None:
    """MS-7.2, MS-7.4, MS-9.2 The game ends, and all colours are made known (MS-1.7)."""
    state.phase = OVER
    state.active = NOBODY
    state.special = NOBODY
    state.skipped = 0
    state.waiting = WAIT_FOR_NOBODY
    if state.emitted is not None:
        settlement.emit(state, state.emitted, ending, clause)
