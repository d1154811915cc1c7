"""Legal actions on the wire.

They come in canonical order, so neighbours begin alike: each is written as how many characters it shares with the one
before, and the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
SEPARATOR: Final = "|"


def pack(texts: Sequence[str]) -> str:
    """`lay 0|lay 01|lay 012` becomes `0lay 0|51|62`."""
    return SEPARATOR.join(map(_rest, ("", *texts), texts))


@lru_cache(maxsize=1 << 14)
def _rest(before: str, text: str) -> str:
    """Whole lists seldom come again, but the same neighbours do all the time."""
    shared = 0
    limit = min(len(before), len(text), len(DIGITS) - 1)
    while shared < limit and before[shared] == text[shared]:
        shared += 1
    return DIGITS[shared] + text[shared:]


def unpack(packed: str) -> list[str]:
    texts: list[str] = []
    before = ""
    for part in packed.split(SEPARATOR) if packed else []:
        before = before[: DIGITS.index(part[0])] + part[1:]
        texts.append(before)
    return texts
