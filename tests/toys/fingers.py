"""Fingers: two players secretly show one to three fingers, and a coin decides who gets the sum."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Annotated, Any, ClassVar, Self

import msgspec

from sheepfold import CHANCE, Action, Event, Game, NotationError, Options, Outcome, State, View
from sheepfold.core.components import Components, Path, Table
from sheepfold.core.outcome import ranks_of
from sheepfold.core.position.format import (
    UNKNOWN,
    Count,
    Fields,
    PositionFormat,
    check_length,
    need_rng,
    number_of,
    sees,
)
from sheepfold.core.text import Face

ROUNDS = 3
SHOW = [Action(f"show {fingers}") for fingers in (1, 2, 3)]
COIN = [Action("coin heads"), Action("coin tails")]
DOUBLE = Action("double")


class Coin(Table, frozen=True):
    heads: Annotated[int, msgspec.Meta(ge=1)]
    tails: Annotated[int, msgspec.Meta(ge=1)]


class FingersComponents(Components, frozen=True):
    package: ClassVar[str] = "tests.toys"
    coin: Coin

    def problems(self) -> list[tuple[Path, str]]:
        return [(("coin", "tails"), "a coin has a heavier side")] if self.coin.heads == self.coin.tails else []


class Shown(Event, frozen=True):
    seat: int
    fingers: int | None
    clause: str = "FI-1.1"

    def seen_by(self, seat: int | None) -> Self:
        return self if seat == self.seat else msgspec.structs.replace(self, fingers=None)


class Opened(Event, frozen=True):
    fingers: list[int]
    clause: str = "FI-1.2"


class Tossed(Event, frozen=True):
    seat: int
    points: int
    clause: str = "FI-1.3"


class Doubled(Event, frozen=True):
    seat: int
    clause: str = "FI-1.4"


class FingersView(View, frozen=True, tag="fingers", kw_only=True):
    has_shown: list[bool]
    own: int | None
    stake: int


class Fingers(State):
    """A player who has shown may double the stake, once per round, while the other is still choosing."""

    __slots__ = ("doubled", "fingers", "points", "round", "weights")

    def __init__(self, weights: list[int]) -> None:
        super().__init__()
        self.weights = weights
        self.fingers: list[int | None] = [None, None]
        self.points = [0, 0]
        self.round = 0
        self.doubled = False

    def copy(self) -> Self:
        other = type(self)(self.weights)
        other.origin = self.origin
        other.fingers = self.fingers[:]
        other.points = self.points[:]
        other.round = self.round
        other.doubled = self.doubled
        return other

    def waiting_for(self) -> list[int]:
        if self.round == ROUNDS:
            return []
        return [seat for seat in (0, 1) if self.fingers[seat] is None] or [CHANCE]

    def may_act(self) -> list[int]:
        waiting = self.waiting_for()
        return [1 - waiting[0]] if waiting in ([0], [1]) and not self.doubled else []

    def legal_actions(self, seat: int) -> list[Action]:
        if seat in self.waiting_for():
            return COIN if seat == CHANCE else SHOW
        return [DOUBLE] if seat in self.may_act() else []

    def why_not(self, seat: int, action: Action) -> str | None:
        return "FI-1.4" if action == DOUBLE and seat in (0, 1) else None

    def chance_weights(self) -> list[int]:
        return self.weights

    def apply(self, seat: int, action: Action) -> None:
        if action == DOUBLE:
            self.doubled = True
            self._emit(Doubled(seat))
        elif seat == CHANCE:
            self._toss(COIN.index(action))
        else:
            self.fingers[seat] = int(action.text[-1])
            self._emit(Shown(seat, self.fingers[seat]))
            if None not in self.fingers:
                self._emit(Opened([fingers or 0 for fingers in self.fingers]))

    def _toss(self, winner: int) -> None:
        points = sum(fingers or 0 for fingers in self.fingers) * (2 if self.doubled else 1)
        self.points[winner] += points
        self.fingers = [None, None]
        self.doubled = False
        self.round += 1
        self._emit(Tossed(winner, points))

    def _emit(self, event: Event) -> None:
        if self.emitted is not None:
            self.emitted.append(event)

    def view(self, seat: int | None) -> FingersView:
        return FingersView(
            seat=seat,
            waiting_for=self.waiting_for(),
            may_act=self.may_act(),
            scores=self.scores(),
            ranks=self.ranks(),
            has_shown=[fingers is not None for fingers in self.fingers],
            own=None if seat is None else self.fingers[seat],
            stake=2 if self.doubled else 1,
        )

    def resample(self, seat: int | None, rng: Random) -> Self:
        other = self.copy()
        if None in self.fingers:
            for owner in (0, 1):
                if owner != seat and other.fingers[owner] is not None:
                    other.fingers[owner] = rng.randint(1, 3)
        return other

    def scores(self) -> list[int]:
        return self.points[:]

    def outcome(self) -> Outcome | None:
        return Outcome(ranks_of(self.points)) if self.round == ROUNDS else None


class FingersPosition(Fields, frozen=True):
    round: Annotated[int, msgspec.Meta(ge=0, le=ROUNDS)]
    fingers: list[str | None]
    points: list[Count]
    doubled: bool = False


def write(state: Fingers, observer: int | None) -> FingersPosition:
    shown = None not in state.fingers
    return FingersPosition(
        round=state.round,
        fingers=[
            None if fingers is None else str(fingers) if shown or sees(observer, seat) else UNKNOWN
            for seat, fingers in enumerate(state.fingers)
        ],
        points=state.points,
        doubled=state.doubled,
    )


def read(fields: FingersPosition, state: Fingers, rng: Random | None) -> None:
    check_length("fingers", fields.fingers, 2)
    check_length("points", fields.points, 2)
    state.round = fields.round
    state.fingers = [_fingers(shown, rng) for shown in fields.fingers]
    state.points = fields.points
    state.doubled = fields.doubled


def _fingers(shown: str | None, rng: Random | None) -> int | None:
    if shown == UNKNOWN:
        return need_rng(rng).randint(1, 3)
    return None if shown is None else 1 + number_of("fingers", shown, ["1", "2", "3"])


class FingersGame(Game):
    id = "fingers"
    title = "Fingers"
    pitch = "Show your fingers and hope for the coin."
    players = range(2, 3)
    minutes = 1
    rules_version = 1
    clause_prefix = "FI"
    components = FingersComponents
    face: ClassVar[Face] = Face()
    position_format: ClassVar[PositionFormat | None] = PositionFormat(FingersPosition, write, read)
    variants: ClassVar[Mapping[str, Options]] = {"plain": Options()}
    revealing: ClassVar[frozenset[type[Event]]] = frozenset({Opened})
    laws: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "points add up": lambda state: sum(state.points) <= state.round * 12
    }

    def __init__(self, state: type[Fingers] = Fingers) -> None:
        self._state = state

    def set_up(self, players: int, options: Options, components: FingersComponents) -> Fingers:
        return self._state([components.coin.heads, components.coin.tails])

    def parse(self, text: str) -> Action:
        for action in [*SHOW, *COIN, DOUBLE]:
            if action.text == text:
                return action
        raise NotationError(f"'{text}' is not an action of Fingers")

    def longest(self, players: int) -> int:
        return ROUNDS * 4


FINGERS = FingersGame()
