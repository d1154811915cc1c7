"""Small changes are small messages, and the receiver has exactly what the sender has."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from sheepfold import CHANCE, find_game, game_ids, sample_chance
from sheepfold.server.patches import difference, patched, view_difference


@pytest.mark.parametrize("game", game_ids())
def test_patched_views_are_the_views(game: str) -> None:
    rng = Random(3)
    state = find_game(game).start(find_game(game).players[0])
    views = [state.view(seat) for seat in (None, 0, 1)]
    documents = [msgspec.to_builtins(view) for view in views]
    while state.waiting_for():
        state = state.copy()
        seat = state.waiting_for()[0]
        state.act(seat, sample_chance(state, rng) if seat == CHANCE else rng.choice(state.legal_actions(seat)))
        for index, seat_of in enumerate((None, 0, 1)):
            view = state.view(seat_of)
            patch = view_difference(views[index], view)
            assert patch == difference(documents[index], msgspec.to_builtins(view))
            documents[index] = patched(documents[index], patch)
            assert documents[index] == msgspec.to_builtins(view)
            views[index] = view
