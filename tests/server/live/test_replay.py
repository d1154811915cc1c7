"""A replay maps moves to frames, so that a client can show the position before a move."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import msgspec

from sheepfold.server.live.replay import position_at, replay
from sheepfold.server.table.settings import SeatPlan, Settings
from sheepfold.server.table.table import Table, new_table
from sheepfold.server.wire.patches import apply_patch


def a_table(moves: int) -> tuple[Table, list[object]]:
    """A running game, and what seat 0 saw before each move."""
    settings = Settings(game="volle-wolle", seats=[SeatPlan("me"), SeatPlan("me")])
    table = new_table("T", settings, "5" * 64, "ada", "Ada")
    table.apply(table.seal(), 0.0)
    table.apply(table.begin(), 0.0)
    rng = Random(3)
    seen: list[object] = []
    for _ in range(moves):
        assert table.state is not None
        seen.append(msgspec.to_builtins(table.state.view(0)))
        seat = rng.choice(table.state.waiting_for())
        table.apply(table.act(seat, rng.choice(table.legal(seat)).text), 1.0)
    return table, seen


def views(table: Table) -> list[object]:
    view: object = None
    found: list[object] = []
    for frame in replay(table, 0).frames:
        view = apply_patch(view, frame.patch)
        found.append(deepcopy(view))
    return found


def test_the_frame_before_each_move_is_what_the_seat_saw_then() -> None:
    table, seen = a_table(12)
    replayed = replay(table, 0)
    shown = views(table)
    before = [replayed.opening, *(move.frame for move in replayed.moves)]
    assert [shown[frame] for frame in before[:-1]] == seen
    assert [move.version for move in replayed.moves] == [move.number for move in table.moves]
    assert [move.seat for move in replayed.moves] == [move.seat for move in table.moves]


def test_taking_back_a_move_leads_to_the_frame_that_was_shown() -> None:
    table, _ = a_table(12)
    replayed = replay(table, 0)
    mine = max(number for number, move in enumerate(replayed.moves) if move.seat == 0)
    shown = views(table)[replayed.moves[mine - 1].frame]
    table.apply(table.ask_undo(0, mine), 2.0)
    table.apply(table.answer_undo(1, agreed=True), 3.0)
    assert table.state is not None
    assert msgspec.to_builtins(table.state.view(0)) == shown


def test_a_position_reveals_nothing_hidden_while_the_game_runs() -> None:
    """Seat 0 has bid, and seat 1 has not."""
    table, _ = a_table(0)
    table.apply(table.act(0, "bid 21"), 1.0)
    lines = len(table.lines)
    assert position_at(table, lines, 0).split()[9] == "21,."
    assert position_at(table, lines, 1).split()[9] == position_at(table, lines, None).split()[9] == "?,."
    assert position_at(table, lines - 1, 1).split()[9] == ".,."
