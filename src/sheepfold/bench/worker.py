"""A contestant's process. It reads a number of seconds, plays random games for that long, and writes the result."""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from time import perf_counter

import msgspec

from sheepfold.bench.peers import PEERS
from sheepfold.core.compiling import is_compiled
from sheepfold.core.playout import playouts
from sheepfold.core.registry import find_game

Play = Callable[[Random], int]

GAMES_AT_ONCE = 20
"""Our games are played in batches, as `playouts` is meant to be used; those of peers one by one."""


class Contestant(msgspec.Struct, frozen=True):
    """One of our games with a number of players, or a peer by name (`players` is 0)."""

    name: str
    players: int = 0
    interpreted: bool = False

    @property
    def label(self) -> str:
        if not self.players:
            return self.name
        return f"{self.name}, {self.players} players, {'interpreted' if self.interpreted else 'compiled'}"


class Round(msgspec.Struct, frozen=True):
    """The result of one round."""

    games: int
    moves: int
    seconds: float
    compiled: bool


def ours(contestant: Contestant) -> Play:
    state = find_game(contestant.name).start(contestant.players)
    return lambda rng: playouts(state, GAMES_AT_ONCE, rng).moves


def load(contestant: Contestant) -> tuple[Play, int]:
    """A function that plays, and how many games it plays per call."""
    if contestant.players:
        return ours(contestant), GAMES_AT_ONCE
    return next(peer.load() for peer in PEERS if peer.name == contestant.name), 1


def main() -> None:
    play, batch = load(msgspec.json.decode(sys.argv[1], type=Contestant))
    rng = Random(1)
    play(rng)  # set-up that happens once does not count
    for line in sys.stdin:
        games = moves = 0
        begun = perf_counter()
        end = begun + float(line)
        while perf_counter() < end:
            moves += play(rng)
            games += batch
        done = Round(games, moves, perf_counter() - begun, is_compiled())
        sys.stdout.write(f"{msgspec.json.encode(done).decode()}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
