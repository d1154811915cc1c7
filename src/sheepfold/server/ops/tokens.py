"""Tokens and ids: unguessable, and stored only as hashes where they are secret."""

from __future__ import annotations

import re
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256


def new_token() -> str:
    """Return a token of 256 bits that is safe in a URL."""
    return secrets.token_urlsafe(32)


def new_id(now: float) -> str:
    """Return an id for a table or a person. 96 of its bits are random, so it cannot be guessed.

    Ids made at about the same time share a prefix, so recent rows are neighbours and a commit changes fewer pages.
    """
    return urlsafe_b64encode(int(now).to_bytes(4, "big") + secrets.token_bytes(12)).decode().rstrip("=")


def is_id(text: str) -> bool:
    """Whether the text could be an id; anything else need not be looked up."""
    return re.fullmatch(r"[A-Za-z0-9_-]{1,40}", text) is not None


def new_secret() -> str:
    """Return a secret for a table's dice, in hexadecimal digits."""
    return secrets.token_hex(32)


def hashed(token: str) -> str:
    """Return the hash to store. Tokens are random, so a plain hash is enough."""
    return sha256(token.encode()).hexdigest()
