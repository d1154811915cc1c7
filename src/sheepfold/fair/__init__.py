"""Provably fair dice: every throw follows from values that were committed to before the game, so anyone can check it.

docs/fairness.md describes the algorithm, with test vectors for other programs. It must never change: old records would
no longer prove anything.
"""

from sheepfold.fair.dice import (
    Throws,
    commitment,
    draw,
    new_secret,
    nonce_commitment,
    throw_key,
    throw_seal,
    ticket,
)
from sheepfold.fair.proof import Verdict, verify
from sheepfold.fair.tickets import Dice, Throw, dice_of
from sheepfold.fair.witness import Witness

__all__ = [
    "Dice",
    "Throw",
    "Throws",
    "Verdict",
    "Witness",
    "commitment",
    "dice_of",
    "draw",
    "new_secret",
    "nonce_commitment",
    "throw_key",
    "throw_seal",
    "ticket",
    "verify",
]
