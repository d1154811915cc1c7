"""Cups: a card is drawn under each player's cup, one card remains, and everyone guesses which."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar, Self

import msgspec

from sheepfold import CHANCE, Action, Event, Game, NotationError, Options, Outcome, State, View
from sheepfold.core.outcome import ranks_of

LARGEST = 12
DRAW = [Action(f"draw {card}") for card in range(1, LARGEST + 1)]
GUESS = [Action(f"guess {card}") for card in range(1, LARGEST + 1)]


class Drawn(Event, frozen=True):
    """Only the owner of the cup looks at the card."""

    seat: int
    card: int | None
    clause: str = "CU-1"

    def seen_by(self, seat: int | None) -> Self:
        return self if seat == self.seat else msgspec.structs.replace(self, card=None)


class Guessed(Event, frozen=True):
    seat: int
    card: int
    clause: str = "CU-2"


class Opened(Event, frozen=True):
    cards: list[int]
    clause: str = "CU-3"


class CupsView(View, frozen=True, tag="cups", kw_only=True):
    own: int | None
    drawn: int
    guesses: list[int]
    opened: list[int]


class Cups(State):
    """There is one card more than players, so a player knows little, and with two players only two cards are left."""

    __slots__ = ("cards", "guesses", "players")

    def __init__(self, players: int) -> None:
        super().__init__()
        self.players = players
        self.cards: list[int] = []
        self.guesses: list[int] = []

    def copy(self) -> Self:
        other = type(self)(self.players)
        other.origin = self.origin
        other.cards = self.cards[:]
        other.guesses = self.guesses[:]
        return other

    def waiting_for(self) -> list[int]:
        if len(self.cards) < self.players:
            return [CHANCE]
        return [len(self.guesses)] if len(self.guesses) < self.players else []

    def legal_actions(self, seat: int) -> list[Action]:
        if seat not in self.waiting_for():
            return []
        return [DRAW[card - 1] for card in self.pack()] if seat == CHANCE else GUESS

    def pack(self) -> list[int]:
        return [card for card in range(1, self.players + 2) if card not in self.cards]

    def apply(self, seat: int, action: Action) -> None:
        card = int(action.text.split()[1])
        if seat == CHANCE:
            self.cards.append(card)
            self.emit(self.drawn(len(self.cards) - 1, card))
            return
        self.guesses.append(card)
        self.emit(Guessed(seat, card))
        if not self.waiting_for():
            self.emit(Opened(self.cards[:]))

    def drawn(self, seat: int, card: int) -> Event:
        return Drawn(seat, card)

    def emit(self, event: Event) -> None:
        if self.emitted is not None:
            self.emitted.append(event)

    def view(self, seat: int | None) -> CupsView:
        return CupsView(
            seat=seat,
            waiting_for=self.waiting_for(),
            may_act=self.may_act(),
            scores=self.scores(),
            ranks=self.ranks(),
            own=self.cards[seat] if seat is not None and seat < len(self.cards) else None,
            drawn=len(self.cards),
            guesses=self.guesses[:],
            opened=[] if self.waiting_for() else self.cards[:],
        )

    def resample(self, seat: int | None, rng: Random) -> Self:
        other = self.copy()
        if self.waiting_for():
            hidden = [owner for owner in range(len(self.cards)) if owner != seat]
            cards = self.pack() + [self.cards[owner] for owner in hidden]
            for owner in hidden:
                other.cards[owner] = cards.pop(int(rng.random() * len(cards)))
        return other

    def scores(self) -> list[int]:
        if self.waiting_for():
            return [0] * self.players
        [left] = self.pack()
        return [int(guess == left) for guess in self.guesses]

    def outcome(self) -> Outcome | None:
        return None if self.waiting_for() else Outcome(ranks_of(self.scores()))


class CupsGame(Game):
    id = "cups"
    title = "Cups"
    pitch = "Guess which card is left."
    players = range(2, 4)
    minutes = 1
    rules_version = 1
    clause_prefix = "CU"
    variants: ClassVar[Mapping[str, Options]] = {"plain": Options()}
    revealing: ClassVar[frozenset[type[Event]]] = frozenset({Opened})
    laws: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "cards are different": lambda state: len(set(state.cards)) == len(state.cards)
    }

    def __init__(self, state: type[Cups] = Cups) -> None:
        self._state = state

    def set_up(self, players: int, options: Options, components: object) -> Cups:
        return self._state(players)

    def parse(self, text: str) -> Action:
        for action in [*DRAW, *GUESS]:
            if action.text == text:
                return action
        raise NotationError(f"'{text}' is not an action of Cups")

    def longest(self, players: int) -> int:
        return 2 * players + 1


CUPS = CupsGame()
