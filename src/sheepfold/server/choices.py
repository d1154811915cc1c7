"""Legal actions on the wire.

They come in canonical order, so neighbours begin alike: each is written as how many characters it shares with the one
before, and the rest.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
SEPARATOR: Final = "|"


@lru_cache(maxsize=1024)
def pack(texts: tuple[str, ...]) -> str:
    """`lay 0|lay 01|lay 012` becomes `0lay 0|51|62`. Long lists, like those of full hands, come again and again."""
    parts: list[str] = []
    before = ""
    for text in texts:
        shared = 0
        limit = min(len(before), len(text), len(DIGITS) - 1)
        while shared < limit and before[shared] == text[shared]:
            shared += 1
        parts.append(DIGITS[shared] + text[shared:])
        before = text
    return SEPARATOR.join(parts)


def unpack(packed: str) -> list[str]:
    texts: list[str] = []
    before = ""
    for part in packed.split(SEPARATOR) if packed else []:
        before = before[: DIGITS.index(part[0])] + part[1:]
        texts.append(before)
    return texts
