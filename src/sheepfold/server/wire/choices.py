"""Legal actions on the wire.

They come in canonical order, so neighbours begin alike: each is written as how many characters it shares with the one
before, and the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sheepfold.core.action import Action

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
SEPARATOR: Final = "|"

LONG: Final = 150
"""Lists of so many actions are kept: games make them once and share them."""
MOST_LISTS: Final = 1 << 10

_packed: Final[dict[int, tuple[list[Action], str]]] = {}
"""Long lists with their packed text, by identity: no other list gets that of one which is kept."""


def pack_actions(legal: list[Action]) -> str:
    """The legal actions of a seat. A list that its game shares between positions is packed once."""
    if len(legal) < LONG:
        return pack([action.text for action in legal])
    known = _packed.get(id(legal))
    if known is None:
        if len(_packed) == MOST_LISTS:
            _packed.clear()
        known = _packed[id(legal)] = (legal, pack([action.text for action in legal]))
    return known[1]


def pack(texts: Sequence[str]) -> str:
    """`lay 0|lay 01|lay 012` becomes `0lay 0|51|62`."""
    parts: list[str] = []
    before = ""
    for text in texts:
        shared = before[: len(DIGITS) - 1]
        while not text.startswith(shared):
            shared = shared[:-1]
        parts.append(DIGITS[len(shared)] + text[len(shared) :])
        before = text
    return SEPARATOR.join(parts)


def unpack(packed: str) -> list[str]:
    texts: list[str] = []
    before = ""
    for part in packed.split(SEPARATOR) if packed else []:
        before = before[: DIGITS.index(part[0])] + part[1:]
        texts.append(before)
    return texts
