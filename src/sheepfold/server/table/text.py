"""Names and chat are text: one line, without signs that cannot be seen."""

from __future__ import annotations

import unicodedata

from sheepfold.server.table.refusals import Refused

JOINERS = "\u200c\u200d"
"""They cannot be seen, but some scripts and many pictures are made with them."""


def lookalike_key(text: str) -> str:
    """The same for texts that look the same, or nearly so."""
    seen = unicodedata.normalize("NFKC", text).casefold()
    return "".join(sign for sign in seen if sign not in JOINERS)


def clean(text: str) -> str:
    """The same words on one line; Refused if nothing is left of them."""
    seen = "".join(sign if sign.isprintable() or sign in JOINERS else " " for sign in text)
    words = " ".join(seen.split())
    if not words.strip(f"{JOINERS} "):
        raise Refused("text.empty")
    return words
