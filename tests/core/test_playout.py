"""Random games and weighted chance."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from sheepfold import all_games, playout, playouts, sample_chance
from sheepfold.core.game import Game
from sheepfold.testing import snapshot
from tests.toys.fingers import FINGERS, SHOW


def tossed() -> str:
    state = FINGERS.start(2)
    state.apply(0, SHOW[0])
    state.apply(1, SHOW[0])
    return sample_chance(state, RNG).text


RNG = Random(1)


def test_chance_is_drawn_by_weight() -> None:
    tosses = Counter(tossed() for _ in range(3000))
    assert 0.63 < tosses["coin heads"] / 3000 < 0.70


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_a_playout_ends_the_game_and_repeats_with_its_seed(game: Game) -> None:
    first, second = game.start(game.players[0]), game.start(game.players[0])
    assert playout(first, Random(7)) == playout(second, Random(7))
    assert snapshot(first) == snapshot(second)
    assert first.outcome() is not None
    assert playout(first, Random(7)) == 0


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_playouts_keep_the_position_and_count_every_seat(game: Game) -> None:
    state = game.start(game.players[-1])
    before = snapshot(state)
    total = playouts(state, 50, Random(3))
    assert snapshot(state) == before
    assert total.games == 50
    assert sum(total.wins) == pytest.approx(50)
    assert len(total.scores) == game.players[-1]
    assert total.moves >= 50 * 2


def test_playouts_add_up_single_playouts() -> None:
    state = FINGERS.start(2)
    total = playouts(state, 20, Random(5))
    rng = Random(5)
    worlds = [state.copy() for _ in range(20)]
    moves = sum(playout(world, rng) for world in worlds)
    assert total.moves == moves
    assert total.scores == [sum(world.scores()[seat] for world in worlds) for seat in (0, 1)]


def test_seats_sometimes_act_out_of_turn() -> None:
    rng = Random(2)
    lengths = {playout(FINGERS.start(2), rng) for _ in range(100)}
    assert min(lengths) == 9
    assert max(lengths) > 9
