"""A table with the people around it: who is connected, from where they look, and what each is told."""

from __future__ import annotations

import asyncio
from hmac import compare_digest
from typing import Any, Final, Protocol

import msgspec

from sheepfold.core.event import Event
from sheepfold.core.view import View
from sheepfold.server.ops.tokens import hashed
from sheepfold.server.room.inflight import Progress
from sheepfold.server.table.entries import (
    Acted,
    AnyEntry,
    Appointed,
    CameBack,
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
from sheepfold.server.table.model import Guests, Happened, Here
from sheepfold.server.table.table import Table
from sheepfold.server.wire.choices import packed
from sheepfold.server.wire.messages import (
    ChairSeen,
    DiceSeen,
    Down,
    HeldSeen,
    Missed,
    Note,
    Presence,
    RematchSeen,
    Said,
    TableSeen,
    UndoSeen,
    Update,
    Welcome,
    encode_down,
)
from sheepfold.server.wire.patches import difference

CHAT_SHOWN: Final = 50

Shape = tuple[str, list[ChairSeen]]
"""The status of a table, and who sits where."""


class Listener(Protocol):
    """A connected browser."""

    person: str | None
    seat: int | None
    hidden: bool

    def push(self, message: bytes) -> None:
        """Send this soon, and never wait for it."""


class Perspective:
    """What everybody knows who looks from the same seat: they are all at the same version."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self.seat = seat
        self.listeners: set[Listener] = set()
        self.view = seen_from(table, seat)
        self.legal = legal_of(table, seat)


class Room:
    """A table in memory."""

    def __init__(self, table: Table, created: float, invitation: str) -> None:
        self.table = table
        self.created = created
        self.invitation = invitation
        """The hash of what is in the link to the table."""
        if table.is_full() and table.full_since is None:
            table.full_since = created
        self.address = ""
        """From where the table was made, as far as this node knows; it is never stored."""
        self.progress = Progress()
        self.lock = asyncio.Lock()
        """Held by who is alone with the table."""
        self.still = asyncio.Event()
        """Set when somebody wants to be alone with the table and nothing is under way any more."""
        self.answering = 0
        """So many answers take a while, perhaps for people who are gone meanwhile."""
        self.perspectives: dict[int | None, Perspective] = {}
        self._chairs = chairs_of(table)
        self._chairs_since = table.seated_since
        self.elsewhere: dict[str, Guests] = {}
        """By node: who is at this table there, as it was last told."""
        self._presence: list[str] = []
        """As it was last told."""
        self._gone_since: dict[int, float] = {}
        """By seat, as this node knows it."""
        self.said: list[Said] = []
        self.plan: dict[tuple[int, bool], float] = {}
        """When which bot is to think: by seat, and whether unasked."""
        self.planned_for = -1
        """The version that the plan is for."""
        self.tending: asyncio.Task[None] | None = None
        self.awake = asyncio.Event()
        """Set when there may be something to do for the server."""

    def admits(self, person: str | None, invitation: str | None) -> bool:
        """Public tables are for everybody, others for who made them, who sits there or who has the link."""
        known = {self.table.host, *(chair.person for chair in self.table.chairs)}
        if self.table.settings.public or (person is not None and person in known):
            return True
        return invitation is not None and compare_digest(hashed(invitation), self.invitation)

    def is_busy(self) -> bool:
        """Whether something is being done that must not be lost sight of."""
        return self.lock.locked() or self.answering > 0 or self.progress.is_busy()

    def listeners(self) -> list[Listener]:
        return [listener for perspective in self.perspectives.values() for listener in perspective.listeners]

    # Coming, looking, going

    def enter(self, listener: Listener, seat: int | None) -> None:
        listener.seat = seat
        perspective = self.perspectives.get(seat)
        if perspective is None:
            perspective = self.perspectives[seat] = Perspective(self.table, seat)
        perspective.listeners.add(listener)

    def exit(self, listener: Listener) -> None:
        perspective = self.perspectives.get(listener.seat)
        if perspective is not None:
            perspective.listeners.discard(listener)
            if not perspective.listeners:
                del self.perspectives[listener.seat]

    def welcome(self, listener: Listener, seen: int, now: float) -> Welcome:
        table = self.table
        seat = listener.seat
        return Welcome(
            version=table.version,
            table=self.seen(),
            seat=seat,
            yours=table.seats_of(listener.person),
            host=listener.person == table.host,
            view=seen_from(table, seat),
            legal=legal_of(table, seat),
            moves=len(table.moves),
            dice=dice_of(table),
            thrown=table.dice.thrown,
            can_undo=can_undo(table, seat),
            can_whistle=can_whistle(table, seat),
            missed=self._missed(seat, seen),
            presence=self.presence(),
            clocks=table.clocks.shown(now),
            chat=self.said[-CHAT_SHOWN:],
            undo=undo_of(table),
            held=held_of(table, now),
            rematch=rematch_of(table, invited=table.first_seat(listener.person) is not None),
        )

    def _missed(self, seat: int | None, seen: int) -> list[Missed] | None:
        recent = [happened for happened in self.table.recent if happened.number > seen]
        if len(recent) != self.table.version - seen:
            return None
        return [Missed(one.number, note_of(one.entry), told(one.events, seat), one.moves, one.thrown) for one in recent]

    def seen(self) -> TableSeen:
        table = self.table
        return TableSeen(
            id=table.id,
            game=table.game.id,
            status=table.status,
            options=msgspec.to_builtins(table.rules.options),
            public=table.settings.public,
            clock=table.settings.clock,
            chat=table.settings.chat,
            chairs=self.chairs(),
            commitment=table.commitment(),
            created=self.created,
            closed=table.closed,
            imported=table.imported,
        )

    # Telling

    def shape(self) -> Shape:
        """What changes seldom: an update names it only when it has changed."""
        return self.table.status, self.chairs()

    def chairs(self) -> list[ChairSeen]:
        if self._chairs_since != self.table.seated_since:
            self._chairs = chairs_of(self.table)
            self._chairs_since = self.table.seated_since
        return self._chairs

    def publish(self, happened: Happened, before: Shape, now: float) -> None:
        """Tell everybody what an entry did, each what may be known from where they look."""
        table = self.table
        status, chairs = self.shape()
        new_status = None if status == before[0] else status
        new_chairs = None if chairs == before[1] else chairs
        note = note_of(happened.entry)
        moves = len(table.moves)
        clocks = table.clocks.shown(now)
        undo = undo_of(table)
        held = held_of(table, now)
        dice = dice_of(table) if isinstance(happened.entry, (Sealed, Unsealed)) else None
        moved = [] if new_chairs is None else self._unseat()
        for perspective in self.perspectives.values():
            seat = perspective.seat
            view = seen_from(table, seat)
            # Hundreds of actions take a while to pack, and mostly somebody else's have changed.
            changed = seat is not None and table.asked_since[seat] == happened.number
            legal = legal_of(table, seat) if changed else perspective.legal
            update = Update(
                version=happened.number,
                note=note,
                events=told(happened.events, seat),
                patch=difference(perspective.view, view),
                legal=None if legal == perspective.legal else legal,
                moves=moves,
                can_undo=can_undo(table, seat),
                can_whistle=can_whistle(table, seat),
                status=new_status,
                chairs=new_chairs,
                clocks=clocks,
                undo=undo,
                held=held,
                rematch=rematch_of(table, invited=seat is not None),
                dice=dice,
                thrown=happened.thrown,
            )
            perspective.view = view
            perspective.legal = legal
            message = encode_down(update)
            for listener in perspective.listeners:
                if table.rematch is not None and seat is None and table.first_seat(listener.person) is not None:
                    invited = msgspec.structs.replace(update, rematch=rematch_of(table, invited=True))
                    listener.push(encode_down(invited))
                else:
                    listener.push(message)
        for listener in moved:
            self.enter(listener, table.first_seat(listener.person))
            listener.push(encode_down(self.welcome(listener, table.version, now)))

    def _unseat(self) -> list[Listener]:
        """Those who look from a seat that is no longer theirs: the hand of who comes after them is not for them."""
        moved: list[Listener] = []
        for seat, perspective in self.perspectives.items():
            if seat is not None:
                owner = self.table.chairs[seat].person
                moved += [listener for listener in perspective.listeners if listener.person != owner]
        for listener in moved:
            self.exit(listener)
        return moved

    def tell(self, message: Down) -> None:
        """The same for everybody."""
        encoded = encode_down(message)
        for listener in self.listeners():
            listener.push(encoded)

    # Presence

    def here(self) -> dict[str, Here]:
        """The players who are connected to this node."""
        players = {chair.person for chair in self.table.chairs}
        found: dict[str, Here] = {}
        for listener in self.listeners():
            if listener.person in players and listener.person is not None and found.get(listener.person) != "here":
                found[listener.person] = "away" if listener.hidden else "here"
        return found

    def presence(self) -> list[str]:
        """By seat, on all nodes. It has nothing to do with clocks."""
        everywhere = [self.here(), *(guests.people for guests in self.elsewhere.values())]
        found: list[str] = []
        for chair in self.table.chairs:
            pages = [people[chair.person] for people in everywhere if chair.person in people]
            if chair.bot is not None:
                found.append("bot")
            elif not pages:
                found.append("gone" if chair.person else "free")
            else:
                found.append("here" if "here" in pages else "away")
        return found

    def tell_presence(self, now: float) -> None:
        """If it has changed since it was last told; who has come since then knows by the welcome."""
        presence = self.presence()
        if presence != self._presence:
            self._presence = presence
            gone = [seat for seat, state in enumerate(presence) if state == "gone"]
            self._gone_since = {seat: self._gone_since.get(seat, now) for seat in gone}
            self.tell(Presence(presence))

    def is_gone(self, seat: int, seconds: float, now: float) -> bool:
        """Whether who sits there has not been here for so long."""
        return seat in self._gone_since and now - self._gone_since[seat] >= seconds


def seen_from(table: Table, seat: int | None) -> View | None:
    return None if table.state is None else table.state.view(seat)


def legal_of(table: Table, seat: int | None) -> str:
    return "" if seat is None else packed(table.legal(seat))


def told(events: list[Event], seat: int | None) -> list[Any]:
    return [event.seen_by(seat) for event in events]


def can_undo(table: Table, seat: int | None) -> bool:
    """Whether the seat may take back its last choice without asking."""
    return seat is not None and table.why_not_undo(seat) is None


def can_whistle(table: Table, seat: int | None) -> bool:
    """Whether the seat may hold the game for a moment."""
    return seat is not None and table.why_not_whistle(seat) is None


def undo_of(table: Table) -> UndoSeen | None:
    wanted = table.undo_wanted
    return None if wanted is None else UndoSeen(wanted.seat, wanted.keep, sorted(table.undo_agreed))


def dice_of(table: Table) -> DiceSeen:
    return DiceSeen(len(table.dice.restarts) + 1, table.dice.sealed)


def held_of(table: Table, now: float) -> HeldSeen | None:
    return None if table.holder is None else HeldSeen(table.holder, round(max(0.0, table.held_until - now), 3))


def rematch_of(table: Table, *, invited: bool) -> RematchSeen | None:
    """Who played here is invited, and who was invited to watch; who has passed by only if it is for everybody."""
    if table.rematch is None:
        return None
    known = invited or not table.settings.public or table.rematch.settings.get("public", False)
    return RematchSeen(table.rematch.table, table.rematch.invitation if known else None)


def chairs_of(table: Table) -> list[ChairSeen]:
    """People are known by name; their ids stay here."""
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


def note_of(entry: AnyEntry) -> Note:  # noqa: PLR0911 one line an entry
    """The public part of an entry; what was chosen is told by events, to whom it may be told."""
    match entry:
        case Acted(seat=seat, by=by):  # first, because nearly all are
            return Note("acted", seat, by=by)
        case Sat(seat=seat, name=name) | Appointed(seat=seat, name=name):
            return Note("stood" if name is None else "sat", seat, name=name)
        case Undone(seat=seat, keep=keep):
            return Note("undone", seat, keep=keep)
        case UndoAsked(seat=seat, keep=keep):
            return Note("undo-asked", seat, keep=keep)
        case UndoAnswered(seat=seat, agreed=agreed):
            return Note("undo-answered", seat, agreed=agreed)
        case RematchOffered(seat=seat, table=table):
            return Note("rematch-offered", seat, table=table)
        case CameBack(seat=seat):
            return Note("came-back", seat)
        case WentOn(seat=seat):
            return Note("went-on", seat)
        case Stood(seat=seat) | Ready(seat=seat) | Revealed(seat=seat) | Left(seat=seat) | Whistled(seat=seat):
            return Note(type(entry).__name__.lower(), seat)
    return Note(type(entry).__name__.lower())
