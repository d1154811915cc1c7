"""Clocks, and when the steward has work."""

from __future__ import annotations

import pytest

from sheepfold.server.room.room import Room
from sheepfold.server.table.clocks import Clocks
from sheepfold.server.table.settings import BankClock, Clock, MoveClock, NoClock, SeatPlan
from tests.server.table.tables import (
    BOT,
    FRIEND,
    ME,
    a_game,
    a_turn,
    act,
    do,
)
from tests.server.worlds import FakeListener, presence_at


def test_without_a_clock_nothing_is_ever_due() -> None:
    table = a_game()
    assert (table.clocks.due(), table.clocks.expired(1e12), table.clocks.remaining(1e12)) == (None, [], None)


def test_a_move_clock_is_reset_after_each_move() -> None:
    clocks = Clocks(MoveClock(30), 2)
    clocks.start([0], 100.0)
    assert (clocks.due(), clocks.remaining(110.0)) == (130.0, [20.0, 30.0])
    assert (clocks.expired(129.9), clocks.expired(130.0)) == ([], [0])
    clocks.stop(110.0)
    assert clocks.due() is None
    clocks.start([0], 200.0)  # another entry does not reset it
    assert clocks.due() == 220.0
    clocks.stop(205.0)
    clocks.add_move(0)
    assert clocks.left == [30.0, 30.0]


def test_the_remaining_time_is_never_negative() -> None:
    clocks = Clocks(MoveClock(30), 2)
    clocks.start([0], 100.0)
    assert clocks.remaining(131.0) == [0.0, 30.0]


def test_the_first_running_clock_to_run_out_is_due() -> None:
    clocks = Clocks(BankClock(100), 3)
    clocks.start([1], 0.0)
    clocks.stop(40.0)
    clocks.start([0, 1], 40.0)
    assert clocks.due() == 100.0
    assert [clocks.expired(at) for at in (99.0, 100.0, 140.0)] == [[], [1], [0, 1]]


def test_a_bank_clock_gains_its_increment_with_each_move() -> None:
    clocks = Clocks(BankClock(100, 5), 2)
    clocks.start([0, 1], 0.0)
    clocks.stop(40.0)
    clocks.add_move(0)
    assert clocks.left == [65.0, 60.0]
    clocks.start([1], 40.0)
    clocks.stop(140.0)
    clocks.add_move(1)
    assert clocks.left == [65.0, 5.0]


def test_clocks_run_for_the_people_the_game_waits_for() -> None:
    table = a_game("volle-wolle", ME, FRIEND, BOT, clock=BankClock(60))
    assert table.clocks.running() == [0, 1]
    act(table, 0, at=10.0)
    assert (table.clocks.running(), table.clocks.left[:2]) == ([1], [50.0, 50.0])
    do(table, table.leave(1), at=20.0)
    assert table.clocks.running() == []
    do(table, table.come_back(1), at=50.0)
    assert (table.clocks.running(), table.clocks.left[1]) == ([1], 10.0), "leaving gains no time"
    do(table, table.leave(1), at=50.0)
    assert (table.clocks.due(), table.clocks.expired(99.0)) == (None, []), "a bot plays"
    assert table.clocks.remaining(55.0) == [50.0, 5.0, 60.0]


def test_presence_does_not_affect_clocks() -> None:
    table = a_game("volle-wolle", ME, FRIEND, BOT, clock=MoveClock(60))
    room = Room(table, 0.0, "")
    assert presence_at(room) == ["gone", "gone", "bot"]
    page, other = FakeListener("anna"), FakeListener("anna")
    room.enter(page, 0)
    page.hidden = True
    assert presence_at(room) == ["away", "gone", "bot"]
    room.enter(other, 0)
    assert presence_at(room) == ["here", "gone", "bot"]
    assert table.clocks.running() == [0, 1]


@pytest.mark.parametrize(
    ("clock", "other", "has_work"),
    [(NoClock(), FRIEND, False), (BankClock(60), FRIEND, True), (MoveClock(60), FRIEND, True), (NoClock(), BOT, True)],
)
def test_the_server_has_work_where_a_clock_runs_or_a_bot_plays(clock: Clock, other: SeatPlan, has_work: bool) -> None:
    table = a_game("haste-bock", ME, other, clock=clock)
    assert table.has_work(table.status) == has_work
    assert not table.has_work("over")


def test_the_server_has_work_during_a_pause() -> None:
    """Otherwise the pause would never time out."""
    table, _, other, _ = a_turn()
    assert not table.has_work(table.status)
    do(table, table.whistle(other))
    assert table.has_work(table.status)
    do(table, table.resume(other))
    assert not table.has_work(table.status)
