"""Secrets that people hold: unguessable, and stored only as hashes."""

from __future__ import annotations

import re
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256


def new_token() -> str:
    """256 bits, safe in a link."""
    return secrets.token_urlsafe(32)


def new_id(now: float) -> str:
    """Nobody finds a table or a person by guessing: 96 bits are random.

    Those of one time begin alike, so that what happens now lies together in the database: a commit changes fewer pages.
    """
    return urlsafe_b64encode(int(now).to_bytes(4, "big") + secrets.token_bytes(12)).decode().rstrip("=")


def is_id(text: str) -> bool:
    """Whether it could be one of ours; anything else need not be looked for."""
    return re.fullmatch(r"[A-Za-z0-9_-]{1,40}", text) is not None


def new_secret() -> str:
    """The seed of a table's dice, in hexadecimal digits."""
    return secrets.token_hex(32)


def hashed(token: str) -> str:
    """What is stored. Tokens are random, so a plain hash is enough."""
    return sha256(token.encode()).hexdigest()
