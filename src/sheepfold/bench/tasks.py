"""What a contestant does over and over: random games, listing actions, copies, resampled worlds."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, Literal, TypeAlias

from sheepfold.core.playout import playouts, random_step
from sheepfold.core.registry import find_game
from sheepfold.core.state import CHANCE, State

Task: TypeAlias = Literal["playout", "list", "copy", "resample"]
Work: TypeAlias = Callable[[Random], int]
"""Does a batch of work and returns its size: moves of playouts, or operations on positions."""

GAMES_AT_ONCE: Final = 20
"""Our games are played in batches, as `playouts` is meant to be used; those of peers one by one."""
POSITIONS: Final = 60
"""Positions for all tasks but playouts, evenly spread over random games, so that no phase dominates."""
GAMES: Final = 20


def load_task(task: Task, game_id: str, players: int) -> Work:
    start = find_game(game_id).start(players)
    if task == "playout":
        return lambda rng: playouts(start, GAMES_AT_ONCE, rng).moves
    return _on_positions(task, positions(start, Random(f"{game_id}/{players}")))


def positions(start: State, rng: Random) -> list[State]:
    """Positions in which a seat decides, from the whole length of random games."""
    found: list[State] = []
    for _ in range(GAMES):
        state = start.copy()
        while (step := random_step(state, rng)) is not None:
            if step[0] != CHANCE:
                found.append(state.copy())
            state.apply(*step)
    return [found[number * len(found) // POSITIONS] for number in range(POSITIONS)]


def _on_positions(task: Task, found: list[State]) -> Work:
    def list_actions(_rng: Random) -> int:
        for state in found:
            for seat in state.waiting_for():
                state.legal_actions(seat)
        return len(found)

    def copy(_rng: Random) -> int:
        for state in found:
            state.copy()
        return len(found)

    def resample(rng: Random) -> int:
        for state in found:
            state.resample(state.waiting_for()[0], rng)
        return len(found)

    works: dict[Task, Work] = {"list": list_actions, "copy": copy, "resample": resample}
    return works[task]
