"""Nothing is lost when the server is killed; `make torture` kills it a hundred times on each database."""

from __future__ import annotations

from sheepfold.core.registry import all_games
from tests.server.torture import torture


def test_nothing_is_lost_when_the_server_is_killed(url: str) -> None:
    lines: list[str] = []
    done = torture(url, 3, 7, lines.append)
    assert done.kills == 3
    assert all(done.finished[game.id] for game in all_games()), lines
