"""Positions of Meine Schafe, Deine Schafe as text."""

from __future__ import annotations

import re
from random import Random
from typing import Final

from sheepfold.core.position.format import (
    UNKNOWN,
    Count,
    Fields,
    PositionFormat,
    SeatOrNone,
    asked,
    check_length,
    need_rng,
    number_of,
    seat_of,
    seat_or_none,
    seats_of,
    sees,
    wrong,
)
from sheepfold.core.state import WAIT_FOR_CHANCE, WAIT_FOR_NOBODY
from sheepfold.games.meine_schafe import guessing
from sheepfold.games.meine_schafe.cells import OFF_TABLE
from sheepfold.games.meine_schafe.faces import HUNTER, QUESTION_FACES, QUESTIONS, WOLF, Face
from sheepfold.games.meine_schafe.motifs import COLOURS as COLOUR_NAMES
from sheepfold.games.meine_schafe.motifs import fits
from sheepfold.games.meine_schafe.phases import BEASTS, COLOURS, DRAWING, EXTRA, NAMES, OVER, STARTING, TURN
from sheepfold.games.meine_schafe.setup import SIDES
from sheepfold.games.meine_schafe.state import MeineSchafe

_FOLLOWING: Final = ["deal-on", "end-turn", "go-on", "one-more"]
"""The names of what follows once all tiles are drawn (phases.py)."""
_SAME: Final = "same"
"""The misfits of the tile before."""
_LAID: Final = re.compile(r"([A-Z]{1,3}\d{0,4})([ab])([0-3])(?:\+([A-Z]{1,3}\d{0,4}))?@(\w+)", re.ASCII)
_SHOWN: Final = re.compile(r"([a-z]+)@(\w+)", re.ASCII)
_HOW: Final = "a tile where it fits, like 'T01b3@n1e2', 'WKa0+HK@n1' for a hunter on a wolf, or 'red@n1'"


class MeineSchafePosition(Fields, frozen=True):
    """Lists are by seat unless noted otherwise. The bag has all other tiles."""

    phase: str
    meadow: list[str]
    """The tiles in the order of laying, without the start tile: tile, side, quarter turns and cell."""
    hands: list[list[str]]
    colours: list[list[str]]
    active: SeatOrNone = None
    special: SeatOrNone = None
    interrupted: list[Count] = []
    """The seats that have interrupted this turn."""
    skipped: list[Count] = []
    """The seats that have been skipped since the last tile was laid."""
    out: list[Count] = []
    """The seats that are out, in the order of going out."""
    drawer: SeatOrNone = None
    to_draw: Count = 0
    then: str = "deal-on"
    """What follows once all tiles are drawn."""
    misfits: list[list[str | None]] = []
    """For each tile of a hand, oldest first: the tiles that it cannot be, since the seat has been skipped."""


def write(state: MeineSchafe, observer: int | None) -> MeineSchafePosition:
    seats = range(state.players)
    return MeineSchafePosition(
        phase=NAMES[state.phase],
        meadow=[_laid(state, number) for number in range(1, len(state.meadow.places))],
        hands=[_hand(state, observer, seat) for seat in seats],
        colours=[_colours(state, observer, seat) for seat in seats],
        active=seat_or_none(state.active),
        special=seat_or_none(state.special),
        interrupted=[seat for seat in seats if state.interrupted >> seat & 1],
        skipped=[seat for seat in seats if state.skipped >> seat & 1],
        out=state.out,
        drawer=seat_or_none(state.drawer),
        to_draw=state.to_draw,
        then=_FOLLOWING[state.then],
        misfits=[_misfits(state, seat) for seat in seats] if any(any(misfits) for misfits in state.misfits) else [],
    )


def _laid(state: MeineSchafe, number: int) -> str:
    setup, meadow = state.setup, state.meadow
    cell = setup.cells.names[meadow.places[number]]
    top = meadow.faces[number]
    if top <= QUESTION_FACES:
        return f"{COLOUR_NAMES[QUESTION_FACES - top]}@{cell}"
    shown = setup.faces[meadow.under.get(number, top)]
    hunter = f"+{setup.tiles[setup.faces[top].tile].name}" if number in meadow.under else ""
    return f"{setup.tiles[shown.tile].name}{SIDES[shown.side]}{shown.turn}{hunter}@{cell}"


def _hand(state: MeineSchafe, observer: int | None, seat: int) -> list[str]:
    known = sees(observer, seat)
    return [state.setup.tiles[tile].name if known else UNKNOWN for tile in state.hands[seat]]


def _colours(state: MeineSchafe, observer: int | None, seat: int) -> list[str]:
    """MS-1.7 Colours are secret until shown. Unknown ones come last, since their place would reveal something."""
    if sees(observer, seat) or state.phase == OVER:
        return [COLOUR_NAMES[colour] for colour in state.colours[seat]]
    shown = [COLOUR_NAMES[colour] for colour in state.colours[seat] if state.shown[seat] >> colour & 1]
    return shown + [UNKNOWN] * (len(state.colours[seat]) - len(shown))


def _misfits(state: MeineSchafe, seat: int) -> list[str | None]:
    """For each tile the names of its misfits. They are often the same for several tiles."""
    found: list[str | None] = []
    before = 0
    for misfit in state.misfits[seat]:
        names = [tile.name for number, tile in enumerate(state.setup.tiles) if misfit >> number & 1]
        found.append(_SAME if misfit and misfit == before else "+".join(names) or None)
        before = misfit
    return found


def read(fields: MeineSchafePosition, state: MeineSchafe, rng: Random | None) -> None:
    players = state.players
    state.phase = number_of("phase", fields.phase, NAMES)
    state.active = seat_of("active", fields.active, players)
    state.special = seat_of("special", fields.special, players)
    state.interrupted = sum([1 << seat for seat in seats_of("interrupted", fields.interrupted, players)])
    state.skipped = sum([1 << seat for seat in seats_of("skipped", fields.skipped, players)])
    state.out = seats_of("out", fields.out, players)
    state.drawer = seat_of("drawer", fields.drawer, players)
    state.to_draw = fields.to_draw
    state.then = number_of("then", fields.then, _FOLLOWING)
    for word in fields.meadow:
        _lay(state, word)
    _read_colours(fields, state, rng)
    _read_hands(fields, state, rng)
    state.waiting = _waiting(state)


# The meadow


def _lay(state: MeineSchafe, word: str) -> None:
    """Lay a tile again, so that the meadow builds its areas as it did in the game."""
    if shown := _SHOWN.fullmatch(word):
        colour = number_of("meadow", shown[1], COLOUR_NAMES)
        _lay_face(state, word, shown[2], QUESTIONS[colour])
        return
    laid = _LAID.fullmatch(word)
    if laid is None:
        raise wrong("meadow", word, _HOW)
    face = _face(state, word, laid[1], laid[2], int(laid[3]))
    cell = _lay_face(state, word, laid[5], face)
    if laid[4] is not None:
        hunter = _face(state, word, laid[4], "a", 0)
        if (face.beast, hunter.beast) != (WOLF, HUNTER):
            raise wrong("meadow", word, _HOW)
        state.meadow.drive_out(cell, hunter)


def _face(state: MeineSchafe, word: str, name: str, side: str, turn: int) -> Face:
    tile = state.setup.tiles[_tile(state, "meadow", name)]
    for face in tile.sides[SIDES.index(side)]:
        if state.setup.faces[face].turn == turn:
            return state.setup.faces[face]
    raise wrong("meadow", word, f"{_HOW}; of turns that look the same, the first counts")


def _lay_face(state: MeineSchafe, word: str, name: str, face: Face) -> int:
    meadow, cells = state.meadow, state.setup.cells
    cell = cells.names.index(name) if name in cells.names else OFF_TABLE
    if cell not in meadow.frontier or not fits(face.code, meadow.at[cell]):
        raise wrong("meadow", word, _HOW)
    meadow.lay(cell, face)
    return cell


def _tile(state: MeineSchafe, field: str, name: str) -> int:
    return number_of(field, name, [tile.name for tile in state.setup.tiles])


# Colours and hands


def _read_colours(fields: MeineSchafePosition, state: MeineSchafe, rng: Random | None) -> None:
    check_length("colours", fields.colours, state.players)
    if state.phase == COLOURS:
        check_length("colours", fields.colours[-1], min(len(fields.colours[-1]), state.setup.herds - 1))
    for names in fields.colours[: 0 if state.phase == COLOURS else state.players]:
        check_length("colours", names, state.setup.herds)
    named = [name for names in fields.colours for name in names]
    known = [number_of("colours", name, COLOUR_NAMES) for name in named if name != UNKNOWN]
    pool = [colour for colour in range(len(COLOUR_NAMES)) if colour not in known]
    if len(named) > len(COLOUR_NAMES):
        raise wrong("colours", ",".join(named), f"at most {len(COLOUR_NAMES)} in all")
    if UNKNOWN in named:
        need_rng(rng).shuffle(pool)
    for seat, names in enumerate(fields.colours):
        colours = [pool.pop() if name == UNKNOWN else COLOUR_NAMES.index(name) for name in names]
        state.colours[seat] = guessing.by_name(colours)
        state.shown[seat] = sum([1 << colour for colour in colours if QUESTIONS[colour].number in state.meadow.faces])


def _read_hands(fields: MeineSchafePosition, state: MeineSchafe, rng: Random | None) -> None:
    check_length("hands", fields.hands, state.players)
    hidden = [seat for seat, hand in enumerate(fields.hands) if UNKNOWN in hand]
    for seat, hand in enumerate(fields.hands):
        if seat not in hidden:
            state.hands[seat] = sorted([_tile(state, "hands", name) for name in hand])
        elif set(hand) != {UNKNOWN}:
            raise wrong("hands", ",".join(hand), f"known, or only '{UNKNOWN}'")
    _fill_bag(state)
    _read_misfits(fields, state)
    if hidden:
        _deal(fields, state, hidden, need_rng(rng))


def _fill_bag(state: MeineSchafe) -> None:
    """All tiles that are neither on the meadow nor in a hand."""
    faces = [face for face in state.meadow.faces if face >= 0] + list(state.meadow.under.values())
    gone = {state.setup.faces[face].tile for face in faces} | {tile for hand in state.hands for tile in hand}
    state.bag = [tile for tile in range(len(state.setup.tiles)) if tile not in gone]


def _read_misfits(fields: MeineSchafePosition, state: MeineSchafe) -> None:
    if not fields.misfits:
        state.misfits = [[0] * len(hand) for hand in fields.hands]
        return
    check_length("misfits", fields.misfits, state.players)
    for seat, words in enumerate(fields.misfits):
        check_length("misfits", words, len(fields.hands[seat]))
        misfits: list[int] = []
        for word in words:
            same = word == _SAME and misfits
            misfits.append(misfits[-1] if same else _misfit(state, word))
        state.misfits[seat] = misfits


def _misfit(state: MeineSchafe, word: str | None) -> int:
    tiles = {_tile(state, "misfits", name) for name in word.split("+")} if word else set()
    return sum([1 << tile for tile in tiles])


def _deal(fields: MeineSchafePosition, state: MeineSchafe, hidden: list[int], rng: Random) -> None:
    """Deal unknown hands: first any tiles, then possible ones."""
    for seat in hidden:
        state.hands[seat] = state.bag[: len(fields.hands[seat])]
        check_length("hands", state.hands[seat], len(fields.hands[seat]))
        del state.bag[: len(fields.hands[seat])]
    if not guessing.deal_tiles(state, hidden, rng):
        raise wrong("misfits", UNKNOWN, "such that tiles are left that the hands can be")


def _waiting(state: MeineSchafe) -> list[int]:
    if state.phase in (COLOURS, DRAWING, STARTING):
        return WAIT_FOR_CHANCE
    if state.phase == TURN:
        return asked("active", state.active)
    return asked("special", state.special) if state.phase in (BEASTS, EXTRA) else WAIT_FOR_NOBODY


FORMAT: Final = PositionFormat(MeineSchafePosition, write, read)
