"""Our server and boardgame.io's under saturating load, in turns: a server on one core, its load on another."""

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
"""In the repository; `make bench-server` installs it."""
WARMING_UP: Final = 10
"""Rounds that pass before those that count: boardgame.io is compiled while it runs, which takes it seconds."""
STARTING: Final = 30.0
STOPPING: Final = 15.0
PRODUCTION: Final = os.environ | {"NODE_ENV": "production"}
"""Else boardgame.io checks and logs every move."""
NO_LIMIT: Final = "1000000000"
OWN_GROUP: Final = 0
"""Ctrl-C is for us alone; we end what we have started."""
LAST_WORDS: Final = 20
"""Lines of the log that are shown if something goes wrong."""


class Load(msgspec.Struct, frozen=True):
    """What a process of load is to do (as `python -m sheepfold.bench.load`)."""

    host: str
    port: int
    tables: int
    pause: float = 0.0
    """Seconds that everybody thinks before they act. Without it they send more than the usual limits allow."""


class Round(msgspec.Struct, frozen=True):
    """What was done in one round: moves that were acknowledged, and how long each took. `load.js` writes the same."""

    moves: int
    games: int
    seconds: float
    median_ms: float
    p99_ms: float
    """At the 99th percentile."""
    busy: float
    """How much of the time this process was computing; near 1 it was measured itself."""


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """The medians of a server's rounds with so many tables, and how far the rounds lie apart."""

    server: str
    tables: int
    moves_per_second: float
    moves_per_second_slowest_round: float
    moves_per_second_fastest_round: float
    median_ms: float
    """From sending a move to its acknowledgement: in the middle, and at the 99th percentile."""
    p99_ms: float
    p99_ms_best_round: float
    """The least of all rounds: others on a shared machine only ever make one slower, this one they disturbed least."""
    core_us_per_move: float
    """Microseconds of its core that a move takes the server; others on the machine change it less than the rest."""
    memory_mb: float
    """What the server has in memory after the last round."""
    load_busy: float
    """How much of the time the load was computing; near 1 it was too slow to measure the server."""


class Running:
    """A server and its load; with the usual limits if people think before they act."""

    def __init__(self, server: str, tables: int, folder: Path, pause: float = 0.0) -> None:
        self.server = server
        self.tables = tables
        self.rounds: list[Round] = []
        self._computing: list[float] = []
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
        """Thousands of lines; only the last of them count, if something goes wrong."""
        with _on_core(cores[0]), self._log.open("wb") as log:
            self._serving = subprocess.Popen(  # noqa: S603 our own
                serving, stdout=subprocess.DEVNULL, stderr=log, env=PRODUCTION, process_group=OWN_GROUP
            )
        started: list[subprocess.Popen[Any]] = [self._serving]
        try:
            self._wait_for(port)
            with _on_core(cores[-1]), self._log.open("ab") as log:
                self._loading = subprocess.Popen(  # noqa: S603 our own
                    loading,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    text=True,
                    process_group=OWN_GROUP,
                )
            started.append(self._loading)
            self._hear()
        except BaseException:
            for process in reversed(started):  # the load first, or it would complain of a server that is gone
                process.kill()
                process.wait()
            raise

    def _wait_for(self, port: int) -> None:
        end = time.monotonic() + STARTING
        while self._serving.poll() is None and time.monotonic() < end:
            try:
                socket.create_connection((HOST, port)).close()
            except OSError:
                time.sleep(0.05)
            else:
                return
        self._show_last_words()
        raise SheepfoldError(f"the server of {self.server} does not start (see above)")

    def _hear(self) -> str:
        assert self._loading.stdout is not None
        line = self._loading.stdout.readline()
        if not line:
            self._show_last_words()
            raise SheepfoldError(f"the load on {self.server} stopped with an error (see above)")
        return line

    def _show_last_words(self) -> None:
        lines = self._log.read_text(errors="replace").splitlines()
        sys.stderr.write(
            "\n".join([f"Said last by the server or the load of {self.server}:", *lines[-LAST_WORDS:], ""])
        )

    def go(self, seconds: float) -> None:
        before = self.computed()
        self.rounds.append(self.play(seconds))
        self._computing.append(self.computed() - before)

    def computed(self) -> float:
        """Seconds that the server has computed so far."""
        return _computing(self._serving.pid)

    def play(self, seconds: float) -> Round:
        assert self._loading.stdin is not None
        self._loading.stdin.write(f"{seconds}\n")
        self._loading.stdin.flush()
        return msgspec.json.decode(self._hear(), type=Round)

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
            core_us_per_move=sum(self._computing) / max(1, sum(done.moves for done in self.rounds)) * 1e6,
            memory_mb=_memory_mb(self._serving.pid),
            load_busy=median(done.busy for done in self.rounds),
        )

    def stop(self) -> None:
        for stream in (self._loading.stdin, self._loading.stdout):
            if stream is not None:
                stream.close()
        self._loading.kill()  # it may be in the middle of a long round, and has nothing to lose
        self._loading.wait()
        self._serving.send_signal(signal.SIGTERM)
        try:
            self._serving.wait(STOPPING)
        except subprocess.TimeoutExpired:
            self._serving.kill()
            self._serving.wait()


def _free_port() -> int:
    with socket.socket() as door:
        door.bind((HOST, 0))
        port: int = door.getsockname()[1]
        return port


@contextmanager
def _on_core(core: int) -> Iterator[None]:
    """Processes that are started here stay on that core, with all their threads."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _computing(process: int) -> float:
    """Seconds that a process has computed, with all its threads."""
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
    """A line a server and number of tables. Those with the same number take turns; each has a fresh server."""
    measured: list[Measured] = []
    for number in tables:
        with TemporaryDirectory() as folder, ExitStack() as stack:
            running: list[Running] = []
            for server in servers:
                running.append(Running(server, number, Path(folder)))
                stack.callback(running[-1].stop)
                running[-1].play(seconds * WARMING_UP)
            for _ in range(rounds):
                for one in running:
                    one.go(seconds)
                after_round()
            measured += [one.measured() for one in running]
    return measured
