"""Keys: `key` and `position_key` are equal exactly where knowledge and positions are."""

from __future__ import annotations

from random import Random
from typing import Final

import msgspec

from sheepfold.core.state import State, snapshot
from sheepfold.testing.cases import Case

BITS: Final = 64


class Keys:
    """The keys of everything seen so far."""

    def __init__(self, method: str) -> None:
        self.method = method
        self.contents: dict[int, str] = {}
        self.keys: dict[str, int] = {}

    def add(self, key: int, content: str) -> None:
        assert -(1 << BITS - 1) <= key < 1 << BITS - 1, f"{self.method} is {key}, not a signed {BITS}-bit number"
        known = self.contents.setdefault(key, content)
        assert known == content, f"{self.method} is {key} for two different contents:\n{known}\n{content}"
        same = self.keys.setdefault(content, key)
        assert same == key, f"{self.method} is {same} and {key} for the same content:\n{content}"


def keys_tell_positions_apart(case: Case) -> None:
    """Positions of which a seat knows the same have the same `key`, and others have different ones.

    `position_key` is the same for a copy, and differs where anything differs.
    """
    rng = Random(f"{case}/keys")
    known, positions = Keys("key"), Keys("position_key")
    for state, _ in case.sample(rng):
        _add_position(positions, state)
        _add_position(positions, state.copy())
        observer = rng.choice(case.observers())
        twin = state.resample(observer, rng)
        _add_position(positions, twin)
        known.add(state.key(observer), _knowledge(state, observer))
        key, other = state.key(observer), twin.key(observer)
        assert key == other, f"key({observer}) is {key}, but {other} after resample({observer})"


def _knowledge(state: State, observer: int | None) -> str:
    """The view and, if the game writes positions, what is known from earlier views."""
    view = msgspec.json.encode(state.view(observer), order="deterministic").decode()
    writes = state.origin is not None and state.origin.game.position_format is not None
    return f"{view}\n{state.position(observer)}" if writes else view


def _add_position(keys: Keys, state: State) -> None:
    keys.add(state.position_key(), repr(snapshot(state)))
