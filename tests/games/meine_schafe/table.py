"""Positions of Meine Schafe, Deine Schafe for tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files

import msgspec
import pytest

from sheepfold.core.components import parse_components
from sheepfold.core.errors import ComponentError
from sheepfold.core.event import Event
from sheepfold.games.meine_schafe.data import MeineSchafeComponents, TileFaces, Tiles
from sheepfold.games.meine_schafe.faces import QUESTIONS
from sheepfold.games.meine_schafe.game import GAME
from sheepfold.games.meine_schafe.motifs import COLOURS, LETTERS, fits
from sheepfold.games.meine_schafe.phases import TURN
from sheepfold.games.meine_schafe.state import MeineSchafe
from sheepfold.games.meine_schafe.view import Area
from tests.games.events import EventKind, of_kind

OUR_FILE = files(MeineSchafeComponents.package).joinpath("components.json").read_text()
TWO_HERDS = ["black yellow", "blue red"]

BLACK_PEN = ["KVVV n1", "YBKR n2"]
"""A closed pen of two black sheep, with no forest and no closed pen beside it."""
YELLOW_PEN = ["VYVV e1", "BRKY e2"]
RED_PEN = ["VVRV s1", "RBKY s2"]
BLUE_PEN = ["VVVB w1", "RBVY w2"]
FOUR_PENS = [*BLACK_PEN, *YELLOW_PEN, *RED_PEN, *BLUE_PEN]
FOREST = ["KVVV n1", "FYKB n2"]
"""A forest of one edge, north of n2, that no pen borders on."""
RING = ["KVVV n1", "YVVV n1e1", "FRYK n2e1", "YYFB n3e1", "RBKV n3", "RVVV n1w1", "BKRY n2w1"]
"""A black tile at n2 touches four and closes a pen of eight."""
STUCK = "KVVV n1"
"""Here only tiles with black sheep or the village can be laid; neither have T27, T30, T45, WR, HR, WB, HB."""


def new_game(players: int, **options: object) -> MeineSchafe:
    """A new game with our components."""
    state = GAME.start(players, GAME.read_options(options))
    assert isinstance(state, MeineSchafe)
    return state


def components() -> MeineSchafeComponents:
    found = GAME.standard_components()
    assert isinstance(found, MeineSchafeComponents)
    return found


def dealt(players: int = 2, start: int | None = 0, **options: object) -> MeineSchafe:
    """A new game with hands T01, T02 … and colours in the order of notation."""
    state = new_game(players, start=start, **options)
    while phase_of(state) in ("colours", "drawing"):
        do(state, choices(state, "colour")[0] if phase_of(state) == "colours" else choices(state, "draw T")[0])
    return state


def table(
    *laid: str,
    players: int = 2,
    hands: Mapping[int, str] | None = None,
    bag: str | None = None,
    colours: Sequence[str] | None = None,
    active: int = 0,
    out: Sequence[int] = (),
    skipped: Sequence[int] = (),
    shown: Sequence[str] = (),
    variant: str = "standard",
    reach: int = 10,
    own: Sequence[str] = (),
) -> MeineSchafe:
    """The active seat is about to lay the tile of its turn.

    Laid are, one after the other, `KVVV n1` (some tile of the box that shows this, from the top clockwise), `WK n2` (a
    wolf or a hunter, forest up; a hunter also upon a wolf), and `black n2` (a '?' tile, which is shown then).
    Seats that `hands` does not name have one tile of the box, or none when they are out. The bag has all other tiles,
    or else those of `bag`, and then there are no others in the game. Colours are black, yellow, red, blue by seat, or
    TWO_HERDS. `own` sides are added to the box.
    """
    held = {seat: tiles.split() for seat, tiles in (hands or {}).items()}
    box = {tile.id: tile for tile in components().tiles.faces}
    box |= {f"X{number}": TileFaces(id=f"X{number}", a=edges, b=edges) for number, edges in enumerate(own, 1)}
    named = [name for hand in held.values() for name in hand] + (bag or "").split()
    named += [name for name in (text.split()[0] for text in laid) if name in box]
    drawn = [text.split()[0] for text in laid]
    drawn = [edges for edges in drawn if edges not in box and edges not in COLOURS]
    found = _tiles_for(drawn, [tile for tile in box.values() if tile.id not in named])
    spare = [name for name in box if name not in named and name not in found]
    for seat in range(players):
        held.setdefault(seat, [] if seat in out else [spare.pop(0)])
    if bag is not None:
        used = {*named, *found, *(name for hand in held.values() for name in hand)}
        box = {name: tile for name, tile in box.items() if name in used}
    parts = msgspec.structs.replace(components(), tiles=Tiles(status="assumed", faces=list(box.values())))
    options = GAME.read_options({"variant": variant, "reach": reach, "start": active})
    state = GAME.start(players, options, parts)
    assert isinstance(state, MeineSchafe)
    numbers = {tile.name: number for number, tile in enumerate(state.setup.tiles)}
    named_colours = colours or (TWO_HERDS if variant == "two-herds" else COLOURS[:players])
    state.colours = [[COLOURS.index(name) for name in sorted(names.split())] for names in named_colours]
    state.hands = [sorted(numbers[name] for name in held[seat]) for seat in range(players)]
    state.misfits = [[0] * len(hand) for hand in state.hands]
    in_order = iter(found)
    laid_tiles = []
    for text in laid:
        what, cell = text.split()
        if what in COLOURS:
            _show(state, COLOURS.index(what), cell)
        else:
            name = what if what in box else next(in_order)
            laid_tiles.append(numbers[name])
            _lay(state, numbers[name], "FFFF" if what in box else what, cell)
    for name in shown:
        _mark_shown(state, COLOURS.index(name))
    elsewhere = [*laid_tiles, *(tile for hand in state.hands for tile in hand)]
    state.bag = [tile for tile in range(len(numbers)) if tile not in elsewhere]
    state.active = active
    state.out = list(out)
    state.skipped = sum(1 << seat for seat in skipped)
    state.phase = TURN
    state.waiting = [active]
    check(state)
    return state


def _tiles_for(drawn: Sequence[str], tiles: Sequence[TileFaces]) -> list[str]:
    """Find a separate tile for each drawn side. If none is free, another side swaps to a different one."""
    taken: dict[str, int] = {}

    def find(place: int, tried: set[str]) -> bool:
        for tile in tiles:
            shows_it = tile.beast is None and any(drawn[place] in side * 2 for side in (tile.a, tile.b))
            if shows_it and tile.id not in tried:
                tried.add(tile.id)
                if tile.id not in taken or find(taken[tile.id], tried):
                    taken[tile.id] = place
                    return True
        return False

    for place, edges in enumerate(drawn):
        assert find(place, set()), f"the box has not enough tiles like {edges}"
    return sorted(taken, key=lambda name: taken[name])


def _lay(state: MeineSchafe, tile: int, letters: str, cell_name: str) -> None:
    meadow = state.meadow
    cell = state.setup.cells.names.index(cell_name)
    edges = [LETTERS.index(letter) for letter in letters]
    faces = [face for side in state.setup.tiles[tile].sides for face in side]
    face = next(face for face in faces if state.setup.faces[face].edges == edges)
    shown = state.setup.faces[face]
    if not meadow.is_empty(cell):
        meadow.drive_out(cell, shown)
        return
    assert cell in meadow.frontier
    assert fits(shown.code, meadow.at[cell]), f"{letters} does not fit there"
    meadow.lay(cell, shown)


def _show(state: MeineSchafe, colour: int, cell_name: str) -> None:
    cell = state.setup.cells.names.index(cell_name)
    assert fits(QUESTIONS[colour].code, state.meadow.at[cell])
    state.meadow.lay(cell, QUESTIONS[colour])
    _mark_shown(state, colour)


def _mark_shown(state: MeineSchafe, colour: int) -> None:
    [owner] = [seat for seat in range(state.players) if colour in state.colours[seat]]
    state.shown[owner] |= 1 << colour


def check(state: MeineSchafe) -> None:
    broken = [name for name, holds in GAME.laws.items() if not holds(state)]
    assert not broken, f"not a position of the game: {broken}"


def do(state: MeineSchafe, *actions: str) -> list[Event]:
    """Play these actions, each by the one seat (or chance) that the game waits for; `1: out` by seat 1."""
    events = []
    for text in actions:
        seat, _, action = text.rpartition(": ")
        events += state.act(int(seat) if seat else state.waiting_for()[0], GAME.parse(action))
        check(state)
    return events


def choices(state: MeineSchafe, word: str = "", seat: int | None = None) -> list[str]:
    """The legal actions of a seat, or of the one that the game waits for, with this prefix."""
    if seat is None:
        [seat] = state.waiting_for()
    return [action.text for action in state.legal_actions(seat) if action.text.startswith(word)]


def cells_for(state: MeineSchafe, word: str, seat: int | None = None) -> list[str]:
    """The cells where the seat can do this, each once: `send WK`, `lay T01a` or `show red`."""
    cells = [text.removeprefix(word).split()[0] for text in choices(state, f"{word} ", seat)]
    return list(dict.fromkeys(cells))


def only(events: Iterable[Event], kind: type[EventKind]) -> EventKind:
    [event] = of_kind(events, kind)
    return event


def phase_of(state: MeineSchafe) -> str:
    return state.view(None).phase


def hand_of(state: MeineSchafe, seat: int) -> list[str]:
    return [tile.tile for tile in state.view(seat).hand]


def hand_sizes(state: MeineSchafe) -> list[int]:
    return [player.hand for player in state.view(None).table]


def bag_of(state: MeineSchafe) -> list[str]:
    return [state.setup.tiles[tile].name for tile in state.bag]


def areas(state: MeineSchafe, motif: str) -> list[Area]:
    return [area for area in state.view(None).areas if area.motif == motif]


def pen_sizes(state: MeineSchafe, motif: str) -> list[int]:
    """The sizes of closed pens, even beside a forest with a wolf."""
    return sorted((area.size for area in areas(state, motif) if not area.open), reverse=True)


def ranks_of(state: MeineSchafe) -> list[int] | None:
    outcome = state.outcome()
    return None if outcome is None else outcome.ranks


def error_message(old: str, new: str) -> str:
    """The error after changing one passage of our component file, without its place, which must be that passage."""
    assert OUR_FILE.count(old) == 1
    line = 1 + OUR_FILE[: OUR_FILE.index(old)].count("\n")
    with pytest.raises(ComponentError) as error:
        parse_components(MeineSchafeComponents, OUR_FILE.replace(old, new).encode(), "own.json")
    said = str(error.value)
    assert said.startswith(f"own.json, line {line} ("), said
    return said.partition("): ")[2]
