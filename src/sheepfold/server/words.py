"""Names and chat are text: one line, without signs that cannot be seen."""

from __future__ import annotations

from sheepfold.core.errors import OptionError

JOINERS = "\u200c\u200d"
"""They cannot be seen, but some scripts and many pictures are made with them."""


def plain(text: str) -> str:
    """The same words on one line; OptionError if nothing is left of them."""
    seen = "".join(sign if sign.isprintable() or sign in JOINERS else " " for sign in text)
    words = " ".join(seen.split())
    if not words.strip(f"{JOINERS} "):
        raise OptionError("that is no text; write a letter or two")
    return words
