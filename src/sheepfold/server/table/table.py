"""One table: what has come to be (`folded.py`), and what can come next. Nothing here does input or output.

What somebody wants to do is first proposed: the entry and the position that it would lead to. Only when the entry is
committed does the table take it on, so what was acknowledged and what is in memory never differ.
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
    """Before its first entry. A SheepfoldError if the settings do not fit together, unless the rules are known."""
    rules = rules or settings.load_rules()
    names = rules.game.face.seat_names(len(settings.seats))
    chairs: list[Chair] = []
    for plan, name in zip(settings.seats, names, strict=True):
        called = clean(plan.name or (host_name if plan.who == "me" else name))
        chairs.append(
            Chair(
                person=host if plan.who == "me" else None,
                name=called if plan.who == "friend" else unique_name(called, chairs),
                bot=(plan.bot or best_bot(rules.game.id)) if plan.who == "bot" else None,
            )
        )
    return Table(table_id, settings, rules, secret, host, chairs)


def unique_name(name: str, chairs: list[Chair]) -> str:
    """Nobody is taken for somebody else: who is called like another at the table gets a number."""
    taken = [lookalike_key(chair.name) for chair in chairs if not chair.is_free()]
    own, number = name, 2
    while lookalike_key(own) in taken:
        suffix = f" {number}"
        own, number = f"{name[: LONGEST_NAME - len(suffix)].rstrip()}{suffix}", number + 1
    return own


class Table(TableState):
    """A table at which people and bots act."""

    def copy(self) -> Table:
        twin = Table(self.id, self.settings, self.rules, self.dice.secret, self.host, self.chairs)
        self.copy_to(twin)
        return twin

    def check_seat(self, seat: int) -> None:
        if seat not in range(len(self.chairs)):
            raise Refused("seat.unknown", last=len(self.chairs) - 1)

    def first_seat(self, person: str | None) -> int | None:
        """The first of the person's seats."""
        seats = self.seats_of(person)
        return seats[0] if seats else None

    def seat_for(self, person: str, wanted: int | None) -> int:
        """The wanted seat, or the first free one. Asking twice, because no answer came, does not take two seats."""
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
        self._before_sealing()
        if not self.chairs[seat].is_free():
            raise Refused("seat.taken", seat=seat)
        return self._plain(Sat(seat, person, unique_name(name, self.chairs)))

    def stand(self, seat: int) -> Proposal:
        self._before_sealing()
        if self.settings.seats[seat].who == "me":
            raise Refused("seat.host_stays")
        return self._plain(Stood(seat))

    def appoint(self, seat: int, bot: str | None, name: str | None, *, is_gone: bool = False) -> Proposal:
        """Nobody need wait for a friend who does not come, or who came and is gone."""
        self._before_sealing()
        self.check_seat(seat)
        if self.chairs[seat].person is not None and (not is_gone or self.settings.seats[seat].who == "me"):
            raise Refused("seat.occupied", name=self.chairs[seat].name)
        if bot is None:
            return self._plain(Appointed(seat))
        check_bot(self.game, bot)
        others = self.chairs[:seat] + self.chairs[seat + 1 :]
        return self._plain(Appointed(seat, bot, unique_name(clean(name or self.default_name(seat)), others)))

    def close(self, person: str) -> Proposal:
        """Nobody need wait any longer."""
        self._before_the_game()
        if person != self.host:
            raise Refused("host.closes")
        return self._plain(Closed())

    # The dice: every browser commits to a nonce, and reveals it once all commitments are fixed. So nobody chooses last.

    def commit(self, seat: int, commitment: str) -> Proposal:
        self._before_sealing()
        if seat in self.dice.ready:
            raise Refused("dice.committed")
        if seat in self.dice.silent:
            raise Refused("dice.silent")
        return self._plain(Ready(seat, commitment))

    def seal(self) -> Proposal:
        """Every seat is taken: from now on nobody can commit, join or leave until the game begins."""
        self._before_sealing()
        if not self.is_full():
            raise Refused("game.seats_free")
        return self._plain(Sealed(self.dice.commitments(self.people())))

    def reveal(self, seat: int, nonce: str) -> Proposal:
        self._before_the_game()
        if self.dice.sealed is None:
            raise Refused("dice.not_sealed")
        if seat in self.dice.revealed:
            raise Refused("dice.revealed")
        if self.dice.sealed[seat] != nonce_commitment(nonce):
            raise Refused("dice.wrong_nonce")
        return self._plain(Revealed(seat, nonce))

    def unseal(self) -> Proposal:
        """A nonce is missing: nobody may gain by keeping it back, so all nonces are replaced."""
        self._before_the_game()
        missing = self.dice.unrevealed()
        if not missing:
            raise Refused("dice.all_revealed")
        return self._plain(Unsealed(missing))

    def begin(self) -> Proposal:
        """The key of the dice is fixed, and the first cards come."""
        self._before_the_game()
        if self.dice.sealed is None or self.dice.unrevealed():
            raise Refused("dice.unrevealed")
        state = self.rules.start()
        events: list[Event] = []
        throws = self._resolve_chance(state, events)
        lines = chance_lines(throws.outcomes)
        return Proposal(self.version + 1, Begun(throws.outcomes), state, events, lines, throws.seals)

    def act(self, seat: int, text: str, by: By = "person") -> Proposal:
        """An action, and what chance makes of it."""
        _check(self.why_not_act(seat))
        state = self._running()
        after = state.copy()
        own = find_action(self.legal(seat), text)
        events = after.act(seat, Action(text)) if own is None else after.perform(seat, own)
        throws = self._resolve_chance(after, events)
        lines = [f"{seat} {text}", *chance_lines(throws.outcomes)]
        return Proposal(self.version + 1, Acted(seat, text, throws.outcomes, by), after, events, lines, throws.seals)

    def act_if_current(self, since: int, seat: int, text: str, by: By = "person") -> Proposal:
        """An action that was chosen by somebody who had seen this entry.

        Stale is only who has not seen what can be done now: while several choose at once, nobody disturbs another.
        """
        is_bot = by in ("bot", "stand-in")
        if is_bot != (self.chairs[seat].bot is not None):
            raise Refused("seat.person_plays" if is_bot else "seat.bot_plays")
        if since < self.legal_since[seat]:
            raise Stale("table.changed")
        return self.act(seat, text, by)

    def undo(self, seat: int) -> Proposal:
        """Take back the seat's last choice, as long as nobody learned anything from it."""
        _check(self.why_not_undo(seat))
        return self._plain(Undone(seat, len(self.moves) - 1))

    def ask_undo(self, seat: int, keep: int) -> Proposal:
        self._running()
        if self.undo_wanted is not None:
            raise Refused("undo.asked")
        _check(self.why_not_act(seat))
        if seat in self.declined:
            raise Refused("undo.declined")
        if not 0 <= keep < len(self.moves):
            raise Refused("undo.range", moves=len(self.moves))
        for gone, moves in self.left_after.items():
            if keep < moves:
                raise Refused("undo.left", name=self.chairs[gone].name, moves=moves)
        return self._plain(UndoAsked(seat, keep))

    def answer_undo(self, seat: int, agreed: bool) -> Proposal:
        self._running()
        if self.undo_wanted is None:
            raise Refused("undo.not_asked")
        if agreed and seat in self.undo_agreed:
            raise Refused("undo.agreed")
        return self._plain(UndoAnswered(seat, agreed))

    def whistle(self, seat: int) -> Proposal:
        """Hold the game for a moment. Whoever may interrupt may, whatever the hand: so it reveals nothing."""
        _check(self.why_not_whistle(seat))
        return self._plain(Whistled(seat))

    def resume(self, seat: int) -> Proposal:
        if self.holder != seat:
            raise Refused("whistle.not_holding")
        return self._plain(WentOn(seat))

    def stand_in(self, seat: int, *, is_gone: bool) -> Proposal:
        """Nobody need wait for ever for somebody who is gone; they may come back."""
        self.check_seat(seat)
        proposal = self.leave(seat)
        if not is_gone:
            raise Refused("seat.present", name=self.chairs[seat].name)
        return proposal

    def leave(self, seat: int) -> Proposal:
        """A bot takes over."""
        self._running()
        if self.chairs[seat].bot is not None:
            raise Refused("seat.bot_stays")
        return self._plain(Left(seat, best_bot(self.game.id)))

    def come_back(self, seat: int) -> Proposal:
        self._running()
        if self.chairs[seat].bot is None:
            raise Refused("seat.not_left")
        return self._plain(CameBack(seat))

    def offer_rematch(
        self, seat: int, table: str, settings: Settings, invitation: str, closed: str | None = None
    ) -> Proposal:
        """Another game, once: again only if the table of the last offer was `closed`."""
        if self.status != "over" or self.state is None:
            raise Refused("rematch.not_over")
        if self.rematch is not None and self.rematch.table != closed:
            raise Refused("rematch.offered")
        return self._plain(RematchOffered(seat, table, invitation, msgspec.to_builtins(settings)))

    def _plain(self, entry: Entry) -> Proposal:
        return Proposal(self.version + 1, entry, None, [], [], [])

    def _before_sealing(self) -> None:
        self._before_the_game()
        if self.dice.sealed is not None:
            raise Refused("game.starting")

    def _before_the_game(self) -> None:
        if self.closed:
            raise Refused("table.closed")
        if self.state is not None:
            raise Refused("game.started")

    def _running(self) -> State:
        _check(self.why_not_running())
        assert self.state is not None
        return self.state

    def _resolve_chance(self, state: State, events: list[Event]) -> Throws:
        """Throw until a seat has to decide."""
        throws = self.dice.next_throws()
        while state.waiting_for() == [CHANCE]:
            events += state.perform(CHANCE, throws.draw(state))
        return throws


def _check(reason: str | None) -> None:
    if reason is not None:
        raise Refused(reason)
