"""How a table behaves: sitting down, going back, leaving, clocks, and a log that can be folded again."""

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
from tests.server.worlds import SECRET, Ear, attributes, presence_at

ME = SeatPlan("me")
FRIEND = SeatPlan("friend")
BOT = SeatPlan("bot")


OF_ANNA = nonce_commitment("the-nonce-of-anna")
OF_BEN = nonce_commitment("the-nonce-of-ben")


def a_table(game: str = "haste-bock", *seats: SeatPlan, clock: Clock | None = None, **more: Any) -> Table:
    plan = Settings(game=game, seats=list(seats or (ME, FRIEND)), clock=clock or NoClock(), **more)
    return new_table("table", plan, SECRET, "anna", "Anna")


def a_game(game: str = "haste-bock", *seats: SeatPlan, clock: Clock | None = None) -> Table:
    """Everybody has come, and it has begun at 0."""
    table = a_table(game, *seats, clock=clock)
    for seat, chair in enumerate(table.chairs):
        if chair.is_free():
            do(table, table.sit(seat, f"person {seat}", f"Person {seat}"))
    begin(table)
    return table


def do(table: Table, proposal: Proposal, at: float = 0.0) -> None:
    table.apply(proposal, at)


def begin(table: Table) -> None:
    """Without any nonces."""
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


def test_who_made_a_table_can_close_it_before_the_game() -> None:
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


def test_a_game_that_has_begun_is_not_closed() -> None:
    table = a_game()
    with refused("game.started"):
        table.close(table.host)


def test_somebody_sits_down_and_stands_up_again() -> None:
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


def test_a_bot_is_let_to_a_free_seat_and_makes_room_again() -> None:
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


def test_a_table_is_full_since_the_last_has_come_whatever_happens_then() -> None:
    """Else whoever gets ready, late, would make the others wait anew."""
    table = a_table("haste-bock", ME, FRIEND)
    do(table, table.sit(1, "ben", "Ben"), 5.0)
    do(table, table.commit(1, OF_BEN), 6.0)
    assert table.full_since == 5.0


def test_who_came_and_is_gone_makes_room_for_others() -> None:
    """But not who made the table, who alone may close it."""
    table = a_table("haste-bock", ME, FRIEND)
    do(table, table.sit(1, "ben", "Ben"))
    do(table, table.commit(1, OF_BEN))
    do(table, table.appoint(1, None, None, is_gone=True))
    assert (table.chairs[1].is_free(), table.dice.ready) == (True, {})
    with refused("seat.occupied", name="Anna"):
        table.appoint(0, "lamb", None, is_gone=True)


def test_who_asks_for_a_seat_again_does_not_get_another() -> None:
    table = a_table("haste-bock", ME, FRIEND, FRIEND)
    do(table, table.sit(table.seat_for("ben", None), "ben", "Ben"))
    for wanted in (None, 1):
        with pytest.raises(AlreadySeated) as known:
            table.seat_for("ben", wanted)
        assert (known.value.reason, known.value.seat) == ("seat.already_yours", 1)
    assert table.seat_for("ben", 2) == 2, "for somebody else at the same screen"
    assert table.seat_for("cleo", None) == 2
    do(table, table.sit(2, "cleo", "Cleo"))
    with refused("seat.none_free"):
        table.seat_for("dora", None)


def test_nobody_at_a_table_is_called_like_another() -> None:
    table = a_table("haste-bock", ME, FRIEND, FRIEND, FRIEND)
    do(table, table.sit(1, "ben", "anna"))
    do(table, table.sit(2, "cleo", "Anna"))
    do(table, table.appoint(3, "lamb", "Anna"))
    assert [chair.name for chair in table.chairs] == ["Anna", "anna 2", "Anna 3", "Anna 4"]
    do(table, table.stand(1))
    usual = table.chairs[1].name
    do(table, table.sit(1, "dora", usual))
    assert table.chairs[1].name == usual, "what a free seat is called is nobody's name"


def test_a_table_is_made_with_bots_that_there_are() -> None:
    with pytest.raises(OptionError, match="no bot 'wolf'"):
        a_table("haste-bock", ME, SeatPlan("bot", bot="wolf"))


def test_a_game_begins_when_every_seat_is_taken_and_not_twice() -> None:
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


def test_browsers_commit_to_nonces_first_and_reveal_them_when_all_are_sealed() -> None:
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


def test_a_browser_that_keeps_its_nonce_back_gains_nothing() -> None:
    """The others make new nonces, and the one that was silent has no part in the dice any more."""
    table = a_table("haste-bock", ME, FRIEND)
    do(table, table.sit(1, "ben", "Ben"))
    do(table, table.commit(0, OF_ANNA))
    do(table, table.commit(1, OF_BEN))
    do(table, table.seal())
    do(table, table.reveal(0, "the-nonce-of-anna"))
    do(table, table.unseal(), 20.0)
    assert (table.dice.sealed, table.dice.ready, table.dice.revealed) == (None, {}, {})
    assert table.full_since == 20.0, "everybody has time to commit again"
    with refused("dice.silent"):
        table.commit(1, OF_BEN)
    do(table, table.commit(0, OF_BEN))
    assert table.is_ready(), "nobody waits for Ben's nonce"
    do(table, table.seal())
    do(table, table.reveal(0, "the-nonce-of-ben"))
    do(table, table.begin())
    fairness = table.record().fairness
    assert fairness is not None
    assert fairness.restarts == [[1]]
    assert fairness.players[1] == Contribution(seat=1)


def test_a_silent_seat_stays_silent_whoever_sits_there() -> None:
    """Else somebody could stop the dice again and again, until they please."""
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


def test_who_left_the_table_before_the_seal_adds_no_nonce() -> None:
    table = a_table("haste-bock", ME, FRIEND)
    do(table, table.sit(1, "ben", "Ben"))
    do(table, table.commit(1, OF_BEN))
    do(table, table.stand(1))
    do(table, table.appoint(1, "lamb", None))
    do(table, table.seal())
    assert table.dice.sealed == [None, None]


def test_a_takeback_names_who_was_absent_and_needs_a_throw() -> None:
    table = a_game("volle-wolle", ME, FRIEND, BOT)
    do(table, table.leave(1))
    play(table, 8, Random(1))
    do(table, table.ask_undo(0, len(table.moves) - 5))
    [takeback] = table.dice.takebacks
    assert (takeback.asked, takeback.agreed, takeback.absent) == (0, [0], [1])
    table.dice.take_back(3, ["0 bid 14"], 0, {0}, [])
    assert table.dice.takebacks == [takeback], "no throw was undone"


# Going back


def test_the_own_last_choice_can_be_taken_back() -> None:
    """Volle Wolle: a secret bid, while the others still choose."""
    table = a_game("volle-wolle", ME, FRIEND, FRIEND)
    before = position(table)
    act(table, 1)
    assert [can_undo(table, seat) for seat in (0, 1, 2, None)] == [False, True, False, False]
    for holder, can in ((0, False), (1, True), (None, True)):  # who has whistled is waited for
        table.holder = holder
        assert can_undo(table, 1) is can
    since = table.legal_since[0]
    do(table, table.undo(1))
    assert position(table) == before
    assert waiting(table) == [0, 1, 2]
    assert table.legal_since[0] == since, "who still chooses is not disturbed"
    assert table.moves == []


def test_it_cannot_when_somebody_else_has_acted() -> None:
    table = a_game("volle-wolle", ME, FRIEND, FRIEND)
    act(table, 1)
    act(table, 0)
    with refused("undo.acted_since"):
        table.undo(1)


def test_it_cannot_when_something_hidden_was_shown() -> None:
    """Schafe schubsen: nothing is left to chance when all have laid their sheep."""
    table = a_game("schafe-schubsen", ME, FRIEND, FRIEND)
    for seat in range(3):
        act(table, seat)
    assert isinstance(entry := table.recent[-1].entry, Acted)
    assert (entry.seat, entry.chance) == (2, [])
    with refused("undo.settled"):
        table.undo(2)
    assert not can_undo(table, 2)


def test_it_cannot_when_dice_have_fallen() -> None:
    """Haste Bock?: nothing is hidden there."""
    table, rng = a_game("haste-bock", ME, FRIEND), Random(2)
    while not (isinstance(entry := table.recent[-1].entry, Acted) and entry.chance):
        play(table, 1, rng)
    with refused("undo.settled"):
        table.undo(entry.seat)
    assert not can_undo(table, entry.seat)


def test_it_cannot_when_the_game_is_over() -> None:
    table = a_game("haste-bock", ME, FRIEND)
    play(table, 10_000, Random(1))
    last = table.moves[-1]
    assert not last.settled
    with refused("game.over"):
        table.undo(last.seat)
    assert not can_undo(table, last.seat)


def test_what_a_bot_or_the_clock_chose_is_nobodys_to_take_back() -> None:
    for by in ("bot", "clock"):
        table = a_game("volle-wolle", ME, FRIEND, FRIEND)
        if by == "bot":
            do(table, table.leave(1))
        act(table, 1, by=by)
        assert not can_undo(table, 1)
        with refused("undo.settled"):
            table.undo(1)


def test_taking_back_makes_no_time() -> None:
    for clock, left in ((BankClock(60, 10), 55.0), (MoveClock(60), 55.0)):
        table = a_game("volle-wolle", ME, FRIEND, FRIEND, clock=clock)
        act(table, 1, at=5.0)
        do(table, table.undo(1), at=5.0)
        assert table.clocks.left[1] == left


def test_everybody_is_asked_to_go_back_further() -> None:
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
    assert [happened.moves for happened in table.recent[-2:]] == [6, 0]
    assert (len(table.moves), table.undo_wanted) == (0, None)
    assert position(table) == before
    assert table.legal_since == [table.version] * 4


def test_one_no_is_enough_and_who_asked_may_withdraw() -> None:
    table = a_game("haste-bock", ME, FRIEND, FRIEND)
    play(table, 4)
    for seat in (0, 1):
        do(table, table.ask_undo(0, 2))
        assert (table.bots_to_act(), table.clocks.running()) == ([], [])
        do(table, table.answer_undo(seat, agreed=False))
        assert (len(table.moves), table.undo_wanted) == (4, None)
    with refused("undo.declined"):  # else nobody's time would ever be up
        table.ask_undo(0, 3)
    do(table, table.ask_undo(1, 3))
    do(table, table.answer_undo(1, agreed=False))
    with refused("undo.not_asked"):
        table.answer_undo(1, agreed=True)
    with refused("undo.range", moves=4):
        table.ask_undo(1, 4)
    play(table, 1)
    do(table, table.ask_undo(0, 3))


def test_against_bots_nobody_else_is_asked() -> None:
    table = a_game("haste-bock", ME, BOT)
    play(table, 5)
    do(table, table.ask_undo(0, 1))
    assert len(table.moves) == 1


def test_who_leaves_has_not_agreed_to_go_back() -> None:
    """Nor can anybody go back behind them while they are gone, as often as the dice displease."""
    table = a_game("haste-bock", ME, FRIEND)
    play(table, 5)
    do(table, table.ask_undo(0, 1))
    do(table, table.leave(1))
    assert (len(table.moves), table.undo_wanted) == (5, None)
    with refused("undo.left", moves=5):
        table.ask_undo(0, 4)
    play(table, 3)
    do(table, table.ask_undo(0, 6))
    assert len(table.moves) == 6, "what came since is for who is there to decide"
    do(table, table.come_back(1))
    do(table, table.ask_undo(0, 1))
    assert len(table.moves) == 6
    do(table, table.answer_undo(1, agreed=True))
    assert len(table.moves) == 1


def test_taking_back_costs_nobody_else_any_time() -> None:
    """Haste Bock: one after the other."""
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


def test_who_chooses_at_the_same_time_has_no_time_given_back() -> None:
    table = a_game("volle-wolle", ME, FRIEND, clock=BankClock(600))
    act(table, 0, at=10.0)
    do(table, table.undo(0), at=50.0)
    assert table.clocks.left == [590.0, 550.0]


def test_what_is_taken_back_and_chosen_again_is_the_same_position() -> None:
    table = a_game("volle-wolle", ME, FRIEND, FRIEND)
    first = position(table)
    for _ in range(3):
        act(table, 1)
        second = position(table)
        act(table, 2)
        do(table, table.undo(2))
        assert position(table) == second
        do(table, table.undo(1))  # the one before it, which is not remembered
        assert position(table) == first


def test_taking_back_does_not_let_anybody_whistle_again() -> None:
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


def test_dice_fall_anew_after_going_back_and_the_record_still_proves_them() -> None:
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
    """So many moves of whoever is waited for, or to the end."""
    for _ in range(moves):
        if not waiting(table):
            return
        seat = waiting(table)[0]
        by: By = "person" if table.chairs[seat].bot is None else "bot"
        legal = table.legal(seat)
        do(table, table.act(seat, (rng.choice(legal) if rng else legal[0]).text, by))


# Leaving, coming back, once more


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


def test_a_bots_late_thought_does_not_play_for_who_has_come_back() -> None:
    table = a_game()
    seat = waiting(table)[0]
    do(table, table.leave(seat))
    do(table, table.come_back(seat))
    with refused("seat.person_plays"):
        act(table, seat, by="bot")


def test_names_differ_from_the_first() -> None:
    bot = SeatPlan("bot", "anna")
    table = a_table("schafe-schubsen", ME, ME, bot, SeatPlan("me", "Anna 2"), FRIEND)
    names = [chair.name for chair in table.chairs]
    assert names[:4] == ["Anna", "Anna 2", "anna 3", "Anna 2 2"]
    assert names[4] == table.default_name(4), "nobody's name need not differ"


@pytest.mark.parametrize("other", ["Anna", "anna", "An\u200dna", "\uff21nna", "An\u200c\u200dna"])
def test_names_that_look_alike_differ(other: str) -> None:
    table = a_table("haste-bock", ME, FRIEND)
    do(table, table.sit(1, "ben", other))
    assert table.chairs[1].name == f"{other} 2"


def test_a_bot_that_is_exchanged_for_another_keeps_its_name() -> None:
    table = a_table("haste-bock", ME, FRIEND, FRIEND)
    for name in (None, "Wolla", None):
        for bot in ("lamb", "random"):
            do(table, table.appoint(2, bot, name))
            assert (table.chairs[2].bot, table.chairs[2].name) == (bot, name or table.default_name(2))


def test_nobody_takes_back_while_somebody_asks_to_go_further_back() -> None:
    table = a_game("volle-wolle", ME, FRIEND, FRIEND)
    act(table, 1)
    assert can_undo(table, 1)
    do(table, table.ask_undo(0, 0))
    with refused("undo.pending"):
        table.undo(1)
    assert not can_undo(table, 1)


def test_a_bot_stands_in_for_who_is_gone_until_they_come_back() -> None:
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


def test_what_was_chosen_once_is_not_done_twice() -> None:
    """Whoever has acted is asked anew, also if the same could be done again."""
    table = a_game("volle-wolle", ME, BOT)
    rng = Random(6)
    while waiting(table):
        seat = waiting(table)[0]
        play(table, 1, rng)
        assert table.legal_since[seat] == table.version


def test_a_rematch_is_for_the_same_people() -> None:
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


# Clocks


# Holding the game


def test_who_has_whistled_holds_the_game_and_the_clocks() -> None:
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


def test_everybody_may_whistle_anew_when_the_game_has_moved_on() -> None:
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
    assert table.holder is None, "a bot takes over, and nobody waits"
    with refused("seat.bot_plays"):
        table.whistle(turn)


def a_turn() -> tuple[Table, int, int, int]:
    table = a_game("meine-schafe", ME, FRIEND, FRIEND)
    turn = waiting(table)[0]
    return table, turn, (turn + 1) % 3, (turn + 2) % 3


def test_nobody_whistles_while_somebody_has_asked_to_go_back() -> None:
    table, turn, other, third = a_turn()
    do(table, table.act(turn, "out"))
    do(table, table.ask_undo(other, 0))
    with refused("whistle.busy"):
        table.whistle(third)


def test_nobody_goes_back_while_somebody_holds_the_game() -> None:
    """Else a whistle would be over before anything came of it."""
    table, turn, other, third = a_turn()
    do(table, table.act(turn, "out"))
    do(table, table.whistle(third))
    for wish in (partial(table.undo, turn), partial(table.ask_undo, other, 0)):
        with refused("whistle.held"):
            wish()
    do(table, table.ask_undo(third, 0))
    for seat in (turn, other):
        do(table, table.answer_undo(seat, agreed=True))
    assert table.holder is None
    do(table, table.whistle(third))  # all may whistle anew


def test_a_hold_lasts_when_somebody_else_leaves() -> None:
    table, _, other, third = a_turn()
    do(table, table.whistle(other))
    do(table, table.leave(third))
    assert table.holder == other


def test_who_interrupts_does_not_let_the_others_whistle_again() -> None:
    table, _, other, third = a_turn()
    do(table, table.whistle(third))
    do(table, table.resume(third))
    do(table, table.act(other, "out"))
    with refused("whistle.used"):
        table.whistle(third)


def test_bots_wait_for_who_has_whistled() -> None:
    table = a_game("meine-schafe", BOT, ME, BOT)
    while waiting(table) == [1]:
        act(table, 1)
    do(table, table.whistle(1))
    assert table.bots_to_act() == table.bots_to_interrupt() == []
    do(table, table.resume(1))
    assert table.bots_to_act() == waiting(table)


def test_nobody_whistles_where_nothing_can_be_interrupted() -> None:
    table = a_game("haste-bock")
    for seat in (0, 1):
        with refused("whistle.not_now"):
            table.whistle(seat)


# Clocks


def test_without_a_clock_nothing_is_ever_due() -> None:
    table = a_game()
    assert (table.clocks.due(), table.clocks.expired(1e12), table.clocks.remaining(1e12)) == (None, [], None)


def test_a_clock_for_each_move() -> None:
    clocks = Clocks(MoveClock(30), 2)
    clocks.start([0], 100.0)
    assert (clocks.due(), clocks.remaining(110.0)) == (130.0, [20.0, 30.0])
    assert (clocks.expired(129.9), clocks.expired(130.0)) == ([], [0])
    clocks.stop(110.0)
    assert clocks.due() is None
    clocks.start([0], 200.0)  # something else happened: what was used is used
    assert clocks.due() == 220.0
    clocks.stop(205.0)
    clocks.moved(0)
    assert clocks.left == [30.0, 30.0]


def test_nobody_is_shown_less_than_no_time() -> None:
    clocks = Clocks(MoveClock(30), 2)
    clocks.start([0], 100.0)
    assert clocks.remaining(131.0) == [0.0, 30.0]


def test_of_several_clocks_that_run_the_first_that_is_up_is_due() -> None:
    clocks = Clocks(BankClock(100), 3)
    clocks.start([1], 0.0)
    clocks.stop(40.0)
    clocks.start([0, 1], 40.0)
    assert clocks.due() == 100.0
    assert [clocks.expired(at) for at in (99.0, 100.0, 140.0)] == [[], [1], [0, 1]]


def test_a_bank_of_time_grows_with_each_move() -> None:
    clocks = Clocks(BankClock(100, 5), 2)
    clocks.start([0, 1], 0.0)
    clocks.stop(40.0)
    clocks.moved(0)
    assert clocks.left == [65.0, 60.0]
    clocks.start([1], 40.0)
    clocks.stop(140.0)
    clocks.moved(1)
    assert clocks.left == [65.0, 5.0]


def test_clocks_run_for_people_who_are_waited_for() -> None:
    table = a_game("volle-wolle", ME, FRIEND, BOT, clock=BankClock(60))
    assert table.clocks.running() == [0, 1]
    act(table, 0, at=10.0)
    assert (table.clocks.running(), table.clocks.left[:2]) == ([1], [50.0, 50.0])
    do(table, table.leave(1), at=20.0)
    assert table.clocks.running() == []
    do(table, table.come_back(1), at=50.0)
    assert (table.clocks.running(), table.clocks.left[1]) == ([1], 10.0), "who leaves gains no time"
    do(table, table.leave(1), at=50.0)
    assert (table.clocks.due(), table.clocks.expired(99.0)) == (None, []), "a bot plays"
    assert table.clocks.remaining(55.0) == [50.0, 5.0, 60.0]


def test_presence_is_apart_from_clocks() -> None:
    table = a_game("volle-wolle", ME, FRIEND, BOT, clock=MoveClock(60))
    room = Room(table, 0.0, "")
    assert presence_at(room) == ["gone", "gone", "bot"]
    page, other = Ear("anna"), Ear("anna")
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


def test_the_server_has_work_while_somebody_holds_the_game() -> None:
    """Else nobody would end the hold."""
    table, _, other, _ = a_turn()
    assert not table.has_work(table.status)
    do(table, table.whistle(other))
    assert table.has_work(table.status)
    do(table, table.resume(other))
    assert not table.has_work(table.status)


def test_who_has_left_the_seat_to_a_bot_is_not_waited_for_though_the_page_is_open() -> None:
    table = a_game("volle-wolle", ME, FRIEND)
    room = Room(table, 0.0, "")
    room.enter(Ear("anna"), 0)
    do(table, table.leave(0))
    assert presence_at(room) == ["bot", "gone"]
    do(table, table.come_back(0))
    assert presence_at(room) == ["here", "gone"]


# The log


GAMES = ["haste-bock", "meine-schafe", "schafe-schubsen", "volle-wolle"]
EVERY_ENTRY = {entry.__name__ for entry in Entry.__subclasses__()}
CLOCKS: list[Clock] = [NoClock(), MoveClock(30), BankClock(300, 5)]


def test_folding_the_log_again_gives_the_same_table() -> None:
    """Whatever people did: what is taken on when it is committed, and what is read later, lead to the same."""
    kinds: set[str] = set()
    for number in range(24):
        game = GAMES[number % 4]
        clock = CLOCKS[number % 3]
        rng = Random(f"{game}/{number}")
        table, log = random_session(a_table(game, ME, FRIEND, BOT, clock=clock), rng)
        again = a_table(game, ME, FRIEND, BOT, clock=clock)
        for body, at in log:
            again.apply_entry(decode_entry(body), at)
        assert everything(again) == everything(table)
        assert again.record() == table.record()
        kinds |= {type(decode_entry(body)).__name__ for body, _ in log}
    assert kinds == EVERY_ENTRY - {"Closed", "Imported"}


def random_session(table: Table, rng: Random) -> tuple[Table, list[tuple[bytes, float]]]:
    """People do anything that occurs to them; what is refused changes nothing."""
    log: list[tuple[bytes, float]] = []
    for number in range(800):
        before = everything(table) if number % 10 == 0 else {}
        assert [can_whistle(table, seat) for seat in range(3)] == [whistles(table, seat) for seat in range(3)]
        try:
            proposal = anything(table, rng, number)
        except (Refused, IllegalAction):
            assert everything(table) == before or not before
            continue
        table.apply(proposal, float(number))
        log.append((encode_entry(proposal.entry), float(number)))
        if table.rematch is not None:
            break
    return table, log


def whistles(table: Table, seat: int) -> bool:
    try:
        table.whistle(seat)
    except Refused:
        return False
    return True


def anything(table: Table, rng: Random, number: int) -> Proposal:
    seat = rng.randrange(len(table.chairs))
    if table.status == "open":
        sit = partial(table.sit, 1, "ben", "Ben")
        wishes: list[Callable[[], Proposal]] = [
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
        return rng.choice(wishes)()
    if table.status == "over":
        return table.offer_rematch(seat, "next", rematch_settings(table, "anna"), "invitation")
    return anything_in_the_game(table, rng, seat)


def anything_in_the_game(table: Table, rng: Random, seat: int) -> Proposal:
    wish = rng.random()
    if table.undo_wanted is not None:
        return table.answer_undo(seat, agreed=wish < 0.8)
    if wish < 0.1:
        return table.undo(seat)
    if wish < 0.3:
        return rng.choice([table.whistle, table.resume])(seat)
    if wish < 0.34:
        return table.ask_undo(seat, rng.randrange(max(0, len(table.moves) - 5), len(table.moves) + 1))
    if wish < 0.4:
        return rng.choice([table.leave, table.come_back])(rng.randrange(2))
    seat = rng.choice([*waiting(table), seat])
    by: By = "person" if table.chairs[seat].bot is None else "bot"
    return table.act(seat, rng.choice([action.text for action in table.legal(seat)] or ["nothing"]), by)


def everything(table: Table) -> dict[str, object]:
    apart = ("state", "_before", "clocks", "dice", "rules", "game")
    found: dict[str, object] = {name: repr(value) for name, value in attributes(table).items() if name not in apart}
    found["clocks"] = repr(attributes(table.clocks))
    found["dice"] = repr(attributes(table.dice))
    found["state"] = None if table.state is None else snapshot(table.state)
    before = attributes(table)["_before"]
    found["before"] = None if before is None else snapshot(before)
    return found


@pytest.mark.parametrize("number", range(8))
def test_what_is_done_to_a_copy_changes_nothing_of_the_table(number: int) -> None:
    """And the other way round; and both go on in the same way."""
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
        happened = twin.apply_entry(entry, at)
        after = observed(twin)
        assert observed(table) == before, "the copy alone has changed"
        assert table.apply_entry(entry, at) == happened
        assert observed(twin) == after, "the table alone has changed"
        assert observed(table) == after
    assert kinds > {"Sat", "Begun", "Acted"}


def test_all_kinds_of_entries_are_taken_by_copies() -> None:
    """Each by a copy of the copy before it, as a table that runs far ahead of its commits does it."""
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
def test_a_copy_knows_how_the_table_came_about(entry: Entry) -> None:
    """Closed before the game, or begun elsewhere."""
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
"""Lists that are never changed, only exchanged for others."""


def test_nothing_that_a_table_remembers_is_forgotten_by_a_copy() -> None:
    """Whatever it is: so a field that is new is not forgotten either."""
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
            assert copied == value or name in ("clocks", "dice"), f"{name} is forgotten"
            is_changed = isinstance(value, (list, dict, set, Clocks, Dice)) and name not in REPLACED
            assert copied is not value or not is_changed, f"{name} is changed in both"


def odd(value: Any) -> Any:
    """Something of the same kind that no table has of itself."""
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
    """All that it remembers, and all that others see of it."""
    seats = range(len(table.chairs))
    return everything(table) | {
        "record": table.record(),
        "shown": table.clocks.remaining(2000.0),
        "due": table.clocks.due(),
        "choices": [table.legal(seat) for seat in seats],
        "whistles": [can_whistle(table, seat) for seat in seats],
        "bots": (table.bots_to_act(), table.bots_to_interrupt()),
    }


def test_the_secret_of_the_dice_is_told_when_the_game_is_over() -> None:
    table = a_game("haste-bock", ME, FRIEND)
    running = table.record()
    play(table, 10_000, Random(1))
    over = table.record()
    assert running.fairness is not None
    assert over.fairness is not None
    assert (running.fairness.secret, over.fairness.secret) == (None, SECRET)
    assert (running.result is None, over.result is None) == (True, False)


def test_a_game_from_elsewhere_is_played_on() -> None:
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
    assert record.fairness is None, "dice that fell elsewhere cannot be proven here"
