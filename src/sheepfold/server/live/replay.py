"""A replay: the game so far, step by step, as one seat saw it."""

from __future__ import annotations

from typing import Any

import msgspec

from sheepfold.core.record import is_chance
from sheepfold.server.table.fold import split_line
from sheepfold.server.table.table import Table
from sheepfold.server.wire.patches import Patch, difference


class Frame(msgspec.Struct, frozen=True):
    """One step of a replay: its events, and the patch to the view from the chosen seat."""

    events: list[Any]
    patch: Patch
    action: str | None
    """As in the record; None where this seat may not know it."""


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


def replay(table: Table, seat: int | None) -> ReplaySeen:
    """Replay the game so far. It includes other seats' actions only once it is over, since they may be secret."""
    over = table.status == "over"
    state = table.rules.start()
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
