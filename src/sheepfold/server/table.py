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
from sheepfold.fair import draw, nonce_commitment, throw_seal
from sheepfold.server.facts import Chair, Proposal
from sheepfold.server.folded import Folded
from sheepfold.server.log import (
    Acted,
    AnyEntry,
    Appointed,
    Begun,
    By,
    CameBack,
    Closed,
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
from sheepfold.server.refusals import Refused, SitsAlready, Stale
from sheepfold.server.settings import LONGEST_NAME, Rules, Settings, check_bot
from sheepfold.server.words import alike, plain


def new_table(
    table_id: str, settings: Settings, secret: str, host: str, host_name: str, rules: Rules | None = None
) -> Table:
    """Before its first entry. A SheepfoldError if the settings do not fit together, unless the rules are known."""
    rules = rules or settings.checked()
    names = rules.game.face.seat_names(len(settings.seats))
    chairs: list[Chair] = []
    for plan, name in zip(settings.seats, names, strict=True):
        called = plain(plan.name or (host_name if plan.who == "me" else name))
        chairs.append(
            Chair(
                person=host if plan.who == "me" else None,
                name=called if plan.who == "friend" else name_of_their_own(called, chairs),
                bot=(plan.bot or best_bot(rules.game.id)) if plan.who == "bot" else None,
            )
        )
    return Table(table_id, settings, rules, secret, host, chairs)


def name_of_their_own(name: str, chairs: list[Chair]) -> str:
    """Nobody is taken for somebody else: who is called like another at the table gets a number."""
    taken = [alike(chair.name) for chair in chairs if not chair.is_free()]
    own, number = name, 2
    while alike(own) in taken:
        suffix = f" {number}"
        own, number = f"{name[: LONGEST_NAME - len(suffix)].rstrip()}{suffix}", number + 1
    return own


class Table(Folded):
    """A table at which people and bots act."""

    def copy(self) -> Table:
        twin = Table(self.id, self.settings, self.rules, self.dice.secret, self.host, self.chairs)
        self.copy_to(twin)
        return twin

    def check_seat(self, seat: int) -> None:
        if seat not in range(len(self.chairs)):
            raise Refused(f"the table has seats 0 to {len(self.chairs) - 1}")

    def first_seat(self, person: str | None) -> int | None:
        """Of those that are this person's."""
        for seat, chair in enumerate(self.chairs):
            if person is not None and chair.person == person:
                return seat
        return None

    def seat_for(self, person: str, wanted: int | None) -> int:
        """The first free one if none is asked for. Who asks twice, since no answer came, does not sit twice."""
        for seat, chair in enumerate(self.chairs):
            if chair.person == person and wanted in (None, seat):
                raise SitsAlready(seat)
        if wanted is not None:
            return wanted
        for seat, chair in enumerate(self.chairs):
            if chair.is_free():
                return seat
        raise Refused("every seat is taken; you can watch")

    def sit(self, seat: int, person: str, name: str) -> Proposal:
        self._before_sealing()
        if not self.chairs[seat].is_free():
            raise Refused(f"seat {seat} is taken; choose a free one")
        return self._plain(Sat(seat, person, name_of_their_own(name, self.chairs)))

    def stand(self, seat: int) -> Proposal:
        self._before_sealing()
        if self.settings.seats[seat].who == "me":
            raise Refused("who made the table keeps the seat; others may come or the game may begin")
        return self._plain(Stood(seat))

    def appoint(self, seat: int, bot: str | None, name: str | None, *, is_gone: bool = False) -> Proposal:
        """Nobody need wait for a friend who does not come, or who came and is gone."""
        self._before_sealing()
        self.check_seat(seat)
        if self.chairs[seat].person is not None and (not is_gone or self.settings.seats[seat].who == "me"):
            raise Refused(f"{self.chairs[seat].name} sits there; choose a seat that is free")
        if bot is None:
            return self._plain(Appointed(seat))
        check_bot(self.game, bot)
        others = self.chairs[:seat] + self.chairs[seat + 1 :]
        return self._plain(Appointed(seat, bot, name_of_their_own(plain(name or self.usual_name(seat)), others)))

    def close(self, person: str) -> Proposal:
        """Nobody need wait any longer."""
        self._before_the_game()
        if person != self.host:
            raise Refused("only who made the table can close it; you can stand up")
        return self._plain(Closed())

    # The dice: every browser commits to a nonce, and reveals it once all commitments are fixed. So nobody chooses last.

    def commit(self, seat: int, commitment: str) -> Proposal:
        self._before_sealing()
        if seat in self.dice.ready:
            raise Refused("this seat has committed to a nonce already")
        if seat in self.dice.silent:
            raise Refused("this seat did not reveal its nonce; the dice are made without it")
        return self._plain(Ready(seat, commitment))

    def seal(self) -> Proposal:
        """Every seat is taken: from now on nobody can commit, join or leave until the game begins."""
        self._before_sealing()
        if not self.is_full():
            raise Refused("the game begins when every seat is taken")
        return self._plain(Sealed(self.dice.commitments(self.people())))

    def reveal(self, seat: int, nonce: str) -> Proposal:
        self._before_the_game()
        if self.dice.sealed is None:
            raise Refused("nonces are revealed once every browser has committed to one")
        if seat in self.dice.revealed:
            raise Refused("this seat has revealed its nonce already")
        if self.dice.sealed[seat] != nonce_commitment(nonce):
            raise Refused("this is not the nonce that the seat committed to")
        return self._plain(Revealed(seat, nonce))

    def unseal(self) -> Proposal:
        """A nonce is missing: nobody may gain by keeping it back, so all nonces are replaced."""
        self._before_the_game()
        missing = self.dice.unrevealed()
        if not missing:
            raise Refused("every nonce is revealed")
        return self._plain(Unsealed(missing))

    def begin(self) -> Proposal:
        """The key of the dice is fixed, and the first cards come."""
        self._before_the_game()
        if self.dice.sealed is None or self.dice.unrevealed():
            raise Refused("the game begins when every nonce is revealed")
        state = self.rules.start()
        lines: list[str] = []
        events: list[Event] = []
        seals = self._resolve_chance(state, lines, events)
        return Proposal(self.version + 1, Begun([line[2:] for line in lines]), state, events, lines, seals)

    def act(self, seat: int, text: str, by: By = "person") -> Proposal:
        """An action, and what chance makes of it."""
        state = self._running()
        self._answer_first()
        self._wait_for_holder(seat)
        after = state.copy()
        own = find_action(self.legal(seat), text)
        events = after.act(seat, Action(text)) if own is None else after.perform(seat, own)
        lines = [f"{seat} {text}"]
        seals = self._resolve_chance(after, lines, events)
        chance = [line[2:] for line in lines[1:]]
        return Proposal(self.version + 1, Acted(seat, text, chance, by), after, events, lines, seals)

    def act_since(self, since: int, seat: int, text: str, by: By = "person") -> Proposal:
        """An action that was chosen by somebody who had seen this entry.

        Stale is only who has not seen what can be done now: while several choose at once, nobody disturbs another.
        """
        is_bot = by in ("bot", "stand-in")
        if is_bot != (self.chairs[seat].bot is not None):
            raise Refused("a person plays this seat" if is_bot else "a bot plays this seat; come back first")
        if since < self.asked_since[seat]:
            raise Stale("the table has changed; look again")
        return self.act(seat, text, by)

    def undo(self, seat: int) -> Proposal:
        """The own last choice, as long as nobody learned anything from it."""
        self._running()
        self._answer_first()
        self._wait_for_holder(seat)
        if not self.moves:
            raise Refused("there is nothing to take back")
        if self.moves[-1].seat != seat:
            raise Refused("somebody else has acted since; ask the others to go back")
        if self.moves[-1].settled:
            raise Refused("dice have fallen or something hidden was shown since; ask the others to go back")
        return self._plain(Undone(seat, len(self.moves) - 1))

    def ask_undo(self, seat: int, keep: int) -> Proposal:
        self._running()
        if self.undo_wanted is not None:
            raise Refused("somebody has already asked to go back")
        self._wait_for_holder(seat)
        if seat in self.declined:
            raise Refused("the others would rather play on; ask again after the next move")
        if not 0 <= keep < len(self.moves):
            raise Refused(f"the game has {len(self.moves)} moves; choose how many of them stay")
        for gone, moves in self.left_after.items():
            if keep < moves:
                raise Refused(f"{self.chairs[gone].name} has left and cannot agree; let at least {moves} moves stay")
        return self._plain(UndoAsked(seat, keep))

    def answer_undo(self, seat: int, agreed: bool) -> Proposal:
        self._running()
        if self.undo_wanted is None:
            raise Refused("nobody has asked to go back")
        if agreed and seat in self.undo_agreed:
            raise Refused("you have agreed already")
        return self._plain(UndoAnswered(seat, agreed))

    def whistle(self, seat: int) -> Proposal:
        """Hold the game for a moment. Whoever may interrupt may, whatever the hand: so it tells nothing."""
        state = self._running()
        if self.stands_still():
            raise Refused("the others wait for somebody already; wait a moment")
        if self.chairs[seat].bot is not None:
            raise Refused("a bot plays this seat; come back first")
        if seat not in state.may_act():
            raise Refused("you cannot interrupt now")
        if seat in self.whistled:
            raise Refused("you have whistled already; the game goes on first")
        return self._plain(Whistled(seat))

    def let_go(self, seat: int) -> Proposal:
        if self.holder != seat:
            raise Refused("the game does not wait for you")
        return self._plain(WentOn(seat))

    def stand_in(self, seat: int, *, is_gone: bool) -> Proposal:
        """Nobody need wait for ever for somebody who is gone; they may come back."""
        self.check_seat(seat)
        proposal = self.leave(seat)
        if not is_gone:
            raise Refused(f"{self.chairs[seat].name} is here, or was a moment ago; wait for half a minute")
        return proposal

    def leave(self, seat: int) -> Proposal:
        """A bot takes over."""
        self._running()
        if self.chairs[seat].bot is not None:
            raise Refused("a bot plays this seat already")
        return self._plain(Left(seat, best_bot(self.game.id)))

    def come_back(self, seat: int) -> Proposal:
        self._running()
        if self.chairs[seat].bot is None:
            raise Refused("you have not left")
        return self._plain(CameBack(seat))

    def offer_rematch(
        self, seat: int, table: str, settings: Settings, invitation: str, closed: str | None = None
    ) -> Proposal:
        """Another game, once: again only if the table of the last offer was `closed`."""
        if self.status != "over" or self.state is None:
            raise Refused("a rematch is offered when the game is over")
        if self.rematch is not None and self.rematch.table != closed:
            raise Refused("there is a rematch already; join it")
        return self._plain(RematchOffered(seat, table, invitation, msgspec.to_builtins(settings)))

    def _answer_first(self) -> None:
        if self.undo_wanted is not None:
            raise Refused("somebody has asked to go back; answer that first")

    def _wait_for_holder(self, seat: int) -> None:
        if self.holder is not None and self.holder != seat:
            raise Refused("somebody has whistled; wait a moment")

    def _plain(self, entry: AnyEntry) -> Proposal:
        return Proposal(self.version + 1, entry, None, [], [], [])

    def _before_sealing(self) -> None:
        self._before_the_game()
        if self.dice.sealed is not None:
            raise Refused("the game is about to begin; wait a moment")

    def _before_the_game(self) -> None:
        if self.closed:
            raise Refused("who made this table has closed it; make another")
        if self.state is not None:
            raise Refused("the game has begun already")

    def _running(self) -> State:
        if self.state is None:
            raise Refused("the game has not begun; wait until every seat is taken")
        if not self.state.waiting_for():
            raise Refused("the game is over; offer a rematch")
        return self.state

    def _resolve_chance(self, state: State, lines: list[str], events: list[Event]) -> list[str]:
        """Throw until somebody decides; the seals of the throws. Numbers run on from the table's last throw."""
        seals: list[str] = []
        key = self.dice.throwing_key()
        while state.waiting_for() == [CHANCE]:
            number = self.dice.thrown + len(seals) + 1
            outcome, total = draw(key, number, state)
            events += state.perform(CHANCE, outcome)
            lines.append(f"* {outcome.text}")
            seals.append(throw_seal(key, number, total, outcome.text))
        return seals
