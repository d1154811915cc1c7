"""The log of a table, folded into what is so now. Nothing here does input or output."""

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
"""So many entries are remembered with their events, for those who lost the connection for a while."""

HOLD: Final = 10.0
"""Seconds that somebody who has whistled may think."""


class TableState:
    """A table as it is after its last entry."""

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
        """The entry since which who sits where, and who is ready, is as it is; moves do not change it."""
        self.closed = False
        self.full_since: float | None = None
        self.dice = Dice(secret, len(chairs))
        self.state: State | None = None
        self.lines: list[str] = []
        """The game so far, as a record has it."""
        self.imported = False
        """Whether some of the dice were thrown elsewhere, so that ours prove nothing."""
        self.opening = 0
        """How many of them set the game up."""
        self.moves: list[Move] = []
        self.clocks = Clocks(settings.clock, len(settings.seats))
        self.undo_wanted: UndoAsked | None = None
        self.undo_agreed: set[int] = set()
        self.holder: int | None = None
        """The seat that has whistled, while the others wait for it."""
        self.held_until = 0.0
        self.whistled: set[int] = set()
        """The seats that have whistled since the game last moved on: nobody is to hold it for ever."""
        self.declined: set[int] = set()
        """The seats that have asked to go back in vain since the game last moved on."""
        self.left_after: dict[int, int] = {}
        """By seat of a person for whom a bot plays: after how many moves they have left."""
        self.rematch: RematchOffered | None = None
        self.recent: list[FoldedEntry] = []
        self.legal_since = [0] * len(self.chairs)
        """By seat: the entry since which its legal actions are what they are."""
        self._legal: list[list[Action]] = [[] for _ in self.chairs]
        self._before: State | None = None
        """The position before the last move, which is the one that is mostly taken back."""

    def copy_to(self, twin: TableState) -> None:
        """Make a new table the same as this one; what is done to one does not change the other."""
        twin.chairs = self.chairs[:]
        twin.version = self.version
        twin.status = self.status
        twin.seating_since = self.seating_since
        twin.closed = self.closed
        twin.full_since = self.full_since
        twin.dice = self.dice.copy()
        twin.state = self.state
        twin.lines = self.lines[:]
        twin.imported = self.imported
        twin.opening = self.opening
        twin.moves = self.moves[:]
        twin.clocks = self.clocks.copy()
        twin.undo_wanted = self.undo_wanted
        twin.undo_agreed = self.undo_agreed.copy()
        twin.holder = self.holder
        twin.held_until = self.held_until
        twin.whistled = self.whistled.copy()
        twin.declined = self.declined.copy()
        twin.left_after = self.left_after.copy()
        twin.rematch = self.rematch
        twin.recent = self.recent[:]
        twin.legal_since = self.legal_since[:]
        twin._legal = self._legal[:]
        twin._before = self._before

    # What is so

    def commitment(self) -> str:
        """What is told of the dice before they fall."""
        return commitment(self.dice.secret)

    def legal(self, seat: int) -> list[Action]:
        return self._legal[seat]

    def default_name(self, seat: int) -> str:
        """What the game calls who plays there."""
        return self.game.face.seat_names(len(self.chairs))[seat]

    def seats_of(self, person: str | None) -> list[int]:
        """The seats of this person; [] for a spectator without a name."""
        if person is None:
            return []
        return [seat for seat, chair in enumerate(self.chairs) if chair.person == person]

    def people(self) -> list[int]:
        """The seats that people play, now."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person is not None and chair.bot is None]

    def is_paused(self) -> bool:
        """Whether bots and clocks wait for people."""
        return self.undo_wanted is not None or self.holder is not None

    def why_not_running(self) -> str | None:
        """Why nobody can play now, or None."""
        if self.state is None:
            return "game.not_started"
        return None if self.status == "running" else "game.over"

    def why_not_act(self, seat: int) -> str | None:
        """Why the game is not to go on by this seat, or None."""
        if self.status != "running":
            return self.why_not_running()
        if self.undo_wanted is not None:
            return "undo.pending"
        return "whistle.held" if self.holder is not None and self.holder != seat else None

    def why_not_undo(self, seat: int) -> str | None:
        """Why the seat cannot take back its last choice alone, or None."""
        if (reason := self.why_not_act(seat)) is not None:
            return reason
        if not self.moves:
            return "undo.nothing"
        if self.moves[-1].seat != seat:
            return "undo.acted_since"
        return "undo.settled" if self.moves[-1].settled else None

    def why_not_whistle(self, seat: int) -> str | None:
        """Why the seat cannot hold the game for a moment, or None."""
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
        """Whether the server may have to act here by itself, if that is the status."""
        if status != "running":
            return status == "open"
        if self.holder is not None or not isinstance(self.settings.clock, NoClock):
            return True
        return any(chair.bot is not None for chair in self.chairs)

    def bots_to_act(self) -> list[int]:
        """The bots that the game waits for."""
        if self.state is None or self.is_paused():
            return []
        return [seat for seat in self.state.waiting_for() if self.chairs[seat].bot is not None]

    def bots_to_interrupt(self) -> list[int]:
        """The bots that may act unasked, in the order in which they come."""
        if self.state is None or self.is_paused():
            return []
        return [seat for seat in self.state.may_act() if self.chairs[seat].bot is not None]

    def record(self) -> Record:
        """The game so far. The secret of the dice is told only when it is over."""
        seats = [Seat(name=chair.name, bot=chair.bot) for chair in self.chairs]
        record = new_record(self.game, seats, self.rules.options, self.rules.components)
        record.actions.extend(self.lines)
        over = self.status == "over"
        if not self.imported:
            record.fairness = self.dice.fairness(over=over)
        record.result = result_of(self.state) if self.state is not None and over else None
        return record

    def is_full(self) -> bool:
        return not any(chair.is_free() for chair in self.chairs)

    def is_ready(self) -> bool:
        """Every seat is taken, and every person's browser has committed to a nonce."""
        return self.is_full() and self.dice.are_committed(self.people())

    # What has come

    def apply(self, proposal: Proposal, at: float) -> FoldedEntry:
        """The proposal is committed."""
        assert proposal.number == self.version + 1, "entries come one by one"
        return self._fold(proposal.entry, proposal.state, proposal.events, proposal.lines, proposal.seals, at)

    def apply_entry(self, entry: Entry, at: float) -> FoldedEntry:
        """An entry out of the log, from wherever it was committed."""
        if isinstance(entry, Begun):
            return self._replayed(entry, self.rules.start(), chance_lines(entry.chance), at)
        if isinstance(entry, Imported):
            return self._replayed(entry, self.rules.start(), entry.lines, at)
        if isinstance(entry, Acted):
            assert self.state is not None, "nobody acts before the game"
            lines = [f"{entry.seat} {entry.action}", *chance_lines(entry.chance)]
            return self._replayed(entry, self.state.copy(), lines, at)
        return self._fold(entry, None, [], [], [], at)

    def _replayed(self, entry: Entry, state: State, lines: list[str], at: float) -> FoldedEntry:
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
            self._take_on(entry, state, events, lines)
        if self.undo_wanted is not None and set(self.people()) <= self.undo_agreed:
            self._go_back(self.undo_wanted.keep, self.undo_wanted.seat)
            self.whistled.clear()
            self.legal_since = [self.version] * len(self.chairs)
        if isinstance(entry, Whistled):
            self.held_until = at + HOLD
        if not isinstance(entry, Acted):
            self.seating_since = self.version
            again = isinstance(entry, Unsealed)
            self.full_since = (at if again else self.full_since or at) if self.is_full() else None
        self.status = self.status_with(entry, None)
        self._look_at_choices(entry.seat if isinstance(entry, Acted) else None)
        self._start_clocks(at)
        happened = FoldedEntry(self.version, entry, events, len(self.moves), thrown)
        self.recent.append(happened)
        del self.recent[:-RECENT]
        return happened

    def status_with(self, entry: Entry, state: State | None) -> Status:
        """The status once this entry has led to this position; None is the position as it is."""
        state = self.state if state is None else state
        if state is None:
            return "over" if self.closed or isinstance(entry, Closed) else "open"
        return "running" if state.waiting_for() else "over"

    def _take_on(self, entry: Entry, state: State | None, events: list[Event], lines: list[str]) -> None:  # noqa: C901, PLR0912
        match entry:
            case Acted(seat=seat, by=by):  # first, because nearly all are
                self._acted(seat, by, state, events, lines)
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
                self._played(state, lines, [])
                self.opening = len(lines)
            case Undone(seat=seat, keep=keep):
                self._give_time_back(seat, self.moves[keep])
                self._go_back(keep, seat)
                self.legal_since[seat] = self.version  # the others choose on undisturbed
            case UndoAsked():
                self.undo_wanted = entry
                self.undo_agreed = {entry.seat}
            case UndoAnswered(seat=seat, agreed=agreed):
                self._answered(seat, agreed)
            case Whistled(seat=seat):
                self.holder = seat
                self.whistled.add(seat)
            case WentOn():
                self.holder = None
            case Left(seat=seat, bot=bot):
                self.chairs[seat] = msgspec.structs.replace(self.chairs[seat], bot=bot)
                self.holder = None if self.holder == seat else self.holder
                self.undo_wanted = None  # who goes has not agreed
                self.left_after[seat] = len(self.moves)
            case CameBack(seat=seat):
                self.chairs[seat] = msgspec.structs.replace(self.chairs[seat], bot=None)
                self.left_after.pop(seat, None)
            case RematchOffered():
                self.rematch = entry

    def _acted(self, seat: int, by: str, state: State | None, events: list[Event], lines: list[str]) -> None:
        before = self.state
        assert before is not None, "nobody acts before the game"
        self._went_on(seat)
        settled = len(lines) > 1 or by != "person" or self._is_revealing(events)
        left = self.clocks.left[:]
        self.clocks.moved(seat)
        after = len(self.lines) + len(lines)
        self._played(state, lines, [Move(self.version, seat, after, settled, left, before.waiting_for())])
        self._before = before

    def _is_revealing(self, events: list[Event]) -> bool:
        """Whether something hidden was shown."""
        for event in events:
            if type(event) in self.game.revealing:
                return True
        return False

    def _played(self, state: State | None, lines: list[str], moves: list[Move]) -> None:
        assert state is not None, "a game that is played has a position"
        self.state = state
        self.lines += lines
        self.moves += moves

    def _went_on(self, seat: int) -> None:
        """Who has whistled has acted; and when it was for the seat to act, everybody may whistle anew."""
        self.holder = None
        self.declined.clear()
        if self.state is not None and seat in self.state.waiting_for():
            self.whistled.clear()

    def _answered(self, seat: int, agreed: bool) -> None:
        if agreed:
            self.undo_agreed.add(seat)
        elif self.undo_wanted is not None:
            if seat != self.undo_wanted.seat:  # who asked may think again
                self.declined.add(self.undo_wanted.seat)
            self.undo_wanted = None

    def _give_time_back(self, seat: int, move: Move) -> None:
        """Nobody gains by taking back: who was asked only because of that move has their time again, which it costs."""
        if isinstance(self.settings.clock, NoClock):
            return
        waited = 0.0
        for other, left in enumerate(move.time_left):
            if other != seat and other not in move.asked:
                waited = max(waited, left - self.clocks.left[other])
                self.clocks.left[other] = left
        self.clocks.left[seat] = max(0.0, move.time_left[seat] - waited)

    def _go_back(self, keep: int, asked: int) -> None:
        """Play the game again up to there. Undone throws keep their numbers, and the record keeps the throws."""
        kept = self.moves[keep - 1].lines if keep else self.opening
        self.dice.take_back(kept, self.lines[kept:], asked, self.undo_agreed, list(self.left_after))
        if keep == len(self.moves) - 1 and self._before is not None:
            self.state = self._before
        else:
            state = self.rules.start()
            for line in self.lines[:kept]:
                state.act(*split_line(line))
            self.state = state
        self._before = None
        self.lines = self.lines[:kept]
        self.moves = self.moves[:keep]
        self.undo_wanted = None
        self.holder = None
        self.declined.clear()

    def _look_at_choices(self, acted: int | None) -> None:
        for seat in range(len(self.chairs)):
            legal = self.state.legal_actions(seat) if self.state is not None else []
            known = self._legal[seat]
            # Who may do the same again is asked again. A game shares long lists, and those take long to compare.
            if seat == acted or (legal is not known and legal != known):
                self.legal_since[seat] = self.version
            self._legal[seat] = legal

    def _start_clocks(self, at: float) -> None:
        if self.state is None or self.is_paused():
            return
        asked = self.state.waiting_for()
        # Who leaves it to a bot for a while has no more time than who stays.
        away = [seat for seat in asked if seat in self.left_after]
        people = self.people()
        self.clocks.start([seat for seat in asked if seat in people], at, away)


def split_line(line: str) -> tuple[int, Action]:
    """A line of a record: who acts, and what. `act` finds the game's own action by its text."""
    who, _, text = line.partition(" ")
    return CHANCE if who == CHANCE_MARK else int(who), Action(text)


def chance_lines(outcomes: list[str]) -> list[str]:
    """The lines of a record for these outcomes of chance."""
    return [f"{CHANCE_MARK} {outcome}" for outcome in outcomes]
