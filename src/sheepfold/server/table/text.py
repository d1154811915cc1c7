"""Cleaning names and chat: one line, without invisible characters."""

from __future__ import annotations

import unicodedata

from sheepfold.server.table.refusals import Refused

JOINERS = "\u200c\u200d"
"""Invisible, but some scripts and many emoji need them."""


def lookalike_key(text: str) -> str:
    """Return a key that is equal for texts that look the same, or nearly so."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(character for character in folded if character not in JOINERS)


def clean(text: str) -> str:
    """Return the text on one line, with single spaces. Refused if nothing visible is left."""
    visible = "".join(character if character.isprintable() or character in JOINERS else " " for character in text)
    line = " ".join(visible.split())
    if not line.strip(f"{JOINERS} "):
        raise Refused("text.empty")
    return line
