"""Whatever a client sends gets a clear answer and never an internal error, and only legal messages change a table."""

from __future__ import annotations

import logging
import re
import string
from collections.abc import Callable
from random import Random
from typing import Any, Final

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from sheepfold.server.live import hub
from sheepfold.server.live.hub import Hub
from sheepfold.server.ops.limits import Limits
from sheepfold.server.room.room import Room
from sheepfold.server.wire.commands import Act, Away, Hello, Look, React, Request, Say, Up, decode_up
from tests.server.running_server import Person, RunningServer, TableLink, close_code, in_a_loop, running_server

CODES: Final = {"malformed", "stale", "forbidden", "throttled", "illegal", "secret", "refused"}
ODD_NUMBERS: Final = [0, 1, -1, 2, 7, 11, 12, 10**6, -(10**6), 2**31, 2**53 + 1, 2**64, -(2**80), 0.5, -0.0, 1e300]
ODD_TEXTS: Final = ["", " ", "\x00", "\x1b[2J", "\u202e", "\u2028", "🐑" * 50, "a" * 400, "0", "null", "../..", "'; --"]
KINDS: Final = [
    "hello", "ready", "reveal", "act", "undo", "ask-undo", "answer-undo", "stand", "appoint", "leave", "come-back",
    "offer-rematch", "stand-in", "look", "say", "react", "away", "update", "ack", "", "Act", "import",
]  # fmt: skip
FIELDS: Final = [
    "seat",
    "action",
    "seen",
    "keep",
    "agreed",
    "text",
    "nonce",
    "commitment",
    "token",
    "settings",
    "id",
    "hidden",
    "bot",
]


class Fuzz:
    """Messages of every kind and none, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def value(self, depth: int = 0) -> Any:
        choice = self._random.randrange(8 if depth < 3 else 5)
        if choice < 5:
            text = "".join(self._random.choices(string.printable, k=self._random.randrange(12)))
            number = self._random.randrange(-3, 15)
            return [None, number, text, self._random.choice(ODD_NUMBERS), self._random.choice(ODD_TEXTS)][choice]
        if choice == 5:
            return self._random.random() < 0.5
        if choice == 6:
            return [self.value(depth + 1) for _ in range(self._random.randrange(4))]
        return {self._name(): self.value(depth + 1) for _ in range(self._random.randrange(4))}

    def _name(self) -> str:
        return self._random.choice([*FIELDS, "type", "", "who", "\x00"])

    def message(self, sensible: list[dict[str, Any]]) -> str | bytes:
        """Text or binary, derived from valid messages or random."""
        maker: Callable[[list[dict[str, Any]]], str | bytes] = self._random.choice(
            [
                self._anything,
                self._half_sensible,
                self._half_sensible,
                self._mutated,
                self._mutated,
                self._torn,
                self._raw,
            ]
        )
        return maker(sensible)

    def _anything(self, _: list[dict[str, Any]]) -> str:
        return msgspec.json.encode(self.value()).decode()

    def _half_sensible(self, _: list[dict[str, Any]]) -> str:
        names = self._random.sample(FIELDS, self._random.randrange(5))
        message = {"type": self._random.choice(KINDS), "id": self._id()} | {name: self.value() for name in names}
        return msgspec.json.encode(message).decode()

    def _mutated(self, sensible: list[dict[str, Any]]) -> str:
        message = dict(self._random.choice(sensible), id=self._id())
        name = self._random.choice(list(message))
        match self._random.randrange(5):
            case 0:
                del message[name]
            case 1:
                message[self._name()] = self.value()
            case 2:
                message["type"] = self._random.choice(KINDS)
            case 3:
                message[name] = self.value()
        return msgspec.json.encode(message).decode()

    def _torn(self, sensible: list[dict[str, Any]]) -> str:
        text = msgspec.json.encode(self._random.choice(sensible)).decode()
        place = self._random.randrange(len(text))
        other = self._random.choice(["", "\x00", "\\ud800", '"', "}", "[" * 2000, "\n", "é", "\\u0000", "," * 9])
        return text[:place] + other + text[place + self._random.randrange(3) :]

    def _raw(self, sensible: list[dict[str, Any]]) -> str | bytes:
        match self._random.randrange(4):
            case 0:
                return self._random.randbytes(self._random.randrange(60))
            case 1:
                return msgspec.json.encode(self._random.choice(sensible))
            case 2:
                return self._random.choice(["[", '{"a":']) * self._random.choice([10, 3000])
            case _:
                return "x" * self._random.choice([1, 16_384, 16_385, 60_000])

    def _id(self) -> Any:
        return f"fuzz-{self._random.getrandbits(40)}" if self._random.random() < 0.9 else self.value()


def sensible(room: Room) -> list[dict[str, Any]]:
    """Messages as the player at seat 0 would send them, with legal actions of the seat to move."""
    table = room.table
    found: list[dict[str, Any]] = [
        {"type": "act", "seat": seat, "action": action.text, "seen": seen}
        for seat in range(len(table.chairs))
        for action in table.legal(seat)[:2]
        for seen in (table.version, table.version - 1, 10**9)
    ]
    return [
        *found,
        {"type": "act", "seat": 0, "action": "fly away", "seen": table.version},
        {"type": "ready", "seat": 0, "commitment": "ab" * 32},
        {"type": "reveal", "seat": 0, "nonce": "n" * 16},
        {"type": "undo", "seat": 0},
        {"type": "ask-undo", "seat": 1, "keep": 0},
        {"type": "answer-undo", "seat": 0, "agreed": False},
        {"type": "stand", "seat": 0},
        {"type": "appoint", "seat": 1, "bot": "lamb", "name": None},
        {"type": "leave", "seat": 1},
        {"type": "stand-in", "seat": 0},
        {"type": "come-back", "seat": 0},
        {"type": "offer-rematch", "seat": 0, "settings": None},
        {"type": "look", "seat": 0},
        {"type": "look", "seat": None},
        {"type": "look", "seat": 1, "openly": True},
        {"type": "say", "text": "baa"},
        {"type": "react", "reaction": "baa"},
        {"type": "away", "hidden": False},
        {"type": "hello", "token": None, "seen": 0},
    ]


def understood(message: str | bytes) -> Up | None:
    try:
        return decode_up(message) if isinstance(message, str) else None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def id_in(message: str | bytes) -> str | None:
    """The id that the answer must carry, if the message has any."""
    try:
        found = msgspec.json.decode(message) if isinstance(message, str) else None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    given = found.get("id") if isinstance(found, dict) and len(message) <= Limits().message_bytes else None
    return given if isinstance(given, str) and re.fullmatch("[!-~]{1,40}", given) else None


async def answers(bare: ClientConnection, message: str | bytes) -> list[dict[str, Any]]:
    """What came for a message, up to the answer to a heartbeat sent after it."""
    await bare.send(message)
    await bare.send('{"type": "away"}')
    found: list[dict[str, Any]] = []
    pongs = 2 if isinstance(understood(message), Away) else 1
    while pongs:
        found.append(msgspec.json.decode(await bare.recv()))
        pongs -= found[-1]["type"] == "pong"
    return found


class Watch:
    """Checks that only legal messages change a table."""

    def __init__(self, hub: Hub, room: Room, mine: list[int]) -> None:
        self._hub = hub
        self._room = room
        self._mine = mine

    def _chat_lines(self) -> int:
        return len(self._room.chat)

    async def send(self, bare: ClientConnection, message: str | bytes) -> str:
        """Send a message, check its answer, and return the kind of answer."""
        table = self._room.table
        version, lines, chat = table.version, table.lines[:], self._chat_lines()
        legal = {seat: [action.text for action in table.legal(seat)] for seat in range(len(table.chairs))}
        received = await answers(bare, message)
        request = understood(message)
        verdicts = [one for one in received if one["type"] in ("ack", "refused")]
        if isinstance(request, Away):
            assert not verdicts
            return "pong"
        [verdict] = verdicts
        if verdict["type"] == "refused":
            assert verdict["code"] in CODES
            assert verdict["message"]
            assert verdict["reason"]
            assert (table.version, table.lines, self._chat_lines()) == (
                version,
                lines,
                chat,
            )
            assert verdict.get("id") == (id_in(message) if request is None or isinstance(request, Request) else None)
            return str(verdict["code"])
        assert isinstance(request, Request)
        assert verdict["id"] == request.id
        if isinstance(request, Act):
            assert request.seat in self._mine
            assert request.action in legal[request.seat]
            assert table.version == version + 1
        elif not isinstance(request, (Say, React, Look)):
            assert getattr(request, "seat", None) in self._mine
        return "ack"


@pytest.mark.parametrize("who", ["player", "outsider", "spectator"])
@in_a_loop
async def test_messages_at_a_running_table_never_fail(
    url: str, who: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "new_secret", lambda: "5" * 64)  # the same game each time
    fuzz = Fuzz(1)
    async with running_server(url) as server:
        ada, bob, eve = [await server.person(name) for name in ("Ada", "Bob", "Eve")]
        place = await server.table(ada, ["me", "friend"], public=True)
        await server.join(place, bob)
        async with server.running(place, ada, bob):
            room = await server.room(place)
            token = {"player": ada.token, "outsider": eve.token, "spectator": None}[who]
            watch = Watch(server.app.state.services.hub, room, [0] if who == "player" else [])
            tally: dict[str, int] = {}
            async with server.socket(place) as bare:
                await bare.send(msgspec.json.encode({"type": "hello", "token": token}).decode())
                for _ in range(600):
                    what = await watch.send(bare, fuzz.message(sensible(room)))
                    tally[what] = tally.get(what, 0) + 1
        stored = await room_again(server, place)
        assert stored == room.table.version
    assert tally["malformed"] > 100
    assert tally["ack" if who == "player" else "forbidden"] > 0
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def room_again(server: RunningServer, place: TableLink) -> int:
    """Count the entries in the database."""
    return len(await server.app.state.services.hub.store.entries(place.id))


@in_a_loop
async def test_first_messages_never_fail(sqlite_url: str, caplog: pytest.LogCaptureFixture) -> None:
    fuzz = Fuzz(3)
    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "friend"])
        room = await server.room(place)
        hellos: list[dict[str, Any]] = [
            {"type": "hello", "token": ada.token, "seen": 0, "seat": 0},
            {"type": "hello", "token": "é" * 200},
            {"type": "hello", "invitation": place.invitation + "x"},
            {"type": "hello", "invitation": place.invitation, "seen": -(10**30)},
        ]
        for number in range(120):
            message = fuzz.message(hellos) if number >= len(hellos) else msgspec.json.encode(hellos[number]).decode()
            await say_first(server, place, ada, message)
        assert room.table.version == 0
        assert not room.listeners()
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def say_first(server: RunningServer, place: TableLink, ada: Person, message: str | bytes) -> None:
    async with server.socket(place) as bare:
        await bare.send(message)
        first = msgspec.json.decode(await bare.recv())
        hello = understood(message)
        if isinstance(hello, Hello) and (hello.token == ada.token or hello.invitation == place.invitation):
            assert first["type"] == "welcome"
            return
        assert first["type"] == "refused"
        assert first["code"] in ("malformed", "forbidden")
        with pytest.raises(ConnectionClosed):
            await bare.recv()
        assert bare.close_code == 4400


@in_a_loop
async def test_invalid_text_closes_only_its_own_socket(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "friend"])
        async with server.connect(place, ada) as client, server.socket(place) as bare:
            await bare.send(msgspec.json.encode({"type": "hello", "token": ada.token}).decode())
            await bare.recv()
            bare.protocol.send_text(b'{"type": "say", "id": "1", "text": "\xff\xfe"}')
            bare.transport.write(b"".join(bare.protocol.data_to_send()))
            assert await close_code(bare) == 1007
            assert (await client.ask("say", text="still here"))["type"] == "ack"


ROUTES: Final = [
    ("POST", "/api/people"), ("GET", "/api/people/me"), ("PUT", "/api/people/me"), ("GET", "/api/tables"),
    ("GET", "/api/tables/mine"), ("POST", "/api/tables"), ("POST", "/api/tables/play-now"),
    ("POST", "/api/tables/import"), ("POST", "/api/tables/from-position"), ("GET", "/api/tables/{}"),
    ("POST", "/api/tables/{}/join"), ("GET", "/api/tables/{}/position"),
    ("GET", "/api/tables/{}/replay"), ("POST", "/api/tables/{}/play-on"), ("GET", "/api/tables/{}/record"),
    ("GET", "/api/games"), ("GET", "/api/games/{}/about"), ("GET", "/api/games/{}/rules"), ("GET", "/health"),
    ("GET", "/api/games/{}/glossary"), ("GET", "/api/games/{}/summary"), ("GET", "/api/games/volle-wolle/pictures/{}"),
    ("GET", "/api/games/{}/lesson"), ("GET", "/api/games/schafe-schubsen/lesson/{}"),
    ("POST", "/api/games/schafe-schubsen/lesson/{}"), ("POST", "/api/games/schafe-schubsen/lesson/push"),
    ("POST", "/api/games/schafe-schubsen/lesson/push/preview"), ("POST", "/api/games/schafe-schubsen/lesson/dyke"),
    ("GET", "/metrics"), ("GET", "/"), ("GET", "/api/schema/openapi.json"), ("GET", "/api/nothing"),
]  # fmt: skip
ODD_PATHS: Final = [
    "x",
    "%00",
    "%2e%2e",
    "..%2f..%2fetc",
    "é",
    "%ff",
    "a" * 3000,
    "mine",
    "0",
    "%0d%0aset-cookie:x",
    "'--",
]


@in_a_loop
async def test_requests_never_fail(url: str, caplog: pytest.LogCaptureFixture) -> None:
    random = Random(2)
    fuzz = Fuzz(2)
    async with running_server(url) as server:
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "bot"], public=True)
        room = await server.room(place)
        bodies: list[dict[str, Any]] = [
            {"name": "Ada"},
            {"game": "haste-bock", "seats": [{"who": "me"}, {"who": "bot"}], "options": {"layout": "random"}},
            {"game": "volle-wolle", "players": 3, "options": {}},
            {"game": "meine-schafe", "seats": [{}, {}], "components": {"cards": []}, "clock": {"kind": "move"}},
            {"invitation": place.invitation, "seat": 0},
            {"line": 0, "seat": 0},
            {"action": "go 24"},
            {"format": "sheepfold-record", "version": 1, "game": "volle-wolle", "rules": 1, "seats": [], "actions": []},
        ]
        for _ in range(500):
            method, path = random.choice(ROUTES)
            if random.random() < 0.2:
                method = random.choice(["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"])
            path = path.format(random.choice([place.id, random.choice(ODD_PATHS)]))
            if random.random() < 0.3:
                path += "?" + random.choice(
                    ["seat=-1", "seat=99999999999999999999", "seat=x", "language=..%2f", "&&==", "%00"]
                )
            body = fuzz.message(bodies)
            token = random.choice([ada.token, ada.token, ada.token, "wrong", "é", "-", "x" * 5000])
            scheme = random.choice(["Bearer ", "bearer ", "Basic ", "x"])
            kind = random.choice(["application/json", "text/plain", "multipart/form-data", "application/x-"])
            invitation = random.choice(["", "x", place.invitation])
            headers = [
                (b"authorization", (scheme + token).encode()),
                (b"content-type", kind.encode()),
                (b"invitation", invitation.encode()),
            ]
            answer = await server.http.request(method, path, content=body, headers=headers)
            assert answer.status_code < 500, (method, path, body, answer.text)
            if answer.status_code >= 400 and method != "HEAD":
                assert set(answer.json()) == {"code", "reason", "values", "message"}, (method, path, answer.text)
                assert answer.json()["message"]
        assert room.table.chairs[0].person == ada.id
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@in_a_loop
async def test_huge_bodies_are_refused(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        for path in ("/api/people", "/api/tables", "/api/tables/import"):
            answer = await server.http.post(path, content=b" " * 1_000_001, headers=ada.headers)
            assert answer.status_code == 413, path
            assert answer.json()["reason"] == "limit.size"
