"""One browser at one table."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from random import Random
from typing import Final

import msgspec
from litestar.exceptions import WebSocketDisconnect

from sheepfold.core.errors import IllegalAction, SheepfoldError
from sheepfold.server.channel import Channel
from sheepfold.server.database import NotStored
from sheepfold.server.facts import Proposal
from sheepfold.server.foresight import foresee
from sheepfold.server.hub import Hub, Line
from sheepfold.server.limits import Bucket, Limits
from sheepfold.server.metrics import METRICS
from sheepfold.server.people import People
from sheepfold.server.postbox import Postbox
from sheepfold.server.room import Room, told
from sheepfold.server.rows import Person
from sheepfold.server.table import NoSuchTable, Refused, Stale, Table
from sheepfold.server.wire import (
    Ack,
    Act,
    AnswerUndo,
    AnyUp,
    AskOdds,
    AskUndo,
    Away,
    ComeBack,
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
    Pong,
    React,
    Ready,
    Refusal,
    Request,
    Say,
    Stand,
    Undo,
    Whistle,
    decode_up,
    encode_down,
)
from sheepfold.server.words import plain

logger = logging.getLogger("sheepfold")

NO_HELLO: Final = 4400
NO_TABLE: Final = 4404
CHANCE_DIGITS: Final = 6
LONGEST_REASON: Final = 120
"""Bytes; the protocol allows a few more."""


class Malformed(SheepfoldError):
    """Not a message of ours."""


class Forbidden(SheepfoldError):
    """Not for this person."""


class Throttled(SheepfoldError):
    """Too many messages."""


CODES: Final[list[tuple[type[SheepfoldError], str]]] = [
    (Malformed, "malformed"),
    (Stale, "stale"),
    (Forbidden, "forbidden"),
    (Throttled, "throttled"),
    (IllegalAction, "illegal"),
    (NotStored, "unavailable"),
    (Refused, "refused"),
]


class Visit:
    """From the first message to the last. What is said goes into a postbox; reading never waits for writing."""

    def __init__(self, channel: Channel, hub: Hub, people: People, limits: Limits) -> None:
        self.person: str | None = None
        self.seat: int | None = None
        self.hidden = False
        self._channel = channel
        self._hub = hub
        self._people = people
        self._limits = limits
        self._postbox = Postbox(channel, limits)
        self._bucket = Bucket(limits.messages_per_second, limits.burst, time.monotonic())
        self._answering = asyncio.Lock()
        """Held while something is answered: what was begun is done, also for who is gone meanwhile."""
        self._who: Person | None = None

    def push(self, message: bytes) -> None:
        self._postbox.push(message)

    def tell(self, message: Down) -> None:
        self.push(encode_down(message))

    async def run(self, table_id: str) -> None:
        """Until one of the two is done: whom nothing can be told any more need not be heard either."""
        METRICS.sockets.inc()
        try:
            await self._postbox.stay_with(self._stay(table_id), self._answering)
        finally:
            METRICS.sockets.dec()

    async def _stay(self, table_id: str) -> None:
        try:
            room = await self._enter(table_id)
            if room is not None:
                try:
                    await self._read(room)
                finally:
                    room.exit(self)
                    self._hub.whereabouts.changed(room)
        except WebSocketDisconnect:
            logger.debug("gone")

    # Reading

    async def _enter(self, table_id: str) -> Room | None:
        """The first message says who it is."""
        try:
            async with asyncio.timeout(self._limits.hello_seconds):
                hello = await self._receive()
            if not isinstance(hello, Hello):
                raise Malformed("the first message is a 'hello'")
            person = await self._people.find(hello.token) if hello.token is not None else None
            if hello.token is not None and person is None:
                raise Forbidden("this token is not known here; give your name again")
            room = await self._hub.latest(table_id)
            if not room.admits(None if person is None else person.id, hello.invitation):
                raise Forbidden("this table is by invitation; ask for its link")
        except (SheepfoldError, TimeoutError) as error:
            message = _message(error) or "nothing was said for too long"
            self._channel.write(encode_down(Refusal(_code(error), message)))
            await self._channel.close(NO_TABLE if isinstance(error, NoSuchTable) else NO_HELLO, _reason(message))
            return None
        self._be(person)
        room.enter(self, self._first_seat(room, hello.seat))
        self.tell(room.welcome(self, hello.seen, time.time()))
        self._hub.whereabouts.changed(room)
        return room

    def _be(self, person: Person | None) -> None:
        self._who = person
        self.person = None if person is None else person.id

    def _first_seat(self, room: Room, wanted: int | None) -> int | None:
        mine = self._seats(room)
        return wanted if wanted in mine else (mine[0] if mine else None)

    def _seats(self, room: Room) -> list[int]:
        if self.person is None:
            return []
        return [seat for seat, chair in enumerate(room.table.chairs) if chair.person == self.person]

    def _check_seat(self, room: Room, seat: int) -> None:
        if seat not in self._seats(room):
            raise Forbidden(f"seat {seat} is not yours")

    async def _read(self, room: Room) -> None:
        while True:
            request: AnyUp | None = None
            try:
                request = await self._receive()
                async with self._answering:
                    await self._answer(room, request)
            except SheepfoldError as error:
                METRICS.refusals.inc()
                self.tell(Refusal(_code(error), _message(error), request.id if isinstance(request, Request) else None))

    async def _receive(self) -> AnyUp:
        frame = await self._channel.receive()
        if frame["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="gone", code=frame.get("code", 1000))
        text = frame.get("text")
        if not self._bucket.take(time.monotonic()):
            raise Throttled("too many messages; wait a moment")
        if not isinstance(text, str):
            raise Malformed("messages are text")
        if len(text) > self._limits.message_bytes:
            raise Malformed(f"messages have at most {self._limits.message_bytes} characters")
        try:
            return decode_up(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise Malformed(f"not a message: {error}") from None

    # Answering

    async def _answer(self, room: Room, request: AnyUp) -> None:
        match request:
            case Away(hidden=hidden):
                changed, self.hidden = self.hidden != hidden, hidden
                self.tell(Pong(time.time()))
                if changed:
                    self._hub.whereabouts.changed(room)
            case Hello():
                raise Malformed("'hello' is said once")
            case Look(seat=seat):
                self._look(room, seat)
                self.tell(Ack(request.id, room.table.version))
            case AskOdds(seat=seat):
                self.tell(Odds(request.id, await self._odds(room, seat)))
                self.tell(Ack(request.id, room.table.version))
            case Foresee():
                self.tell(await self._foreseen(room, request))
                self.tell(Ack(request.id, room.table.version))
            case Describe():
                self.tell(self._described(room, request))
                self.tell(Ack(request.id, room.table.version))
            case Say() | React():
                await self._chat(room, request)
                self.tell(Ack(request.id, room.table.version))
            case OfferRematch():
                await self._offer_rematch(room, request)
            case _:
                await self._commit(room, request, request.seat, self._proposal(request))

    def _proposal(self, request: AnyUp) -> Callable[[Table], Proposal]:  # noqa: C901, PLR0911 one line a message
        match request:
            case Act(seat=seat, action=action, seen=seen):
                return lambda table: table.act_since(seen, seat, action)
            case Ready(seat=seat, nonce=nonce):
                return lambda table: table.be_ready(seat, nonce)
            case Undo(seat=seat):
                return lambda table: table.undo(seat)
            case AskUndo(seat=seat, keep=keep):
                return lambda table: table.ask_undo(seat, keep)
            case AnswerUndo(seat=seat, agreed=agreed):
                return lambda table: table.answer_undo(seat, agreed)
            case Whistle(seat=seat):
                return lambda table: table.whistle(seat)
            case LetGo(seat=seat):
                return lambda table: table.let_go(seat)
            case Stand(seat=seat):
                return lambda table: table.stand(seat)
            case Leave(seat=seat):
                return lambda table: table.leave(seat)
            case ComeBack(seat=seat):
                return lambda table: table.come_back(seat)
        raise Malformed(f"'{type(request).__name__}' is not for a table")

    async def _commit(self, room: Room, request: Request, seat: int, propose: Callable[[Table], Proposal]) -> None:
        def mine(table: Table) -> Proposal:
            self._check_seat(room, seat)
            return propose(table)

        number = await self._hub.commit(room, mine, self.person, request.id)
        self.tell(Ack(request.id, number))

    def _look(self, room: Room, seat: int | None) -> None:
        if seat is not None:
            self._check_seat(room, seat)
        room.exit(self)
        room.enter(self, seat)
        # What happened lately, as that seat saw it: nothing that another seat was told is needed any more.
        self.tell(room.welcome(self, room.table.version - len(room.table.recent), time.time()))

    async def _odds(self, room: Room, seat: int) -> dict[str, float]:
        """In a thread: a position never changes, and counting may take a while."""
        self._check_seat(room, seat)
        table = room.table
        if table.state is None:
            return {}
        chances = await asyncio.to_thread(table.game.chances, table.state, seat)
        return {action: round(chance, CHANCE_DIGITS) for action, chance in chances.items()}

    async def _foreseen(self, room: Room, request: Foresee) -> Foreseen:
        seat = request.seat
        self._check_seat(room, seat)
        version, state = room.table.version, room.table.state
        if state is None:
            raise Refused("the game has not begun; wait until every seat is taken")
        events, patch = await asyncio.to_thread(foresee, state, seat, request.action, Random())
        return Foreseen(request.id, version, request.action, told(events, seat), patch)

    def _described(self, room: Room, request: Describe) -> Described:
        table = room.table
        if table.state is None:
            raise Refused("the game has not begun; wait until every seat is taken")
        view = table.state.view(self.seat)
        names = [chair.name for chair in table.chairs]
        face = table.game.face
        ask = face.ask(view, names) if self.seat in view.waiting_for else ""
        return Described(request.id, table.version, face.draw(view, names), ask)

    async def _chat(self, room: Room, request: Say | React) -> None:
        seats = self._seats(room)
        if self._who is None:
            raise Forbidden("give your name first")
        if not room.table.settings.chat:
            raise Refused("this table has no chat")
        if not seats and room.table.status == "running":
            raise Refused("spectators can talk to the players when the game is over")
        text = plain(request.text) if isinstance(request, Say) else None
        reaction = request.reaction if isinstance(request, React) else None
        line = Line(self._who.name, seats[0] if seats else None, text, reaction)
        await self._hub.say(room, line, self._who.id, request.id)

    async def _offer_rematch(self, room: Room, request: OfferRematch) -> None:
        if self._who is None or request.seat not in self._seats(room):
            raise Forbidden(f"seat {request.seat} is not yours")
        number = await self._hub.offer_rematch(
            room, request.seat, request.settings, self._who, request.id, self._limits.open_tables
        )
        self.tell(Ack(request.id, number))


def _message(error: Exception) -> str:
    if isinstance(error, NotStored):  # what exactly is for the log
        logger.error("database", extra={"error": str(error)})
        return "the database does not answer; send it again in a moment"
    return str(error)


def _reason(message: str) -> str:
    """As much as fits into the frame that closes a socket."""
    return message.encode()[:LONGEST_REASON].decode(errors="ignore")


def _code(error: Exception) -> str:
    return next((code for kind, code in CODES if isinstance(error, kind)), "refused")
