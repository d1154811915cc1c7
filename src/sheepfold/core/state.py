"""The contract: a position of a game."""

from __future__ import annotations

from random import Random
from typing import Any, Final, Self

from sheepfold.core.action import Action, find_action
from sheepfold.core.compiling import mypyc_attr
from sheepfold.core.errors import IllegalAction
from sheepfold.core.event import Event
from sheepfold.core.outcome import Outcome
from sheepfold.core.pickling import attributes_of, set_attributes
from sheepfold.core.view import View

CHANCE: Final = -1
"""The seat of dice, draws and shuffles."""
NOBODY: Final = -1
"""Stands for no seat, where a state stores one."""

WAIT_FOR_CHANCE: Final = [CHANCE]
WAIT_FOR_NOBODY: Final[list[int]] = []
"""Shared results of `waiting_for`."""
NO_INTS: Final[list[int]] = []
"""The initial value of lists that are filled later."""

_SHOWN_IN_ERROR: Final = 12


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position: mutable, cheap to copy, without I/O, clock or randomness of its own.

    Never modify a list that a state returns: it may belong to the state or be shared.
    """

    __slots__ = ("emitted",)

    def __init__(self) -> None:
        self.emitted: list[Event] | None = None
        """The events that `apply` has emitted; None while nobody collects them, which is faster."""

    # Legal actions

    def waiting_for(self) -> list[int]:
        """The seats that the game waits for: several for secret choices, [CHANCE], or [] when it is over."""
        raise NotImplementedError

    def may_act(self) -> list[int]:
        """The other seats that may act out of turn. This depends only on public information."""
        return []

    def legal_actions(self, seat: int) -> list[Action]:
        """All legal actions of the seat (or CHANCE) in canonical order; [] if it may not act."""
        raise NotImplementedError

    def chance_weights(self) -> list[int] | None:
        """The weights of `legal_actions(CHANCE)`, in the same order; None if all are equally likely."""
        return None

    # Playing

    def apply(self, seat: int, action: Action) -> None:
        """Play a legal action without checking it. Use `act` for actions from outside.

        A parsed action may lack attributes that the rules read; `apply` replaces it with `own_action`.
        """
        raise NotImplementedError

    def act(self, seat: int, action: Action) -> list[Event]:
        """Play an action and return its events. If it is illegal, raise IllegalAction and change nothing."""
        return self.perform(seat, self.own_action(seat, action))

    def own_action(self, seat: int, action: Action) -> Action:
        """Find the equal action among `legal_actions`; IllegalAction if there is none."""
        legal = self.legal_actions(seat)
        own = find_action(legal, action.text)
        if own is None:
            raise self._refusal(seat, action, legal)
        return own

    def perform(self, seat: int, action: Action) -> list[Event]:
        """Play one of `legal_actions` without checking it and return its events."""
        events: list[Event] = []
        self.emitted = events
        try:
            self.apply(seat, action)
        finally:
            self.emitted = None
        return events

    def preview(self, seat: int, action: Action, rng: Random) -> tuple[Self, list[Event]]:
        """The position after an action, up to the next decision or throw, and its events.

        The action is played in a resampled world, so a preview reveals nothing hidden. Whatever does not depend on
        hidden information is exact.
        """
        world = self.resample(seat, rng)
        return world, world.act(seat, action)

    def why_not(self, seat: int, action: Action) -> str | None:
        """The clause that an illegal action breaks, or None if the game cannot tell.

        The action may have any text. The answer depends only on what the seat can see.
        """
        return None

    def _refusal(self, seat: int, action: Action, legal: list[Action]) -> IllegalAction:
        attempt = f"{seat_name(seat)} cannot '{action.text}'"
        waiting = self.waiting_for()
        if not waiting:
            return IllegalAction(f"{attempt}: the game is over", reason="action.over")
        if legal:
            shown = ", ".join([f"'{other.text}'" for other in legal[:_SHOWN_IN_ERROR]])
            more = f" … ({len(legal)} in all)" if len(legal) > _SHOWN_IN_ERROR else ""
            instead = f"it can: {shown}{more}"
        else:
            instead = f"the game waits for {', '.join([seat_name(other) for other in waiting])}"
        clause = self.why_not(seat, action)
        if clause is not None:
            message = f"{attempt} now ({clause}); {instead}"
            return IllegalAction(message, reason="action.breaks_clause", clause=clause)
        message = f"{attempt} now; {instead}"
        return IllegalAction(message) if legal else IllegalAction(message, reason="action.not_your_turn")

    def copy(self) -> Self:
        """Create an independent copy that does not collect events."""
        raise NotImplementedError

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, object]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, object]:
        return attributes_of(self)

    def __setstate__(self, attributes: dict[str, object]) -> None:
        set_attributes(self, attributes)

    # Views

    def view(self, seat: int | None) -> View:
        """The view of a seat (None: a spectator)."""
        raise NotImplementedError

    def common_view(self, seat: int | None, scores: list[int]) -> dict[str, Any]:
        """The fields that all views have in common, with the scores that the seat may see."""
        outcome = self.outcome()
        return {
            "seat": seat,
            "waiting_for": self.waiting_for(),
            "may_act": self.may_act(),
            "scores": scores,
            "ranks": None if outcome is None else outcome.ranks,
        }

    def resample(self, seat: int | None, rng: Random) -> Self:
        """Draw a random position that is consistent with everything the seat has seen."""
        raise NotImplementedError

    # Scores

    def scores(self) -> list[int]:
        """The current score of every seat."""
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        """The final ranks; None until the game is over."""
        raise NotImplementedError


def seat_name(seat: int) -> str:
    """The name of a seat in error messages."""
    return "chance" if seat == CHANCE else f"seat {seat}"
