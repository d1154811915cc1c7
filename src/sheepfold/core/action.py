"""What a seat, or chance, can do."""

from __future__ import annotations

import re
from typing import Final, Self

from sheepfold.core.compiling import mypyc_attr
from sheepfold.core.pickling import Pickled


@mypyc_attr(allow_interpreted_subclasses=True)
class Action(Pickled):
    """One thing that can be done. Its notation is its identity: equal text, equal action.

    Subclasses add what the rules want to read quickly, and never anything that the text does not say.
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
    """The game's own instance of an equal action, which has what the rules read beside the text."""
    for action in actions:
        if action.text == text:
            return action
    return None


_NUMBERS: Final = re.compile(r"(\d+)")


def canonical_order(action: Action) -> tuple[list[str | int], str]:
    """The order of legal actions: by words, with numbers by value; the text itself settles the rest.

    Splitting on numbers alternates word and number, so the lists of any two actions compare.
    """
    parts: list[str | int] = [int(part) if part.isdecimal() else part for part in _NUMBERS.split(action.text)]
    return parts, action.text
