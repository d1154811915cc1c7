"""Random games with a proof of their dice, thrown honestly or not."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import msgspec

from sheepfold import CHANCE, Fairness, Game, Record, Seat, State
from sheepfold.core.playout import random_step
from sheepfold.core.record import Contribution, new_record, result_of, write_action
from sheepfold.fair import commitment, draw, nonce_commitment, throw_key

NONCES = ["the-nonce-of-seat-0", "the-nonce-of-seat-1"]
TRIES = 200
"""How many numbers a cheating server tries for each throw."""

Numbering = Callable[[int, Callable[[int], int]], int]
"""Which number to throw with, given the honest number and a function that rates the outcome of each number."""


def honest(number: int, gain: Callable[[int], int]) -> int:
    return number


class Skipping:
    """Skips some numbers before one throw."""

    def __init__(self, first: int, skipped: int) -> None:
        self._first = first
        self._skipped = skipped

    def __call__(self, number: int, gain: Callable[[int], int]) -> int:
        return number + self._skipped if number >= self._first else number


class Choosing:
    """Tries many numbers for each throw and takes the best."""

    def __init__(self) -> None:
        self._last = 0

    def __call__(self, number: int, gain: Callable[[int], int]) -> int:
        self._last = max(range(self._last + 1, self._last + 1 + TRIES), key=gain)
        return self._last


def played(game: Game, players: int, seed: int, numbering: Numbering = honest) -> Record:
    """The record of a random game, with its proof."""
    rng = Random(seed)
    secret = rng.randbytes(32).hex()
    nonces = [*NONCES, *[""] * players][:players]
    key = throw_key(secret, nonces)
    state = game.start(players)
    record = new_record(game, [Seat(name) for name in game.face.seat_names(players)], game.options())
    thrown = 0
    while step := random_step(state, rng):
        seat, action = step
        if seat == CHANCE:
            thrown += 1
            action, _ = draw(key, numbering(thrown, partial(_gain, key, state)), state)
        state.act(seat, action)
        record.actions.append(write_action(seat, action))
    record.result = result_of(state)
    players_added = [
        Contribution(seat=seat, commitment=nonce_commitment(nonce), nonce=nonce)
        for seat, nonce in enumerate(NONCES[:players])
    ]
    record.fairness = Fairness(commitment=commitment(secret), secret=secret, players=players_added)
    return record


def _gain(key: bytes, state: State, number: int) -> int:
    """How good the outcome of that number is to a server that prefers later outcomes in the list."""
    return state.legal_actions(CHANCE).index(draw(key, number, state)[0])


def changed(record: Record, **changes: object) -> Record:
    """The record with changes to its proof."""
    assert record.fairness is not None
    return msgspec.structs.replace(record, fairness=msgspec.structs.replace(record.fairness, **changes))


def fairness_of(record: Record) -> Fairness:
    assert record.fairness is not None
    return record.fairness
