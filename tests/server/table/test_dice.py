"""Setting up the dice before the game."""

from __future__ import annotations

from random import Random

from sheepfold.core.record import Contribution
from tests.server.refusing import refused
from tests.server.table.tables import (
    BOT,
    FRIEND,
    ME,
    OF_ANNA,
    OF_BEN,
    a_game,
    a_table,
    begin,
    do,
    play,
)
from tests.server.worlds import SECRET


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


def test_the_record_reveals_the_secret_of_the_dice_once_the_game_is_over() -> None:
    table = a_game("haste-bock", ME, FRIEND)
    running = table.record()
    play(table, 10_000, Random(1))
    over = table.record()
    assert running.fairness is not None
    assert over.fairness is not None
    assert (running.fairness.secret, over.fairness.secret) == (None, SECRET)
    assert (running.result is None, over.result is None) == (True, False)
