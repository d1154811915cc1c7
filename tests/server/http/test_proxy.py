"""Behind a real nginx, configured as in docs/reverse-proxy.md, limits apply to each client separately."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from sheepfold.cli import main
from sheepfold.server.socket.upgrade import LOBBY
from tests.server.lines import BYSTANDER, STRANGER
from tests.server.processes import Node, free_port
from tests.server.running_server import in_a_loop
from tests.server.waiting import PATIENCE

DOCUMENT = Path(__file__).parents[3] / "docs" / "reverse-proxy.md"
AROUND = """
{user}
daemon off;
pid {folder}/pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""


@asynccontextmanager
async def nginx(folder: Path, upstream: int) -> AsyncIterator[int]:
    """Return the port once it listens."""
    command = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    assert command is not None, "this test needs nginx (on Debian: apt-get install nginx-light)"
    port = free_port()
    [site] = re.findall(r"```nginx\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    site = site.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    user = "user root;" if os.geteuid() == 0 else ""
    configuration = folder / "nginx.conf"
    configuration.write_text(AROUND.format(user=user, folder=folder, site=site))
    running = subprocess.Popen([command, "-p", str(folder), "-c", str(configuration)])  # noqa: S603
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                assert running.poll() is None, "nginx does not start"
                await asyncio.sleep(0.05)
        yield port
    finally:
        running.terminate()
        running.wait()


def lobby(port: int, host: str, **headers: str) -> connect:
    return connect(
        f"ws://127.0.0.1:{port}{LOBBY}", local_addr=(host, 0), additional_headers=headers, open_timeout=PATIENCE
    )


async def is_refused(opening: connect) -> bool:
    try:
        async with opening as line:
            await line.recv()
    except InvalidStatus as refused:
        return refused.response.status_code == 429
    return False


@in_a_loop
async def test_clients_behind_nginx_are_counted_separately(sqlite_url: str, tmp_path: Path) -> None:
    options = ("--trusted-proxy", "127.0.0.1", "--sockets-per-address", "2")
    async with Node(sqlite_url, *options) as node, nginx(tmp_path, node.port) as port, AsyncExitStack() as stack:
        for _ in range(2):
            line = await stack.enter_async_context(lobby(port, STRANGER))
            await line.recv()
        assert await is_refused(lobby(port, STRANGER))
        assert await is_refused(lobby(port, STRANGER, **{"X-Forwarded-For": BYSTANDER})), "only nginx is trusted"
        assert not await is_refused(lobby(port, BYSTANDER))


@in_a_loop
async def test_without_trust_all_clients_behind_nginx_count_as_one_and_the_log_warns(
    sqlite_url: str, tmp_path: Path
) -> None:
    options = ("--sockets-per-address", "2")
    async with Node(sqlite_url, *options) as node, nginx(tmp_path, node.port) as port, AsyncExitStack() as stack:
        for host in (STRANGER, BYSTANDER):
            line = await stack.enter_async_context(lobby(port, host))
            await line.recv()
        assert await is_refused(lobby(port, "127.0.0.4"))
        assert node.errors().count("if 127.0.0.1 is your proxy, start with --trusted-proxy 127.0.0.1") == 1


@pytest.mark.parametrize("text", ["nonsense", "10.0.0.1/8", "127.0.0.1:80"])
def test_a_proxy_is_an_address_or_a_network(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["serve", "--trusted-proxy", text])
    assert stopped.value.code == 2
    assert "not an address or a network" in capsys.readouterr().err
