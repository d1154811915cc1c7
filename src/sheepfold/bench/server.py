"""Our server and boardgame.io's take turns under saturating load: a server on one core, its clients on another."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec

from sheepfold.core.errors import SheepfoldError

HOST: Final = "127.0.0.1"
OURS: Final = "sheepfold"
PEER: Final = "boardgame.io"
PEER_FOLDER: Final = Path("benchmarks") / "boardgame.io"
"""Relative to the repository; `make bench-server` installs it."""
WARM_UP_ROUNDS: Final = 10
"""Rounds before those that count: node compiles boardgame.io while it runs, which takes seconds."""
START_TIMEOUT: Final = 30.0
STOP_TIMEOUT: Final = 15.0
PRODUCTION: Final = os.environ | {"NODE_ENV": "production"}
"""Otherwise boardgame.io checks and logs every move."""
NO_LIMIT: Final = "1000000000"
OWN_GROUP: Final = 0
"""A separate process group: only the parent gets Ctrl-C, and it stops its children."""
LOG_LINES: Final = 20
"""How many lines of the log to show if something fails."""


class Load(msgspec.Struct, frozen=True):
    """The arguments of a load process (`python -m sheepfold.bench.load`)."""

    host: str
    port: int
    tables: int
    pause: float = 0.0
    """Seconds that each player waits before acting. Without it they exceed the default rate limits."""


class Round(msgspec.Struct, frozen=True):
    """The result of one round: acknowledged moves and their latency. `load.js` writes the same format."""

    moves: int
    games: int
    seconds: float
    median_ms: float
    p99_ms: float
    """The 99th percentile."""
    busy: float
    """The share of the time that the load process was busy. Near 1, the load limits the result."""


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """The medians over a server's rounds with one number of tables, and the spread."""

    server: str
    tables: int
    moves_per_second: float
    moves_per_second_slowest_round: float
    moves_per_second_fastest_round: float
    median_ms: float
    """The median time from sending a move to its acknowledgement."""
    p99_ms: float
    p99_ms_best_round: float
    """The minimum over all rounds: other work on the machine can only make a round slower."""
    core_us_per_move: float
    """CPU time of the server per move, in microseconds. Other work on the machine affects this the least."""
    memory_mb: float
    """Resident memory of the server after the last round."""
    load_busy: float
    """The share of the time that the load was busy. Near 1, it was too slow to measure the server."""


class Running:
    """A server and its load, with the default rate limits if players pause before acting."""

    def __init__(self, server: str, tables: int, folder: Path, pause: float = 0.0) -> None:
        self.server = server
        self.tables = tables
        self.rounds: list[Round] = []
        self._cpu_seconds: list[float] = []
        self.port = port = _free_port()
        cores = sorted(os.sched_getaffinity(0))
        load = msgspec.json.encode(Load(HOST, port, tables, pause)).decode()
        if server == OURS:
            database = f"sqlite:///{folder / f'{tables}.db'}"
            serving = [sys.executable, "-m", "sheepfold", "serve", "--host", HOST, "--port", str(port)]
            serving += ["--database", database]
            if not pause:
                serving += ["--messages-per-second", NO_LIMIT, "--sockets-per-address", NO_LIMIT]
            loading = [sys.executable, "-m", "sheepfold.bench.load", load]
        else:
            serving = ["node", str(PEER_FOLDER / "server.js"), str(port)]
            loading = ["node", str(PEER_FOLDER / "load.js"), load]
        self._log = folder / f"{server} {tables}.log"
        """Of both processes; its last lines are shown if something fails."""
        with _on_core(cores[0]), self._log.open("wb") as log:
            self._serving = subprocess.Popen(  # noqa: S603 our own module
                serving, stdout=subprocess.DEVNULL, stderr=log, env=PRODUCTION, process_group=OWN_GROUP
            )
        started: list[subprocess.Popen[Any]] = [self._serving]
        try:
            self._wait_for(port)
            with _on_core(cores[-1]), self._log.open("ab") as log:
                self._loading = subprocess.Popen(  # noqa: S603 our own module
                    loading,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    text=True,
                    process_group=OWN_GROUP,
                )
            started.append(self._loading)
            self._read_line()
        except BaseException:
            for process in reversed(started):  # the load first, or it would report a lost connection
                process.kill()
                process.wait()
            raise

    def _wait_for(self, port: int) -> None:
        end = time.monotonic() + START_TIMEOUT
        while self._serving.poll() is None and time.monotonic() < end:
            try:
                socket.create_connection((HOST, port)).close()
            except OSError:
                time.sleep(0.05)
            else:
                return
        self._show_log()
        raise SheepfoldError(f"{self.server} does not start (see above)")

    def _read_line(self) -> str:
        assert self._loading.stdout is not None
        line = self._loading.stdout.readline()
        if not line:
            self._show_log()
            raise SheepfoldError(f"the load on {self.server} failed (see above)")
        return line

    def _show_log(self) -> None:
        lines = self._log.read_text(errors="replace").splitlines()
        sys.stderr.write(
            "\n".join([f"The last lines of the log of {self.server} and its load:", *lines[-LOG_LINES:], ""])
        )

    def play_round(self, seconds: float) -> None:
        before = self.cpu_seconds()
        self.rounds.append(self.play(seconds))
        self._cpu_seconds.append(self.cpu_seconds() - before)

    def cpu_seconds(self) -> float:
        """CPU time that the server has used so far."""
        return _cpu_seconds(self._serving.pid)

    def play(self, seconds: float) -> Round:
        assert self._loading.stdin is not None
        self._loading.stdin.write(f"{seconds}\n")
        self._loading.stdin.flush()
        return msgspec.json.decode(self._read_line(), type=Round)

    def measured(self) -> Measured:
        moves = [done.moves / done.seconds for done in self.rounds]
        return Measured(
            server=self.server,
            tables=self.tables,
            moves_per_second=median(moves),
            moves_per_second_slowest_round=min(moves),
            moves_per_second_fastest_round=max(moves),
            median_ms=median(done.median_ms for done in self.rounds),
            p99_ms=median(done.p99_ms for done in self.rounds),
            p99_ms_best_round=min(done.p99_ms for done in self.rounds),
            core_us_per_move=sum(self._cpu_seconds) / max(1, sum(done.moves for done in self.rounds)) * 1e6,
            memory_mb=_memory_mb(self._serving.pid),
            load_busy=median(done.busy for done in self.rounds),
        )

    def stop(self) -> None:
        for stream in (self._loading.stdin, self._loading.stdout):
            if stream is not None:
                stream.close()
        self._loading.kill()  # it may be in the middle of a long round
        self._loading.wait()
        self._serving.send_signal(signal.SIGTERM)
        try:
            self._serving.wait(STOP_TIMEOUT)
        except subprocess.TimeoutExpired:
            self._serving.kill()
            self._serving.wait()


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind((HOST, 0))
        port: int = listener.getsockname()[1]
        return port


@contextmanager
def _on_core(core: int) -> Iterator[None]:
    """Pin the processes started here to one core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _cpu_seconds(process: int) -> float:
    """CPU time of a process with all its threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory_mb(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def peer_is_installed() -> bool:
    return (PEER_FOLDER / "node_modules").is_dir()


def measure(
    servers: Sequence[str], tables: Sequence[int], rounds: int, seconds: float, after_round: Callable[[], None]
) -> list[Measured]:
    """Measure every server with every number of tables. Each combination gets a fresh server; servers take turns."""
    measured: list[Measured] = []
    for number in tables:
        with TemporaryDirectory() as folder, ExitStack() as stack:
            running: list[Running] = []
            for server in servers:
                running.append(Running(server, number, Path(folder)))
                stack.callback(running[-1].stop)
                running[-1].play(seconds * WARM_UP_ROUNDS)
            for _ in range(rounds):
                for one in running:
                    one.play_round(seconds)
                after_round()
            measured += [one.measured() for one in running]
    return measured
