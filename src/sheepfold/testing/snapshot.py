"""The contents of a state as a value that can be compared."""

from __future__ import annotations

from types import GetSetDescriptorType, MemberDescriptorType

from sheepfold.core.action import Action
from sheepfold.core.state import State


def snapshot(state: State) -> dict[str, object]:
    """All attributes of a compiled or interpreted state. Shared constant objects are represented by their type."""
    names = {
        name
        for kind in type(state).__mro__
        for name, member in vars(kind).items()
        if isinstance(member, (GetSetDescriptorType, MemberDescriptorType)) and not name.startswith("__")
    }
    return {name: _value(getattr(state, name)) for name in sorted(names | set(getattr(state, "__dict__", {})))}


def _value(value: object) -> object:
    if isinstance(value, (list, tuple)):
        return tuple(_value(part) for part in value)
    if isinstance(value, dict):
        return tuple((key, _value(part)) for key, part in value.items())
    if isinstance(value, (set, frozenset)):
        return frozenset(_value(part) for part in value)
    if value is None or isinstance(value, (bool, int, float, str, bytes)):
        return value
    if isinstance(value, Action):
        return value.text
    return type(value).__name__
