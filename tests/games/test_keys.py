"""Keys: no two of many positions have the same, and they are the same in every process and in both builds."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest

from sheepfold import Game, find_game, read_position
from sheepfold.core.playout import random_step
from sheepfold.core.state import REFEREE

POSITIONS = {
    "schafe-schubsen:3 laying 5 1A,2B 10,out,120 1,0,2 123,-,46 .,.,5 -/-/- back5,change2 0 0 out=1": (
        250338596487105948,
        -739922679297122662,
        -4332407274511565720,
    ),
    "volle-wolle:2 bidding 1 1,2 S07,S08,dog -/S09 .,S09 0,1 4,4 21,.": (
        13817866121816242,
        4873899877704663291,
        1216834519278125943,
    ),
    "haste-bock:4 playing c9,a8/a9,b9/b8,c8/g3,i2/h2 n step1/step1/step1/step1 20 0,0,0,0 0 1": (
        -4466903880711150321,
        6305880626751694262,
        -6370732923422136042,
    ),
    "meine-schafe:2 turn T15b2@n1,blue@n1e1,T14a3@n2 HY,T22/T43,T54,WR blue/yellow active=0": (
        -696553444010002680,
        -5821135458714928050,
        4926452539776907304,
    ),
}
"""The keys of seat 0, of seat 1 and of the whole position. All versions of Python since 3.8 compute the same."""
GAMES = [line.partition(":")[0] for line in POSITIONS]


@pytest.mark.parametrize("line", POSITIONS)
def test_keys_are_the_same_in_both_builds(line: str) -> None:
    state = read_position(line)
    assert (state.key(0), state.key(1), state.position_key()) == POSITIONS[line]


@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_keys_are_the_same_in_every_process(seed: str) -> None:
    command = [
        sys.executable,
        "-c",
        f"import sheepfold; print([sheepfold.read_position(line).key(0) for line in {list(POSITIONS)}])",
    ]
    environment = os.environ | {"PYTHONHASHSEED": seed}
    found = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)  # noqa: S603
    assert found.stdout.strip() == str([read_position(line).key(0) for line in POSITIONS])


@pytest.mark.parametrize("game_id", GAMES)
def test_no_two_positions_have_the_same_key(game_id: str) -> None:
    """5,000 positions, as the referee and as the last seat knows them."""
    game = find_game(game_id)
    for observer in (REFEREE, game.players[-1] - 1):
        lines: dict[int, str] = {}
        keys: dict[str, int] = {}
        for key, line in keys_and_lines(game, observer):
            assert lines.setdefault(key, line) == line
            assert keys.setdefault(line, key) == key
            if len(keys) == 5000:
                break


def keys_and_lines(game: Game, observer: int) -> Iterator[tuple[int, str]]:
    rng = Random(f"keys of {game.id}")
    while True:
        state = game.start(game.players[-1])
        while step := random_step(state, rng):
            yield state.key(observer), state.position(observer)
            state.apply(*step)
