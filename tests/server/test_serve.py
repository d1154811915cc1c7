"""`sheepfold serve` as typed in a shell: an error is one clear line, and it stops cleanly."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from sheepfold.cli import main
from sheepfold.server import serve as server_module
from sheepfold.server.client import connected_client
from sheepfold.server.http.app import Configuration
from sheepfold.server.ops.limits import Limits
from sheepfold.server.serve import exclusive_database
from tests.server.running_server import close_code, in_a_loop, running_server
from tests.server.waiting import PATIENCE


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the one line that `sheepfold serve` ends with."""
    with pytest.raises(SystemExit) as stopped:
        main(["serve", *arguments])
    assert stopped.value.code == 2
    output = capsys.readouterr()
    [line] = output.err.splitlines()
    assert output.out == ""
    assert line.startswith("sheepfold: ")
    return line


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def test_a_port_in_use_is_reported(capsys: pytest.CaptureFixture[str], sqlite_url: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        line = complaint(capsys, "--port", port, "--database", sqlite_url)
    assert f"cannot listen at port {port} of 127.0.0.1" in line
    assert "--port" in line
    assert not list(tmp_path.iterdir()), "the database was touched"


def test_two_servers_do_not_share_a_file(capsys: pytest.CaptureFixture[str], sqlite_url: str) -> None:
    """They would not notify each other of moves."""
    with exclusive_database(sqlite_url):
        line = complaint(capsys, "--port", str(free_port()), "--database", sqlite_url)
    assert "another server uses" in line
    assert "share a PostgreSQL" in line
    with exclusive_database(sqlite_url):
        pass  # it is free again


def test_an_address_that_does_not_exist_is_reported(capsys: pytest.CaptureFixture[str], sqlite_url: str) -> None:
    assert "cannot listen" in complaint(capsys, "--database", sqlite_url, "--host", "nowhere.invalid")
    assert "ports go up to 65535" in complaint(capsys, "--database", sqlite_url, "--port", "70000")


@pytest.mark.parametrize(
    ("database", "said"),
    [
        ("nonsense", "this is not a database URL"),
        ("mysql://localhost/sheep", "sqlite:/// or postgresql://"),
        ("sqlite://", "would lose everything"),
        ("sqlite://fold.db", "a file follows three slashes"),
        ("sqlite:////nowhere/at/all.db", "cannot open /nowhere/at/all.db (No such file or directory); name another"),
        ("postgresql://127.0.0.1:1/sheep", "cannot open the PostgreSQL database sheep at 127.0.0.1 ("),
    ],
)
def test_a_database_that_does_not_exist_is_reported(
    capsys: pytest.CaptureFixture[str], database: str, said: str
) -> None:
    assert said in complaint(capsys, "--port", str(free_port()), "--database", database)


def test_a_file_that_is_no_database_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear sheep, " * 100)
    line = complaint(capsys, "--port", str(free_port()), "--database", f"sqlite:///{file}")
    assert f"cannot open {file} (file is not a database); name another with --database" in line


@asynccontextmanager
async def serving(database: str, port: int) -> AsyncIterator[asyncio.subprocess.Process]:
    arguments = ("-m", "sheepfold", "serve", "--port", str(port), "--database", database)
    process = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=PIPE, stderr=PIPE)
    try:
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient() as http:
            while True:
                try:
                    await http.get(f"http://127.0.0.1:{port}/health")
                    break
                except httpx.TransportError:
                    assert process.returncode is None, "the server does not start"
                    await asyncio.sleep(0.1)
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@in_a_loop
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_a_stopped_server_closes_sockets_and_loses_nothing(sqlite_url: str, how: signal.Signals) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    async with serving(sqlite_url, port) as process, httpx.AsyncClient(base_url=address) as http:
        token = (await http.post("/api/people", json={"name": "Ada"})).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        body = {"game": "schafe-schubsen", "seats": [{"who": "me"}, {"who": "me"}, {"who": "me"}]}
        table = (await http.post("/api/tables", json=body, headers=headers)).json()["table"]["id"]
        async with connected_client(f"ws://127.0.0.1:{port}", table, token) as client:
            for seat in (0, 1):
                await client.commit(seat)
            while client.table["status"] != "running":
                await client.receive()
            acknowledged = (await client.ask("act", seat=0, action=client.legal[0], seen=client.version))["version"]
            process.send_signal(how)
            assert await close_code(client._socket) == 1012
        async with asyncio.timeout(PATIENCE):
            output, errors = await process.communicate()
        assert process.returncode == 0
        assert b"Traceback" not in errors
        assert output.decode().splitlines() == [
            f"Sheepfold is at {address} (stop it with Ctrl-C)",
            f"Games are stored in {sqlite_url.removeprefix('sqlite:///')}",
        ]
    async with (
        running_server(sqlite_url) as server,
        connected_client(server.web, table, token, seen=acknowledged - 1) as client,
    ):
        assert client.version == acknowledged
        [missed] = client.received[0]["missed"]
        assert missed["note"] == {"kind": "acted", "seat": 0, "by": "person"}
        assert missed["moves"] == 1


def test_options_set_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Configuration] = []
    monkeypatch.setattr(server_module, "serve", lambda configuration, *_: given.append(configuration))
    main(["serve", "--messages-per-second", "7", "--tables-per-person", "8", "--bot-tables-per-address", "9"])
    main(["serve"])
    assert [configuration.limits for configuration in given] == [
        Limits(messages_per_second=7, open_tables=8, bot_tables=9),
        Limits(),
    ]
