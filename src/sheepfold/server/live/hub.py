"""All tables that are in memory here: making, loading and keeping them, and hearing of other nodes."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from contextlib import suppress
from typing import Final, Protocol

import msgspec

from sheepfold.core.errors import UnknownGame
from sheepfold.core.game import Game
from sheepfold.core.registry import find_game
from sheepfold.core.state import CHANCE
from sheepfold.server.live.presence import Whereabouts
from sheepfold.server.live.setups import Setups, rules_for
from sheepfold.server.live.steward import PATIENCE, Steward
from sheepfold.server.ops.clock import Clock
from sheepfold.server.ops.logs import Seldom
from sheepfold.server.ops.one_by_one import OneByOne
from sheepfold.server.ops.tasks import Tasks
from sheepfold.server.ops.tokens import hashed, is_id, new_id, new_secret, new_token
from sheepfold.server.room.commits import Commits
from sheepfold.server.room.inflight import key_of
from sheepfold.server.room.room import Room, Shape
from sheepfold.server.store import rows
from sheepfold.server.store.database import NotStored
from sheepfold.server.store.snapshots import decode_snapshot
from sheepfold.server.store.store import Store
from sheepfold.server.table.entries import Imported, decode_entry, encode_entry
from sheepfold.server.table.refusals import NoSuchTable, Refused
from sheepfold.server.table.settings import SeatPlan, Settings
from sheepfold.server.table.table import Table, new_table
from sheepfold.server.thinking.thinkers import Thinkers
from sheepfold.server.wire.messages import Chat, Said

logger = logging.getLogger("sheepfold")

ROOMS: Final = 5000
SETUP_BYTES: Final = 256_000_000
"""For the setups of all tables in memory."""
REMEMBERED: Final = 10_000
"""People of whom it is known at how many tables they are at most."""
CHAT_KEPT: Final = 200
FOLDED_AT_ONCE: Final = 50
"""Entries."""
REFRESHED_AT_ONCE: Final = 8
"""Tables. After an outage all of them are read again, and players need connections as well."""
AGAIN: Final = 0.5
"""Seconds until a table is read again when the database does not answer."""


class Host(Protocol):
    """Who makes a table."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...


class Origin(msgspec.Struct, frozen=True):
    """From where a table is made."""

    address: str = ""
    bot_tables: int | None = None
    """Unfinished tables of bots alone that may be made from there; None: any number."""


NOWHERE: Final = Origin()


class Hub:
    """The tables of this node."""

    def __init__(self, store: Store, thinkers: Thinkers, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.thinkers = thinkers
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.whereabouts = Whereabouts(store.database, self.rooms, clock)
        self._loading: dict[str, asyncio.Lock] = {}
        self._outdated: set[str] = set()
        """Tables that are going to be read again."""
        self._refreshing = asyncio.Semaphore(REFRESHED_AT_ONCE)
        self.steward = Steward(self, thinkers)
        self.public_change = asyncio.Event()
        """Set when a public table has changed."""
        self._unreadable = Seldom(logger, "tables cannot be opened", clock)
        self._setups = Setups()
        self._new: set[Room] = set()
        """Tables that are being written for the first time."""
        self._tasks = Tasks()
        self.commits = Commits(store, clock, self._tasks, self._told, self._refresh_soon)
        self._at_most: dict[str, int] = {}
        """By person: unfinished tables, not counting that some of them may be over since."""
        self._one_by_one = OneByOne()

    def start(self) -> None:
        self.steward.start()
        self.whereabouts.start()

    async def stop(self) -> None:
        """Nothing new is begun; what is being done is given up, since the log has all that counts."""
        tasks = self.steward.tasks(self.rooms.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._tasks.stop()
        await self.whereabouts.stop()

    # Tables

    async def make(
        self,
        table_id: str,
        settings: Settings,
        host: Host,
        invitation: str,
        lines: list[str] | None = None,
        origin: Origin = NOWHERE,
    ) -> Room:
        """A new table; with lines it begins in the middle of a game, or is one that is over."""
        if settings.components is not None:
            self._check_memory(find_game(settings.game))  # before anything is built
        now = self.clock.now()
        secret = new_secret()
        table = new_table(table_id, settings, secret, host.id, host.name, await rules_for(settings))
        first = [] if lines is None else [rows.Entry(1, encode_entry(Imported(lines)), now)]
        if lines is not None:
            table.take_entry(Imported(lines), now)
            if table.state is not None and table.state.waiting_for() == [CHANCE]:
                raise Refused("replay.chance")
        row = rows.Table(
            id=table_id,
            settings=msgspec.json.encode(_Stored(settings, host.id, host.name, invitation)),
            status=table.status,
            public=settings.public,
            secret=secret,
            created=now,
            changed=now,
            due=None if table.status == "over" or not table.is_full() else now + PATIENCE,
            version=table.version,
        )
        room = Room(table, now, invitation)
        room.address = origin.address
        if plays_alone(table):
            self._check_bots(origin)
        if settings.components is not None:
            self._check_memory(table.game)  # others may have been built meanwhile
        self._new.add(room)
        self._setups.add(table.rules)
        try:
            await self.store.add_table(row, first, members=[host.id])
        finally:
            self._new.discard(room)
            self._setups.remove(table.rules)
        self.public_change.set()
        logger.info("made", extra={"table": table_id, "game": settings.game})
        self._keep(room)
        return room

    def _check_bots(self, origin: Origin) -> None:
        """Whether bots may play among themselves at one more table that is made from there."""
        if origin.bot_tables is None:
            return
        theirs = [room for room in (*self.rooms.values(), *self._new) if room.address == origin.address]
        if sum(plays_alone(room.table) for room in theirs) >= origin.bot_tables:
            raise Refused("limit.bot_tables", limit=origin.bot_tables)

    async def room(self, table_id: str) -> Room:
        """The table, from memory or from the log."""
        room = self.rooms.get(table_id)
        if room is not None:
            self.rooms.move_to_end(table_id)
            return room
        if not is_id(table_id):
            raise NoSuchTable
        while table_id not in self.rooms:  # it may be put away again before somebody who waited gets to see it
            lock = self._loading.setdefault(table_id, asyncio.Lock())
            try:
                async with lock:
                    if table_id not in self.rooms:
                        loaded = await self._load(table_id)
                        if table_id not in self.rooms:
                            self._keep(loaded)
            finally:
                self._loading.pop(table_id, None)
        return self.rooms[table_id]

    async def readable(self, found: list[rows.Table]) -> list[Room]:
        """The tables of these rows; one that cannot be read must not hide the others."""
        rooms: list[Room] = []
        for row in found:
            try:
                rooms.append(await self.room(row.id))
            except NotStored:
                raise
            except Exception as error:  # noqa: BLE001 whatever it is, it is of one table only
                self._unreadable.warn(error, table=row.id)
        return rooms

    async def latest(self, table_id: str) -> Room:
        """The table with all that was done to it by now, on whichever node: who comes from there shall find it."""
        room = await self.room(table_id)
        if self.store.database.is_postgres:
            async with self.commits.alone_with(room):
                await self.commits.catch_up(room)
        return room

    async def _load(self, table_id: str) -> Room:
        row = await self.store.table(table_id)
        if row is None:
            raise NoSuchTable
        try:
            return await self._built(row)
        except msgspec.DecodeError as error:
            raise Refused("table.unreadable") from error
        except UnknownGame as error:
            raise Refused("table.game_missing") from error

    async def _built(self, row: rows.Table) -> Room:
        table_id = row.id
        stored = msgspec.json.decode(row.settings, type=_Stored)
        rules = await rules_for(stored.settings)
        table = new_table(table_id, stored.settings, row.secret, stored.host, stored.host_name, rules)
        room = Room(table, row.created, stored.invitation)
        snapshot = await self.store.snapshot(table_id)
        lines = [] if snapshot is None else decode_snapshot(snapshot.body)
        lines += await self.store.entries(table_id, len(lines))
        for line in lines:
            room.table.take_entry(decode_entry(line.body), line.at)
            room.progress.remember(key_of(line.person_id, line.message_id), line.number)
            if line.number % FOLDED_AT_ONCE == 0:
                await asyncio.sleep(0)  # others need not wait for a long game
        await self._listen(room)
        return room

    def _keep(self, room: Room) -> None:
        self.rooms[room.table.id] = room
        self._setups.add(room.table.rules)
        self.steward.wake(room)
        self._make_space(room)

    def _make_space(self, room: Room) -> None:
        """Put away what was not looked at for the longest time, but not this one: first where nothing is to be done."""
        if self._has_space():
            return
        others = [other for other in self.rooms.values() if other is not room]
        others.sort(key=self.steward.has_work)
        for other in others:
            self._put_away(other)
            if self._has_space():
                return

    def _has_space(self, setup_bytes: int = 0) -> bool:
        """Whether so much more fits into memory."""
        return len(self.rooms) <= ROOMS and self._setups.bytes + setup_bytes <= SETUP_BYTES

    def _check_memory(self, game: Game) -> None:
        """Components of somebody's own share nothing. They must fit without stopping a game that is under way."""
        for room in list(self.rooms.values()):
            if self._has_space(game.setup_bytes):
                return
            if not self.steward.has_work(room):
                self._put_away(room)
        if not self._has_space(game.setup_bytes):
            raise Refused("limit.components")

    def _put_away(self, room: Room) -> None:
        """Unless somebody is there or something is being done."""
        if not room.perspectives and not room.is_busy():
            del self.rooms[room.table.id]
            self._setups.remove(room.table.rules)
            if room.tending is not None:
                room.tending.cancel()
                room.tending = None  # a cancelled task remembers where it was, which was in this room

    def left(self, room: Room) -> None:
        """Somebody has gone, and what could not be put away before perhaps can be now."""
        self.whereabouts.changed(room)
        self.let_go(room)
        self._make_space(room)

    def let_go(self, room: Room) -> None:
        """A game that is over need not be kept in memory when all have gone and nothing is done there any more."""
        if room.table.status == "over" and self.rooms.get(room.table.id) is room:
            self._put_away(room)

    async def check_limit(self, person: str, limit: int | None) -> None:
        """Whether somebody may come to one more table. The database is asked only where it may be one too many."""
        if limit is None:
            return
        await self._one_by_one.wait(person)  # what an earlier request makes is there to be counted
        tables = self._at_most.get(person, limit)
        if tables >= limit or self.store.database.is_postgres:  # they may be at tables of other nodes as well
            tables = await self.store.unfinished_of(person)
        if tables >= limit:
            raise Refused("limit.tables", limit=limit)
        if len(self._at_most) >= REMEMBERED:
            self._at_most.clear()
        self._at_most[person] = tables + 1

    # What happens

    def _told(self, room: Room, before: Shape) -> None:
        shape = room.shape()
        if shape != before:  # whoever has sat down is a player from now on
            self.whereabouts.changed(room)
        if room.table.settings.public and (shape[0] != before[0] or shape[0] == "open"):
            self.public_change.set()

    def heard(self, table_id: str, number: int) -> None:
        """Another node has appended (or, at 0, somebody there has spoken); whoever watches here shall know."""
        self.public_change.set()  # perhaps; the lobby looks
        room = self.rooms.get(table_id)
        # What has the number of a step under way is that step, or will be found when that step loses.
        behind = room is not None and (number == 0 or number > room.table.version + len(room.progress.steps))
        if behind or table_id in self._loading:
            self._refresh_soon(table_id)

    def missed(self) -> None:
        """The line to the other nodes was cut for a while: look at everything that is watched here."""
        for table_id in self.rooms.keys() | self._loading.keys():
            self._refresh_soon(table_id)

    def _refresh_soon(self, table_id: str) -> None:
        if table_id not in self._outdated:
            self._outdated.add(table_id)
            self._tasks.run(self._refresh(table_id))

    async def _refresh(self, table_id: str) -> None:
        """Read what is new at a table, as soon as the database answers."""
        while table_id in self._outdated:
            try:
                async with self._refreshing:
                    self._outdated.discard(table_id)  # what is new from now on may be missed
                    room = await self.room(table_id)
                    async with self.commits.alone_with(room):
                        await self.commits.catch_up(room)
                        await self._listen(room)
            except NotStored as error:
                logger.debug("unread", extra={"table": table_id, "error": str(error)})
                self._outdated.add(table_id)
                await self.clock.sleep(AGAIN)

    # Talking

    async def say(self, room: Room, line: Line, person: str, message: str) -> None:
        await self.store.add_chat(room.table.id, msgspec.json.encode(line), self.clock.now(), person, message)
        async with self.commits.alone_with(room):
            await self._listen(room)

    async def _listen(self, room: Room) -> None:
        """Tell everybody the lines of the chat that are new."""
        last = room.said[-1].number if room.said else 0
        for row in await self.store.chat(room.table.id, last):
            line = msgspec.json.decode(row.body, type=Line)
            said = Said(row.number, line.name, row.at, line.seat, line.text, line.reaction)
            room.said.append(said)
            room.tell(Chat(said))
        del room.said[:-CHAT_KEPT]

    # Once more

    async def offer_rematch(
        self, room: Room, seat: int, settings: Settings | None, host: Host, message: str, limit: int | None = None
    ) -> int:
        """A new table where who offers has the same seats; the others come by the link that everybody is told."""
        key = key_of(host.id, message)
        done = await self.commits.sent(room, key)
        if done is None:
            done = room.progress.sent.get(key or "")  # it came at the same time as well
        if done is not None:
            return done
        chosen = settings or rematch_settings(room.table, host.id)
        chosen.checked()
        invitation = new_token()
        table_id = new_id(self.clock.now())
        closed = await self._closed_rematch(room)
        room.table.offer_rematch(seat, table_id, chosen, invitation, closed)  # refused before anything is made
        await self.check_limit(host.id, limit)
        made = await self.make(table_id, chosen, host, hashed(invitation), origin=Origin(room.address))
        try:
            number = await self.commits.make(
                room, lambda table: table.offer_rematch(seat, table_id, chosen, invitation, closed), host.id, message
            )
        except Refused:
            await self._close(made, host)
            raise
        if room.table.rematch is not None and room.table.rematch.table != table_id:  # the message came twice at once
            await self._close(made, host)
        return number

    async def _closed_rematch(self, room: Room) -> str | None:
        """The table of the last offer, if its host closed it before the game."""
        rematch = room.table.rematch
        if rematch is None or not (await self.latest(rematch.table)).table.closed:
            return None
        return rematch.table

    async def _close(self, room: Room, host: Host) -> None:
        """A table that nobody will come to, unless only bots sit there, who have begun."""
        with suppress(Refused):
            await self.commits.make(room, lambda table: table.close(host.id))


class _Stored(msgspec.Struct, frozen=True):
    """What the database keeps of a table's making."""

    settings: Settings
    host: str
    host_name: str
    invitation: str
    """Its hash."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the chat as the database keeps it."""

    name: str
    seat: int | None = None
    text: str | None = None
    reaction: str | None = None


def plays_alone(table: Table) -> bool:
    """Whether only bots play there."""
    return table.status != "over" and all(chair.bot is not None and chair.person is None for chair in table.chairs)


def rematch_settings(table: Table, person: str) -> Settings:
    """The same again: who offers it keeps the own seats, bots theirs, and the others are invited."""
    plans = [
        SeatPlan("me", chair.name)
        if chair.person == person
        else SeatPlan("bot", chair.name, chair.bot)
        if chair.person is None
        else SeatPlan("friend")
        for chair in table.chairs
    ]
    return msgspec.structs.replace(table.settings, seats=plans)
