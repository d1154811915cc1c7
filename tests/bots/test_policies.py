"""The policies of playouts: legal, better than random play, and a fair judge of a finished game."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold import Game, Policy, State, all_games, find_game, likely_world, playout, playouts
from sheepfold.bots.registry import policy_of
from sheepfold.core.playout import random_step
from sheepfold.core.state import CHANCE
from sheepfold.games.schafe_schubsen.state import SchafeSchubsen
from sheepfold.games.volle_wolle.state import VolleWolle
from tests.toys.fingers import FINGERS

GAMES = 120


def shares_of_the_first_seat(game: Game, policy: Policy, games: int) -> float:
    """The share of games that seat 0 wins with the policy, if the others play at random."""
    rng = Random(f"{game.id}/policy")
    won = 0.0
    for _ in range(games):
        state = game.start(game.players[0])
        while (step := random_step(state, rng)) is not None:
            seat, action = step
            if seat == 0:
                is_turn = seat in state.waiting_for()
                chosen = policy.choose(state, seat, rng) if is_turn else policy.interrupt(state, seat, rng)
                if chosen is None:
                    assert not is_turn
                    continue
                assert chosen in state.legal_actions(seat)
                action = chosen
            state.apply(seat, action)
        won += policy.win_shares(state)[0]
    return won / games


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_a_policy_is_legal_and_beats_random_play(game: Game) -> None:
    policy = policy_of(game.id)
    assert type(policy) is not Policy
    fair = 1 / game.players[0]
    assert shares_of_the_first_seat(game, policy, GAMES) > fair + 0.1


def test_a_game_without_a_policy_is_played_at_random() -> None:
    policy = policy_of("fingers")
    assert type(policy) is Policy
    assert playout(FINGERS.start(2), Random(1), policy) > 2


def test_a_horizon_ends_a_playout_early() -> None:
    state = find_game("haste-bock").start(2)
    assert playout(state, Random(1), horizon=7) == 7
    assert state.waiting_for()
    total = playouts(state, 10, Random(1), horizon=3)
    assert (total.games, total.moves) == (10, 30)
    assert sum(total.wins) == pytest.approx(10)


class Optimist(Policy):
    """Expects that the last seat always wins."""

    def win_shares(self, state: State) -> list[float]:
        return [0.0] * (len(state.scores()) - 1) + [1.0]


def test_a_playout_that_ends_early_is_judged_by_its_policy() -> None:
    assert playouts(find_game("volle-wolle").start(3), 4, Random(1), Optimist(), 5).wins == [0.0, 0.0, 4.0]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_shares_are_exact_at_the_end_and_add_up_before_it(game: Game) -> None:
    policy = policy_of(game.id)
    state = game.start(game.players[0])
    rng = Random(5)
    while (step := random_step(state, rng)) is not None:
        assert sum(policy.win_shares(state)) == pytest.approx(1.0)
        state.apply(*step)
    outcome = state.outcome()
    assert outcome is not None
    winners = outcome.winners()
    assert policy.win_shares(state) == [1 / len(winners) if seat in winners else 0.0 for seat in range(game.players[0])]


def after_a_secret_choice(game: Game) -> State:
    """A position in which seat 0 has chosen, and others still choose."""
    state = game.start(3)
    rng = Random(2)
    while len(state.waiting_for()) < 2:
        [seat] = state.waiting_for()
        action = state.random_action(seat, rng)
        assert action is not None
        assert seat == CHANCE
        state.apply(seat, action)
    action = state.random_action(0, rng)
    assert action is not None
    state.apply(0, action)
    return state


@pytest.mark.parametrize("game_id", ["schafe-schubsen", "volle-wolle"])
def test_likely_worlds_have_more_likely_choices(game_id: str) -> None:
    """What seat 0 has chosen is hidden from seat 1. Likely worlds contain sensible choices more often."""
    policy = policy_of(game_id)
    state = after_a_secret_choice(find_game(game_id))
    rng = Random(3)
    plain = [policy.likelihood(state.resample(1, rng), 1) for _ in range(200)]
    likely = [policy.likelihood(likely_world(state, 1, rng, policy, 8), 1) for _ in range(200)]
    assert 0 < plain.count(1.0) < 200
    assert likely.count(1.0) > plain.count(1.0)
    assert policy.likelihood(state, 0) == 1.0, "what an observer has chosen is not hidden from it"


def test_likely_worlds_look_the_same_to_the_seat() -> None:
    for game_id in ("schafe-schubsen", "volle-wolle"):
        state = after_a_secret_choice(find_game(game_id))
        assert isinstance(state, SchafeSchubsen | VolleWolle)
        world = likely_world(state, 1, Random(1), policy_of(game_id), 4)
        assert world.view(1) == state.view(1)
