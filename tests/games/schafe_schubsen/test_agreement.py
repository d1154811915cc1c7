"""Draws agree with the rules, over whole random games."""

from __future__ import annotations

import pytest

from sheepfold.games.schafe_schubsen.game import GAME
from tests.games.drawing import assert_drawn_evenly, assert_drawn_like_the_list
from tests.games.schafe_schubsen.table import choices, do, dyke, play_round


@pytest.mark.parametrize("players", [3, 5, 8])
def test_a_random_action_is_drawn_evenly_without_a_list(players: int) -> None:
    assert_drawn_like_the_list(GAME, players, games=3)


@pytest.mark.parametrize(
    ("used", "least", "most", "clovers"),
    [
        ([], 30, 30, ["back10", "change4", "change9"]),
        (["use change9"], 21, 39, ["back10", "change4"]),
        (["use change9", "use change4", "use back10"], 17, 43, []),
    ],
)
def test_a_random_clover_choice_is_drawn_evenly(used: list[str], least: int, most: int, clovers: list[str]) -> None:
    state = dyke([10, 40, 55], clovers={0: ["back10", "change4", "change9"]})
    play_round(state, ["30", "8", "9"])
    do(state, *used)
    distances = [f"go {distance}" for distance in range(least, most + 1)]
    assert choices(state) == distances + [f"use {clover}" for clover in clovers]
    assert_drawn_evenly(state, 0)


@pytest.mark.parametrize("layout", ["1A 2A", "1B 2A", "2A 1B", "2B 1A"])
def test_a_random_side_is_drawn_evenly(layout: str) -> None:
    state = dyke([95, 96, 97], layout=layout)
    play_round(state, ["10", "20", "30"])
    assert choices(state) == [f"side {layout[0]}A", f"side {layout[0]}B"]
    assert_drawn_evenly(state, state.active)
