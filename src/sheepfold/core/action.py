"""Actions of a seat or of chance."""

from __future__ import annotations

import re
from typing import Final, Self

from sheepfold.core.compiling import mypyc_attr
from sheepfold.core.pickling import Pickled


@mypyc_attr(allow_interpreted_subclasses=True)
class Action(Pickled):
    """An action. Its notation is its identity: actions with equal text are equal.

    Subclasses add attributes that the rules read quickly, but no information that is not in the text.
    """

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Action) and self.text == other.text)

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: dict[int, object]) -> Self:
        return self


def find_action(actions: list[Action], text: str) -> Action | None:
    """Find the game's own instance of an action, which has all attributes that the rules read."""
    for action in actions:
        if action.text == text:
            return action
    return None


_NUMBERS: Final = re.compile(r"(\d+)")


def canonical_order(action: Action) -> tuple[list[str | int], str]:
    """Sort key of legal actions: words alphabetically, numbers by value, and the text to break ties.

    Splitting at numbers alternates words and numbers, so the lists of any two actions can be compared.
    """
    parts: list[str | int] = [int(part) if part.isdecimal() else part for part in _NUMBERS.split(action.text)]
    return parts, action.text
