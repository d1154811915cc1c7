"""Real server processes that can be killed, and an HTTP client that retries."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx

from tests.server.waiting import PATIENCE

RETRY_SECONDS = 0.2


class Node:
    """`sheepfold serve` in a separate process, on a port that stays the same across restarts."""

    def __init__(self, database: str, *options: str, descriptors: int | None = None) -> None:
        self._database = database
        self._options = options
        self._descriptors = descriptors
        """The limit of open file descriptors, if any."""
        self.port = free_port()
        self.http = f"http://127.0.0.1:{self.port}"
        self.web = f"ws://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: list[str] = []
        self._output = -1

    def start(self) -> None:
        self._output, name = tempfile.mkstemp()
        Path(name).unlink()
        command = [sys.executable, "-m", "sheepfold", "serve", "--database", self._database, "--port", str(self.port)]
        command += self._options
        if self._descriptors is not None:
            command = ["sh", "-c", f'ulimit -n {self._descriptors} && exec "$@"', "sh", *command]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=self._output)  # noqa: S603

    def open_descriptors(self) -> int:
        assert self._process is not None
        return len(list(Path(f"/proc/{self._process.pid}/fd").iterdir()))

    async def ready(self) -> None:
        """Wait until the server accepts connections."""
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                except OSError:
                    assert self._process is not None
                    assert self._process.poll() is None, f"the server does not start: {self.errors()}"
                    await asyncio.sleep(RETRY_SECONDS)
                else:
                    writer.close()
                    await writer.wait_closed()
                    return

    def kill(self) -> None:
        """Kill the server at once. What its worker processes log afterwards does not count as an error."""
        if self._process is not None:
            self._errors.append(self._errors_of_this_run())
            self._process.kill()
            self._process.wait()
            self._process = None
            os.close(self._output)

    def memory(self) -> int:
        """Return the resident memory of the server in bytes, without its worker processes."""
        assert self._process is not None
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def freeze(self) -> None:
        """Stop the process without ending it."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    async def stop(self, seconds: float) -> int:
        """Ask the server to stop, wait for it, and return its exit code."""
        self._signal(signal.SIGTERM)
        assert self._process is not None
        return await asyncio.to_thread(self._process.wait, seconds)

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def errors(self) -> str:
        """Return everything logged above level info so far, in all runs."""
        return "".join([*self._errors, *([self._errors_of_this_run()] if self._process is not None else [])])

    def _errors_of_this_run(self) -> str:
        lines = os.pread(self._output, os.fstat(self._output).st_size, 0).decode().splitlines(keepends=True)
        return "".join(line for line in lines if '"level":"info"' not in line)

    async def __aenter__(self) -> Self:
        self.start()
        await self.ready()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()


class Caller:
    """An HTTP client that retries until the server answers."""

    def __init__(self, address: str) -> None:
        self._client = httpx.AsyncClient(base_url=address, timeout=PATIENCE)

    async def ask(self, method: str, path: str, token: str | None = None, body: Any = None) -> httpx.Response:
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        while True:
            try:
                return await self._client.request(method, path, json=body, headers=headers)
            except httpx.TransportError:
                await asyncio.sleep(RETRY_SECONDS)

    async def person(self, name: str) -> tuple[str, str]:
        """Create a person, and return id and token."""
        found = (await self.ask("POST", "/api/people", body={"name": name})).raise_for_status().json()
        return found["id"], found["token"]

    async def make(self, token: str, settings: dict[str, Any]) -> tuple[str, str]:
        """Create a table, and return id and invitation."""
        made = (await self.ask("POST", "/api/tables", token, settings)).raise_for_status().json()
        return made["table"]["id"], made["invitation"]

    async def join(self, token: str, table: str, invitation: str, seat: int) -> None:
        """Take a seat. After a retry it may be taken already: by this person, because no one else is invited."""
        body = {"invitation": invitation, "seat": seat}
        answer = await self.ask("POST", f"/api/tables/{table}/join", token, body)
        assert answer.is_success or "taken" in answer.text or "begun" in answer.text, answer.text

    async def close(self) -> None:
        await self._client.aclose()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
