"""Patches: the difference between two documents, so that a small change makes a small message."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

Path = list[str | int]
Patch = list[list[Any]]
"""Changes in order: `[path, value]` sets a value (or appends it to a list), `[path]` truncates a list there or removes
a key."""


def difference(old: Any, new: Any) -> Patch:
    """Return the patch that turns the old document into the new one.

    Structures count as objects with their fields as keys. They are compared as they are, because that is faster than
    converting both first, and only changed parts end up in a message.
    """
    found: Patch = []
    if old is not new and old != new:
        _compare(old, new, [], found)
    return found


def _compare(old: Any, new: Any, path: Path, found: Patch) -> None:
    """Add the changes between two documents that differ."""
    if type(old) is not type(new) or isinstance(new, (str, int)):
        found.append([path, new])
    elif isinstance(old, list):
        _compare_lists(old, new, path, found)
    elif isinstance(old, dict):
        _compare_objects(old, new, path, found)
    elif isinstance(old, Struct):
        _compare_structures(old, new, path, found)
    else:
        found.append([path, new])


def _compare_structures(old: Struct, new: Struct, path: Path, found: Patch) -> None:
    fields = new.__struct_fields__
    values = astuple(old)  # much faster than one attribute at a time
    for place, now in enumerate(astuple(new)):
        before = values[place]
        if before is not now and before != now:
            _compare(before, now, [*path, fields[place]], found)


def _compare_objects(old: dict[str, Any], new: dict[str, Any], path: Path, found: Patch) -> None:
    for key in old:
        if key not in new:
            found.append([[*path, key]])
    for key, now in new.items():
        if key not in old:
            found.append([[*path, key], now])
        elif old[key] != now:
            _compare(old[key], now, [*path, key], found)


def _compare_lists(old: list[Any], new: list[Any], path: Path, found: Patch) -> None:
    for index in range(min(len(old), len(new))):
        before, now = old[index], new[index]
        if before is not now and before != now:
            _compare(before, now, [*path, index], found)
    for index in range(len(old), len(new)):
        found.append([[*path, index], new[index]])
    if len(new) < len(old):
        found.append([[*path, len(new)]])


def apply_patch(document: Any, patch: Patch) -> Any:
    """Return the patched document; the old one may be modified. Clients do the same."""
    for path, *value in patch:
        if not path:
            document = value[0]
            continue
        place = document
        for step in path[:-1]:
            place = place[step]
        last = path[-1]
        if not value:
            if isinstance(place, list):
                del place[last:]
            else:
                del place[last]
        elif isinstance(place, list) and last == len(place):
            place.append(value[0])
        else:
            place[last] = value[0]
    return document
