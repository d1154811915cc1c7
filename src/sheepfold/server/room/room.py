"""A table in memory, with the clients that are connected to it."""

from __future__ import annotations

from hmac import compare_digest
from typing import Final, Protocol

import msgspec

from sheepfold.server.ops.tokens import hashed
from sheepfold.server.room.inflight import InFlight
from sheepfold.server.table.entries import Sealed, Unsealed
from sheepfold.server.table.model import FoldedEntry, PageState
from sheepfold.server.table.table import Table
from sheepfold.server.wire.patches import difference
from sheepfold.server.wire.projection import (
    can_undo,
    can_whistle,
    chairs_seen,
    dice_seen,
    events_for,
    held_seen,
    legal_for,
    note_of,
    rematch_seen,
    undo_seen,
    view_for,
)
from sheepfold.server.wire.updates import ChairSeen, Down, Missed, Said, TableSeen, Update, Welcome, encode_down

CHAT_SHOWN: Final = 50

Shape = tuple[str, list[ChairSeen]]
"""The status of a table, and its chairs."""


class Listener(Protocol):
    """A connected client."""

    person: str | None
    seat: int | None
    hidden: bool

    def push(self, message: bytes) -> None:
        """Send this soon, without blocking."""


class Perspective:
    """What all clients at one seat know. They are all at the same version."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self.seat = seat
        self.listeners: set[Listener] = set()
        self.view = view_for(table, seat)
        self.legal = legal_for(table, seat)


class Room:
    """A table, its listeners, and its steps in flight."""

    def __init__(self, table: Table, created: float, invitation: str) -> None:
        self.table = table
        self.created = created
        self.invitation = invitation
        """The hash of the secret in the link to the table."""
        if table.is_full() and table.full_since is None:
            table.full_since = created
        self.in_flight = InFlight()
        self.perspectives: dict[int | None, Perspective] = {}
        self.chat: list[Said] = []
        """The latest lines; `live/chat.py` keeps them."""
        self.answering = 0
        """The number of queries being answered, including those of clients that have since disconnected."""
        self._chairs = chairs_seen(table)
        self._chairs_since = table.seating_since

    def admits(self, person: str | None, invitation: str | None) -> bool:
        """Whether a client may see the table: if it is public, as host or player, or with the link."""
        known = {self.table.host, *(chair.person for chair in self.table.chairs)}
        if self.table.settings.public or (person is not None and person in known):
            return True
        return invitation is not None and compare_digest(hashed(invitation), self.invitation)

    def is_busy(self) -> bool:
        """Whether the room must stay in memory, even without listeners."""
        return self.answering > 0 or self.in_flight.is_busy()

    def listeners(self) -> list[Listener]:
        return [listener for perspective in self.perspectives.values() for listener in perspective.listeners]

    def here(self) -> dict[str, PageState]:
        """Return the players who are connected to this node."""
        players = {chair.person for chair in self.table.chairs}
        found: dict[str, PageState] = {}
        for listener in self.listeners():
            if listener.person in players and listener.person is not None and found.get(listener.person) != "here":
                found[listener.person] = "away" if listener.hidden else "here"
        return found

    # Entering and leaving

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

    def welcome(self, listener: Listener, seen: int, now: float, presence: list[str]) -> Welcome:
        table = self.table
        seat = listener.seat
        return Welcome(
            version=table.version,
            table=self.seen(),
            seat=seat,
            yours=table.seats_of(listener.person),
            host=listener.person == table.host,
            view=view_for(table, seat),
            legal=legal_for(table, seat),
            moves=len(table.moves),
            dice=dice_seen(table),
            thrown=table.dice.thrown,
            can_undo=can_undo(table, seat),
            can_whistle=can_whistle(table, seat),
            missed=self._missed(seat, seen),
            presence=presence,
            clocks=table.clocks.remaining(now),
            chat=self.chat[-CHAT_SHOWN:],
            undo=undo_seen(table),
            held=held_seen(table, now),
            rematch=rematch_seen(table, invited=table.first_seat(listener.person) is not None),
        )

    def _missed(self, seat: int | None, seen: int) -> list[Missed] | None:
        recent = [one for one in self.table.recent if one.number > seen]
        if len(recent) != self.table.version - seen:
            return None
        return [
            Missed(one.number, note_of(one.entry), events_for(one.events, seat), one.moves, one.thrown)
            for one in recent
        ]

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

    # Publishing

    def shape(self) -> Shape:
        """Return what changes rarely: an update includes it only when it has changed."""
        return self.table.status, self.chairs()

    def chairs(self) -> list[ChairSeen]:
        if self._chairs_since != self.table.seating_since:
            self._chairs = chairs_seen(self.table)
            self._chairs_since = self.table.seating_since
        return self._chairs

    def publish(self, happened: FoldedEntry, before: Shape, now: float) -> list[Listener]:
        """Send each listener an update on what an entry did, as far as their seat may know.

        Return the listeners that have lost their seat and now look from another: they need a welcome.
        """
        table = self.table
        status, chairs = self.shape()
        new_status = None if status == before[0] else status
        new_chairs = None if chairs == before[1] else chairs
        note = note_of(happened.entry)
        moves = len(table.moves)
        clocks = table.clocks.remaining(now)
        undo = undo_seen(table)
        held = held_seen(table, now)
        dice = dice_seen(table) if isinstance(happened.entry, (Sealed, Unsealed)) else None
        moved = [] if new_chairs is None else self._unseat()
        for perspective in self.perspectives.values():
            seat = perspective.seat
            view = view_for(table, seat)
            # Packing hundreds of actions takes a while, and usually those of another seat have changed.
            changed = seat is not None and table.legal_since[seat] == happened.number
            legal = legal_for(table, seat) if changed else perspective.legal
            update = Update(
                version=happened.number,
                note=note,
                events=events_for(happened.events, seat),
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
                rematch=rematch_seen(table, invited=seat is not None),
                dice=dice,
                thrown=happened.thrown,
            )
            perspective.view = view
            perspective.legal = legal
            self._send(perspective, update)
        for listener in moved:
            self.enter(listener, table.first_seat(listener.person))
        return moved

    def _send(self, perspective: Perspective, update: Update) -> None:
        """Send an update. Players who look as spectators still get the invitation to a rematch."""
        table = self.table
        message = encode_down(update)
        for listener in perspective.listeners:
            invited = table.rematch is not None and perspective.seat is None
            if invited and table.first_seat(listener.person) is not None:
                rematch = rematch_seen(table, invited=True)
                listener.push(encode_down(msgspec.structs.replace(update, rematch=rematch)))
            else:
                listener.push(message)

    def _unseat(self) -> list[Listener]:
        """Remove listeners from seats that they have lost: they must not see the next player's hand."""
        moved: list[Listener] = []
        for seat, perspective in self.perspectives.items():
            if seat is not None:
                owner = self.table.chairs[seat].person
                moved += [listener for listener in perspective.listeners if listener.person != owner]
        for listener in moved:
            self.exit(listener)
        return moved

    def broadcast(self, message: Down) -> None:
        """Send the same message to all listeners."""
        encoded = encode_down(message)
        for listener in self.listeners():
            listener.push(encoded)
