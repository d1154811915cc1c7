"""What a bot is."""

from __future__ import annotations

from random import Random

from sheepfold.core.action import Action
from sheepfold.core.compiling import mypyc_attr
from sheepfold.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Plays one seat. Whoever runs it hands it a world resampled for that seat, so it cannot peek."""

    def choose(self, state: State, seat: int, rng: Random) -> Action:
        """One of the seat's legal actions; the game waits for it."""
        raise NotImplementedError

    def interrupt(self, state: State, seat: int, rng: Random) -> Action | None:
        """A legal action where the seat may act unasked, or None to let the game go on."""
        return None
