"""The load on the server, for a moment: that it plays, not how fast."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from sheepfold.bench import server
from sheepfold.bench.steadiness import steadiness, times_of_work
from sheepfold.cli import main
from sheepfold.core.errors import SheepfoldError


def test_the_server_is_measured_under_load(capfd: pytest.CaptureFixture[str]) -> None:
    main(["bench", "server", "--tables", "2", "--rounds", "2", "--seconds", "0.1", "--json"])
    out, errors = capfd.readouterr()
    assert '"event"' not in errors, "the server's log is for when something goes wrong"
    document = json.loads(out)
    [line] = document["measured"]
    assert line["server"] == "sheepfold"
    assert line["tables"] == 2
    assert 0 < line["slowest"] <= line["moves_per_second"] <= line["fastest"]
    assert 0 < line["median"] <= line["slow"]
    assert line["memory"] > 0
    assert document["ratios"] == {}
    assert document["missing"] == []
    assert 0 < document["machine"]["shortest"] <= document["machine"]["average"] <= document["machine"]["longest"]


def test_a_machine_is_as_steady_as_its_times_are_alike() -> None:
    looks = iter([0.0, 0.01, 0.03, 0.04, 0.06, 0.09])
    times = times_of_work(0.05, lambda: next(looks))
    assert times == pytest.approx([0.01, 0.02, 0.01, 0.02])
    assert msgspec.structs.astuple(steadiness(times)) == pytest.approx((10, 15, 20))


def test_a_server_that_does_not_start_is_quoted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:
        taken.bind((server.HOST, 0))
        monkeypatch.setattr(server, "_free_port", lambda: taken.getsockname()[1])
        with pytest.raises(SheepfoldError, match=r"does not start \(see above\)"):
            server.measure([server.OURS], [1], 1, 0.1, lambda: None)
    assert "cannot listen at port" in capsys.readouterr().err


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_who_is_stopped_leaves_nothing_behind(tmp_path: Path, how: signal.Signals) -> None:
    """To the bench alone as `kill` does, or to its group as ctrl-C does."""
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
        _, complained = bench.communicate(timeout=30)
    assert bench.returncode == (1 if how is signal.SIGTERM else 130)
    assert b"Traceback" not in complained
    assert list(tmp_path.iterdir()) == []
    end = time.monotonic() + 10  # who was only just started goes when the server is gone
    while (
        left := [one for one in Path("/proc").glob("[0-9]*") if knows(one, str(tmp_path))]
    ) and time.monotonic() < end:
        time.sleep(0.05)
    assert left == []


def knows(process: Path, folder: str) -> bool:
    """Whether it was started where files are to be kept there."""
    try:
        return process.name != str(os.getpid()) and folder.encode() in (process / "environ").read_bytes()
    except OSError:  # it is over
        return False
