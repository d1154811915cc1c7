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
from sheepfold.games.meine_schafe.game import GAME
from sheepfold.games.meine_schafe.motifs import COLOURS, letters_of
from sheepfold.games.meine_schafe.setup import SIDES
from sheepfold.games.meine_schafe.state import MeineSchafe
from sheepfold.games.meine_schafe.view import Area
from tests.games.events import EventKind, of_kind
from tests.games.fields import assert_lawful, with_fields

OUR_FILE = files(MeineSchafeComponents.package).joinpath("components.json").read_text()
TWO_HERDS = ["black yellow", "blue red"]

BLACK_PEN = ["KVVV n1", "YBKR n2"]
"""A closed pen of two black sheep, with no forest and no closed pen beside it."""
YELLOW_PEN = ["VYVV e1", "BRKY e2"]
RED_PEN = ["VVRV s1", "RBKY s2"]
BLUE_PEN = ["VVVB w1", "RBVY w2"]
FOUR_PENS = [*BLACK_PEN, *YELLOW_PEN, *RED_PEN, *BLUE_PEN]
BLACK_SHOWN = ["KVVV n1", "black n2"]
YELLOW_SHOWN = ["VYVV e1", "yellow e2"]
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
    named_colours = colours or (TWO_HERDS if variant == "two-herds" else COLOURS[:players])
    return with_fields(
        state,
        phase="turn",
        meadow=_meadow(state, laid, found),
        hands=[held[seat] for seat in range(players)],
        colours=[names.split() for names in named_colours],
        active=active,
        skipped=list(skipped),
        out=list(out),
    )


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


def _meadow(state: MeineSchafe, laid: Sequence[str], found: Sequence[str]) -> list[str]:
    """The laid tiles as a position writes them; `found` are the tiles for drawn sides, one after the other."""
    in_order = iter(found)
    names = [tile.name for tile in state.setup.tiles]
    words: dict[str, str] = {}
    for text in laid:
        what, cell = text.split()
        if cell in words:  # a hunter upon a wolf
            words[cell] += f"+{what}"
        elif what in COLOURS:
            words[cell] = what
        else:
            words[cell] = f"{what}a0" if what in names else _turned(state, next(in_order), what)
    return [f"{word}@{cell}" for cell, word in words.items()]


def _turned(state: MeineSchafe, name: str, letters: str) -> str:
    """The tile with a side up and turned so that it shows these edges."""
    faces = [face for face in state.setup.faces if state.setup.tiles[face.tile].name == name]
    face = next(face for face in faces if letters_of(face.edges) == letters)
    return f"{name}{SIDES[face.side]}{face.turn}"


def do(state: MeineSchafe, *actions: str) -> list[Event]:
    """Play these actions, each by the one seat (or chance) that the game waits for; `1: out` by seat 1."""
    events = []
    for text in actions:
        seat, _, action = text.rpartition(": ")
        events += state.act(int(seat) if seat else state.waiting_for()[0], GAME.parse(action))
        assert_lawful(state)
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
