"""The base class of all bots."""

from __future__ import annotations

from random import Random

from sheepfold.core.action import Action
from sheepfold.core.compiling import mypyc_attr
from sheepfold.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Plays one seat. It is always given a position resampled for that seat, so it cannot peek."""

    def choose(self, state: State, seat: int, rng: Random) -> Action:
        """Choose one of the seat's legal actions; the game is waiting for it."""
        raise NotImplementedError

    def interrupt(self, state: State, seat: int, rng: Random) -> Action | None:
        """Choose a legal action out of turn, or None to let the game continue."""
        return None
