"""Folding the log again, and copying tables, leads to the same state."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from sheepfold.core.errors import IllegalAction
from sheepfold.core.record import replay
from sheepfold.core.state import snapshot
from sheepfold.fair import nonce_commitment
from sheepfold.server.live.rematch import rematch_settings
from sheepfold.server.table.clocks import Clocks
from sheepfold.server.table.dice import Dice
from sheepfold.server.table.entries import (
    By,
    Closed,
    Entry,
    Imported,
    RematchOffered,
    UndoAsked,
    decode_entry,
    encode_entry,
)
from sheepfold.server.table.model import Proposal
from sheepfold.server.table.refusals import Refused
from sheepfold.server.table.settings import BankClock, Clock, MoveClock, NoClock
from sheepfold.server.table.table import Table
from sheepfold.server.wire.projection import can_whistle
from tests.server.refusing import refused
from tests.server.table.tables import (
    BOT,
    FRIEND,
    ME,
    a_game,
    a_table,
    play,
    position,
    waiting,
)
from tests.server.worlds import attributes

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
        "_first": before,
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
