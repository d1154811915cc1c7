"""The contract: one position of one game."""

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
"""Where a state keeps a seat, and there is none."""

WAIT_FOR_CHANCE: Final = [CHANCE]
WAIT_FOR_NOBODY: Final[list[int]] = []
"""What `waiting_for` returns, made once."""
NO_INTS: Final[list[int]] = []
"""What a slot of a new state holds until it is filled."""

_SHOWN_IN_ERROR: Final = 12


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One position: mutable, cheap to copy, without I/O, clock or randomness of its own.

    Lists that a state hands out are its own or shared tables: read them, never change them.
    """

    __slots__ = ("emitted",)

    def __init__(self) -> None:
        self.emitted: list[Event] | None = None
        """Where `apply` writes what happens; None while nobody listens, which is faster."""

    # Who acts, and what they can do

    def waiting_for(self) -> list[int]:
        """The seats the game waits for: several while choices are secret, [CHANCE], or nobody when it is over."""
        raise NotImplementedError

    def may_act(self) -> list[int]:
        """The other seats that may act unasked. It depends on nothing that is hidden from anybody."""
        return []

    def legal_actions(self, seat: int) -> list[Action]:
        """All that the seat (or CHANCE) can do now, each once, in canonical order; [] if it is not to act."""
        raise NotImplementedError

    def chance_weights(self) -> list[int] | None:
        """How likely each of `legal_actions(CHANCE)` is, in the same order; None if all are equally likely."""
        return None

    # What happens

    def apply(self, seat: int, action: Action) -> None:
        """Do an action that is legal now. Fast and trusting: use `act` for actions from outside.

        A parsed action may lack what the rules read beside its text; `apply` exchanges it for `own_action`.
        """
        raise NotImplementedError

    def act(self, seat: int, action: Action) -> list[Event]:
        """Do an action if it is legal and tell what happened; else raise IllegalAction and change nothing."""
        return self.perform(seat, self.own_action(seat, action))

    def own_action(self, seat: int, action: Action) -> Action:
        """The state's own instance of an equal action out of `legal_actions`; IllegalAction if there is none."""
        legal = self.legal_actions(seat)
        own = find_action(legal, action.text)
        if own is None:
            raise self._refusal(seat, action, legal)
        return own

    def perform(self, seat: int, action: Action) -> list[Event]:
        """Do an action out of `legal_actions`, as trusting as `apply`, and tell what happened."""
        events: list[Event] = []
        self.emitted = events
        try:
            self.apply(seat, action)
        finally:
            self.emitted = None
        return events

    def preview(self, seat: int, action: Action, rng: Random) -> tuple[Self, list[Event]]:
        """The position that an action leads to, up to the next decision or throw, and the events on the way.

        It is played out in a resampled world. So a preview reveals nothing hidden, and whatever does not depend on
        hidden things is true.
        """
        world = self.resample(seat, rng)
        return world, world.act(seat, action)

    def why_not(self, seat: int, action: Action) -> str | None:
        """The clause that an action breaks which is not legal now, where the game can tell.

        The text may be any text, and the answer follows from what the seat can see.
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
        """An independent position; nobody listens to it."""
        raise NotImplementedError

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, object]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, object]:
        return attributes_of(self)

    def __setstate__(self, attributes: dict[str, object]) -> None:
        set_attributes(self, attributes)

    # What is seen

    def view(self, seat: int | None) -> View:
        """What the seat (None: a spectator) may see."""
        raise NotImplementedError

    def common_view(self, seat: int | None, scores: list[int]) -> dict[str, Any]:
        """The fields that every view has, given the scores that the seat may see."""
        outcome = self.outcome()
        return {
            "seat": seat,
            "waiting_for": self.waiting_for(),
            "may_act": self.may_act(),
            "scores": scores,
            "ranks": None if outcome is None else outcome.ranks,
        }

    def resample(self, seat: int | None, rng: Random) -> Self:
        """Another position that this seat, remembering everything it was told, cannot tell from this one."""
        raise NotImplementedError

    # How it stands

    def scores(self) -> list[int]:
        """The points of every seat as they stand."""
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        """The final ranks; None until the game is over."""
        raise NotImplementedError


def seat_name(seat: int) -> str:
    """How error messages call a seat."""
    return "chance" if seat == CHANCE else f"seat {seat}"
