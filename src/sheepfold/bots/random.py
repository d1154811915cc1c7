"""The bot that plays at random."""

from __future__ import annotations

from random import Random

from sheepfold.bots.bot import Bot
from sheepfold.core.action import Action
from sheepfold.core.playout import INTERRUPTION
from sheepfold.core.state import State


class RandomBot(Bot):
    def choose(self, state: State, seat: int, rng: Random) -> Action:
        actions = state.legal_actions(seat)
        return actions[int(rng.random() * len(actions))]

    def interrupt(self, state: State, seat: int, rng: Random) -> Action | None:
        if rng.random() >= INTERRUPTION:
            return None
        actions = state.legal_actions(seat)
        return actions[int(rng.random() * len(actions))] if actions else None
