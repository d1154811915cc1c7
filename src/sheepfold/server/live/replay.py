"""A game again, step by step, as one seat saw it."""

from __future__ import annotations

from typing import Any

import msgspec

from sheepfold.core.record import is_chance
from sheepfold.server.table.fold import split_line
from sheepfold.server.table.table import Table
from sheepfold.server.wire.patches import Patch, difference


class Frame(msgspec.Struct, frozen=True):
    """One step of a replay: what happened, and how the view from the chosen seat changes."""

    events: list[Any]
    patch: Patch
    action: str | None
    """As the record has it; None where it is not for this seat to know."""


class MoveSeen(msgspec.Struct, frozen=True):
    """A move that counts: the version that brought it, who moved, and the last of its frames."""

    version: int
    seat: int
    frame: int


class ReplaySeen(msgspec.Struct, frozen=True, kw_only=True):
    """A game, from one seat. The first frame's patch is the whole first view."""

    game: str
    names: list[str]
    seat: int | None
    frames: list[Frame]
    opening: int
    """The last frame of the set-up, before the first move."""
    moves: list[MoveSeen]


def replay(table: Table, seat: int | None) -> ReplaySeen:
    """The game so far. Actions themselves are told when it is over: a secret choice is one until then."""
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
