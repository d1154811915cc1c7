"""From the secret and the nonces to the outcome of a throw."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from hmac import digest
from typing import Final

import msgspec

from sheepfold.core.action import Action
from sheepfold.core.errors import RecordError
from sheepfold.core.state import CHANCE, State, outcome_index

SEAL_DIGITS: Final = 32
_SECRET = re.compile(r"[0-9a-f]{64}")


def new_secret() -> str:
    """Generate 32 random bytes as hexadecimal digits."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """The hash that the table publishes before the game. It fixes the secret without revealing it."""
    return sha256(_secret_bytes(secret)).hexdigest()


def nonce_commitment(nonce: str) -> str:
    """The hash that a browser sends before its nonce. It fixes the nonce without revealing it."""
    return sha256(nonce.encode()).hexdigest()


def throw_key(secret: str, nonces: list[str]) -> bytes:
    """The key of all throws of a game, from the table's secret and one nonce per seat (empty if a seat adds none)."""
    return digest(_secret_bytes(secret), msgspec.json.encode(nonces), "sha256")


def ticket(key: bytes, number: int, total: int) -> int:
    """A number from 0 to total - 1 for the throw with this number.

    The remainder of 256 bits favours no value by more than total / 2^256, which is less than 2^-200 for any total
    below 2^56; the totals of our games are below 2^10.
    """
    return int.from_bytes(_number_digest(key, number), "big") % total


def throw_seal(key: bytes, number: int, total: int, outcome: str) -> str:
    """The hash sent to clients as a throw falls. It fixes total and outcome, and reveals neither key nor outcome."""
    return sha256(_number_digest(key, number) + f" {total} {outcome}".encode()).hexdigest()[:SEAL_DIGITS]


def draw(key: bytes, number: int, state: State) -> tuple[Action, int]:
    """The outcome of the throw with this number, and the total weight; the state must be waiting for chance."""
    outcomes = state.legal_actions(CHANCE)
    weights = state.chance_weights()
    if weights is None:
        return outcomes[ticket(key, number, len(outcomes))], len(outcomes)
    total = sum(weights)
    return outcomes[outcome_index(ticket(key, number, total), weights)], total


class Throws:
    """Draws throws one after another; the only place that numbers and seals them."""

    def __init__(self, key: bytes, fallen: int) -> None:
        self._key = key
        self._fallen = fallen
        """How many throws of the game came before these, undone ones included."""
        self.outcomes: list[str] = []
        self.seals: list[str] = []

    def draw(self, state: State) -> Action:
        """Draw the next outcome; the state must be waiting for chance."""
        outcome, total = draw(self._key, self._next_number(), state)
        self._add(outcome, total)
        return outcome

    def repeat(self, state: State, outcome: Action) -> None:
        """Add the next outcome from a log; the state must be waiting for it."""
        self._add(outcome, _total_weight(state))

    def _add(self, outcome: Action, total: int) -> None:
        seal = throw_seal(self._key, self._next_number(), total, outcome.text)
        self.outcomes.append(outcome.text)
        self.seals.append(seal)

    def _next_number(self) -> int:
        return self._fallen + len(self.seals) + 1


def _total_weight(state: State) -> int:
    """The sum of the weights of all outcomes."""
    weights = state.chance_weights()
    return len(state.legal_actions(CHANCE)) if weights is None else sum(weights)


def _number_digest(key: bytes, number: int) -> bytes:
    return digest(key, str(number).encode(), "sha256")


def _secret_bytes(secret: str) -> bytes:
    if not _SECRET.fullmatch(secret):
        raise RecordError("a secret is 64 hexadecimal digits, 0-9 and a-f")
    return bytes.fromhex(secret)
