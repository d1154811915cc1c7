"""Last Sheep: whoever leads the last sheep home wins.

LS-1 A throw determines how many sheep graze: ten to fifteen. LS-2 In turn, each player leads one to three sheep home.
LS-3 Whoever leads the last one home wins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Self

from sheepfold import CHANCE, Action, Event, Game, NotationError, Outcome, State, View
from sheepfold.core.text import Face

THROWS = [Action(f"flock {sheep}") for sheep in range(10, 16)]
LEADS = [Action(f"lead {sheep}") for sheep in (1, 2, 3)]


class FlockCame(Event, frozen=True):
    sheep: int
    clause: str = "LS-1"


class LedHome(Event, frozen=True):
    seat: int
    sheep: int
    clause: str = "LS-2"


class LastSheepView(View, frozen=True, tag="last-sheep", kw_only=True):
    sheep: int


class LastSheep(State):
    __slots__ = ("active", "players", "sheep")

    def __init__(self, players: int) -> None:
        super().__init__()
        self.players = players
        self.active = CHANCE
        self.sheep = 0

    def copy(self) -> Self:
        other = type(self)(self.players)
        other.origin = self.origin
        other.active = self.active
        other.sheep = self.sheep
        return other

    def waiting_for(self) -> list[int]:
        return [] if self._is_over() else [self.active]

    def legal_actions(self, seat: int) -> list[Action]:
        if self._is_over() or seat != self.active:
            return []
        return THROWS if seat == CHANCE else LEADS[: self.sheep]

    def apply(self, seat: int, action: Action) -> None:
        number = int(action.text.split()[1])
        if seat == CHANCE:
            self.sheep = number
            self.active = 0
            self._emit(FlockCame(number))
            return
        self.sheep -= number
        self._emit(LedHome(seat, number))
        if self.sheep:
            self.active = (seat + 1) % self.players

    def _emit(self, event: Event) -> None:
        if self.emitted is not None:
            self.emitted.append(event)

    def _is_over(self) -> bool:
        return self.active != CHANCE and self.sheep == 0

    def view(self, seat: int | None) -> LastSheepView:
        return LastSheepView(
            seat=seat,
            waiting_for=self.waiting_for(),
            may_act=self.may_act(),
            scores=self.scores(),
            ranks=self.ranks(),
            sheep=self.sheep,
        )

    def resample(self, seat: int | None, rng: Random) -> Self:
        return self.copy()  # nothing is hidden

    def scores(self) -> list[int]:
        """LS-3."""
        return [int(self._is_over() and seat == self.active) for seat in range(self.players)]

    def outcome(self) -> Outcome | None:
        return Outcome([1 if score else 2 for score in self.scores()]) if self._is_over() else None


class LastSheepFace(Face):
    def draw(self, view: LastSheepView, names: Sequence[str]) -> str:
        return f"On the meadow: {'@ ' * view.sheep}({view.sheep})"

    def ask(self, view: View, names: Sequence[str]) -> str:
        return "Lead one to three sheep home; the last one wins."


class LastSheepGame(Game):
    id = "last-sheep"
    title = "Last Sheep"
    pitch = "Lead the last sheep home before anyone else does."
    players = range(2, 5)
    minutes = 1
    rules_version = 1
    clause_prefix = "LS"
    face: ClassVar[Face] = LastSheepFace()
    laws: ClassVar[Mapping[str, Callable[[Any], bool]]] = {"sheep are counted": lambda state: 0 <= state.sheep <= 15}

    def set_up(self, players: int, options: object, components: object) -> LastSheep:
        return LastSheep(players)

    def parse(self, text: str) -> Action:
        for action in [*THROWS, *LEADS]:
            if action.text == text:
                return action
        raise NotationError(f"'{text}' is not an action of Last Sheep; actions look like 'lead 2'")

    def longest(self, players: int) -> int:
        return 16


GAME = LastSheepGame()
