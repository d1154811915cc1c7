"""A game again, step by step, as one seat saw it."""

from __future__ import annotations

from typing import Any

import msgspec

from sheepfold.core.record import is_chance
from sheepfold.server.folded import split
from sheepfold.server.patches import difference
from sheepfold.server.table import Table
from sheepfold.server.wire import Frame, ReplaySeen


def replay(table: Table, seat: int | None) -> ReplaySeen:
    """The game so far. Actions themselves are told when it is over: a secret choice is one until then."""
    over = table.status == "over"
    state = table.rules.start()
    view: Any = msgspec.to_builtins(state.view(seat))
    frames = [Frame([], [[[], view]], None)]
    for line in table.lines:
        events = state.act(*split(line))
        after = msgspec.to_builtins(state.view(seat))
        mine = line.startswith(f"{seat} ") and not is_chance(line)
        frames.append(
            Frame([event.seen_by(seat) for event in events], difference(view, after), line if over or mine else None)
        )
        view = after
    return ReplaySeen(game=table.game.id, names=[chair.name for chair in table.chairs], seat=seat, frames=frames)
