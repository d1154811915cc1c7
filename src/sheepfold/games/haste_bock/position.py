"""Positions of Haste Bock? as text. Everything is public (HB-1.5), so there are no unknowns."""

from __future__ import annotations

from random import Random
from typing import Final

from sheepfold.core.position.format import (
    Count,
    Fields,
    PositionFormat,
    SeatOrNone,
    asked,
    check_length,
    counted,
    counts_of,
    number_of,
    seat_of,
    seat_or_none,
)
from sheepfold.core.state import NOBODY, WAIT_FOR_CHANCE, WAIT_FOR_NOBODY
from sheepfold.games.haste_bock.actions import SIDES
from sheepfold.games.haste_bock.flock import COLOURS, FLOCK, NOTHING_BANNED, WHITE, colour_of
from sheepfold.games.haste_bock.meadow import DIRECTIONS
from sheepfold.games.haste_bock.meadow import NAMES as CELLS
from sheepfold.games.haste_bock.phases import LAYOUT, NAMES, PLAYING, RAMMING, ROLLING, START, WALKING
from sheepfold.games.haste_bock.rules import die_name
from sheepfold.games.haste_bock.state import HasteBock

_DIE: Final = [die_name(colour) for colour in range(WHITE + 1)]
_STEPS: Final = ["0", "1", "2", "3"]


class HasteBockPosition(Fields, frozen=True):
    """Lists are by seat unless noted otherwise."""

    phase: str
    flock: list[list[str]]
    """The fields of the blue, yellow, green and red sheep, and of Thea; empty before the layout is drawn."""
    facing: str
    cards: list[dict[str, Count]]
    stone: Count
    scores: list[Count]
    start: SeatOrNone
    active: SeatOrNone
    movement: list[dict[str, Count]] = []
    """The movement cards, by steps; empty if nobody has any."""
    scrambles: Count = 0
    colour: str | None = None
    """The rolled colour while a ram is due."""
    steps: Count = 0
    """The number on the card just played."""
    banned_trough: str | None = None
    banned_side: str | None = None


def write(state: HasteBock, observer: int | None) -> HasteBockPosition:
    kinds = len(state.setup.cards)
    names = [card.name for card in state.setup.cards]
    seats = range(state.players)
    return HasteBockPosition(
        phase=NAMES[state.phase],
        flock=[] if state.phase == LAYOUT else _flock(state),
        facing=DIRECTIONS[state.facing],
        cards=[counted(state.cards[seat * kinds : (seat + 1) * kinds], names) for seat in seats],
        stone=state.stone,
        scores=state.score,
        start=seat_or_none(state.start),
        active=seat_or_none(state.active),
        movement=[counted(state.movement[seat * 4 : seat * 4 + 4], _STEPS) for seat in seats if any(state.movement)],
        scrambles=state.scrambles,
        colour=None if state.colour == NOBODY else die_name(state.colour),
        steps=state.steps,
        banned_trough=None if state.banned_trough == NOTHING_BANNED else DIRECTIONS[state.banned_trough],
        banned_side=None if state.banned_side == NOTHING_BANNED else SIDES[state.banned_side],
    )


def _flock(state: HasteBock) -> list[list[str]]:
    found: list[list[str]] = [[] for _ in COLOURS]
    for sheep, cell in enumerate(state.where):
        found[colour_of(sheep)].append(CELLS[cell])
    return found


def read(fields: HasteBockPosition, state: HasteBock, rng: Random | None) -> None:
    players = state.players
    state.phase = number_of("phase", fields.phase, NAMES)
    state.facing = number_of("facing", fields.facing, DIRECTIONS[::2]) * 2
    check_length("scores", fields.scores, players)
    state.score = fields.scores
    state.stone = fields.stone
    state.start = seat_of("start", fields.start, players)
    state.active = seat_of("active", fields.active, players)
    state.scrambles = fields.scrambles
    state.steps = fields.steps
    state.colour = NOBODY if fields.colour is None else number_of("colour", fields.colour, _DIE)
    _read_flock(fields, state)
    _read_cards(fields, state)
    _read_bans(fields, state)
    state.waiting = _waiting(state)


def _read_flock(fields: HasteBockPosition, state: HasteBock) -> None:
    if state.phase == LAYOUT:
        check_length("flock", fields.flock, 0)
        state.where = [0] * FLOCK
        return
    check_length("flock", fields.flock, len(COLOURS))
    for colour, cells in enumerate(fields.flock):
        check_length("flock", cells, [colour_of(sheep) for sheep in range(FLOCK)].count(colour))
    state.where = [number_of("flock", cell, CELLS) for cells in fields.flock for cell in cells]


def _read_cards(fields: HasteBockPosition, state: HasteBock) -> None:
    check_length("cards", fields.cards, state.players)
    names = [card.name for card in state.setup.cards]
    state.cards = [count for held in fields.cards for count in counts_of("cards", held, names)]
    if fields.movement:
        check_length("movement", fields.movement, state.players)
    movement = fields.movement or [{}] * state.players
    state.movement = [count for held in movement for count in counts_of("movement", held, _STEPS)]


def _read_bans(fields: HasteBockPosition, state: HasteBock) -> None:
    """HB-5.8, HB-5.10 The direction and the side that are banned for the next card."""
    trough, side = fields.banned_trough, fields.banned_side
    state.banned_trough = NOTHING_BANNED if trough is None else number_of("banned_trough", trough, DIRECTIONS[::2]) * 2
    state.banned_side = NOTHING_BANNED if side is None else number_of("banned_side", side, SIDES)


def _waiting(state: HasteBock) -> list[int]:
    if state.phase in (LAYOUT, START, ROLLING):
        return WAIT_FOR_CHANCE
    return asked("active", state.active) if state.phase in (RAMMING, PLAYING, WALKING) else WAIT_FOR_NOBODY


FORMAT: Final = PositionFormat(HasteBockPosition, write, read)
