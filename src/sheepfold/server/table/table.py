"""The commands of a table, on top of its state (`fold.py`).

Each command returns a proposal: the entry it would append, and the position it would lead to. The table applies the
proposal only once its entry is committed, so memory never differs from what was acknowledged.
"""

from __future__ import annotations

import msgspec

from sheepfold.bots.registry import best_bot
from sheepfold.core.action import Action, find_action
from sheepfold.core.event import Event
from sheepfold.core.state import CHANCE, State
from sheepfold.fair import Throws, nonce_commitment
from sheepfold.server.table.entries import (
    Acted,
    Appointed,
    Begun,
    By,
    CameBack,
    Closed,
    Entry,
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
from sheepfold.server.table.fold import TableState, chance_lines
from sheepfold.server.table.model import Chair, Proposal
from sheepfold.server.table.refusals import AlreadySeated, Refused, Stale
from sheepfold.server.table.settings import LONGEST_NAME, Rules, Settings, check_bot
from sheepfold.server.table.text import clean, lookalike_key


def new_table(
    table_id: str, settings: Settings, secret: str, host: str, host_name: str, rules: Rules | None = None
) -> Table:
    """Return a table without entries. Without `rules`, raise a SheepfoldError if the settings do not fit together."""
    rules = rules or settings.load_rules()
    defaults = rules.game.face.seat_names(len(settings.seats))
    chairs: list[Chair] = []
    for plan, default in zip(settings.seats, defaults, strict=True):
        name = clean(plan.name or (host_name if plan.who == "me" else default))
        chairs.append(
            Chair(
                person=host if plan.who == "me" else None,
                name=name if plan.who == "friend" else unique_name(name, chairs),
                bot=(plan.bot or best_bot(rules.game.id)) if plan.who == "bot" else None,
            )
        )
    return Table(table_id, settings, rules, secret, host, chairs)


def unique_name(name: str, chairs: list[Chair]) -> str:
    """Return the name, with a number appended if another player at the table has a similar one."""
    taken = [lookalike_key(chair.name) for chair in chairs if not chair.is_free()]
    unique, number = name, 2
    while lookalike_key(unique) in taken:
        suffix = f" {number}"
        unique, number = f"{name[: LONGEST_NAME - len(suffix)].rstrip()}{suffix}", number + 1
    return unique


class Table(TableState):
    """A table and its commands."""

    def copy(self) -> Table:
        other = Table(self.id, self.settings, self.rules, self.dice.secret, self.host, self.chairs)
        self.copy_to(other)
        return other

    def check_seat(self, seat: int) -> None:
        if seat not in range(len(self.chairs)):
            raise Refused("seat.unknown", last=len(self.chairs) - 1)

    def first_seat(self, person: str | None) -> int | None:
        """Return the first of the person's seats."""
        seats = self.seats_of(person)
        return seats[0] if seats else None

    def seat_for(self, person: str, wanted: int | None) -> int:
        """Return the wanted seat, or the first free one. A request that is sent twice does not take two seats."""
        for seat in self.seats_of(person):
            if wanted in (None, seat):
                raise AlreadySeated(seat)
        if wanted is not None:
            return wanted
        for seat, chair in enumerate(self.chairs):
            if chair.is_free():
                return seat
        raise Refused("seat.none_free")

    def sit(self, seat: int, person: str, name: str) -> Proposal:
        self._check_not_sealed()
        if not self.chairs[seat].is_free():
            raise Refused("seat.taken", seat=seat)
        return self._propose(Sat(seat, person, unique_name(name, self.chairs)))

    def stand(self, seat: int) -> Proposal:
        self._check_not_sealed()
        if self.settings.seats[seat].who == "me":
            raise Refused("seat.host_stays")
        return self._propose(Stood(seat))

    def appoint(self, seat: int, bot: str | None, name: str | None, *, is_gone: bool = False) -> Proposal:
        """Give a seat to a bot, or free it (None). The seat is not occupied, or its person is gone."""
        self._check_not_sealed()
        self.check_seat(seat)
        if self.chairs[seat].person is not None and (not is_gone or self.settings.seats[seat].who == "me"):
            raise Refused("seat.occupied", name=self.chairs[seat].name)
        if bot is None:
            return self._propose(Appointed(seat))
        check_bot(self.game, bot)
        others = self.chairs[:seat] + self.chairs[seat + 1 :]
        return self._propose(Appointed(seat, bot, unique_name(clean(name or self.default_name(seat)), others)))

    def close(self, person: str) -> Proposal:
        self._check_not_begun()
        if person != self.host:
            raise Refused("host.closes")
        return self._propose(Closed())

    # Setting up the dice

    def commit(self, seat: int, commitment: str) -> Proposal:
        self._check_not_sealed()
        if seat in self.dice.ready:
            raise Refused("dice.committed")
        if seat in self.dice.silent:
            raise Refused("dice.silent")
        return self._propose(Ready(seat, commitment))

    def seal(self) -> Proposal:
        """Fix all commitments. Until the game begins, no one can commit, join or leave any more."""
        self._check_not_sealed()
        if not self.is_full():
            raise Refused("game.seats_free")
        return self._propose(Sealed(self.dice.commitments(self.people())))

    def reveal(self, seat: int, nonce: str) -> Proposal:
        self._check_not_begun()
        if self.dice.sealed is None:
            raise Refused("dice.not_sealed")
        if seat in self.dice.revealed:
            raise Refused("dice.revealed")
        if self.dice.sealed[seat] != nonce_commitment(nonce):
            raise Refused("dice.wrong_nonce")
        return self._propose(Revealed(seat, nonce))

    def unseal(self) -> Proposal:
        """Start over with new nonces, because one was not revealed: withholding a nonce must not pay."""
        self._check_not_begun()
        missing = self.dice.unrevealed()
        if not missing:
            raise Refused("dice.all_revealed")
        return self._propose(Unsealed(missing))

    def begin(self) -> Proposal:
        """Begin the game. Its first outcomes of chance are drawn."""
        self._check_not_begun()
        if self.dice.sealed is None or self.dice.unrevealed():
            raise Refused("dice.unrevealed")
        state = self.rules.start()
        events: list[Event] = []
        throws = self._resolve_chance(state, events)
        lines = chance_lines(throws.outcomes)
        return Proposal(self.version + 1, Begun(throws.outcomes), state, events, lines, throws.seals)

    def act(self, seat: int, text: str, by: By = "person") -> Proposal:
        """Act, and resolve chance until a seat has to decide."""
        _check(self.why_not_act(seat))
        state = self._running()
        after = state.copy()
        action = find_action(self.legal(seat), text)
        events = after.act(seat, Action(text)) if action is None else after.perform(seat, action)
        throws = self._resolve_chance(after, events)
        lines = [f"{seat} {text}", *chance_lines(throws.outcomes)]
        return Proposal(self.version + 1, Acted(seat, text, throws.outcomes, by), after, events, lines, throws.seals)

    def act_if_current(self, seen: int, seat: int, text: str, by: By = "person") -> Proposal:
        """Act, if the seat's legal actions are still those of the version that its player has seen.

        Otherwise raise Stale. The moves of seats that choose at the same time do not make an action stale.
        """
        is_bot = by in ("bot", "stand-in")
        if is_bot != (self.chairs[seat].bot is not None):
            raise Refused("seat.person_plays" if is_bot else "seat.bot_plays")
        if seen < self.legal_since[seat]:
            raise Stale("table.changed")
        return self.act(seat, text, by)

    def undo(self, seat: int) -> Proposal:
        """Take back the seat's last move, as long as no one has learned anything from it."""
        _check(self.why_not_undo(seat))
        return self._propose(Undone(seat, len(self.moves) - 1))

    def ask_undo(self, seat: int, keep: int) -> Proposal:
        self._running()
        if self.undo_wanted is not None:
            raise Refused("undo.asked")
        _check(self.why_not_act(seat))
        if seat in self.declined:
            raise Refused("undo.declined")
        if not 0 <= keep < len(self.moves):
            raise Refused("undo.range", moves=len(self.moves))
        for absent, moves in self.left_after.items():
            if keep < moves:
                raise Refused("undo.left", name=self.chairs[absent].name, moves=moves)
        return self._propose(UndoAsked(seat, keep))

    def answer_undo(self, seat: int, agreed: bool) -> Proposal:
        self._running()
        if self.undo_wanted is None:
            raise Refused("undo.not_asked")
        if agreed and seat in self.undo_agreed:
            raise Refused("undo.agreed")
        return self._propose(UndoAnswered(seat, agreed))

    def whistle(self, seat: int) -> Proposal:
        """Pause the game for a moment. It reveals nothing: a seat that may interrupt may whistle with any hand."""
        _check(self.why_not_whistle(seat))
        return self._propose(Whistled(seat))

    def resume(self, seat: int) -> Proposal:
        """End the pause that the seat's whistle began."""
        if self.holder != seat:
            raise Refused("whistle.not_holding")
        return self._propose(WentOn(seat))

    def stand_in(self, seat: int, *, is_gone: bool) -> Proposal:
        """Let a bot play for a person who is gone. They may come back."""
        self.check_seat(seat)
        proposal = self.leave(seat)
        if not is_gone:
            raise Refused("seat.present", name=self.chairs[seat].name)
        return proposal

    def leave(self, seat: int) -> Proposal:
        """Leave the seat to a bot."""
        self._running()
        if self.chairs[seat].bot is not None:
            raise Refused("seat.bot_stays")
        return self._propose(Left(seat, best_bot(self.game.id)))

    def come_back(self, seat: int) -> Proposal:
        self._running()
        if self.chairs[seat].bot is None:
            raise Refused("seat.not_left")
        return self._propose(CameBack(seat))

    def offer_rematch(
        self, seat: int, table: str, settings: Settings, invitation: str, closed: str | None = None
    ) -> Proposal:
        """Offer a rematch, once; again only if the table of the last offer is `closed`."""
        if self.status != "over" or self.state is None:
            raise Refused("rematch.not_over")
        if self.rematch is not None and self.rematch.table != closed:
            raise Refused("rematch.offered")
        return self._propose(RematchOffered(seat, table, invitation, msgspec.to_builtins(settings)))

    def _propose(self, entry: Entry) -> Proposal:
        return Proposal(self.version + 1, entry, None, [], [], [])

    def _check_not_sealed(self) -> None:
        self._check_not_begun()
        if self.dice.sealed is not None:
            raise Refused("game.starting")

    def _check_not_begun(self) -> None:
        if self.closed:
            raise Refused("table.closed")
        if self.state is not None:
            raise Refused("game.started")

    def _running(self) -> State:
        _check(self.why_not_running())
        assert self.state is not None
        return self.state

    def _resolve_chance(self, state: State, events: list[Event]) -> Throws:
        """Draw outcomes of chance until a seat has to decide."""
        throws = self.dice.next_throws()
        while state.waiting_for() == [CHANCE]:
            events += state.perform(CHANCE, throws.draw(state))
        return throws


def _check(reason: str | None) -> None:
    if reason is not None:
        raise Refused(reason)
