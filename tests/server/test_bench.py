"""The load on the server, for a moment: that it plays, not how fast."""

from __future__ import annotations

import json

import pytest

from sheepfold.cli import main


def test_the_server_is_measured_under_load(capsys: pytest.CaptureFixture[str]) -> None:
    main(["bench", "server", "--tables", "2", "--rounds", "2", "--seconds", "0.1", "--json"])
    document = json.loads(capsys.readouterr().out)
    [line] = document["measured"]
    assert line["server"] == "sheepfold"
    assert line["tables"] == 2
    assert 0 < line["slowest"] <= line["moves_per_second"] <= line["fastest"]
    assert 0 < line["median"] <= line["slow"]
    assert line["memory"] > 0
    assert document["ratios"] == {}
    assert document["missing"] == []
