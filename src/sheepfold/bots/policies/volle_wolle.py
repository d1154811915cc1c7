"""Volle Wolle: bids that can be reached, and no black sheep."""

from __future__ import annotations

from typing import Final

from sheepfold.bots.policies.sensible import UNLIKELY, SensiblePolicy
from sheepfold.bots.volle_wolle import chances
from sheepfold.core.action import Action
from sheepfold.core.state import State
from sheepfold.games.volle_wolle.actions import Bid, Help, Leave, Take
from sheepfold.games.volle_wolle.dice import BEYOND, SIDES, target_of
from sheepfold.games.volle_wolle.phases import BIDDING
from sheepfold.games.volle_wolle.places import NO_BID
from sheepfold.games.volle_wolle.state import VolleWolle

ALL_THREE: Final = 0.35
"""The least chance to reach the bid with the first throw that makes a bid sensible."""
HIGH: Final = 0.6
"""A die that shows at least this share of its sides is left rather than a lower one."""


class VolleWollePolicy(SensiblePolicy):
    """Bids what it can reach, leaves high dice, accepts help, and takes no black sheep."""

    def likes(self, state: State, seat: int, action: Action) -> bool:
        assert isinstance(state, VolleWolle)
        if isinstance(action, Bid):
            return is_sensible(state, seat, action.bid)
        if isinstance(action, Leave):
            return state.dice[action.die] >= HIGH * SIDES[action.die]
        if isinstance(action, Help):
            return bool(action.goal)
        if isinstance(action, Take):
            for card in action.cards:
                if card < len(state.setup.is_black) and state.setup.is_black[card]:
                    return False
        return True

    def likelihood(self, world: State, seat: int) -> float:
        """VW-2.3 Bids are secret until all are in."""
        assert isinstance(world, VolleWolle)
        likely = 1.0
        if world.phase == BIDDING:
            for other, bid in enumerate(world.bid):
                if bid != NO_BID and other != seat and not is_sensible(world, other, bid):
                    likely *= UNLIKELY
        return likely


def is_sensible(state: VolleWolle, seat: int, bid: int) -> bool:
    if bid == BEYOND:
        return False
    return chances(target_of(bid) - state.modifier(seat))[0] >= ALL_THREE
