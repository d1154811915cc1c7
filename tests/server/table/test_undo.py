"""Undo, alone and with everyone's consent."""

from __future__ import annotations

from random import Random

from sheepfold.core.record import replay
from sheepfold.fair import verify
from sheepfold.server.table.entries import Acted
from sheepfold.server.table.settings import BankClock, MoveClock
from sheepfold.server.wire.projection import can_undo, can_whistle
from tests.server.refusing import refused
from tests.server.table.tables import (
    BOT,
    FRIEND,
    ME,
    a_game,
    act,
    do,
    play,
    position,
    waiting,
)


def test_a_seat_can_undo_its_own_last_move() -> None:
    """In Volle Wolle: a secret bid, while the others are still choosing."""
    table = a_game("volle-wolle", ME, FRIEND, FRIEND)
    before = position(table)
    act(table, 1)
    assert [can_undo(table, seat) for seat in (0, 1, 2, None)] == [False, True, False, False]
    for holder, can in ((0, False), (1, True), (None, True)):  # the game waits for the seat that whistled
        table.holder = holder
        assert can_undo(table, 1) is can
    since = table.legal_since[0]
    do(table, table.undo(1))
    assert position(table) == before
    assert waiting(table) == [0, 1, 2]
    assert table.legal_since[0] == since, "the choices of the other seats stay valid"
    assert table.moves == []


def test_undo_is_refused_when_another_seat_has_acted() -> None:
    table = a_game("volle-wolle", ME, FRIEND, FRIEND)
    act(table, 1)
    act(table, 0)
    with refused("undo.acted_since"):
        table.undo(1)
    with refused("undo.nothing"):
        table.undo(2)


def test_undo_is_refused_when_something_hidden_was_shown() -> None:
    """In Schafe schubsen, where the last seat to lay its sheep reveals all of them, without chance."""
    table = a_game("schafe-schubsen", ME, FRIEND, FRIEND)
    for seat in range(3):
        act(table, seat)
    assert isinstance(entry := table.recent[-1].entry, Acted)
    assert (entry.seat, entry.chance) == (2, [])
    with refused("undo.settled"):
        table.undo(2)
    assert not can_undo(table, 2)


def test_undo_is_refused_when_dice_were_thrown() -> None:
    """In Haste Bock?, where nothing is hidden."""
    table, rng = a_game("haste-bock", ME, FRIEND), Random(2)
    while not (isinstance(entry := table.recent[-1].entry, Acted) and entry.chance):
        play(table, 1, rng)
    with refused("undo.settled"):
        table.undo(entry.seat)
    assert not can_undo(table, entry.seat)


def test_undo_is_refused_when_the_game_is_over() -> None:
    table = a_game("haste-bock", ME, FRIEND)
    play(table, 10_000, Random(1))
    last = table.moves[-1]
    assert not last.settled
    with refused("game.over"):
        table.undo(last.seat)
    assert not can_undo(table, last.seat)


def test_moves_of_bots_and_clocks_cannot_be_undone() -> None:
    for by in ("bot", "clock"):
        table = a_game("volle-wolle", ME, FRIEND, FRIEND)
        if by == "bot":
            do(table, table.leave(1))
        act(table, 1, by=by)
        assert not can_undo(table, 1)
        with refused("undo.settled"):
            table.undo(1)


def test_undo_gains_no_time() -> None:
    for clock, left in ((BankClock(60, 10), 55.0), (MoveClock(60), 55.0)):
        table = a_game("volle-wolle", ME, FRIEND, FRIEND, clock=clock)
        act(table, 1, at=5.0)
        do(table, table.undo(1), at=5.0)
        assert table.clocks.left[1] == left


def test_going_back_further_needs_every_person_to_agree() -> None:
    table = a_game("haste-bock", ME, FRIEND, FRIEND, BOT)
    before = position(table)
    play(table, 6)
    do(table, table.ask_undo(0, 0))
    with refused("undo.pending"):
        play(table, 1)
    with refused("undo.asked"):
        table.ask_undo(1, 1)
    with refused("undo.agreed"):
        table.answer_undo(0, agreed=True)
    do(table, table.answer_undo(1, agreed=True))
    assert len(table.moves) == 6
    do(table, table.answer_undo(2, agreed=True))  # the bot does not have to agree
    assert [folded.moves for folded in table.recent[-2:]] == [6, 0]
    assert (len(table.moves), table.undo_wanted) == (0, None)
    assert position(table) == before
    assert table.legal_since == [table.version] * 4


def test_one_person_can_decline_and_the_asking_one_can_withdraw() -> None:
    table = a_game("haste-bock", ME, FRIEND, FRIEND)
    play(table, 4)
    for seat in (0, 1):
        do(table, table.ask_undo(0, 2))
        assert (table.bots_to_act(), table.clocks.running()) == ([], [])
        do(table, table.answer_undo(seat, agreed=False))
        assert (len(table.moves), table.undo_wanted) == (4, None)
    with refused("undo.declined"):  # otherwise the clocks could be stopped for ever
        table.ask_undo(0, 3)
    do(table, table.ask_undo(1, 3))
    do(table, table.answer_undo(1, agreed=False))
    with refused("undo.not_asked"):
        table.answer_undo(1, agreed=True)
    with refused("undo.range", moves=4):
        table.ask_undo(1, 4)
    play(table, 1)
    do(table, table.ask_undo(0, 3))


def test_going_back_against_bots_needs_no_agreement() -> None:
    table = a_game("haste-bock", ME, BOT)
    play(table, 5)
    do(table, table.ask_undo(0, 1))
    assert len(table.moves) == 1


def test_leaving_declines_a_request_to_go_back() -> None:
    """Nor can the others undo moves from before the person left, for instance to throw the dice again."""
    table = a_game("haste-bock", ME, FRIEND)
    play(table, 5)
    do(table, table.ask_undo(0, 1))
    do(table, table.leave(1))
    assert (len(table.moves), table.undo_wanted) == (5, None)
    with refused("undo.left", moves=5):
        table.ask_undo(0, 4)
    play(table, 3)
    do(table, table.ask_undo(0, 6))
    assert len(table.moves) == 6, "later moves can be undone by the people who stayed"
    do(table, table.come_back(1))
    do(table, table.ask_undo(0, 1))
    assert len(table.moves) == 6
    do(table, table.answer_undo(1, agreed=True))
    assert len(table.moves) == 1


def test_undo_costs_the_other_seats_no_time() -> None:
    """In Haste Bock, where seats take turns."""
    table = a_game("haste-bock", ME, FRIEND, clock=BankClock(600))
    for number in range(40):
        act(table, waiting(table)[0], at=float(number))
        if table.moves[-1].seat not in waiting(table) and not table.moves[-1].settled:
            break
    seat = table.moves[-1].seat
    assert can_undo(table, seat)
    before = table.moves[-1].time_left
    do(table, table.undo(seat), at=number + 100.0)
    assert table.clocks.left[1 - seat] == before[1 - seat]
    assert table.clocks.left[seat] == before[seat] - 100.0
    assert table.clocks.running() == [seat]


def test_undo_gives_no_time_back_to_seats_that_choose_at_the_same_time() -> None:
    table = a_game("volle-wolle", ME, FRIEND, clock=BankClock(600))
    act(table, 0, at=10.0)
    do(table, table.undo(0), at=50.0)
    assert table.clocks.left == [590.0, 550.0]


def test_repeating_an_undone_move_leads_to_the_same_position() -> None:
    table = a_game("volle-wolle", ME, FRIEND, FRIEND)
    first = position(table)
    for _ in range(3):
        act(table, 1)
        second = position(table)
        act(table, 2)
        do(table, table.undo(2))
        assert position(table) == second
        do(table, table.undo(1))  # the position before this one is not cached
        assert position(table) == first


def test_undo_does_not_allow_another_whistle() -> None:
    table = a_game("meine-schafe", ME, FRIEND)
    for number in range(200):
        if can_whistle(table, 1) and table.legal(1):
            break
        act(table, waiting(table)[0], at=float(number))
    do(table, table.whistle(1))
    act(table, 1)
    assert can_undo(table, 1)
    do(table, table.undo(1))
    assert not can_whistle(table, 1)


def test_dice_are_thrown_again_after_going_back_and_the_record_proves_all_of_them() -> None:
    table = a_game("volle-wolle", ME, BOT)
    rng = Random(4)
    for _ in range(6):
        play(table, 8, rng)
        thrown = table.dice.thrown
        do(table, table.ask_undo(0, len(table.moves) - 6))
        assert table.dice.thrown == thrown, "an undone throw keeps its number"
        play(table, 12, rng)
    play(table, 10_000, rng)
    record = table.record()
    assert replay(record).outcome() is not None
    verdict = verify(record)
    assert (verdict.problems, verdict.checked) == ([], table.dice.thrown)


def test_undo_is_refused_while_a_request_to_go_back_is_pending() -> None:
    table = a_game("volle-wolle", ME, FRIEND, FRIEND)
    act(table, 1)
    assert can_undo(table, 1)
    do(table, table.ask_undo(0, 0))
    with refused("undo.pending"):
        table.undo(1)
    assert not can_undo(table, 1)


def test_a_repeated_choice_is_stale() -> None:
    """A seat that has acted must choose again, even if its legal actions are the same."""
    table = a_game("volle-wolle", ME, BOT)
    rng = Random(6)
    while waiting(table):
        seat = waiting(table)[0]
        play(table, 1, rng)
        assert table.legal_since[seat] == table.version
