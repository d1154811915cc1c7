"""Packed legal actions.

Legal actions come in canonical order, so neighbours share a prefix. Each is written as the length of the prefix it
shares with the previous one, and the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sheepfold.core.action import Action

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
SEPARATOR: Final = "|"

LONG: Final = 150
"""Lists of this length are cached packed: games make them once and share them between positions."""
MOST_LISTS: Final = 1 << 10

_packed: Final[dict[int, tuple[list[Action], str]]] = {}
"""Long lists with their packed text, by identity. Keeping the list ensures that no other list gets its id."""


def pack_actions(legal: list[Action]) -> str:
    """Pack the legal actions of a seat. A long list that its game shares between positions is packed once."""
    if len(legal) < LONG:
        return pack([action.text for action in legal])
    cached = _packed.get(id(legal))
    if cached is None:
        if len(_packed) == MOST_LISTS:
            _packed.clear()
        cached = _packed[id(legal)] = (legal, pack([action.text for action in legal]))
    return cached[1]


def pack(texts: Sequence[str]) -> str:
    """Pack texts: `lay 0|lay 01|lay 012` becomes `0lay 0|51|62`."""
    parts: list[str] = []
    previous = ""
    for text in texts:
        shared = previous[: len(DIGITS) - 1]
        while not text.startswith(shared):
            shared = shared[:-1]
        parts.append(DIGITS[len(shared)] + text[len(shared) :])
        previous = text
    return SEPARATOR.join(parts)


def unpack(packed: str) -> list[str]:
    texts: list[str] = []
    previous = ""
    for part in packed.split(SEPARATOR) if packed else []:
        previous = previous[: DIGITS.index(part[0])] + part[1:]
        texts.append(previous)
    return texts
