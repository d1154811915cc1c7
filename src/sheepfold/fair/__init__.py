"""Fair dice: every throw follows from values committed before anybody played, so anybody can check it.

docs/fairness.md describes the algorithm, with vectors for other programs. It must never change: old records prove
nothing if it does.
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
from sheepfold.fair.parts import Dice, Throw, dice_of
from sheepfold.fair.proof import Verdict, verify
from sheepfold.fair.timeline import Fallen, fallen
from sheepfold.fair.witness import Witness

__all__ = [
    "Dice",
    "Fallen",
    "Throw",
    "Throws",
    "Verdict",
    "Witness",
    "commitment",
    "dice_of",
    "draw",
    "fallen",
    "new_secret",
    "nonce_commitment",
    "throw_key",
    "throw_seal",
    "ticket",
    "verify",
]
