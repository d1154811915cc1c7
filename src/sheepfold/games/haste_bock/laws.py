"""Invariants of every position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sheepfold.core.state import NOBODY
from sheepfold.games.haste_bock.flock import FLOCK, NOTHING_BANNED
from sheepfold.games.haste_bock.meadow import CELLS
from sheepfold.games.haste_bock.phases import LAYOUT, OVER
from sheepfold.games.haste_bock.state import HasteBock


def every_sheep_has_a_field_of_its_own(state: HasteBock) -> bool:
    return state.phase == LAYOUT or (len(set(state.where)) == FLOCK and all(0 <= cell < CELLS for cell in state.where))


def cards_only_decrease(state: HasteBock) -> bool:
    kinds = len(state.setup.cards)
    held = all(0 <= count <= state.setup.counts[card % kinds] for card, count in enumerate(state.cards))
    return held and all(0 <= count <= state.setup.movement[index % 4] for index, count in enumerate(state.movement))


def players_have_played_equally_many_cards(state: HasteBock) -> bool:
    """Nobody is more than one card ahead."""
    kinds = len(state.setup.cards)
    left = [sum(state.cards[seat * kinds : (seat + 1) * kinds]) for seat in range(state.players)]
    return max(left) - min(left) <= 1


def the_stone_is_on_the_track(state: HasteBock) -> bool:
    return 0 <= state.stone <= state.setup.length and (state.stone < state.setup.length or state.phase == OVER)


def no_score_is_negative(state: HasteBock) -> bool:
    return min(state.score) >= 0


def nothing_is_pending_after_the_end(state: HasteBock) -> bool:
    """Nobody is active, no ram is due, and no card is banned."""
    pending = {state.active, state.colour} - {NOBODY} | {state.banned_trough, state.banned_side} - {NOTHING_BANNED}
    return state.phase != OVER or not pending


LAWS: Final[dict[str, Callable[[HasteBock], bool]]] = {
    "every sheep has a field of its own": every_sheep_has_a_field_of_its_own,
    "cards only decrease": cards_only_decrease,
    "players have played equally many cards": players_have_played_equally_many_cards,
    "the stone is on the track": the_stone_is_on_the_track,
    "no score is negative": no_score_is_negative,
    "nothing is pending after the end": nothing_is_pending_after_the_end,
}
