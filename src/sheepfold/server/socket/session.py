"""One client's session at one table."""

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
from sheepfold.server.live.chat import Line
from sheepfold.server.live.hub import Hub
from sheepfold.server.live.people import People
from sheepfold.server.live.preview import preview
from sheepfold.server.live.problem import problem_of
from sheepfold.server.live.rematch import offer_rematch
from sheepfold.server.ops.limits import Limits, TokenBucket
from sheepfold.server.ops.metrics import METRICS
from sheepfold.server.room.inflight import Command
from sheepfold.server.room.room import Room
from sheepfold.server.socket.channel import Channel, Disconnected, Message
from sheepfold.server.socket.outbox import Outbox
from sheepfold.server.store.database import NotStored
from sheepfold.server.store.rows import Person
from sheepfold.server.table.model import Proposal
from sheepfold.server.table.privacy import is_private
from sheepfold.server.table.refusals import (
    Forbidden,
    Malformed,
    NoSuchTable,
    NotInvited,
    Private,
    Refused,
    Throttled,
)
from sheepfold.server.table.table import Table
from sheepfold.server.table.text import clean
from sheepfold.server.wire import commands
from sheepfold.server.wire.commands import (
    Appoint,
    AskOdds,
    AskPreview,
    Away,
    Describe,
    Hello,
    Look,
    OfferRematch,
    React,
    Request,
    Say,
    SeatCommand,
    StandIn,
    Up,
    decode_up,
    find_id,
)
from sheepfold.server.wire.projection import events_for, odds_seen
from sheepfold.server.wire.updates import Ack, Described, Down, Odds, Pong, Preview, Refusal, encode_down

logger = logging.getLogger("sheepfold")

NO_HELLO: Final = 4400
NO_TABLE: Final = 4404
TOO_MANY_SOCKETS: Final = 4429


class Session:
    """A session, from the first message to the last. Answers go into an outbox: receiving never waits for sending."""

    def __init__(self, channel: Channel, hub: Hub, people: People, limits: Limits) -> None:
        self.person: str | None = None
        self.seat: int | None = None
        self.hidden = False
        self._channel = channel
        self._clock = channel.clock
        self._hub = hub
        self._people = people
        self._limits = limits
        self._outbox = Outbox(channel, limits)
        self._message_bucket = TokenBucket(limits.messages_per_second, limits.burst, self._clock.monotonic())
        self._identity: Person | None = None
        self._unanswered: deque[Message] = deque()
        """Messages that came while another was being answered."""
        self._answering = False
        self._query: asyncio.Task[None] | None = None
        """A query that takes a while. It is completed even if the client disconnects."""

    def push(self, message: bytes) -> None:
        self._outbox.push(message)

    def send(self, message: Down) -> None:
        self.push(encode_down(message))

    async def run(self, table_id: str) -> None:
        METRICS.sockets += 1
        # Not `finally`: compiled with mypyc, an `await` in it raises an old exception again in later sessions.
        try:
            await self._serve(table_id)
        except BaseException:
            await self._end()
            raise
        await self._end()

    async def _end(self) -> None:
        METRICS.sockets -= 1
        self._outbox.stop()
        if self.person is not None:
            self._people.sockets.release(self.person)
        if self._query is not None:
            await asyncio.wait({self._query})

    async def _serve(self, table_id: str) -> None:
        room = await self._enter(table_id)
        if room is not None:
            try:
                await self._channel.deliver_to(partial(self._receive, room))
            finally:
                self._unanswered.clear()  # 'look' would add a client that is gone
                room.exit(self)
                self._hub.on_listener_left(room)

    # The first message

    async def _enter(self, table_id: str) -> Room | None:
        """Handle the first message, which identifies the client. Return the room, or None if it is refused."""
        first: Message = ""
        try:
            async with self._clock.timeout(self._limits.hello_seconds):
                first = await self._channel.receive()
            hello = self._decode(first)
            if not isinstance(hello, Hello):
                raise Malformed("request.malformed", "the first message must be a 'hello'")
            person = await self._people.find(hello.token) if hello.token is not None else None
            if hello.token is not None and person is None:
                raise Forbidden("token.unknown")
            room = await self._hub.latest(table_id)
            if not room.admits(None if person is None else person.id, hello.invitation):
                raise NotInvited
        except Disconnected:
            logger.debug("disconnected before the first message")
            return None
        except (SheepfoldError, TimeoutError) as error:
            refusal = refusal_of(error, self._id_of(None, first))
            self._channel.write(encode_down(refusal))
            self._channel.close(NO_TABLE if isinstance(error, NoSuchTable) else NO_HELLO, refusal.reason)
            return None
        if not self._identify(person):
            self._channel.close(TOO_MANY_SOCKETS, "limit.sockets")
            return None
        wanted = hello.seat if hello.seat in room.table.seats_of(self.person) else None
        room.enter(self, room.table.first_seat(self.person) if wanted is None else wanted)
        self.send(self._hub.welcome(room, self, hello.seen))
        self._hub.presence.changed(room)
        return room

    def _identify(self, person: Person | None) -> bool:
        """Set the client's identity; False if this person has too many sockets already."""
        if person is not None:
            if not self._people.sockets.take(person.id, self._limits.sockets_per_person):
                return False
            self._identity = person
            self.person = person.id
        return True

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

    # Receiving

    def _receive(self, room: Room, message: Message) -> None:
        """Answer messages one by one. A client that sends more in the meantime is not read until then."""
        self._unanswered.append(message)
        if self._answering:
            self._channel.pause()
        else:
            self._continue(room)

    def _continue(self, room: Room) -> None:
        while self._unanswered and not self._answering:
            self._handle(room, self._unanswered.popleft())
            if not self._unanswered:
                self._channel.resume()

    def _decode(self, message: Message) -> Up:
        if not self._message_bucket.take(self._clock.monotonic()):
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

    def _handle(self, room: Room, message: Message) -> None:
        request: Up | None = None
        try:
            request = self._decode(message)
            self._begin(room, request)
        except Exception as error:  # noqa: BLE001 - refused, or else the channel's owner handles it
            self._refuse(self._id_of(request, message), error)

    def _id_of(self, request: Up | None, message: Message) -> str | None:
        if isinstance(request, Request):
            return request.id
        if request is None and isinstance(message, str) and len(message) <= self._limits.message_bytes:
            return find_id(message)
        return None

    def _begin(self, room: Room, request: Up) -> None:
        match request:
            case commands.Command():
                self._answering = True
                answer = partial(self._answer, room, request)
                propose = partial(self._propose, room, request)
                self._hub.commits.submit(room, Command(propose, answer, self.person, request.id))
            case Away(hidden=hidden):
                self._hide(room, hidden)
            case Hello():
                raise Malformed("request.malformed", "send 'hello' only once")
            case Look(seat=seat, openly=openly):
                self._look(room, seat, openly=openly)
                self.send(Ack(request.id, room.table.version))
            case Describe():
                self.send(self._describe(room, request))
                self.send(Ack(request.id, room.table.version))
            case Request():
                self._answering = True
                room.answering += 1
                self._query = asyncio.create_task(self._answer_query(room, request), name="query")

    def _answer(self, room: Room, request: Request, outcome: int | Exception) -> None:
        self._answering = False
        if isinstance(outcome, Exception):
            self._refuse(request.id, outcome)
        else:
            self.send(Ack(request.id, outcome))
        self._continue(room)

    def _refuse(self, message_id: str | None, error: Exception) -> None:
        if not isinstance(error, SheepfoldError):
            self._channel.fail(error)
            return
        METRICS.refusals += 1
        self.send(refusal_of(error, message_id))

    # Commands

    def _propose(self, room: Room, command: commands.Command, table: Table) -> Proposal:
        match command:
            case SeatCommand():
                self._check_seat(table, command.seat)
                return command.propose(table)
            case Appoint(seat=seat):
                self._check_host(table)
                is_gone = self._hub.presence.is_gone(room, seat)
                return table.appoint(seat, command.bot, command.name, is_gone=is_gone)
            case StandIn(seat=seat):
                self._check_player(table)
                return table.stand_in(seat, is_gone=self._hub.presence.is_gone(room, seat))
        raise AssertionError(f"no handler for {command}")

    # Queries

    async def _answer_query(self, room: Room, request: Request) -> None:
        try:
            outcome: int | Exception = await self._run_query(room, request)
        except Exception as error:  # noqa: BLE001 - as above
            outcome = error
        room.answering -= 1
        self._answer(room, request, outcome)
        self._hub.rooms.unload_if_finished(room)

    async def _run_query(self, room: Room, request: Request) -> int:
        match request:
            case AskOdds(seat=seat):
                self.send(await self._odds(room, seat, request.id))
            case AskPreview():
                self.send(await self._preview(room, request))
            case Say() | React():
                await self._chat(room, request)
            case OfferRematch(seat=seat, settings=settings):
                self._check_seat(room.table, seat)
                assert self._identity is not None, "a player has a name"
                limit = self._limits.open_tables
                return await offer_rematch(self._hub, room, seat, settings, self._identity, request.id, limit)
            case _:
                raise AssertionError(f"no handler for {request}")
        return room.table.version

    def _hide(self, room: Room, hidden: bool) -> None:
        changed, self.hidden = self.hidden != hidden, hidden
        self.send(Pong(self._clock.now()))
        if changed:
            self._hub.presence.changed(room)

    def _look(self, room: Room, seat: int | None, *, openly: bool) -> None:
        if seat is not None:
            self._check_seat(room.table, seat)
            if openly and is_private(room.table, seat):
                raise Private("seat.private")
        room.exit(self)
        room.enter(self, seat)
        # With the latest events as that seat saw them: the client can forget everything that another seat knows.
        self.send(self._hub.welcome(room, self, room.table.version - len(room.table.recent)))

    async def _odds(self, room: Room, seat: int, message_id: str) -> Odds:
        """Count in a thread: a position never changes, and counting may take a while."""
        self._check_seat(room.table, seat)
        version, state = room.table.version, room.table.state
        if state is None:
            return Odds(message_id, version, seat, {}, [])
        chances, facts = await asyncio.to_thread(odds_seen, room.table.game, state, seat)
        return Odds(message_id, version, seat, chances, facts)

    async def _preview(self, room: Room, request: AskPreview) -> Preview:
        seat = request.seat
        self._check_seat(room.table, seat)
        version, state = room.table.version, room.table.state
        if state is None:
            raise Refused("game.not_started")
        events, patch = await asyncio.to_thread(preview, state, seat, request.action, Random())
        return Preview(request.id, version, seat, request.action, events_for(events, seat), patch)

    def _describe(self, room: Room, request: Describe) -> Described:
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
        if self._identity is None:
            raise Forbidden("chat.name")
        if not room.table.settings.chat:
            raise Refused("chat.off")
        if not seats and room.table.status == "running":
            raise Refused("chat.spectator")
        text = clean(request.text) if isinstance(request, Say) else None
        reaction = request.reaction if isinstance(request, React) else None
        name = room.table.chairs[seats[0]].name if seats else self._identity.name
        line = Line(name, seats[0] if seats else None, text, reaction)
        await self._hub.chat.say(room, line, self._identity.id, request.id)


def refusal_of(error: SheepfoldError | TimeoutError, message_id: str | None) -> Refusal:
    if isinstance(error, NotStored):  # the log has the details
        logger.error("database", extra={"error": str(error)})
    problem = problem_of(Refused("limit.silence") if isinstance(error, TimeoutError) else error)
    return Refusal(problem.code, problem.reason, problem.message, problem.values, message_id)
