"""docs/protocol.md is correct: its examples are valid messages, sent and received in a real session."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from websockets.asyncio.client import connect

from sheepfold.server.client import TableClient
from sheepfold.server.http import routes
from sheepfold.server.live import hub
from sheepfold.server.live.problem import Problem
from sheepfold.server.table import settings
from sheepfold.server.table.refusals import Code
from sheepfold.server.wire.choices import pack, unpack
from sheepfold.server.wire.commands import Reaction, Up, kinds_of
from sheepfold.server.wire.patches import apply_patch
from sheepfold.server.wire.updates import Down
from tests.server.running_server import RunningServer, in_a_loop, running_server

DOCUMENT = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text()
EXAMPLES: dict[str, Any] = {
    name: json.loads(text) for name, text in re.findall(r"^<!-- (\w+) -->\n```json\n(.*?)```", DOCUMENT, re.M | re.S)
}
SECRET = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"  # noqa: S105 of the examples
TABLE = "4f9Zk2bQ7mXw1cTn8sLr0A"


UP = kinds_of(Up)
DOWN = kinds_of(Down)


@pytest.mark.parametrize("kind", [*UP, *DOWN, Problem], ids=lambda kind: kind.__name__)
def test_every_message_has_a_valid_example(kind: type[msgspec.Struct]) -> None:
    example = EXAMPLES[kind.__name__]
    read = msgspec.json.decode(msgspec.json.encode(example), type=kind, strict=True)
    assert msgspec.json.decode(msgspec.json.encode(read)) == example


def test_there_are_no_other_examples() -> None:
    named = {kind.__name__ for kind in (*UP, *DOWN)}
    lessons = {"LessonStep", "LessonTry", "LessonReply"}
    assert set(EXAMPLES) == named | lessons | {"Settings", "Problem", "patch", "legal"}


def test_the_examples_of_patches_and_legal_actions_are_correct() -> None:
    example = EXAMPLES["patch"]
    assert apply_patch(example["before"], example["patch"]) == example["after"]
    example = EXAMPLES["legal"]
    assert unpack(example["packed"]) == example["actions"]
    assert pack(tuple(example["actions"])) == example["packed"]


def test_the_example_settings_are_valid() -> None:
    msgspec.convert(EXAMPLES["Settings"], settings.Settings, strict=True).load_rules()


def test_all_codes_and_reactions_are_documented() -> None:
    for code in get_args(Code):
        assert f"| `{code}` |" in DOCUMENT
    for reaction in get_args(Reaction):
        assert f"`{reaction}`" in DOCUMENT


@in_a_loop
async def test_the_examples_of_a_lesson_are_correct(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        path = "/api/games/schafe-schubsen/lesson"
        assert EXAMPLES["LessonStep"] in (await server.http.get(path)).json()["steps"]
        reply = (await server.http.post(f"{path}/clover", json=EXAMPLES["LessonTry"])).json()
        assert reply == EXAMPLES["LessonReply"]
        assert EXAMPLES["LessonReply"]["legal"] == (await server.http.get(f"{path}/push")).json()["legal"]
        preview = (await server.http.post(f"{path}/clover/preview", json=EXAMPLES["LessonTry"])).json()
        assert [preview] == EXAMPLES["LessonReply"]["frames"]


def timeless(message: Any) -> Any:
    """Return the message without its timestamps."""
    if isinstance(message, dict):
        return {name: 0 if name in ("at", "created") else timeless(value) for name, value in message.items()}
    return [timeless(value) for value in message] if isinstance(message, list) else message


async def session(server: RunningServer) -> list[dict[str, Any]]:
    """Send the examples as two people at a table would; everything that came back."""
    ada, bob = [await server.person(name) for name in ("Ada", "Bob")]
    place = await server.table(ada, ["me", "friend"], game="volle-wolle", public=True, pace="natural")
    await server.join(place, bob)
    heard: list[dict[str, Any]] = []

    async def ask(client: TableClient, name: str, **changes: Any) -> dict[str, Any]:
        message = EXAMPLES[name] | changes
        await client.send(message)
        while True:
            heard.append(msgspec.json.decode(msgspec.json.encode(await client.receive())))
            if heard[-1].get("id") == message.get("id") and heard[-1]["type"] in ("ack", "refused", "welcome", "pong"):
                return heard[-1]

    async with server.socket(place) as first, server.socket(place) as second:
        one, two = TableClient(first), TableClient(second)
        await ask(one, "Hello", token=ada.token)
        await ask(two, "Hello", token=bob.token)
        await ask(one, "Ready")
        await ask(two, "Ready", id="r", seat=1)
        while not one.witness.sealed:
            heard.append(msgspec.json.decode(msgspec.json.encode(await one.receive())))
        await ask(one, "Reveal")
        await ask(two, "Reveal", id="r2", seat=1)
        while one.table["status"] != "running":
            heard.append(msgspec.json.decode(msgspec.json.encode(await one.receive())))
        done = [
            await ask(one, "AskOdds"),
            await ask(one, "AskPreview"),
            await ask(one, "Describe"),
            await ask(one, "Act"),
            await ask(one, "Undo"),
            await ask(one, "Act", id="m4", seen=one.version),
            await ask(one, "AskUndo"),
            await ask(two, "AnswerUndo"),
            await ask(one, "Look"),
            await ask(one, "Leave"),
            await ask(one, "ComeBack"),
            await ask(one, "Say"),
            await ask(one, "React"),
        ]
        assert [answer["type"] for answer in done] == ["ack"] * len(done)
        assert (await ask(one, "Act"))["version"] == EXAMPLES["Ack"]["version"], "a repeat is not applied again"
        assert (await ask(one, "Act", id="m14"))["code"] == "stale"
        assert (await ask(one, "Stand"))["code"] == "forbidden"
        for name, client in (
            ("Appoint", one),
            ("StandIn", one),
            ("OfferRematch", one),
            ("Whistle", two),
            ("LetGo", two),
        ):
            assert (await ask(client, name))["code"] == "refused"
        await ask(one, "Away")
    async with connect(f"{server.web}/api/lobby/socket", compression=None) as lobby:
        heard.append(msgspec.json.decode(await lobby.recv()))
    return heard


@in_a_loop
async def compare_with_a_session(url: str) -> None:
    async with running_server(url) as server:
        heard = [timeless(message) for message in await session(server)]
    for kind in DOWN:
        assert timeless(EXAMPLES[kind.__name__]) in heard, kind.__name__


def test_the_examples_come_from_a_real_session(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "new_secret", lambda: SECRET)
    monkeypatch.setattr(routes, "new_id", lambda _now: TABLE)
    compare_with_a_session(sqlite_url)
