"""Names and chat are text: one line, without signs that cannot be seen."""

from __future__ import annotations

from sheepfold.core.errors import OptionError


def plain(text: str) -> str:
    """The same words on one line; OptionError if nothing is left of them."""
    seen = "".join(sign if sign.isprintable() else " " for sign in text)
    words = " ".join(seen.split())
    if not words:
        raise OptionError("that is no text; write a letter or two")
    return words
