"""The benchmarks of the server run; how fast it is does not matter here."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from sheepfold.bench import server
from sheepfold.bench.steadiness import Steadiness, steadiness, task_times
from sheepfold.cli import main
from sheepfold.commands import bench_server
from sheepfold.core.errors import SheepfoldError
from tests.server.waiting import PATIENCE


def test_bench_server_measures_a_server_under_load(capfd: pytest.CaptureFixture[str]) -> None:
    main(["bench", "server", "--tables", "2", "--rounds", "2", "--seconds", "0.1", "--json"])
    out, errors = capfd.readouterr()
    assert '"event"' not in errors, "the server's log is shown only if something fails"
    document = json.loads(out)
    [line] = document["measured"]
    assert line["server"] == "sheepfold"
    assert line["tables"] == 2
    slowest, fastest = line["moves_per_second_slowest_round"], line["moves_per_second_fastest_round"]
    assert 0 < slowest <= line["moves_per_second"] <= fastest
    assert 0 < line["median_ms"] <= line["p99_ms"]
    assert 0 < line["p99_ms_best_round"] < line["p99_ms"], "the other one is the median of two rounds"
    assert line["core_us_per_move"] > 0
    assert line["memory_mb"] > 0
    assert document["ratios"] == {}
    assert document["missing"] == []
    machine = document["machine"]
    assert 0 < machine["shortest_ms"] <= machine["average_ms"] <= machine["longest_ms"]


def test_bench_flood_measures_flooded_and_quiet_rounds(capfd: pytest.CaptureFixture[str]) -> None:
    main(["bench", "flood", "--rounds", "1", "--seconds", "0.3", "--json"])
    out, errors = capfd.readouterr()
    assert '"event"' not in errors, "the server's log is shown only if something fails"
    lines = json.loads(out)["compared"]
    assert [line["flood"] for line in lines] == ["pings", "fragments", "table texts", "lobby texts"]
    for line in lines:
        assert line["moves"] > 0
        assert line["p99_ratio"] == pytest.approx(line["flooded_p99_ms"] / line["quiet_p99_ms"])
        assert line["kilobytes_per_second"] > 0


def test_the_load_of_the_peer_writes_the_same_fields_as_ours() -> None:
    script = (Path(__file__).parents[2] / server.PEER_FOLDER / "load.js").read_text()
    [written] = re.findall(r"return \{ (moves: .*) \};", script)
    assert tuple(re.findall(r"(\w+)(?:: [^,]+)?(?:, |$)", written)) == server.Round.__struct_fields__


def test_bench_server_prints_the_99th_percentile_of_the_best_round(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ours = server.Measured(
        server=server.OURS,
        tables=500,
        moves_per_second=4000,
        moves_per_second_slowest_round=3000,
        moves_per_second_fastest_round=5000,
        median_ms=120.5,
        p99_ms=250.5,
        p99_ms_best_round=200.5,
        core_us_per_move=250,
        memory_mb=300,
        load_busy=0.5,
    )
    peer = msgspec.structs.replace(ours, server=server.PEER, moves_per_second=2000, p99_ms=501.0, memory_mb=150)
    monkeypatch.setattr(bench_server, "measure", lambda *_: [ours, peer])
    monkeypatch.setattr(bench_server, "steadiness", lambda _: Steadiness(1.0, 2.0, 3.0))
    main(["bench", "server", "--tables", "2000"])
    head, first, second, best, *rest = capsys.readouterr().out.splitlines()
    assert head.split()[4:9] == ["p50", "ms", "p99", "ms", "best"]
    assert first.split() == ["sheepfold", "500", "4,000", "3,000–5,000", "120.5", "250.5", "200.5", "250", "300", "50%"]
    assert second.startswith("boardgame.io ")
    assert best.startswith("best: the p99 of the best round")
    assert any(line.startswith("500 tables: 2 × the moves, 0.5 × the p99, 2 × the MB of boardgame.io") for line in rest)


def test_steadiness_summarises_the_times_of_the_task() -> None:
    clock = iter([0.0, 0.01, 0.03, 0.04, 0.06, 0.09])
    times = task_times(0.05, lambda: next(clock))
    assert times == pytest.approx([0.01, 0.02, 0.01, 0.02])
    assert msgspec.structs.astuple(steadiness(times)) == pytest.approx((10, 15, 20))


def test_the_log_of_a_server_that_does_not_start_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:
        taken.bind((server.HOST, 0))
        monkeypatch.setattr(server, "_free_port", lambda: taken.getsockname()[1])
        with pytest.raises(SheepfoldError, match=r"does not start \(see above\)"):
            server.measure([server.OURS], [1], 1, 0.1, lambda: None)
    assert "cannot listen at port" in capsys.readouterr().err


@pytest.fixture
def default_sigint() -> Iterator[None]:
    """Handle SIGINT: background jobs of a shell ignore it, and so would their children."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("default_sigint")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_benchmark_leaves_nothing_behind(tmp_path: Path, how: signal.Signals) -> None:
    """SIGTERM goes to the benchmark alone, as `kill` sends it; SIGINT to its process group, as Ctrl-C does."""
    bench = subprocess.Popen(
        [sys.executable, "-m", "sheepfold", "bench", "server", "--tables", "2", "--seconds", "60"],
        env=os.environ | {"TMPDIR": str(tmp_path)},
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    with bench:
        while not list(tmp_path.glob("*/2.db")):
            assert bench.poll() is None
            time.sleep(0.05)
        if how is signal.SIGTERM:
            bench.terminate()
        else:
            os.killpg(bench.pid, how)
        try:
            _, errors = bench.communicate(timeout=PATIENCE)
        finally:
            bench.kill()  # do not wait for a benchmark that does not stop
    assert bench.returncode == (1 if how is signal.SIGTERM else 130)
    assert b"Traceback" not in errors
    assert list(tmp_path.iterdir()) == []
    end = time.monotonic() + 10  # a process that has only just started ends when the server is gone
    while (
        left := [one for one in Path("/proc").glob("[0-9]*") if was_started_in(one, str(tmp_path))]
    ) and time.monotonic() < end:
        time.sleep(0.05)
    assert left == []


def was_started_in(process: Path, folder: str) -> bool:
    """Whether the process was started with this folder in its environment."""
    try:
        return process.name != str(os.getpid()) and folder.encode() in (process / "environ").read_bytes()
    except OSError:  # it has ended
        return False
