"""Tables to test with, and shortcuts to play at them."""

from __future__ import annotations

from random import Random
from typing import Any

from sheepfold.core.state import snapshot
from sheepfold.fair import nonce_commitment
from sheepfold.server.table.entries import By
from sheepfold.server.table.model import Proposal
from sheepfold.server.table.settings import Clock, NoClock, SeatPlan, Settings
from sheepfold.server.table.table import Table, new_table
from tests.server.worlds import SECRET

ME = SeatPlan("me")
FRIEND = SeatPlan("friend")
BOT = SeatPlan("bot")
OF_ANNA = nonce_commitment("the-nonce-of-anna")
OF_BEN = nonce_commitment("the-nonce-of-ben")


def a_table(game: str = "haste-bock", *seats: SeatPlan, clock: Clock | None = None, **more: Any) -> Table:
    plan = Settings(game=game, seats=list(seats or (ME, FRIEND)), clock=clock or NoClock(), **more)
    return new_table("table", plan, SECRET, "anna", "Anna")


def a_game(game: str = "haste-bock", *seats: SeatPlan, clock: Clock | None = None) -> Table:
    """Return a table with all seats taken, whose game began at time 0."""
    table = a_table(game, *seats, clock=clock)
    for seat, chair in enumerate(table.chairs):
        if chair.is_free():
            do(table, table.sit(seat, f"person {seat}", f"Person {seat}"))
    begin(table)
    return table


def do(table: Table, proposal: Proposal, at: float = 0.0) -> None:
    table.apply(proposal, at)


def begin(table: Table) -> None:
    """Begin the game without any nonces."""
    do(table, table.seal())
    do(table, table.begin())


def act(table: Table, seat: int, at: float = 0.0, by: By = "person") -> None:
    do(table, table.act_if_current(table.version, seat, table.legal(seat)[0].text, by), at)


def position(table: Table) -> dict[str, object]:
    assert table.state is not None
    return snapshot(table.state)


def waiting(table: Table) -> list[int]:
    assert table.state is not None
    return table.state.waiting_for()


def play(table: Table, moves: int, rng: Random | None = None) -> None:
    """Play this many moves, or to the end of the game."""
    for _ in range(moves):
        if not waiting(table):
            return
        seat = waiting(table)[0]
        by: By = "person" if table.chairs[seat].bot is None else "bot"
        legal = table.legal(seat)
        do(table, table.act(seat, (rng.choice(legal) if rng else legal[0]).text, by))


def a_turn() -> tuple[Table, int, int, int]:
    table = a_game("meine-schafe", ME, FRIEND, FRIEND)
    turn = waiting(table)[0]
    return table, turn, (turn + 1) % 3, (turn + 2) % 3
