"""The load on the server, for a moment: that it plays, not how fast."""

from __future__ import annotations

import json
import socket

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
    assert document["machine"]["average"] >= 1
    assert document["machine"]["longest"] > 0


def test_a_machine_is_as_steady_as_its_times_are_alike() -> None:
    looks = iter([0.0, 0.01, 0.03, 0.04, 0.06, 0.09])
    times = times_of_work(0.05, lambda: next(looks))
    assert times == pytest.approx([0.01, 0.02, 0.01, 0.02])
    assert msgspec.structs.astuple(steadiness(times)) == pytest.approx((1.5, 20))


def test_a_server_that_does_not_start_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind((server.HOST, 0))
        monkeypatch.setattr(server, "_free_port", lambda: taken.getsockname()[1])
        with pytest.raises(SheepfoldError, match=r"does not start; it said:\n.*cannot listen at port"):
            server.measure([server.OURS], [1], 1, 0.1, lambda: None)
