"""Pickling for compiled classes, interpreted classes, and interpreted subclasses of compiled ones.

By default, compiled classes cannot be created without running `__init__` and lose the attributes of subclasses.
"""

from __future__ import annotations

from typing import Self

from sheepfold.core.compiling import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Pickled:
    """Base class of long-lived objects. `__new__` takes time, so states and their parts do without it."""

    __slots__ = ()

    def __new__(cls, *_arguments: object, **_named: object) -> Self:
        return super().__new__(cls)

    def __getstate__(self) -> dict[str, object]:
        return attributes_of(self)

    def __setstate__(self, attributes: dict[str, object]) -> None:
        set_attributes(self, attributes)


def attributes_of(thing: object) -> dict[str, object]:
    """All attributes of an object: compiled ones, slots and its `__dict__`."""
    found: dict[str, object] = {}
    for name in getattr(type(thing), "__mypyc_attrs__", ()):
        if hasattr(thing, name):
            found[name] = getattr(thing, name)
    rest = object.__getstate__(thing)  # None, the `__dict__`, or both `__dict__` and slots
    for part in rest if isinstance(rest, tuple) else (rest,):
        if part is not None:
            found.update(part)
    return found


def set_attributes(thing: object, attributes: dict[str, object]) -> None:
    for name, value in attributes.items():
        setattr(thing, name, value)
