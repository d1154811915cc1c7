"""The commands of a table: taking seats, undo, leaving, clocks, and folding the log."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from sheepfold.core.errors import IllegalAction, OptionError
from sheepfold.core.record import Contribution, replay
from sheepfold.fair import nonce_commitment, verify
from sheepfold.server.live.rematch import rematch_settings
from sheepfold.server.room.room import Room
from sheepfold.server.table.clocks import Clocks
from sheepfold.server.table.dice import Dice
from sheepfold.server.table.entries import (
    Acted,
    By,
    Closed,
    Entry,
    Imported,
    RematchOffered,
    UndoAsked,
    decode_entry,
    encode_entry,
)
from sheepfold.server.table.fold import HOLD
from sheepfold.server.table.model import Chair, Proposal
from sheepfold.server.table.refusals import AlreadySeated, Refused
from sheepfold.server.table.settings import BankClock, Clock, MoveClock, NoClock, SeatPlan, Settings
from sheepfold.server.table.table import Table, new_table
from sheepfold.server.wire.projection import can_undo, can_whistle
from sheepfold.testing.snapshot import snapshot
from tests.server.refusing import refused
from tests.server.worlds import SECRET, FakeListener, attributes, presence_at

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


# Before the game


def test_only_the_host_can_close_a_table_before_the_game() -> None:
    table = a_table("haste-bock", ME, FRIEND)
    with refused("host.closes"):
        table.close("ben")
    closing = table.close(table.host)
    do(table, closing)
    again = a_table("haste-bock", ME, FRIEND)
    again.apply_entry(closing.entry, 1.0)
    assert table.status == again.status == "over"
    with refused("table.closed"):
        table.sit(1, "ben", "Ben")
    with refused("table.closed"):
        table.close(table.host)
    with refused("rematch.not_over"):
        table.offer_rematch(0, "next", table.settings, "invitation")


def test_a_table_cannot_be_closed_once_the_game_has_begun() -> None:
    table = a_game()
    with refused("game.started"):
        table.close(table.host)


def test_a_person_can_take_a_seat_and_leave_it_again() -> None:
    table = a_table("haste-bock", ME, FRIEND, BOT)
    assert [chair.is_free() for chair in table.chairs] == [False, True, False]
    do(table, table.sit(1, "ben", "Ben"))
    assert (table.chairs[1].person, table.chairs[1].name, table.is_full()) == ("ben", "Ben", True)
    with refused("seat.taken"):
        table.sit(1, "cleo", "Cleo")
    do(table, table.commit(1, OF_BEN))
    do(table, table.stand(1))
    assert (table.chairs[1].is_free(), table.dice.ready) == (True, {})
    with refused("seat.host_stays"):
        table.stand(0)


def test_the_host_can_give_a_free_seat_to_a_bot_and_free_it_again() -> None:
    table = a_table("haste-bock", ME, FRIEND, FRIEND)
    do(table, table.sit(1, "ben", "Ben"))
    with refused("seat.occupied", name="Ben"):
        table.appoint(1, "lamb", None)
    with refused("seat.unknown"):
        table.appoint(3, "lamb", None)
    with pytest.raises(OptionError, match="no bot 'wolf'"):
        table.appoint(2, "wolf", None)
    do(table, table.appoint(2, "lamb", " Wolla\n"), 5.0)
    assert table.chairs[2] == Chair(None, "Wolla", "lamb")
    assert table.full_since == 5.0
    do(table, table.appoint(2, None, "Wolla"), 6.0)
    free = a_table("haste-bock", ME, FRIEND, FRIEND).chairs[2]
    assert (table.chairs[2], table.is_full()) == (free, False)
    do(table, table.appoint(2, "random", None), 7.0)
    assert (table.chairs[2], table.full_since) == (Chair(None, free.name, "random"), 7.0)
    begin(table)
    with refused("game.started"):
        table.appoint(2, None, None)


def test_full_since_stays_when_a_browser_commits_later() -> None:
    """Otherwise a late commitment would make the others wait again."""
    table = a_table("haste-bock", ME, FRIEND)
    do(table, table.sit(1, "ben", "Ben"), 5.0)
    do(table, table.commit(1, OF_BEN), 6.0)
    assert table.full_since == 5.0


def test_the_seat_of_an_absent_guest_can_be_freed() -> None:
    """The host's seat cannot: only the host may close the table."""
    table = a_table("haste-bock", ME, FRIEND)
    do(table, table.sit(1, "ben", "Ben"))
    do(table, table.commit(1, OF_BEN))
    do(table, table.appoint(1, None, None, is_gone=True))
    assert (table.chairs[1].is_free(), table.dice.ready) == (True, {})
    with refused("seat.occupied", name="Anna"):
        table.appoint(0, "lamb", None, is_gone=True)


def test_repeating_a_request_for_a_seat_does_not_take_another() -> None:
    table = a_table("haste-bock", ME, FRIEND, FRIEND)
    do(table, table.sit(table.seat_for("ben", None), "ben", "Ben"))
    for wanted in (None, 1):
        with pytest.raises(AlreadySeated) as known:
            table.seat_for("ben", wanted)
        assert (known.value.reason, known.value.seat) == ("seat.already_yours", 1)
    assert table.seat_for("ben", 2) == 2, "for a second player at the same screen"
    assert table.seat_for("cleo", None) == 2
    do(table, table.sit(2, "cleo", "Cleo"))
    with refused("seat.none_free"):
        table.seat_for("dora", None)


def test_names_at_a_table_are_unique() -> None:
    table = a_table("haste-bock", ME, FRIEND, FRIEND, FRIEND)
    do(table, table.sit(1, "ben", "anna"))
    do(table, table.sit(2, "cleo", "Anna"))
    do(table, table.appoint(3, "lamb", "Anna"))
    assert [chair.name for chair in table.chairs] == ["Anna", "anna 2", "Anna 3", "Anna 4"]
    do(table, table.stand(1))
    usual = table.chairs[1].name
    do(table, table.sit(1, "dora", usual))
    assert table.chairs[1].name == usual, "the name of a free seat is not taken"


def test_a_table_with_an_unknown_bot_is_rejected() -> None:
    with pytest.raises(OptionError, match="no bot 'wolf'"):
        a_table("haste-bock", ME, SeatPlan("bot", bot="wolf"))


def test_a_game_begins_once_when_every_seat_is_taken() -> None:
    table = a_table()
    with refused("game.seats_free"):
        table.seal()
    with refused("dice.unrevealed"):
        table.begin()
    with refused("game.not_started"):
        table.act(0, "anything")
    do(table, table.sit(1, "ben", "Ben"))
    begin(table)
    for late in (
        table.seal,
        table.begin,
        lambda: table.sit(1, "cleo", "Cleo"),
        lambda: table.commit(0, OF_ANNA),
        lambda: table.reveal(0, "the-nonce-of-anna"),
    ):
        with refused("game.started"):
            late()


def test_browsers_commit_to_nonces_and_reveal_them_once_all_are_sealed() -> None:
    table = a_table("haste-bock", ME, FRIEND, BOT)
    do(table, table.sit(1, "ben", "Ben"), 5.0)
    assert table.full_since == 5.0
    do(table, table.commit(0, OF_ANNA), 6.0)
    assert not table.is_ready()
    with refused("dice.committed"):
        table.commit(0, OF_BEN)
    with refused("dice.not_sealed"):
        table.reveal(0, "the-nonce-of-anna")
    do(table, table.commit(1, OF_BEN), 7.0)
    assert table.is_ready()
    do(table, table.seal(), 8.0)
    assert (table.dice.sealed, table.dice.sealed_at) == ([OF_ANNA, OF_BEN, None], 8.0)
    for late in (table.seal, lambda: table.stand(1), lambda: table.appoint(2, None, None)):
        with refused("game.starting"):
            late()
    do(table, table.reveal(0, "the-nonce-of-anna"))
    with refused("dice.revealed"):
        table.reveal(0, "the-nonce-of-anna")
    with refused("dice.wrong_nonce"):
        table.reveal(1, "another-nonce-of-ben")
    with refused("dice.wrong_nonce"):
        table.reveal(2, "the-nonce-of-ben")
    with refused("dice.unrevealed"):
        table.begin()
    do(table, table.reveal(1, "the-nonce-of-ben"))
    with refused("dice.all_revealed"):
        table.unseal()
    do(table, table.begin())
    assert table.dice.nonces() == ["the-nonce-of-anna", "the-nonce-of-ben", ""]


def test_withholding_a_nonce_gains_nothing() -> None:
    """The other browsers make new nonces, and the silent one no longer contributes to the dice."""
    table = a_table("haste-bock", ME, FRIEND)
    do(table, table.sit(1, "ben", "Ben"))
    do(table, table.commit(0, OF_ANNA))
    do(table, table.commit(1, OF_BEN))
    do(table, table.seal())
    do(table, table.reveal(0, "the-nonce-of-anna"))
    do(table, table.unseal(), 20.0)
    assert (table.dice.sealed, table.dice.ready, table.dice.revealed) == (None, {}, {})
    assert table.full_since == 20.0, "every browser has time to commit again"
    with refused("dice.silent"):
        table.commit(1, OF_BEN)
    do(table, table.commit(0, OF_BEN))
    assert table.is_ready(), "the dice do not wait for Ben's nonce"
    do(table, table.seal())
    do(table, table.reveal(0, "the-nonce-of-ben"))
    do(table, table.begin())
    fairness = table.record().fairness
    assert fairness is not None
    assert fairness.restarts == [[1]]
    assert fairness.players[1] == Contribution(seat=1)


def test_a_silent_seat_stays_silent_when_it_changes_hands() -> None:
    """Otherwise a player could restart the dice until they like the result."""
    table = a_table("haste-bock", ME, FRIEND)
    do(table, table.sit(1, "ben", "Ben"))
    do(table, table.commit(1, OF_BEN))
    do(table, table.seal())
    do(table, table.unseal())
    do(table, table.stand(1))
    do(table, table.sit(1, "cleo", "Cleo"))
    with refused("dice.silent"):
        table.commit(1, OF_BEN)
    do(table, table.commit(0, OF_ANNA))
    assert table.is_ready()


def test_a_player_who_leaves_before_the_seal_contributes_no_nonce() -> None:
    table = a_table("haste-bock", ME, FRIEND)
    do(table, table.sit(1, "ben", "Ben"))
    do(table, table.commit(1, OF_BEN))
    do(table, table.stand(1))
    do(table, table.appoint(1, "lamb", None))
    do(table, table.seal())
    assert table.dice.sealed == [None, None]


def test_a_takeback_lists_absent_seats_and_is_kept_only_for_throws() -> None:
    table = a_game("volle-wolle", ME, FRIEND, BOT)
    do(table, table.leave(1))
    play(table, 8, Random(1))
    do(table, table.ask_undo(0, len(table.moves) - 5))
    [takeback] = table.dice.takebacks
    assert (takeback.asked, takeback.agreed, takeback.absent) == (0, [0], [1])
    table.dice.take_back(3, ["0 bid 14"], 0, {0}, [])
    assert table.dice.takebacks == [takeback], "no throw was undone"


# Undo


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


def play(table: Table, moves: int, rng: Random | None = None) -> None:
    """Play this many moves, or to the end of the game."""
    for _ in range(moves):
        if not waiting(table):
            return
        seat = waiting(table)[0]
        by: By = "person" if table.chairs[seat].bot is None else "bot"
        legal = table.legal(seat)
        do(table, table.act(seat, (rng.choice(legal) if rng else legal[0]).text, by))


# Leaving, coming back, rematch


def test_a_bot_takes_over_until_the_person_comes_back() -> None:
    table = a_game()
    seat = waiting(table)[0]
    with refused("seat.not_left"):
        table.come_back(seat)
    do(table, table.leave(seat))
    assert (table.bots_to_act(), table.chairs[seat].person is None) == ([seat], False)
    with refused("seat.bot_plays"):
        act(table, seat)
    with refused("seat.bot_stays"):
        table.leave(seat)
    act(table, seat, by="bot")
    do(table, table.come_back(seat))
    assert table.people() == [0, 1]


def test_a_late_answer_of_a_bot_is_refused_once_the_person_is_back() -> None:
    table = a_game()
    seat = waiting(table)[0]
    do(table, table.leave(seat))
    do(table, table.come_back(seat))
    with refused("seat.person_plays"):
        act(table, seat, by="bot")


def test_names_are_unique_from_the_start() -> None:
    bot = SeatPlan("bot", "anna")
    table = a_table("schafe-schubsen", ME, ME, bot, SeatPlan("me", "Anna 2"), FRIEND)
    names = [chair.name for chair in table.chairs]
    assert names[:4] == ["Anna", "Anna 2", "anna 3", "Anna 2 2"]
    assert names[4] == table.default_name(4), "a free seat keeps its default name"


@pytest.mark.parametrize("other", ["Anna", "anna", "An\u200dna", "\uff21nna", "An\u200c\u200dna"])
def test_names_that_look_alike_are_made_unique(other: str) -> None:
    table = a_table("haste-bock", ME, FRIEND)
    do(table, table.sit(1, "ben", other))
    assert table.chairs[1].name == f"{other} 2"


def test_replacing_a_bot_by_another_keeps_its_name() -> None:
    table = a_table("haste-bock", ME, FRIEND, FRIEND)
    for name in (None, "Wolla", None):
        for bot in ("lamb", "random"):
            do(table, table.appoint(2, bot, name))
            assert (table.chairs[2].bot, table.chairs[2].name) == (bot, name or table.default_name(2))


def test_undo_is_refused_while_a_request_to_go_back_is_pending() -> None:
    table = a_game("volle-wolle", ME, FRIEND, FRIEND)
    act(table, 1)
    assert can_undo(table, 1)
    do(table, table.ask_undo(0, 0))
    with refused("undo.pending"):
        table.undo(1)
    assert not can_undo(table, 1)


def test_a_bot_stands_in_for_an_absent_person_until_they_come_back() -> None:
    table = a_table("haste-bock", ME, FRIEND)
    do(table, table.sit(1, "ben", "Ben"))
    with refused("game.not_started"):
        table.stand_in(1, is_gone=False)
    begin(table)
    with refused("seat.present", name="Ben"):
        table.stand_in(1, is_gone=False)
    with refused("seat.unknown"):
        table.stand_in(2, is_gone=False)
    do(table, table.stand_in(1, is_gone=True))
    assert (table.chairs[1].person, table.people()) == ("ben", [0])
    with refused("seat.bot_stays"):
        table.stand_in(1, is_gone=False)
    do(table, table.come_back(1))
    assert table.people() == [0, 1]


def test_a_repeated_choice_is_stale() -> None:
    """A seat that has acted must choose again, even if its legal actions are the same."""
    table = a_game("volle-wolle", ME, BOT)
    rng = Random(6)
    while waiting(table):
        seat = waiting(table)[0]
        play(table, 1, rng)
        assert table.legal_since[seat] == table.version


def test_a_rematch_is_for_the_same_players() -> None:
    table = a_game("haste-bock", ME, FRIEND, BOT)
    with refused("rematch.not_over"):
        table.offer_rematch(0, "next", table.settings, "invitation")
    do(table, table.leave(1))
    play(table, 10_000, Random(1))
    again = rematch_settings(table, "anna")
    assert again.seats == [SeatPlan("me", "Anna"), FRIEND, SeatPlan("bot", table.chairs[2].name, table.chairs[2].bot)]
    do(table, table.offer_rematch(0, "next", again, "invitation"))
    with refused("rematch.offered"):
        table.offer_rematch(1, "another", again, "invitation")


# The whistle


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


def a_turn() -> tuple[Table, int, int, int]:
    table = a_game("meine-schafe", ME, FRIEND, FRIEND)
    turn = waiting(table)[0]
    return table, turn, (turn + 1) % 3, (turn + 2) % 3


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


# Clocks


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


def test_a_seat_left_to_a_bot_counts_as_a_bot_even_if_the_page_is_open() -> None:
    table = a_game("volle-wolle", ME, FRIEND)
    room = Room(table, 0.0, "")
    room.enter(FakeListener("anna"), 0)
    do(table, table.leave(0))
    assert presence_at(room) == ["bot", "gone"]
    do(table, table.come_back(0))
    assert presence_at(room) == ["here", "gone"]


# The log


GAMES = ["haste-bock", "meine-schafe", "schafe-schubsen", "volle-wolle"]
EVERY_ENTRY = {entry.__name__ for entry in Entry.__subclasses__()}
CLOCKS: list[Clock] = [NoClock(), MoveClock(30), BankClock(300, 5)]


def test_folding_the_log_again_gives_the_same_table() -> None:
    """Applying proposals and applying the entries of the log lead to the same state."""
    kinds: set[str] = set()
    for number in range(24):
        game = GAMES[number % 4]
        clock = CLOCKS[number % 3]
        rng = Random(f"{game}/{number}")
        table, log = random_session(a_table(game, ME, FRIEND, BOT, clock=clock), rng)
        again = a_table(game, ME, FRIEND, BOT, clock=clock)
        for body, at in log:
            again.apply_entry(decode_entry(body), at)
        assert full_state(again) == full_state(table)
        assert again.record() == table.record()
        kinds |= {type(decode_entry(body)).__name__ for body, _ in log}
    assert kinds == EVERY_ENTRY - {"Closed", "Imported"}


def random_session(table: Table, rng: Random) -> tuple[Table, list[tuple[bytes, float]]]:
    """Submit random commands; a refused command changes nothing."""
    log: list[tuple[bytes, float]] = []
    for number in range(800):
        before = full_state(table) if number % 10 == 0 else {}
        assert [can_whistle(table, seat) for seat in range(3)] == [may_whistle(table, seat) for seat in range(3)]
        try:
            proposal = random_proposal(table, rng, number)
        except (Refused, IllegalAction):
            assert full_state(table) == before or not before
            continue
        table.apply(proposal, float(number))
        log.append((encode_entry(proposal.entry), float(number)))
        if table.rematch is not None:
            break
    return table, log


def may_whistle(table: Table, seat: int) -> bool:
    try:
        table.whistle(seat)
    except Refused:
        return False
    return True


def random_proposal(table: Table, rng: Random, number: int) -> Proposal:
    seat = rng.randrange(len(table.chairs))
    if table.status == "open":
        sit = partial(table.sit, 1, "ben", "Ben")
        commands: list[Callable[[], Proposal]] = [
            table.begin,
            table.begin,
            sit,
            sit,
            partial(table.commit, seat, nonce_commitment(f"nonce-{seat}")),
            partial(table.reveal, seat, f"nonce-{seat}"),
            table.seal,
            *([table.unseal] if number % 16 == 0 else []),
            partial(table.stand, 1),
            partial(table.appoint, 2, rng.choice(["lamb", None]), "Wolla"),
        ]
        return rng.choice(commands)()
    if table.status == "over":
        return table.offer_rematch(seat, "next", rematch_settings(table, "anna"), "invitation")
    return random_move(table, rng, seat)


def random_move(table: Table, rng: Random, seat: int) -> Proposal:
    chance = rng.random()
    if table.undo_wanted is not None:
        return table.answer_undo(seat, agreed=chance < 0.8)
    if chance < 0.1:
        return table.undo(seat)
    if chance < 0.3:
        return rng.choice([table.whistle, table.resume])(seat)
    if chance < 0.34:
        return table.ask_undo(seat, rng.randrange(max(0, len(table.moves) - 5), len(table.moves) + 1))
    if chance < 0.4:
        return rng.choice([table.leave, table.come_back])(rng.randrange(2))
    seat = rng.choice([*waiting(table), seat])
    by: By = "person" if table.chairs[seat].bot is None else "bot"
    return table.act(seat, rng.choice([action.text for action in table.legal(seat)] or ["nothing"]), by)


def full_state(table: Table) -> dict[str, object]:
    separate = ("state", "_before", "clocks", "dice", "rules", "game")
    found: dict[str, object] = {name: repr(value) for name, value in attributes(table).items() if name not in separate}
    found["clocks"] = repr(attributes(table.clocks))
    found["dice"] = repr(attributes(table.dice))
    found["state"] = None if table.state is None else snapshot(table.state)
    before = attributes(table)["_before"]
    found["before"] = None if before is None else snapshot(before)
    return found


@pytest.mark.parametrize("number", range(8))
def test_a_table_and_its_copy_change_independently(number: int) -> None:
    """And the same entry has the same effect on both."""
    rng = Random(f"copy {number}")
    table = a_table(GAMES[number % 4], ME, FRIEND, BOT, clock=CLOCKS[number % 3])
    _, log = random_session(table.copy(), rng)
    kinds = set()
    twin = table.copy()
    for body, at in log:
        entry = decode_entry(body)
        kinds.add(type(entry).__name__)
        before = observed(table)
        twin = table.copy()
        assert observed(twin) == before
        folded = twin.apply_entry(entry, at)
        after = observed(twin)
        assert observed(table) == before, "only the copy has changed"
        assert table.apply_entry(entry, at) == folded
        assert observed(twin) == after, "only the table has changed"
        assert observed(table) == after
    assert kinds > {"Sat", "Begun", "Acted"}


def test_copies_of_copies_apply_every_kind_of_entry() -> None:
    """Each entry is applied to a copy of the previous copy, as for a table with many entries in flight."""
    kinds: set[str] = set()
    for number in range(24):
        game = GAMES[number % 4]
        table = a_table(game, ME, FRIEND, BOT, clock=CLOCKS[number % 3])
        twin = table.copy()
        played, log = random_session(table, Random(f"{game}/{number}"))
        for body, at in log:
            entry = decode_entry(body)
            kinds.add(type(entry).__name__)
            twin = twin.copy()
            twin.apply_entry(entry, at)
        assert observed(twin) == observed(played)
    assert kinds == EVERY_ENTRY - {"Closed", "Imported"}


@pytest.mark.parametrize("entry", [Closed(), Imported(["0 nothing"])])
def test_a_copy_keeps_whether_the_table_was_closed_or_imported(entry: Entry) -> None:
    if isinstance(entry, Imported):
        first = a_game("haste-bock", ME, BOT)
        play(first, 6, Random(3))
        entry = Imported(first.lines)
    table = a_table("haste-bock", ME, BOT)
    before = observed(table)
    twin = table.copy()
    twin.apply_entry(entry, 1.0)
    assert observed(table) == before
    assert observed(twin.copy()) == observed(twin)


REPLACED = {"sealed", "players", "_running", "_away"}
"""Lists that are replaced as a whole, never changed."""


def test_a_copy_has_every_attribute() -> None:
    """Every attribute is checked, so the test fails if a new one is not copied."""
    table = a_game("schafe-schubsen", ME, FRIEND, BOT)
    before = a_game("schafe-schubsen", ME, FRIEND, BOT).state
    entries = {
        "undo_wanted": UndoAsked(1, 2),
        "rematch": RematchOffered(1, "next", "invitation", {}),
        "_before": before,
    }
    for thing in (table, table.clocks, table.dice):
        for name, value in attributes(thing).items():
            setattr(thing, name, entries.get(name, odd(value)))
    twin = table.copy()
    for thing, other in ((table, twin), (table.clocks, twin.clocks), (table.dice, twin.dice)):
        for name, value in attributes(thing).items():
            copied = attributes(other)[name]
            assert copied == value or name in ("clocks", "dice"), f"{name} is not copied"
            is_mutable = isinstance(value, (list, dict, set, Clocks, Dice)) and name not in REPLACED
            assert copied is not value or not is_mutable, f"{name} is shared"


def odd(value: Any) -> Any:
    """Return a value of the same type that no table has by default."""
    more: dict[type, Any] = {int: 77, float: 77.0, str: " odd", bytes: b"odd", list: [77]}
    if type(value) in more:
        return value + more[type(value)]
    if isinstance(value, dict):
        return value | {77: "odd"}
    if isinstance(value, set):
        return value | {77}
    if isinstance(value, bool):
        return not value
    return 77 if value is None else value


def observed(table: Table) -> dict[str, object]:
    """Return its full state and everything that can be observed of it."""
    seats = range(len(table.chairs))
    return full_state(table) | {
        "record": table.record(),
        "clocks left": table.clocks.remaining(2000.0),
        "due": table.clocks.due(),
        "choices": [table.legal(seat) for seat in seats],
        "whistles": [can_whistle(table, seat) for seat in seats],
        "bots": (table.bots_to_act(), table.bots_to_interrupt()),
    }


def test_the_record_reveals_the_secret_of_the_dice_once_the_game_is_over() -> None:
    table = a_game("haste-bock", ME, FRIEND)
    running = table.record()
    play(table, 10_000, Random(1))
    over = table.record()
    assert running.fairness is not None
    assert over.fairness is not None
    assert (running.fairness.secret, over.fairness.secret) == (None, SECRET)
    assert (running.result is None, over.result is None) == (True, False)


def test_an_imported_game_can_be_continued() -> None:
    first = a_game("haste-bock", ME, BOT)
    play(first, 6, Random(3))
    table = a_table("haste-bock", ME, BOT)
    entry: Entry = Imported(first.lines)
    table.apply_entry(entry, 0.0)
    assert position(table) == position(first)
    assert (table.moves, table.opening, table.status) == ([], len(first.lines), "running")
    with refused("undo.nothing"):
        table.undo(waiting(table)[0])
    play(table, 10_000, Random(3))
    record = table.record()
    assert replay(record).outcome() is not None
    assert record.fairness is None, "dice thrown elsewhere cannot be proven"
