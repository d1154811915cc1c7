"""The contract: a position of a game."""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from typing import Final, Self

import msgspec

from sheepfold.core.action import Action, find_action
from sheepfold.core.compiling import mypyc_attr
from sheepfold.core.errors import IllegalAction, PositionError
from sheepfold.core.event import Event
from sheepfold.core.outcome import Outcome
from sheepfold.core.pickling import Pickled, attributes_of, set_attributes
from sheepfold.core.position.origin import Origin
from sheepfold.core.view import View

CHANCE: Final = -1
"""The seat of dice, draws and shuffles."""
NOBODY: Final = -1
"""Stands for no seat, where a state stores one."""
REFEREE: Final = -2
"""The observer that knows everything."""

WAIT_FOR_CHANCE: Final = [CHANCE]
WAIT_FOR_NOBODY: Final[list[int]] = []
"""Shared results of `waiting_for`."""
NO_INTS: Final[list[int]] = []
"""The initial value of lists that are filled later."""

_SHOWN_IN_ERROR: Final = 12
_ENCODER: Final = msgspec.msgpack.Encoder(order="deterministic")


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position: mutable, cheap to copy, without I/O, clock or randomness of its own.

    Never modify a list that a state returns: it may belong to the state or be shared. States are equal if their setups
    and contents are. Their hash changes with every action, so put copies into sets and dicts.
    """

    __slots__ = ("emitted", "origin")

    def __init__(self) -> None:
        self.emitted: list[Event] | None = None
        """The events that `apply` has emitted; None while nobody collects them, which is faster."""
        self.origin: Origin | None = None
        """What it was set up from. `Game.start` sets it, and `copy` copies it."""

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

    def random_action(self, seat: int, rng: Random) -> Action | None:
        """A random legal action: by weight for CHANCE, and otherwise each with the same probability; None if none.

        Games replace this where they can draw an action without listing all of them.
        """
        actions = self.legal_actions(seat)
        if not actions:
            return None
        weights = self.chance_weights() if seat == CHANCE else None
        if weights is None:
            return actions[int(rng.random() * len(actions))]
        return actions[outcome_index(int(rng.random() * sum(weights)), weights)]

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

    def resample(self, seat: int | None, rng: Random) -> Self:
        """Draw a random position that is consistent with everything the seat has seen."""
        raise NotImplementedError

    # Positions as text and as values

    def position(self, seat: int | None = REFEREE) -> str:
        """Write the position as one line (docs/positions.md), complete or as a seat (None: a spectator) knows it.

        Whatever the seat does not know is '?'. `Game.position` reads it.
        """
        return self._known_origin().game.write_position(self, seat)

    def _known_origin(self) -> Origin:
        if self.origin is None:
            raise PositionError("only positions of a game that `Game.start` has started can be written")
        return self.origin

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, State) or type(self) is not type(other):
            return False
        return self.origin == other.origin and _contents(self) == _contents(other)

    def __hash__(self) -> int:
        return self.position_key()

    def __repr__(self) -> str:
        try:
            return f"<{type(self).__name__} {self.position()}>"
        except PositionError:
            return f"<{type(self).__name__}>"

    def __str__(self) -> str:
        """The board as a spectator sees it."""
        origin = self.origin
        if origin is None:
            return repr(self)
        return origin.game.face.draw(self.view(None), origin.game.face.seat_names(origin.players))

    # Keys

    def key(self, seat: int | None) -> int:
        """A hash of what a seat (None: a spectator) knows: the same for all positions of which it knows the same.

        Keys are signed 64-bit numbers. They may change with the version of Python, so do not store them. Games replace
        this with the hash of a tuple of ints and tuples, which compiled takes 0.2 to 1.2 random moves; this takes 2 to
        7. Texts and None must not be part of it, since their hashes differ from process to process; -1 and -2 have the
        same hash, as have 0 and 2**61 - 1.
        """
        form = None if self.origin is None else self.origin.game.position_format
        known = self.view(seat) if form is None else form.write(self, seat)
        return _hash(_ENCODER.encode((seat, known)))

    def position_key(self) -> int:
        """A hash of the whole position, hidden information included; otherwise like `key`."""
        return _hash(repr(_contents(self)).encode())

    # Scores

    def scores(self) -> list[int]:
        """The current score of every seat."""
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        """The final ranks; None until the game is over."""
        raise NotImplementedError

    def ranks(self) -> list[int] | None:
        """The final ranks as a view shows them."""
        outcome = self.outcome()
        return None if outcome is None else outcome.ranks


# The contents of a position


def snapshot(state: object) -> dict[str, object]:
    """All attributes of a state as values that can be compared, by name; parts of a state are taken apart as well.

    Subclasses of `Pickled`, such as a table's setup, live long and never change: their type stands for them.
    """
    attributes = attributes_of(state)
    return {name: _value(attributes[name]) for name in sorted(attributes)}


def _contents(state: State) -> dict[str, object]:
    """A snapshot of the position itself, without its origin."""
    contents = snapshot(state)
    del contents["emitted"], contents["origin"]
    return contents


def _value(value: object) -> object:
    if value is None or isinstance(value, (bool, int, float, str, bytes)):
        return value
    if isinstance(value, (list, tuple)):
        return tuple([_value(part) for part in value])
    if isinstance(value, (dict, set, frozenset)):
        parts: list[object] = list(value.items()) if isinstance(value, dict) else list(value)
        return tuple(sorted([_value(part) for part in parts], key=repr))
    if isinstance(value, Action):
        return value.text
    if isinstance(value, Pickled) or callable(value):
        return type(value).__name__
    return type(value).__name__, *snapshot(value).items()


def _hash(content: bytes) -> int:
    """The same in every process, unlike the built-in `hash`."""
    return int.from_bytes(blake2b(content, digest_size=8).digest(), "big", signed=True)


def outcome_index(ticket: int, weights: list[int]) -> int:
    """The index of the outcome that a ticket, a number below the sum of all weights, selects."""
    index = 0
    while ticket >= weights[index]:
        ticket -= weights[index]
        index += 1
    return index


def seat_name(seat: int) -> str:
    """The name of a seat in error messages."""
    return "chance" if seat == CHANCE else f"seat {seat}"
