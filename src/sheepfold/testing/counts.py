"""Position counts by depth: one TOML file per game, with positions and the actions that lead to them."""

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
    """The numbers of sequences of one, two, … further actions after the actions in `after`."""

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
    """Read the game and the positions of a file."""
    file = msgspec.toml.decode(path.read_bytes(), type=_File)
    return find_game(file.game), file.position
