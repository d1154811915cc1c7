"""Position counts by depth, kept as data: one TOML file a game, each position with how to reach it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from sheepfold.core.game import Game
from sheepfold.core.perft import divide, perft
from sheepfold.core.record import read_action, write_action
from sheepfold.core.registry import find_game
from sheepfold.core.state import State


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`after` these actions, so many ways to play one, two, … further actions."""

    name: str
    players: int
    options: dict[str, Any] = {}
    after: list[str] = []
    counts: list[int]

    def reach(self, game: Game) -> State:
        state = game.start(self.players, game.read_options(self.options))
        for line in self.after:
            state.act(*read_action(game, line))
        return state

    def check(self, game: Game) -> None:
        state = self.reach(game)
        for depth, expected in enumerate(self.counts, start=1):
            found = perft(state, depth)
            assert found == expected, f"{self.name}, depth {depth}: {found} instead of {expected}\n" + self._divided(
                state, depth
            )

    def _divided(self, state: State, depth: int) -> str:
        return "\n".join(f"{write_action(seat, action)}: {count}" for seat, action, count in divide(state, depth))


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    position: list[Position]


def read_positions(path: Path) -> tuple[Game, list[Position]]:
    """The game and the positions of a file."""
    file = msgspec.toml.decode(path.read_bytes(), type=_File)
    return find_game(file.game), file.position
