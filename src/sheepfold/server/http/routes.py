"""The HTTP interface: people, tables, records, games."""

from __future__ import annotations

import asyncio
from random import SystemRandom
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post, put
from litestar.di import NamedDependency
from litestar.openapi.spec import Components, SecurityRequirement, SecurityScheme
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Response

from sheepfold.bots.registry import bot_names
from sheepfold.core.game import Choice
from sheepfold.core.record import decode_record, encode_record
from sheepfold.core.record import replay as replay_record
from sheepfold.core.registry import all_games, find_game
from sheepfold.fair import Dice, dice_of
from sheepfold.lessons.library import find_lesson
from sheepfold.server.http.errors import PROBLEMS
from sheepfold.server.live.quota import Origin
from sheepfold.server.live.replay import ReplaySeen, position_at, read_decision, replay
from sheepfold.server.live.services import Services
from sheepfold.server.ops.limits import network_of
from sheepfold.server.ops.tokens import hashed, new_id, new_token
from sheepfold.server.room.room import Room
from sheepfold.server.store.rows import Person
from sheepfold.server.table.entries import Imported
from sheepfold.server.table.model import Proposal
from sheepfold.server.table.refusals import AlreadySeated, NotInvited, Refused, UnknownToken
from sheepfold.server.table.settings import LONGEST_NAME, Name, NoClock, SeatPlan, Settings
from sheepfold.server.table.table import Table
from sheepfold.server.wire.documents import (
    Join,
    Joined,
    Made,
    NewPerson,
    PersonSeen,
    PlayOn,
    PlayPosition,
    PositionSeen,
)
from sheepfold.server.wire.updates import TableSeen

LOBBY = 100

TOKEN = SecurityScheme("http", scheme="Bearer", description="The token of a person, from POST /api/people")
INVITATION = SecurityScheme(
    "apiKey", name="invitation", security_scheme_in="header", description="The secret in the link to a table"
)
SECURITY = Components(security_schemes={"token": TOKEN, "invitation": INVITATION})
WITH_TOKEN: list[SecurityRequirement] = [{"token": []}]
TABLE_ACCESS: list[SecurityRequirement] = [{}, {"token": []}, {"invitation": []}]
"""Public tables need neither."""


class GameSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A game that can be played here."""

    id: str
    title: str
    pitch: str
    players: list[int]
    minutes: int
    options: list[Choice]
    bots: list[str]
    lesson: bool
    """Whether it has a guided first game."""


class PlayNow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game against bots, at once."""

    game: str
    players: Annotated[int, msgspec.Meta(ge=1, le=12)] | None = None
    bot: str | None = None
    names: Annotated[list[Name], msgspec.Meta(max_length=11)] = []
    """Names of the bots. The others get the game's name for their seat."""
    options: dict[str, Any] = {}


async def authenticated_person(request: Request[Any, Any, Any], services: NamedDependency[Services]) -> Person:
    """Return the person whose token the request carries."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    given = scheme.lower() == "bearer" and token
    person = await services.people.find(token) if given else None
    if person is None:
        raise UnknownToken("token.unknown" if given else "token.missing")
    return person


class Address(msgspec.Struct, frozen=True):
    """Where a request comes from."""

    host: str


def client_address(request: Request[Any, Any, Any]) -> Address:
    return Address(network_of(request.client.host) if request.client is not None else "")


class Visitor(msgspec.Struct, frozen=True):
    """The client that reads a table, with or without a token."""

    person: str | None


async def optional_visitor(request: Request[Any, Any, Any], services: NamedDependency[Services]) -> Visitor:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    person = await services.people.find(token) if scheme.lower() == "bearer" and token else None
    return Visitor(None if person is None else person.id)


async def requested_room(
    request: Request[Any, Any, Any],
    table_id: FromPath[str],
    visitor: NamedDependency[Visitor],
    services: NamedDependency[Services],
) -> Room:
    """Return the requested table if the visitor may see it. Its invitation is a header, since URLs are logged."""
    room = await services.hub.latest(table_id)
    if not room.admits(visitor.person, request.headers.get("invitation")):
        raise NotInvited
    return room


class PeopleRoutes(Controller):
    path = "/api/people"
    tags = ("people",)

    @post("/", summary="Give a name, get a token", responses=PROBLEMS)
    async def add(self, data: JSONBody[NewPerson], services: NamedDependency[Services]) -> PersonSeen:
        person, token = await services.people.add(data.name)
        return PersonSeen(person.id, person.name, token)

    @get("/me", summary="My id and name", responses=PROBLEMS, security=WITH_TOKEN)
    async def me(self, person: NamedDependency[Person]) -> PersonSeen:
        return PersonSeen(person.id, person.name)

    @put("/me", summary="Change my name", responses=PROBLEMS, security=WITH_TOKEN)
    async def rename(
        self, data: JSONBody[NewPerson], person: NamedDependency[Person], services: NamedDependency[Services]
    ) -> PersonSeen:
        return PersonSeen(person.id, await services.people.rename(person, data.name))


class TableRoutes(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @get("/", summary="The lobby: public tables that are open or running", responses=PROBLEMS)
    async def lobby(self, services: NamedDependency[Services]) -> list[TableSeen]:
        return await services.lobby.tables()

    @get("/mine", summary="My tables, newest first", responses=PROBLEMS, security=WITH_TOKEN)
    async def mine(self, services: NamedDependency[Services], person: NamedDependency[Person]) -> list[TableSeen]:
        found = await services.hub.store.tables_of(person.id, LOBBY)
        return [room.seen() for room in await services.hub.readable(found)]

    @post("/", summary="Create a table", responses=PROBLEMS, security=WITH_TOKEN)
    async def make(
        self,
        data: JSONBody[Settings],
        services: NamedDependency[Services],
        person: NamedDependency[Person],
        address: NamedDependency[Address],
    ) -> Made:
        return await make_table(data, services, person, address)

    @post("/play-now", summary="Play against bots at once", responses=PROBLEMS, security=WITH_TOKEN)
    async def play_now(
        self,
        data: JSONBody[PlayNow],
        services: NamedDependency[Services],
        person: NamedDependency[Person],
        address: NamedDependency[Address],
    ) -> Made:
        game = find_game(data.game)
        others = (data.players or game.players[0]) - 1
        bots = [SeatPlan("bot", name, data.bot) for name in [*data.names, *[None] * others][:others]]
        # Seat 0 starts where the game lets the table choose, so that the player need not wait for bots.
        chosen = any(option.name == "start" and option.kind == "number" for option in game.choices())
        options = ({"start": 0} if chosen else {}) | data.options
        settings = Settings(game=game.id, seats=[SeatPlan("me"), *bots], options=options)
        return await make_table(settings, services, person, address)

    @get(
        "/{table_id:str}",
        summary="A table, as everyone who may see it sees it",
        responses=PROBLEMS,
        security=TABLE_ACCESS,
    )
    async def table(self, room: NamedDependency[Room]) -> TableSeen:
        return room.seen()

    @delete(
        "/{table_id:str}",
        summary="Close my table before the game",
        status_code=200,
        responses=PROBLEMS,
        security=WITH_TOKEN,
    )
    async def close(
        self, room: NamedDependency[Room], services: NamedDependency[Services], person: NamedDependency[Person]
    ) -> TableSeen:
        await services.hub.commits.commit(room, lambda table: table.close(person.id))
        return room.seen()

    @post("/{table_id:str}/join", summary="Take a seat", responses=PROBLEMS, security=WITH_TOKEN)
    async def join(
        self,
        table_id: FromPath[str],
        data: JSONBody[Join],
        services: NamedDependency[Services],
        person: NamedDependency[Person],
    ) -> Joined:
        room = await services.hub.latest(table_id)
        if not room.admits(person.id, data.invitation):
            raise NotInvited
        if data.seat is not None:
            room.table.check_seat(data.seat)
        taken = 0

        def propose(table: Table) -> Proposal:
            nonlocal taken  # the first free seat may be another one after a lost race
            taken = table.seat_for(person.id, data.seat)
            return table.sit(taken, person.id, person.name)

        try:
            room.table.seat_for(person.id, data.seat)  # a player who is already seated is not counted again
            await services.hub.quota.check_person(person.id, services.limits.open_tables)
            await services.hub.commits.commit(room, propose)
        except AlreadySeated as known:
            taken = known.seat
        return Joined(room.seen(), taken)

    @get(
        "/{table_id:str}/replay",
        summary="The game so far, step by step, as a seat saw it",
        responses=PROBLEMS,
        security=TABLE_ACCESS,
    )
    async def replay(
        self, room: NamedDependency[Room], visitor: NamedDependency[Visitor], seat: FromQuery[int | None] = None
    ) -> ReplaySeen:
        check_observer(room.table, visitor, seat)
        return await asyncio.to_thread(replay, room.table, seat)  # a long game takes a while

    @get(
        "/{table_id:str}/position",
        summary="The position after some lines of the game, as a seat knows it; all of it once the game is over",
        responses=PROBLEMS,
        security=TABLE_ACCESS,
    )
    async def position(
        self,
        room: NamedDependency[Room],
        visitor: NamedDependency[Visitor],
        line: FromQuery[int],
        seat: FromQuery[int | None] = None,
    ) -> PositionSeen:
        check_observer(room.table, visitor, seat)
        if line not in range(len(room.table.lines) + 1):
            raise Refused("replay.line", lines=len(room.table.lines))
        return PositionSeen(await asyncio.to_thread(position_at, room.table, line, seat))

    @post(
        "/{table_id:str}/play-on",
        summary="Continue a finished game from some point, against bots",
        responses=PROBLEMS,
        security=WITH_TOKEN,
    )
    async def play_on(
        self,
        room: NamedDependency[Room],
        data: JSONBody[PlayOn],
        services: NamedDependency[Services],
        person: NamedDependency[Person],
        address: NamedDependency[Address],
    ) -> Made:
        table = room.table
        if table.status != "over":
            raise Refused("game.not_over")
        table.check_seat(data.seat)
        if data.line > len(table.lines):
            raise Refused("replay.line", lines=len(table.lines))
        plans = [SeatPlan("bot", bot=data.bot) for _ in table.chairs]
        plans[data.seat] = SeatPlan("me")
        settings = msgspec.structs.replace(table.settings, seats=plans, public=False, clock=NoClock())
        imported = Imported(table.lines[: data.line], table.first_position())
        return await make_table(settings, services, person, address, imported)

    @post("/from-position", summary="Play on from a position, against bots", responses=PROBLEMS, security=WITH_TOKEN)
    async def from_position(
        self,
        data: JSONBody[PlayPosition],
        services: NamedDependency[Services],
        person: NamedDependency[Person],
        address: NamedDependency[Address],
    ) -> Made:
        state = await asyncio.to_thread(read_decision, data.position, SystemRandom())  # setting up takes a while
        origin = state.origin
        assert origin is not None, "the game was started"
        seat = state.waiting_for()[0] if data.seat is None else data.seat
        if seat not in range(origin.players):
            raise Refused("seat.unknown", last=origin.players - 1)
        plans = [SeatPlan("bot", bot=data.bot) for _ in range(origin.players)]
        plans[seat] = SeatPlan("me")
        settings = Settings(game=origin.game.id, seats=plans, options=msgspec.to_builtins(origin.options))
        return await make_table(settings, services, person, address, Imported([], state.position()))

    @post("/import", summary="Import a record, to replay it", responses=PROBLEMS, security=WITH_TOKEN)
    async def import_record(
        self,
        request: Request[Any, Any, Any],
        services: NamedDependency[Services],
        person: NamedDependency[Person],
        address: NamedDependency[Address],
    ) -> Made:
        record = decode_record(await request.body())
        await asyncio.to_thread(replay_record, record)  # a long game takes a while
        settings = Settings(
            game=record.game,
            seats=[SeatPlan("bot", seat.name[:LONGEST_NAME] or None) for seat in record.seats],
            options=record.options,
            components=record.components,
        )
        return await make_table(settings, services, person, address, Imported(record.actions, record.position))

    @get("/{table_id:str}/components", summary="The components of the table", responses=PROBLEMS, security=TABLE_ACCESS)
    async def components(self, room: NamedDependency[Room]) -> dict[str, Any]:
        rules = room.table.rules
        found: dict[str, Any] = msgspec.to_builtins(rules.components or rules.game.standard_components())
        return found

    @get("/{table_id:str}/record", summary="The record of a finished game", responses=PROBLEMS, security=TABLE_ACCESS)
    async def record(self, room: NamedDependency[Room]) -> Response[bytes]:
        if room.table.state is None:
            raise Refused("record.none")
        if room.table.status != "over":
            raise Refused("record.not_over")
        name = f"{room.table.game.id}-{room.table.id}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(encode_record(room.table.record()), media_type="application/json", headers=headers)


@post("/api/dice", summary="All throws of a record, for checking", status_code=200, tags=["games"], responses=PROBLEMS)
async def dice_of_record(request: Request[Any, Any, Any]) -> Dice:
    return await asyncio.to_thread(dice_of, decode_record(await request.body()))


class GameRoutes(Controller):
    path = "/api/games"
    tags = ("games",)

    @get("/", summary="All games", responses=PROBLEMS, sync_to_thread=False)
    def games(self) -> list[GameSeen]:
        return [
            GameSeen(
                id=game.id,
                title=game.title,
                pitch=game.pitch,
                players=list(game.players),
                minutes=game.minutes,
                options=game.choices(),
                bots=bot_names(game.id),
                lesson=find_lesson(game) is not None,
            )
            for game in all_games()
        ]

    @get(
        "/{game_id:str}/components",
        summary="The standard components, with their status",
        responses=PROBLEMS,
        sync_to_thread=False,
    )
    def components(self, game_id: FromPath[str]) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.to_builtins(find_game(game_id).standard_components())
        return found


def check_observer(table: Table, visitor: Visitor, seat: int | None) -> None:
    """Refuse a view from another's seat while the game is running."""
    if seat is None:
        return
    table.check_seat(seat)
    if seat not in table.seats_of(visitor.person) and table.status != "over":
        raise Refused("replay.seat")


async def make_table(
    settings: Settings, services: Services, person: Person, address: Address, imported: Imported | None = None
) -> Made:
    await services.hub.quota.check_person(person.id, services.limits.open_tables)
    invitation = new_token()
    origin = Origin(address.host, services.limits.bot_tables)
    room = await services.hub.make(
        new_id(services.hub.clock.now()), settings, person, hashed(invitation), imported, origin
    )
    return Made(room.seen(), invitation, room.table.seats_of(person.id))
