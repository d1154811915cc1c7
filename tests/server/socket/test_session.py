"""A session answers in order, even after its client has disconnected, and does not affect others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from sheepfold.server.client import TableClient
from sheepfold.server.live.hub import Hub
from sheepfold.server.room import room as rooms
from sheepfold.server.room.room import Room
from sheepfold.server.store.queue import OnResult, Pending
from sheepfold.server.store.rows import Append
from tests.server.live.test_hub import finished
from tests.server.running_server import Person, RunningServer, TableLink, in_a_loop, running_server
from tests.server.waiting import until


def hub_of(server: RunningServer) -> Hub:
    hub: Hub = server.app.state.services.hub
    return hub


async def a_finished_game(server: RunningServer, host: Person) -> tuple[TableLink, Room]:
    """The host's client, against a bot."""
    room = await finished(hub_of(server), host.id)
    return TableLink(room.table.id, ""), room


@in_a_loop
async def test_messages_sent_while_another_is_answered_wait_their_turn(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "me"], game="volle-wolle")
        async with server.running(place, ada) as [client]:
            messages: list[tuple[str, dict[str, Any]]] = []
            for number in range(10):
                messages += [
                    ("say", {"text": f"line {number}"}),
                    ("describe", {}),
                    ("odds", {"seat": 0}),
                    ("undo", {"seat": 0}),
                    ("act", {"seat": 0, "action": "nothing", "seen": client.version}),
                    ("leave", {"seat": 0}),
                    ("preview", {"seat": 0, "action": "nothing"}),
                    ("come-back", {"seat": 0}),
                    ("look", {"seat": 1}),
                    ("react", {"reaction": "baa"}),
                ]
            sent = [await client.request(kind, **content) for kind, content in messages]
            answered: list[str] = []
            while len(answered) < len(sent):
                message = await client.receive()
                if message["type"] in ("ack", "refused"):
                    answered.append(message["id"])
            assert answered == sent


@in_a_loop
async def test_spectators_chat_with_players_once_the_game_is_over(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        ada, ben = await server.person("Ada"), await server.person("Ben")
        place, _ = await a_finished_game(server, ada)
        async with server.connect(place, ada) as player, server.connect(place, ben) as spectator:
            assert (await spectator.ask("say", text="well played"))["type"] == "ack"
            assert (await player.receive_until("chat"))["said"]["text"] == "well played"


@pytest.mark.interpreted
@in_a_loop
async def test_a_new_client_receives_the_latest_chat_lines(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "CHAT_SHOWN", 2)
    async with running_server(sqlite_url) as server:
        ada = await server.person("Ada")
        place = await server.table(ada, ["me", "friend"])
        async with server.connect(place, ada) as client:
            for text in ("one", "two", "three"):
                await client.ask("say", text=text)
        async with server.connect(place, ada) as again:
            assert [said["text"] for said in again.received[0]["chat"]] == ["two", "three"]


def is_news(message: dict[str, Any]) -> bool:
    """A chat line, or a rematch."""
    return message["type"] == "chat" or bool(message.get("chat")) or message.get("rematch") is not None


async def say(client: TableClient) -> None:
    await client.request("say", text="good night")


async def offer_rematch(client: TableClient) -> None:
    await client.request("offer-rematch", seat=0)


@pytest.mark.parametrize(
    ("ask", "step"), [(say, "add_chat"), (say, "chat"), (offer_rematch, "entries"), (offer_rematch, "add_table")]
)
@in_a_loop
async def test_a_request_of_a_disconnected_client_is_completed_and_seen_by_others(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, ask: Callable[[TableClient], Coroutine[Any, Any, None]], step: str
) -> None:
    """Whichever step it is at when another client connects."""
    async with running_server(sqlite_url) as server:
        ada, ben = await server.person("Ada"), await server.person("Ben")
        place, room = await a_finished_game(server, ada)
        hub = hub_of(server)
        reached, go_on = asyncio.Event(), asyncio.Event()
        real = getattr(hub.store, step)

        async def wait(*arguments: Any, **named: Any) -> Any:
            monkeypatch.undo()
            reached.set()
            await go_on.wait()
            return await real(*arguments, **named)

        async with server.connect(place, ada) as client:
            monkeypatch.setattr(hub.store, step, wait)
            await ask(client)
            await reached.wait()
        await until(lambda: not room.perspectives)
        async with server.connect(place, ben) as other:
            go_on.set()
            while not any(is_news(message) for message in other.received):
                await other.receive()
        await until(lambda: place.id not in hub.rooms.all)


@in_a_loop
async def test_a_bug_in_a_query_closes_one_socket_and_is_logged(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: Any) -> None:
        monkeypatch.undo()
        raise ValueError("a bug")

    async with running_server(sqlite_url) as server:
        monkeypatch.setattr(hub_of(server).chat, "say", fail)
        await mistake_closes_one_socket(server, "say", text="hello")
    assert [str(record.exc_info[1]) for record in caplog.records if record.exc_info] == ["a bug"]


@pytest.mark.parametrize("at_once", [False, True])
@in_a_loop
async def test_a_bug_in_a_command_closes_one_socket_and_is_logged(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, at_once: bool
) -> None:
    def fail(append: Append, on_result: OnResult) -> Pending:
        monkeypatch.undo()
        if at_once:
            raise ValueError("a bug")
        asyncio.get_running_loop().call_soon(on_result, ValueError("a bug"))
        return Pending(append, on_result, deadline=0.0)

    async with running_server(sqlite_url) as server:
        monkeypatch.setattr(hub_of(server).store, "append", fail)
        await mistake_closes_one_socket(server, "ready", seat=0, commitment="ab" * 32)
    assert [str(record.exc_info[1]) for record in caplog.records if record.exc_info] == ["a bug"]


async def mistake_closes_one_socket(server: RunningServer, kind: str, **content: Any) -> None:
    ada = await server.person("Ada")
    place = await server.table(ada, ["me", "friend"])
    async with server.connect(place, ada) as other:
        async with server.connect(place, ada) as client:
            with pytest.raises(ConnectionClosed):
                await client.ask(kind, **content)
        assert (await other.ask(kind, **content))["type"] == "ack"
    async with server.connect(place, ada) as again:
        assert (await again.ask("say", text="here again"))["type"] == "ack"
