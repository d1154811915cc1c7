"""Games of other packages, played at random to compare with ours. `benchmarks/peers.txt` pins the packages.

A package is imported only when one of its games is loaded. To be fair, the loops choose actions as our own playouts do,
which is faster than `rng.choice`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.metadata import distributions
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

Play: TypeAlias = Callable[[Random], int]
"""Plays one game to its end and returns the number of moves.

A move is one action of one player, so a turn that two players take at once is two moves. In OpenSpiel a chance action
(a die rolled, a card turned) is a move too, because the caller draws and applies it like a player's; in RLCard and
Catanatron chance is part of the action that causes it.
"""


class Peer(NamedTuple):
    """A game of another package; `package` is the name of its distribution, and `load` imports it."""

    name: str
    package: str
    load: Callable[[], Play]


def available(peer: Peer) -> bool:
    """Whether the package of the peer is installed. This does not import it."""
    return any(True for _ in distributions(name=peer.package))


def _play_in_turns(game: Any, rng: Random) -> int:
    """Play a game of OpenSpiel in which one player acts at a time.

    Chance is drawn like an action: `legal_actions` lists its outcomes, all equally likely in the games we play.
    """
    state = game.new_initial_state()
    moves = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(rng.random() * len(actions))])
        moves += 1
    return moves


def _play_at_once(game: Any, rng: Random) -> int:
    """Play a game of OpenSpiel in which all players act at once, with chance in between as in `_play_in_turns`."""
    state = game.new_initial_state()
    players = range(game.num_players())
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.legal_actions()
            state.apply_action(outcomes[int(rng.random() * len(outcomes))])
            moves += 1
        else:
            choices = [state.legal_actions(player) for player in players]
            state.apply_actions([actions[int(rng.random() * len(actions))] for actions in choices])
            moves += len(choices)
    return moves


def _load_open_spiel(game: str, play: Callable[[Any, Random], int]) -> Play:
    return partial(play, import_module("pyspiel").load_game(game))


def _play_rlcard(environment: Any, rng: Random) -> int:
    """Play a game of RLCard, which shuffles with its own random generator, seeded here."""
    environment.seed(rng.getrandbits(32))
    state, _ = environment.reset()
    moves = 0
    while not environment.is_over():
        actions = list(state["legal_actions"])
        state, _ = environment.step(actions[int(rng.random() * len(actions))])
        moves += 1
    return moves


def _load_rlcard(game: str) -> Play:
    return partial(_play_rlcard, import_module("rlcard").make(game))


def _play_catanatron(catanatron: Any, rng: Random) -> int:
    """Play a game of Catanatron between random players, which ends without a winner after 1000 turns.

    It seeds and uses Python's global random generator. It also iterates over sets in the order of memory addresses,
    so a seed repeats a game only within one process.
    """
    players = [catanatron.RandomPlayer(color) for color in catanatron.Color]
    seed = 1 + rng.getrandbits(32)  # it treats 0 as no seed
    game = catanatron.Game(players, seed=seed)
    game.play()
    return len(game.state.actions)


def _load_catanatron() -> Play:
    return partial(_play_catanatron, import_module("catanatron"))


def _open_spiel(game: str, play: Callable[[Any, Random], int]) -> Peer:
    return Peer(f"OpenSpiel {game}", "open_spiel", partial(_load_open_spiel, game, play))


PEERS: Final[list[Peer]] = [
    _open_spiel("pig", _play_in_turns),
    _open_spiel("liars_dice", _play_in_turns),
    _open_spiel("oshi_zumo", _play_at_once),
    _open_spiel("goofspiel", _play_at_once),
    Peer("RLCard uno", "rlcard", partial(_load_rlcard, "uno")),
    Peer("Catanatron 4 players", "catanatron", _load_catanatron),
]
