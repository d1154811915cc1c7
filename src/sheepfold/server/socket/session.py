"""One browser at one table."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from functools import partial
from random import Random
from typing import Final

import msgspec

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.misread import explain
from sheepfold.server.live.hub import Hub, Line
from sheepfold.server.live.people import People
from sheepfold.server.live.preview import foresee
from sheepfold.server.live.problem import problem_of
from sheepfold.server.ops.limits import Bucket, Limits
from sheepfold.server.ops.metrics import METRICS
from sheepfold.server.room.inflight import Wish
from sheepfold.server.room.room import Room, told
from sheepfold.server.socket.channel import Channel, Gone, Message
from sheepfold.server.socket.outbox import Postbox
from sheepfold.server.store.database import NotStored
from sheepfold.server.store.rows import Person
from sheepfold.server.table.model import Proposal
from sheepfold.server.table.privacy import is_private
from sheepfold.server.table.refusals import Forbidden, Malformed, NoSuchTable, NotInvited, Private, Refused, Throttled
from sheepfold.server.table.table import Table
from sheepfold.server.table.text import plain
from sheepfold.server.wire.messages import (
    Ack,
    Act,
    AnswerUndo,
    AnyUp,
    Appoint,
    AskOdds,
    AskUndo,
    Away,
    ComeBack,
    Deed,
    Describe,
    Described,
    Down,
    Foresee,
    Foreseen,
    Hello,
    Leave,
    LetGo,
    Look,
    Odds,
    OfferRematch,
    OwnDeed,
    Pong,
    React,
    Ready,
    Refusal,
    Request,
    Reveal,
    Say,
    Stand,
    StandIn,
    Undo,
    Whistle,
    decode_up,
    encode_down,
    id_in,
)

logger = logging.getLogger("sheepfold")

NO_HELLO: Final = 4400
NO_TABLE: Final = 4404
TOO_MANY_SOCKETS: Final = 4429
GONE: Final = 30.0
"""Seconds after which the others may let a bot play for somebody: a phone loses the net now and then."""
CHANCE_DIGITS: Final = 6


class Visit:
    """From the first message to the last. What is said goes into a postbox; hearing never waits for telling."""

    def __init__(self, channel: Channel, hub: Hub, people: People, limits: Limits) -> None:
        self.person: str | None = None
        self.seat: int | None = None
        self.hidden = False
        self._channel = channel
        self._clock = channel.clock
        self._hub = hub
        self._people = people
        self._limits = limits
        self._postbox = Postbox(channel, limits)
        self._bucket = Bucket(limits.messages_per_second, limits.burst, self._clock.monotonic())
        self._who: Person | None = None
        self._unanswered: deque[Message] = deque()
        """What was said while something else was being answered."""
        self._answering = False
        self._slowly: asyncio.Task[None] | None = None
        """An answer that takes a while; what was begun is done, also for who is gone meanwhile."""

    def push(self, message: bytes) -> None:
        self._postbox.push(message)

    def tell(self, message: Down) -> None:
        self.push(encode_down(message))

    async def run(self, table_id: str) -> None:
        METRICS.sockets += 1
        try:
            await self._stay(table_id)
        finally:
            METRICS.sockets -= 1
            self._postbox.stop()
            if self.person is not None:
                self._people.sockets.give_back(self.person)
            if self._slowly is not None:
                await asyncio.wait({self._slowly})

    async def _stay(self, table_id: str) -> None:
        room = await self._enter(table_id)
        if room is not None:
            try:
                await self._channel.listen(partial(self._hear, room))
            finally:
                self._unanswered.clear()  # what was not begun is not: 'look' would bring back who is gone
                room.exit(self)
                self._hub.left(room)

    # Coming

    async def _enter(self, table_id: str) -> Room | None:
        """The first message says who it is."""
        first: Message = ""
        try:
            async with self._clock.timeout(self._limits.hello_seconds):
                first = await self._channel.first()
            hello = self._understood(first)
            if not isinstance(hello, Hello):
                raise Malformed("request.malformed", "the first message is a 'hello'")
            person = await self._people.find(hello.token) if hello.token is not None else None
            if hello.token is not None and person is None:
                raise Forbidden("token.unknown")
            room = await self._hub.latest(table_id)
            if not room.admits(None if person is None else person.id, hello.invitation):
                raise NotInvited
        except Gone:
            logger.debug("gone")
            return None
        except (SheepfoldError, TimeoutError) as error:
            refusal = refusal_of(error, self._id_of(None, first))
            self._channel.write(encode_down(refusal))
            self._channel.close(NO_TABLE if isinstance(error, NoSuchTable) else NO_HELLO, refusal.reason)
            return None
        if not self._be(person):
            self._channel.close(TOO_MANY_SOCKETS, "limit.sockets")
            return None
        room.enter(self, self._first_seat(room, hello.seat))
        self.tell(room.welcome(self, hello.seen, self._clock.now()))
        self._hub.whereabouts.changed(room)
        return room

    def _be(self, person: Person | None) -> bool:
        """False if this person has too many sockets already."""
        if person is not None:
            if not self._people.sockets.take(person.id, self._limits.sockets_per_person):
                return False
            self._who = person
            self.person = person.id
        return True

    def _first_seat(self, room: Room, wanted: int | None) -> int | None:
        return wanted if wanted in room.table.seats_of(self.person) else room.table.first_seat(self.person)

    def _check_seat(self, table: Table, seat: int) -> None:
        if seat not in table.seats_of(self.person):
            table.check_seat(seat)
            raise Forbidden("seat.not_yours", seat=seat)

    def _check_player(self, table: Table) -> None:
        if not table.seats_of(self.person):
            raise Forbidden("player.only")

    def _check_host(self, table: Table) -> None:
        if self.person is None or self.person != table.host:
            raise Forbidden("host.only")

    # Hearing

    def _hear(self, room: Room, message: Message) -> None:
        """One is answered after the other. Whoever says more meanwhile is not heard until that is done."""
        self._unanswered.append(message)
        if self._answering:
            self._channel.hear_no_more()
        else:
            self._go_on(room)

    def _go_on(self, room: Room) -> None:
        while self._unanswered and not self._answering:
            self._answer(room, self._unanswered.popleft())
            if not self._unanswered:
                self._channel.hear_again()

    def _understood(self, message: Message) -> AnyUp:
        if not self._bucket.take(self._clock.monotonic()):
            raise Throttled("limit.messages")
        if not isinstance(message, str):
            raise Malformed("request.malformed", "messages are text")
        if len(message) > self._limits.message_bytes:
            raise Malformed("limit.size", f"messages have at most {self._limits.message_bytes} characters")
        try:
            return decode_up(message)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise Malformed("request.malformed", explain(error)) from None

    # Answering

    def _answer(self, room: Room, message: Message) -> None:
        request: AnyUp | None = None
        try:
            request = self._understood(message)
            self._begin(room, request)
        except Exception as error:  # noqa: BLE001 - told, or else whoever stays with the socket deals with it
            self._refuse(self._id_of(request, message), error)

    def _id_of(self, request: AnyUp | None, message: Message) -> str | None:
        if isinstance(request, Request):
            return request.id
        if request is None and isinstance(message, str) and len(message) <= self._limits.message_bytes:
            return id_in(message)
        return None

    def _begin(self, room: Room, request: AnyUp) -> None:
        match request:
            case Away(hidden=hidden):
                self._hide(room, hidden)
            case Hello():
                raise Malformed("request.malformed", "'hello' comes once")
            case Look(seat=seat, openly=openly):
                self._look(room, seat, openly=openly)
                self.tell(Ack(request.id, room.table.version))
            case Describe():
                self.tell(self._described(room, request))
                self.tell(Ack(request.id, room.table.version))
            case AskOdds() | Foresee() | Say() | React() | OfferRematch():
                self._answering = True
                room.answering += 1
                self._slowly = asyncio.create_task(self._answer_slowly(room, request), name="answer")
            case _:
                self._answering = True
                answer = partial(self._answered, room, request)
                propose = partial(self._propose, room, request)
                self._hub.commits.wish(room, Wish(propose, answer, self.person, request.id))

    def _answered(self, room: Room, request: Request, outcome: int | Exception) -> None:
        self._answering = False
        if isinstance(outcome, Exception):
            self._refuse(request.id, outcome)
        else:
            self.tell(Ack(request.id, outcome))
        self._go_on(room)

    def _refuse(self, message_id: str | None, error: Exception) -> None:
        if not isinstance(error, SheepfoldError):
            self._channel.fail(error)
            return
        METRICS.refusals += 1
        self.tell(refusal_of(error, message_id))

    async def _answer_slowly(self, room: Room, request: AskOdds | Foresee | Say | React | OfferRematch) -> None:
        try:
            outcome: int | Exception = await self._found_out(room, request)
        except Exception as error:  # noqa: BLE001 - as above
            outcome = error
        room.answering -= 1
        self._answered(room, request, outcome)
        self._hub.let_go(room)

    async def _found_out(self, room: Room, request: AskOdds | Foresee | Say | React | OfferRematch) -> int:
        match request:
            case AskOdds(seat=seat):
                self.tell(Odds(request.id, await self._odds(room, seat)))
            case Foresee():
                self.tell(await self._foreseen(room, request))
            case Say() | React():
                await self._chat(room, request)
            case OfferRematch():
                return await self._offer_rematch(room, request)
        return room.table.version

    def _hide(self, room: Room, hidden: bool) -> None:
        changed, self.hidden = self.hidden != hidden, hidden
        self.tell(Pong(self._clock.now()))
        if changed:
            self._hub.whereabouts.changed(room)

    def _propose(self, room: Room, deed: Deed, table: Table) -> Proposal:
        match deed:
            case Appoint(seat=seat):
                self._check_host(table)
                return table.appoint(seat, deed.bot, deed.name, is_gone=self._is_gone(room, seat))
            case StandIn(seat=seat):
                self._check_player(table)
                return table.stand_in(seat, is_gone=self._is_gone(room, seat))
            case _:
                return self._propose_for(deed, table)

    def _is_gone(self, room: Room, seat: int) -> bool:
        return room.is_gone(seat, GONE, self._clock.monotonic())

    def _propose_for(self, deed: OwnDeed, table: Table) -> Proposal:  # noqa: C901, PLR0911 one line a deed
        """For a seat of one's own."""
        seat = deed.seat
        self._check_seat(table, seat)
        match deed:
            case Act():
                return table.act_since(deed.seen, seat, deed.action)
            case Ready():
                return table.commit(seat, deed.commitment)
            case Reveal():
                return table.reveal(seat, deed.nonce)
            case Undo():
                return table.undo(seat)
            case AskUndo():
                return table.ask_undo(seat, deed.keep)
            case AnswerUndo():
                return table.answer_undo(seat, deed.agreed)
            case Whistle():
                return table.whistle(seat)
            case LetGo():
                return table.let_go(seat)
            case Stand():
                return table.stand(seat)
            case Leave():
                return table.leave(seat)
            case ComeBack():
                return table.come_back(seat)

    def _look(self, room: Room, seat: int | None, *, openly: bool) -> None:
        if seat is not None:
            self._check_seat(room.table, seat)
            if openly and is_private(room.table, seat):
                raise Private("seat.private")
        room.exit(self)
        room.enter(self, seat)
        # What happened lately, as that seat saw it: nothing that another seat was told is needed any more.
        self.tell(room.welcome(self, room.table.version - len(room.table.recent), self._clock.now()))

    async def _odds(self, room: Room, seat: int) -> dict[str, float]:
        """In a thread: a position never changes, and counting may take a while."""
        self._check_seat(room.table, seat)
        table = room.table
        if table.state is None:
            return {}
        chances = await asyncio.to_thread(table.game.chances, table.state, seat)
        return {action: round(chance, CHANCE_DIGITS) for action, chance in chances.items()}

    async def _foreseen(self, room: Room, request: Foresee) -> Foreseen:
        seat = request.seat
        self._check_seat(room.table, seat)
        version, state = room.table.version, room.table.state
        if state is None:
            raise Refused("game.not_started")
        events, patch = await asyncio.to_thread(foresee, state, seat, request.action, Random())
        return Foreseen(request.id, version, request.action, told(events, seat), patch)

    def _described(self, room: Room, request: Describe) -> Described:
        table = room.table
        if table.state is None:
            raise Refused("game.not_started")
        view = table.state.view(self.seat)
        names = [chair.name for chair in table.chairs]
        face = table.game.face
        ask = face.ask(view, names) if self.seat in view.waiting_for else ""
        return Described(request.id, table.version, face.draw(view, names), ask)

    async def _chat(self, room: Room, request: Say | React) -> None:
        seats = room.table.seats_of(self.person)
        if self._who is None:
            raise Forbidden("chat.name")
        if not room.table.settings.chat:
            raise Refused("chat.off")
        if not seats and room.table.status == "running":
            raise Refused("chat.spectator")
        text = plain(request.text) if isinstance(request, Say) else None
        reaction = request.reaction if isinstance(request, React) else None
        name = room.table.chairs[seats[0]].name if seats else self._who.name
        line = Line(name, seats[0] if seats else None, text, reaction)
        await self._hub.say(room, line, self._who.id, request.id)

    async def _offer_rematch(self, room: Room, request: OfferRematch) -> int:
        self._check_seat(room.table, request.seat)
        assert self._who is not None, "who sits at a table has a name"
        return await self._hub.offer_rematch(
            room, request.seat, request.settings, self._who, request.id, self._limits.open_tables
        )


def refusal_of(error: SheepfoldError | TimeoutError, message_id: str | None) -> Refusal:
    if isinstance(error, NotStored):  # the details are for the log alone
        logger.error("database", extra={"error": str(error)})
    problem = problem_of(Refused("limit.silence") if isinstance(error, TimeoutError) else error)
    return Refusal(problem.code, problem.reason, problem.message, problem.values, message_id)
