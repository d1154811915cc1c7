"""Taking seats, names, bots, leaving and coming back, rematches."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold.core.errors import OptionError
from sheepfold.server.live.rematch import rematch_settings
from sheepfold.server.room.room import Room
from sheepfold.server.table.model import Chair
from sheepfold.server.table.refusals import AlreadySeated
from sheepfold.server.table.settings import SeatPlan
from tests.server.refusing import refused
from tests.server.table.tables import (
    BOT,
    FRIEND,
    ME,
    OF_BEN,
    a_game,
    a_table,
    act,
    begin,
    do,
    play,
    waiting,
)
from tests.server.worlds import FakeListener, presence_at


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


def test_a_seat_left_to_a_bot_counts_as_a_bot_even_if_the_page_is_open() -> None:
    table = a_game("volle-wolle", ME, FRIEND)
    room = Room(table, 0.0, "")
    room.enter(FakeListener("anna"), 0)
    do(table, table.leave(0))
    assert presence_at(room) == ["bot", "gone"]
    do(table, table.come_back(0))
    assert presence_at(room) == ["here", "gone"]
