"""The whistle: pausing the game to interrupt it."""

from __future__ import annotations

from functools import partial

from sheepfold.server.table.fold import HOLD
from sheepfold.server.table.settings import MoveClock
from sheepfold.server.wire.projection import can_whistle
from tests.server.refusing import refused
from tests.server.table.tables import (
    BOT,
    FRIEND,
    ME,
    a_game,
    a_turn,
    act,
    do,
    waiting,
)


def test_a_whistle_pauses_the_game_and_the_clocks() -> None:
    table = a_game("meine-schafe", ME, FRIEND, FRIEND, clock=MoveClock(30))
    turn, other, third = [(waiting(table)[0] + step) % 3 for step in range(3)]
    do(table, table.whistle(other), 5.0)
    assert (table.holder, table.held_until) == (other, 5.0 + HOLD)
    for seat in (turn, third):
        with refused("whistle.held"):
            act(table, seat)
    with refused("whistle.busy"):
        table.whistle(third)
    with refused("whistle.not_holding"):
        table.resume(turn)
    assert table.clocks.due() is None
    do(table, table.resume(other), 9.0)
    assert table.clocks.due() == 9.0 + 25.0
    with refused("whistle.used"):
        table.whistle(other)
    assert [can_whistle(table, seat) for seat in (turn, other, third, None)] == [False, False, True, False]
    do(table, table.whistle(third), 9.0)  # each once
    act(table, third, 10.0)
    assert table.holder is None
    assert third not in table.bots_to_act()


def test_seats_may_whistle_again_when_the_game_has_moved_on() -> None:
    table = a_game("meine-schafe", ME, FRIEND)
    turn = waiting(table)[0]
    other = 1 - turn
    do(table, table.whistle(other))
    do(table, table.resume(other))
    act(table, turn)
    assert waiting(table) == [other]
    with refused("whistle.not_now"):
        table.whistle(other)
    do(table, table.whistle(turn))
    do(table, table.leave(turn))
    assert table.holder is None, "a bot takes over, and the pause ends"
    with refused("seat.bot_plays"):
        table.whistle(turn)


def test_whistling_is_refused_while_a_request_to_go_back_is_pending() -> None:
    table, turn, other, third = a_turn()
    do(table, table.act(turn, "out"))
    do(table, table.ask_undo(other, 0))
    with refused("whistle.busy"):
        table.whistle(third)


def test_undo_is_refused_during_another_seats_pause() -> None:
    """Otherwise an undo would end the pause before the seat can interrupt."""
    table, turn, other, third = a_turn()
    do(table, table.act(turn, "out"))
    do(table, table.whistle(third))
    for undo in (partial(table.undo, turn), partial(table.ask_undo, other, 0)):
        with refused("whistle.held"):
            undo()
    do(table, table.ask_undo(third, 0))
    for seat in (turn, other):
        do(table, table.answer_undo(seat, agreed=True))
    assert table.holder is None
    do(table, table.whistle(third))  # all seats may whistle again


def test_a_pause_continues_when_another_person_leaves() -> None:
    table, _, other, third = a_turn()
    do(table, table.whistle(other))
    do(table, table.leave(third))
    assert table.holder == other


def test_an_interruption_does_not_allow_the_others_another_whistle() -> None:
    table, _, other, third = a_turn()
    do(table, table.whistle(third))
    do(table, table.resume(third))
    do(table, table.act(other, "out"))
    with refused("whistle.used"):
        table.whistle(third)


def test_bots_wait_during_a_pause() -> None:
    table = a_game("meine-schafe", BOT, ME, BOT)
    while waiting(table) == [1]:
        act(table, 1)
    do(table, table.whistle(1))
    assert table.bots_to_act() == table.bots_to_interrupt() == []
    do(table, table.resume(1))
    assert table.bots_to_act() == waiting(table)


def test_whistling_is_refused_in_games_without_interruptions() -> None:
    table = a_game("haste-bock")
    for seat in (0, 1):
        with refused("whistle.not_now"):
            table.whistle(seat)
