"""One contestant in a process of its own. It reads seconds, plays random games for so long, and writes what it did."""

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
"""Our games come in batches, as `playouts` is meant to be used; the peers' one by one, as they are."""


class Contestant(msgspec.Struct, frozen=True):
    """A game of ours with so many players, or a peer's by its name (then there are none to choose)."""

    name: str
    players: int = 0
    interpreted: bool = False

    @property
    def label(self) -> str:
        if not self.players:
            return self.name
        return f"{self.name}, {self.players} players, {'interpreted' if self.interpreted else 'compiled'}"


class Round(msgspec.Struct, frozen=True):
    """What was done in one round."""

    games: int
    moves: int
    seconds: float
    compiled: bool


def ours(contestant: Contestant) -> Play:
    state = find_game(contestant.name).start(contestant.players)
    return lambda rng: playouts(state, GAMES_AT_ONCE, rng).moves


def load(contestant: Contestant) -> tuple[Play, int]:
    """How to play, and how many games that is."""
    if contestant.players:
        return ours(contestant), GAMES_AT_ONCE
    return next(peer.load() for peer in PEERS if peer.name == contestant.name), 1


def main() -> None:
    play, batch = load(msgspec.json.decode(sys.argv[1], type=Contestant))
    rng = Random(1)
    play(rng)  # what is loaded or made once does not count
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
