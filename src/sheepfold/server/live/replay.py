"""A replay: the game so far, step by step, as one seat saw it."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from sheepfold.core.errors import PositionError
from sheepfold.core.playout import sample_chance
from sheepfold.core.record import is_chance
from sheepfold.core.registry import read_position
from sheepfold.core.state import CHANCE, REFEREE, State
from sheepfold.server.table.fold import split_line
from sheepfold.server.table.refusals import Refused
from sheepfold.server.table.table import Table
from sheepfold.server.wire.documents import Frame
from sheepfold.server.wire.patches import difference


class MoveSeen(msgspec.Struct, frozen=True):
    """A counted move: the version that committed it, its seat, and the last of its frames."""

    version: int
    seat: int
    frame: int


class ReplaySeen(msgspec.Struct, frozen=True, kw_only=True):
    """A game, seen from one seat. The first frame's patch is the whole first view."""

    game: str
    names: list[str]
    seat: int | None
    frames: list[Frame]
    opening: int
    """The last frame of the set-up, before the first move."""
    moves: list[MoveSeen]


def position_at(table: Table, line: int, seat: int | None) -> str:
    """The position after some lines of the game, as a seat knows it; all of it once the game is over."""
    state = table.first()
    for played in table.lines[:line]:
        state.act(*split_line(played))
    return state.position(REFEREE if table.status == "over" else seat)


def read_decision(text: str, rng: Random) -> State:
    """Read a position and throw any dice that come first, so that a seat has to decide."""
    state = read_position(text, rng)
    try:
        while state.waiting_for() == [CHANCE]:
            state.apply(CHANCE, sample_chance(state, rng))
    except Exception as error:  # noqa: BLE001 the rules may fail in any way in a position that they cannot lead to
        raise PositionError(f"the position is impossible: {error}", reason="position.impossible") from None
    if not state.waiting_for():
        raise Refused("position.over")
    return state


def replay(table: Table, seat: int | None) -> ReplaySeen:
    """Replay the game so far. It includes other seats' actions only once it is over, since they may be secret."""
    over = table.status == "over"
    state = table.first()
    view: Any = msgspec.to_builtins(state.view(seat))
    frames = [Frame([], [[[], view]], None)]
    for line in table.lines:
        events = state.act(*split_line(line))
        after = msgspec.to_builtins(state.view(seat))
        mine = line.startswith(f"{seat} ") and not is_chance(line)
        frames.append(
            Frame([event.seen_by(seat) for event in events], difference(view, after), line if over or mine else None)
        )
        view = after
    return ReplaySeen(
        game=table.game.id,
        names=[chair.name for chair in table.chairs],
        seat=seat,
        frames=frames,
        opening=table.opening,
        moves=[MoveSeen(move.number, move.seat, move.lines) for move in table.moves],
    )
