"""The current state of a table, folded from its log, and what it does not allow now (`why_not_…`)."""

from __future__ import annotations

from typing import Final

import msgspec

from sheepfold.core.action import Action
from sheepfold.core.event import Event
from sheepfold.core.record import CHANCE_MARK, Record, Seat, new_record, result_of
from sheepfold.core.state import CHANCE, State
from sheepfold.fair import commitment
from sheepfold.server.table.clocks import Clocks
from sheepfold.server.table.dice import Dice
from sheepfold.server.table.entries import (
    Acted,
    Appointed,
    Begun,
    CameBack,
    Closed,
    Entry,
    Imported,
    Left,
    Ready,
    RematchOffered,
    Revealed,
    Sat,
    Sealed,
    Stood,
    UndoAnswered,
    UndoAsked,
    Undone,
    Unsealed,
    WentOn,
    Whistled,
)
from sheepfold.server.table.model import Chair, FoldedEntry, Move, Proposal, Status
from sheepfold.server.table.settings import NoClock, Rules, Settings

RECENT: Final = 100
"""The number of entries kept with their events, for clients that reconnect."""

HOLD: Final = 10.0
"""Seconds for which a whistle pauses the game."""


class TableState:
    """A table after its last entry."""

    def __init__(
        self, table_id: str, settings: Settings, rules: Rules, secret: str, host: str, chairs: list[Chair]
    ) -> None:
        self.id = table_id
        self.settings = settings
        self.rules = rules
        self.game = rules.game
        self.host = host
        self.chairs = chairs
        self.version = 0
        self.status: Status = "open"
        self.seating_since = 0
        """The version at which the seating, or anything but the game, last changed; moves do not change it."""
        self.closed = False
        self.full_since: float | None = None
        self.dice = Dice(secret, len(chairs))
        self.state: State | None = None
        self.lines: list[str] = []
        """The game so far, as the lines of a record."""
        self._first: State | None = None
        """The position in which an imported game begins, if not the first of the game."""
        self.imported = False
        """Whether some dice were thrown elsewhere, so the table's own dice prove nothing."""
        self.opening = 0
        """The number of lines that set the game up."""
        self.moves: list[Move] = []
        self.clocks = Clocks(settings.clock, len(settings.seats))
        self.undo_wanted: UndoAsked | None = None
        self.undo_agreed: set[int] = set()
        self.holder: int | None = None
        """The seat that has whistled, while the game is paused for it."""
        self.held_until = 0.0
        self.whistled: set[int] = set()
        """The seats that have whistled since the game last moved on. Each may do so once, so none can stall it."""
        self.declined: set[int] = set()
        """The seats whose request to go back was declined since the game last moved on."""
        self.left_after: dict[int, int] = {}
        """For each seat left to a bot: the number of moves at the time its person left."""
        self.rematch: RematchOffered | None = None
        self.recent: list[FoldedEntry] = []
        self.legal_since = [0] * len(self.chairs)
        """By seat: the version at which its legal actions last changed."""
        self._legal: list[list[Action]] = [[] for _ in self.chairs]
        self._before: State | None = None
        """The position before the last move, the one that is most often taken back."""

    def copy_to(self, other: TableState) -> None:
        """Copy everything to a new table, which can then change independently."""
        other.chairs = self.chairs[:]
        other.version = self.version
        other.status = self.status
        other.seating_since = self.seating_since
        other.closed = self.closed
        other.full_since = self.full_since
        other.dice = self.dice.copy()
        other.state = self.state
        other.lines = self.lines[:]
        other._first = self._first
        other.imported = self.imported
        other.opening = self.opening
        other.moves = self.moves[:]
        other.clocks = self.clocks.copy()
        other.undo_wanted = self.undo_wanted
        other.undo_agreed = self.undo_agreed.copy()
        other.holder = self.holder
        other.held_until = self.held_until
        other.whistled = self.whistled.copy()
        other.declined = self.declined.copy()
        other.left_after = self.left_after.copy()
        other.rematch = self.rematch
        other.recent = self.recent[:]
        other.legal_since = self.legal_since[:]
        other._legal = self._legal[:]
        other._before = self._before

    # Queries

    def commitment(self) -> str:
        """Return the commitment to the secret of the dice, which is public from the start."""
        return commitment(self.dice.secret)

    def legal(self, seat: int) -> list[Action]:
        return self._legal[seat]

    def default_name(self, seat: int) -> str:
        """Return the game's own name for a player at this seat."""
        return self.game.face.seat_names(len(self.chairs))[seat]

    def seats_of(self, person: str | None) -> list[int]:
        """Return the seats of this person; none for an anonymous spectator."""
        if person is None:
            return []
        return [seat for seat, chair in enumerate(self.chairs) if chair.person == person]

    def people(self) -> list[int]:
        """Return the seats that people play at present."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person is not None and chair.bot is None]

    def is_paused(self) -> bool:
        """Return whether bots and clocks are stopped by a whistle or a request to go back."""
        return self.undo_wanted is not None or self.holder is not None

    def why_not_running(self) -> str | None:
        """Return the refusal id if the game is not running."""
        if self.state is None:
            return "game.not_started"
        return None if self.status == "running" else "game.over"

    def why_not_act(self, seat: int) -> str | None:
        """Return the refusal id if this seat cannot act now."""
        if self.status != "running":
            return self.why_not_running()
        if self.undo_wanted is not None:
            return "undo.pending"
        return "whistle.held" if self.holder is not None and self.holder != seat else None

    def why_not_undo(self, seat: int) -> str | None:
        """Return the refusal id if the seat cannot take back its last move alone."""
        if (reason := self.why_not_act(seat)) is not None:
            return reason
        if not self.moves or self.moves[-1].seat != seat:
            has_moved = any(move.seat == seat for move in self.moves)
            return "undo.acted_since" if has_moved else "undo.nothing"
        return "undo.settled" if self.moves[-1].settled else None

    def why_not_whistle(self, seat: int) -> str | None:
        """Return the refusal id if the seat cannot whistle now."""
        if self.state is None or self.status != "running":
            return self.why_not_running()
        if self.is_paused():
            return "whistle.busy"
        if self.chairs[seat].bot is not None:
            return "seat.bot_plays"
        if seat not in self.state.may_act():
            return "whistle.not_now"
        return "whistle.used" if seat in self.whistled else None

    def has_work(self, status: Status) -> bool:
        """Return whether the steward may have to act at a table with this status."""
        if status != "running":
            return status == "open"
        if self.holder is not None or not isinstance(self.settings.clock, NoClock):
            return True
        return any(chair.bot is not None for chair in self.chairs)

    def bots_to_act(self) -> list[int]:
        """Return the bots that the game waits for."""
        if self.state is None or self.is_paused():
            return []
        return [seat for seat in self.state.waiting_for() if self.chairs[seat].bot is not None]

    def bots_to_interrupt(self) -> list[int]:
        """Return the bots that may interrupt, in the order of the rules."""
        if self.state is None or self.is_paused():
            return []
        return [seat for seat in self.state.may_act() if self.chairs[seat].bot is not None]

    def first(self) -> State:
        """Return a copy of the position in which the game begins."""
        return self.rules.start() if self._first is None else self._first.copy()

    def first_position(self) -> str | None:
        """Return the position in which the game begins as text; None if it is the first of the game."""
        return None if self._first is None else self._first.position()

    def record(self) -> Record:
        """Return the game so far. The record holds the secret of the dice only when the game is over."""
        seats = [Seat(name=chair.name, bot=chair.bot) for chair in self.chairs]
        record = new_record(self.game, seats, self.rules.options, self.rules.components)
        record.position = self.first_position()
        record.actions.extend(self.lines)
        over = self.status == "over"
        if not self.imported:
            record.fairness = self.dice.fairness(over=over)
        record.result = result_of(self.state) if self.state is not None and over else None
        return record

    def is_full(self) -> bool:
        return not any(chair.is_free() for chair in self.chairs)

    def is_ready(self) -> bool:
        """Return whether every seat is taken and every person's browser has committed to a nonce."""
        return self.is_full() and self.dice.are_committed(self.people())

    # Folding

    def apply(self, proposal: Proposal, at: float) -> FoldedEntry:
        """Apply a proposal that has been committed."""
        assert proposal.number == self.version + 1, "entries are applied one by one"
        return self._fold(proposal.entry, proposal.state, proposal.events, proposal.lines, proposal.seals, at)

    def apply_entry(self, entry: Entry, at: float) -> FoldedEntry:
        """Apply an entry read from the log, which any node may have committed."""
        if isinstance(entry, Begun):
            return self._replay(entry, self.rules.start(), chance_lines(entry.chance), at)
        if isinstance(entry, Imported):
            if entry.position is not None:
                self._first = self.game.position_in(self.rules.start(), entry.position)
            return self._replay(entry, self.first(), entry.lines, at)
        if isinstance(entry, Acted):
            assert self.state is not None, "no seat acts before the game"
            lines = [f"{entry.seat} {entry.action}", *chance_lines(entry.chance)]
            return self._replay(entry, self.state.copy(), lines, at)
        return self._fold(entry, None, [], [], [], at)

    def _replay(self, entry: Entry, state: State, lines: list[str], at: float) -> FoldedEntry:
        events: list[Event] = []
        throws = self.dice.next_throws()
        for line in lines:
            seat, action = split_line(line)
            if seat == CHANCE:
                throws.repeat(state, action)
            events += state.act(seat, action)
        return self._fold(entry, state, events, lines, throws.seals, at)

    def _fold(
        self,
        entry: Entry,
        state: State | None,
        events: list[Event],
        lines: list[str],
        seals: list[str],
        at: float,
    ) -> FoldedEntry:
        self.version += 1
        thrown = self.dice.throw(seals)
        self.clocks.stop(at)
        if isinstance(entry, (Ready, Sealed, Revealed, Unsealed)):
            self.dice.apply(entry, at)
        else:
            self._dispatch(entry, state, events, lines)
        if self.undo_wanted is not None and set(self.people()) <= self.undo_agreed:
            self._go_back(self.undo_wanted.keep, self.undo_wanted.seat)
            self.whistled.clear()
            self.legal_since = [self.version] * len(self.chairs)
        if isinstance(entry, Whistled):
            self.held_until = at + HOLD
        if not isinstance(entry, Acted):
            self.seating_since = self.version
            is_restart = isinstance(entry, Unsealed)
            self.full_since = (at if is_restart else self.full_since or at) if self.is_full() else None
        self.status = self.status_with(entry, None)
        self._update_legal_actions(entry.seat if isinstance(entry, Acted) else None)
        self._start_clocks(at)
        folded = FoldedEntry(self.version, entry, events, len(self.moves), thrown)
        self.recent.append(folded)
        del self.recent[:-RECENT]
        return folded

    def status_with(self, entry: Entry, state: State | None) -> Status:
        """Return the status after this entry; `state` is the new position, None if it is unchanged."""
        state = self.state if state is None else state
        if state is None:
            return "over" if self.closed or isinstance(entry, Closed) else "open"
        return "running" if state.waiting_for() else "over"

    def _dispatch(self, entry: Entry, state: State | None, events: list[Event], lines: list[str]) -> None:  # noqa: C901, PLR0912
        match entry:
            case Acted(seat=seat, by=by):  # first, because nearly all entries are
                self._apply_move(seat, by, state, events, lines)
            case Sat(seat=seat, person=person, name=name):
                self.chairs[seat] = Chair(person, name, None)
            case Stood(seat=seat):
                self.chairs[seat] = Chair(None, self.default_name(seat), None)
                self.dice.forget(seat)
            case Appointed(seat=seat, bot=bot, name=name):
                self.chairs[seat] = Chair(None, name or self.default_name(seat), bot)
                self.dice.forget(seat)
            case Closed():
                self.closed = True
            case Begun() | Imported():
                self.imported = isinstance(entry, Imported)
                self.dice.begin(self.people())
                self._extend_game(state, lines, [])
                self.opening = len(lines)
            case Undone(seat=seat, keep=keep):
                self._restore_time(seat, self.moves[keep])
                self._go_back(keep, seat)
                self.legal_since[seat] = self.version  # the choices of other seats stay valid
            case UndoAsked():
                self.undo_wanted = entry
                self.undo_agreed = {entry.seat}
            case UndoAnswered(seat=seat, agreed=agreed):
                self._apply_undo_answer(seat, agreed)
            case Whistled(seat=seat):
                self.holder = seat
                self.whistled.add(seat)
            case WentOn():
                self.holder = None
            case Left(seat=seat, bot=bot):
                self.chairs[seat] = msgspec.structs.replace(self.chairs[seat], bot=bot)
                self.holder = None if self.holder == seat else self.holder
                self.undo_wanted = None  # a person who leaves has not agreed
                self.left_after[seat] = len(self.moves)
            case CameBack(seat=seat):
                self.chairs[seat] = msgspec.structs.replace(self.chairs[seat], bot=None)
                self.left_after.pop(seat, None)
            case RematchOffered():
                self.rematch = entry

    def _apply_move(self, seat: int, by: str, state: State | None, events: list[Event], lines: list[str]) -> None:
        before = self.state
        assert before is not None, "no seat acts before the game"
        self._clear_requests(seat)
        settled = len(lines) > 1 or by != "person" or self._is_revealing(events)
        left = self.clocks.left[:]
        self.clocks.add_move(seat)
        after = len(self.lines) + len(lines)
        self._extend_game(state, lines, [Move(self.version, seat, after, settled, left, before.waiting_for())])
        self._before = before

    def _is_revealing(self, events: list[Event]) -> bool:
        """Return whether an event reveals something hidden."""
        for event in events:
            if type(event) in self.game.revealing:
                return True
        return False

    def _extend_game(self, state: State | None, lines: list[str], moves: list[Move]) -> None:
        assert state is not None, "a game in play has a position"
        self.state = state
        self.lines += lines
        self.moves += moves

    def _clear_requests(self, seat: int) -> None:
        """End the pause. If the game was waiting for this seat, every seat may whistle again."""
        self.holder = None
        self.declined.clear()
        if self.state is not None and seat in self.state.waiting_for():
            self.whistled.clear()

    def _apply_undo_answer(self, seat: int, agreed: bool) -> None:
        if agreed:
            self.undo_agreed.add(seat)
        elif self.undo_wanted is not None:
            if seat != self.undo_wanted.seat:  # the asking seat may withdraw and ask again
                self.declined.add(self.undo_wanted.seat)
            self.undo_wanted = None

    def _restore_time(self, seat: int, move: Move) -> None:
        """Give seats that were asked only because of this move their time back, at the expense of its own seat."""
        if isinstance(self.settings.clock, NoClock):
            return
        waited = 0.0
        for other, left in enumerate(move.time_left):
            if other != seat and other not in move.asked:
                waited = max(waited, left - self.clocks.left[other])
                self.clocks.left[other] = left
        self.clocks.left[seat] = max(0.0, move.time_left[seat] - waited)

    def _go_back(self, keep: int, asked: int) -> None:
        """Replay the game up to the first `keep` moves. Undone throws keep their numbers and stay in the record."""
        kept = self.moves[keep - 1].lines if keep else self.opening
        self.dice.take_back(kept, self.lines[kept:], asked, self.undo_agreed, list(self.left_after))
        if keep == len(self.moves) - 1 and self._before is not None:
            self.state = self._before
        else:
            state = self.first()
            for line in self.lines[:kept]:
                state.act(*split_line(line))
            self.state = state
        self._before = None
        self.lines = self.lines[:kept]
        self.moves = self.moves[:keep]
        self.undo_wanted = None
        self.holder = None
        self.declined.clear()

    def _update_legal_actions(self, acted: int | None) -> None:
        for seat in range(len(self.chairs)):
            legal = self.state.legal_actions(seat) if self.state is not None else []
            known = self._legal[seat]
            # A seat that has acted must choose again even if its choices are the same. Games share long lists between
            # positions, so identity avoids a slow comparison.
            if seat == acted or (legal is not known and legal != known):
                self.legal_since[seat] = self.version
            self._legal[seat] = legal

    def _start_clocks(self, at: float) -> None:
        if self.state is None or self.is_paused():
            return
        asked = self.state.waiting_for()
        # A person who leaves their seat to a bot for a while gains no time.
        away = [seat for seat in asked if seat in self.left_after]
        people = self.people()
        self.clocks.start([seat for seat in asked if seat in people], at, away)


def split_line(line: str) -> tuple[int, Action]:
    """Split a line of a record into seat and action. `State.act` finds the game's own action by its text."""
    seat, _, text = line.partition(" ")
    return CHANCE if seat == CHANCE_MARK else int(seat), Action(text)


def chance_lines(outcomes: list[str]) -> list[str]:
    """Return the lines of a record for these outcomes of chance."""
    return [f"{CHANCE_MARK} {outcome}" for outcome in outcomes]
