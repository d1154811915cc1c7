"""A table as clients see it: each seat sees its own view, and people appear only by name."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from sheepfold.core.event import Event
from sheepfold.core.game import Game
from sheepfold.core.state import State
from sheepfold.core.view import Fact, View
from sheepfold.server.table.entries import Acted, Appointed, Entry
from sheepfold.server.table.table import Table
from sheepfold.server.wire.choices import pack_actions
from sheepfold.server.wire.updates import ChairSeen, DiceSeen, HeldSeen, Note, RematchSeen, UndoSeen

PUBLIC_FIELDS: Final = ("seat", "name", "by", "keep", "agreed", "table")
"""The public fields of entries."""
CHANCE_DIGITS: Final = 6


def view_for(table: Table, seat: int | None) -> View | None:
    return None if table.state is None else table.state.view(seat)


def legal_for(table: Table, seat: int | None) -> str:
    return "" if seat is None else pack_actions(table.legal(seat))


def events_for(events: list[Event], seat: int | None) -> list[Any]:
    return [event.seen_by(seat) for event in events]


def chances_seen(chances: dict[str, float]) -> dict[str, float]:
    return {action: round(chance, CHANCE_DIGITS) for action, chance in chances.items()}


def odds_seen(game: Game, state: State, seat: int) -> tuple[dict[str, float], list[Fact]]:
    """Return the chances of the seat's legal actions, and the facts that it could count."""
    return chances_seen(game.chances(state, seat)), [_rounded(fact) for fact in game.outlook(state, seat)]


def _rounded(fact: Fact) -> Fact:
    return fact if fact.chance is None else msgspec.structs.replace(fact, chance=round(fact.chance, CHANCE_DIGITS))


def can_undo(table: Table, seat: int | None) -> bool:
    """Return whether the seat may take back its last move without asking."""
    return seat is not None and table.why_not_undo(seat) is None


def can_whistle(table: Table, seat: int | None) -> bool:
    """Return whether the seat may whistle now."""
    return seat is not None and table.why_not_whistle(seat) is None


def undo_seen(table: Table) -> UndoSeen | None:
    wanted = table.undo_wanted
    return None if wanted is None else UndoSeen(wanted.seat, wanted.keep, sorted(table.undo_agreed))


def dice_seen(table: Table) -> DiceSeen:
    return DiceSeen(len(table.dice.restarts) + 1, table.dice.sealed)


def held_seen(table: Table, now: float) -> HeldSeen | None:
    return None if table.holder is None else HeldSeen(table.holder, round(max(0.0, table.held_until - now), 3))


def rematch_seen(table: Table, *, invited: bool) -> RematchSeen | None:
    """Return the rematch. Players and invited spectators get the invitation; others only if the rematch is public."""
    if table.rematch is None:
        return None
    known = invited or not table.settings.public or table.rematch.settings.get("public", False)
    return RematchSeen(table.rematch.table, table.rematch.invitation if known else None)


def chairs_seen(table: Table) -> list[ChairSeen]:
    return [
        ChairSeen(
            name=chair.name,
            who="free" if chair.is_free() else "person" if chair.bot is None else "bot",
            bot=chair.bot,
            left=chair.bot is not None and chair.person is not None,
            ready=seat in table.dice.ready,
        )
        for seat, chair in enumerate(table.chairs)
    ]


def note_of(entry: Entry) -> Note:
    """Return the public part of an entry. What was chosen is reported by events, to the seats that may know."""
    if isinstance(entry, Acted):  # nearly all entries are
        return Note("acted", entry.seat, by=entry.by)
    if isinstance(entry, Appointed):
        return Note("stood" if entry.name is None else "sat", entry.seat, name=entry.name)
    return Note(_kind_of(entry), **{name: getattr(entry, name) for name in PUBLIC_FIELDS if hasattr(entry, name)})


def _kind_of(entry: Entry) -> str:
    """Return the kind of an entry: `undo-asked` for `UndoAsked`."""
    name = type(entry).__name__
    return "".join([f"-{letter.lower()}" if letter.isupper() else letter for letter in name]).removeprefix("-")
