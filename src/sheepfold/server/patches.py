"""The difference between two documents, so that a small change is a small message."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

Path = list[str | int]
Patch = list[list[Any]]
"""Changes in order: `[path, value]` puts a value there (or behind the end of a list), `[path]` cuts a list off there
or takes a key away."""


def difference(old: Any, new: Any) -> Patch:
    """What makes the old document the new one.

    Structures are objects with their fields as keys. They may stay what they are: to compare two of them is faster than
    to take both apart first, and a message takes apart only what has changed.
    """
    found: Patch = []
    _compare(old, new, [], found)
    return found


def _compare(old: Any, new: Any, path: Path, found: Patch) -> None:
    if type(old) is not type(new):
        found.append([path, new])
    elif isinstance(old, Struct):
        _compare_structures(old, new, path, found)
    elif isinstance(old, dict):
        _compare_objects(old, new, path, found)
    elif isinstance(old, list):
        _compare_lists(old, new, path, found)
    elif old != new:
        found.append([path, new])


def _compare_structures(old: Struct, new: Struct, path: Path, found: Patch) -> None:
    for field in new.__struct_fields__:
        before, now = getattr(old, field), getattr(new, field)
        if before is not now and before != now:
            _compare(before, now, [*path, field], found)


def _compare_objects(old: dict[str, Any], new: dict[str, Any], path: Path, found: Patch) -> None:
    for key in old:
        if key not in new:
            found.append([[*path, key]])
    for key, value in new.items():
        if key not in old:
            found.append([[*path, key], value])
        elif old[key] != value:
            _compare(old[key], value, [*path, key], found)


def _compare_lists(old: list[Any], new: list[Any], path: Path, found: Patch) -> None:
    for index, value in enumerate(new):
        if index >= len(old):
            found.append([[*path, index], value])
        elif old[index] != value:
            _compare(old[index], value, [*path, index], found)
    if len(new) < len(old):
        found.append([[*path, len(new)]])


def patched(document: Any, patch: Patch) -> Any:
    """The new document; the old one may be changed on the way. A client does the same."""
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
