"""A contestant's process. It reads a number of seconds, does its task for that long, and writes the result."""

from __future__ import annotations

import sys
from random import Random
from time import perf_counter

import msgspec

from sheepfold.bench.peers import PEERS
from sheepfold.bench.tasks import GAMES_AT_ONCE, Task, Work, load_task
from sheepfold.core.compiling import is_compiled


class Contestant(msgspec.Struct, frozen=True):
    """One of our games with a number of players, or a peer by name (`players` is 0)."""

    name: str
    players: int = 0
    interpreted: bool = False
    task: Task = "playout"

    @property
    def label(self) -> str:
        if not self.players:
            return self.name
        build = "interpreted" if self.interpreted else "compiled"
        task = "" if self.task == "playout" else f", {self.task}"
        return f"{self.name}, {self.players} players, {build}{task}"


class Round(msgspec.Struct, frozen=True):
    """The result of one round."""

    games: int
    moves: int
    """Or operations on positions, for tasks other than playouts."""
    seconds: float
    compiled: bool


def load(contestant: Contestant) -> tuple[Work, int]:
    """A function that does a batch of work, and how many games it plays."""
    if contestant.players:
        games = GAMES_AT_ONCE if contestant.task == "playout" else 0
        return load_task(contestant.task, contestant.name, contestant.players), games
    return next(peer.load() for peer in PEERS if peer.name == contestant.name), 1


def main() -> None:
    work, batch = load(msgspec.json.decode(sys.argv[1], type=Contestant))
    rng = Random(1)
    work(rng)  # set-up that happens once does not count
    for line in sys.stdin:
        games = moves = 0
        begun = perf_counter()
        end = begun + float(line)
        while perf_counter() < end:
            moves += work(rng)
            games += batch
        done = Round(games, moves, perf_counter() - begun, is_compiled())
        sys.stdout.write(f"{msgspec.json.encode(done).decode()}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
