"""One game between bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import msgspec

from sheepfold.bots.bot import Bot
from sheepfold.bots.registry import make_bot
from sheepfold.core.action import Action
from sheepfold.core.components import Components
from sheepfold.core.errors import IllegalAction, OptionError
from sheepfold.core.event import Event
from sheepfold.core.game import Game, Options
from sheepfold.core.playout import sample_chance
from sheepfold.core.record import Record, Seat, new_record, result_of, write_action
from sheepfold.core.registry import find_game
from sheepfold.core.state import CHANCE, State

Listener = Callable[[State, int, Action, list[Event]], None]
"""Is told of every action: the position after it, who, what, and what happened."""


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """What is needed to play one kind of game again and again. It is plain data, so it can go to another process."""

    game: str
    bots: list[str]
    """One a seat; the number of players follows."""
    options: dict[str, object] = {}
    components: Components | None = None


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game and what was counted on the way."""

    record: Record
    decisions: int
    """Actions of seats, chance not counted."""
    choices: int
    """The sum of legal actions over all decisions."""
    events: dict[str, int]
    measured: dict[str, list[int | str]]
    """By the game's measures: every value that came up."""


class Runner:
    """Plays matches. Chance and every bot have generators of their own, so thinking never changes the dice."""

    def __init__(self, match: Match) -> None:
        self.game: Game = find_game(match.game)
        self.match = match
        self.options: Options = self.game.read_options(match.options)
        if len(match.bots) not in self.game.players:
            raise OptionError(f"{self.game.title} needs {self.game.players[0]} to {self.game.players[-1]} bots")
        self._new_bots()  # a name that is unknown is told now

    def play(self, seed: str, listener: Listener | None = None) -> Played:
        """One game. The same seed gives the same game."""
        match = self.match
        bots = self._new_bots()
        table = _Table(bots, seed)
        state = self.game.start(len(bots), self.options, match.components)
        seats = [
            Seat(name=name, bot=bot) for name, bot in zip(self.game.face.seat_names(len(bots)), match.bots, strict=True)
        ]
        record = new_record(self.game, seats, self.options, match.components)
        decisions = choices = 0
        told: Counter[str] = Counter()
        measured: dict[str, list[int | str]] = {name: [] for name in self.game.measures}
        while state.waiting_for():
            seat, action = table.next_action(state)
            if seat != CHANCE:
                decisions += 1
                choices += len(state.legal_actions(seat))
            events = self._act(state, seat, action)
            told.update(type(event).__name__ for event in events)
            for name, measure in self.game.measures.items():
                measured[name] += [value for value in map(measure, events) if value is not None]
            record.actions.append(write_action(seat, action))
            if listener is not None:
                listener(state, seat, action, events)
        record.result = result_of(state)
        return Played(record=record, decisions=decisions, choices=choices, events=dict(told), measured=measured)

    def _act(self, state: State, seat: int, action: Action) -> list[Event]:
        if seat == CHANCE:
            return state.act(seat, action)
        bot = self.match.bots[seat]
        if not isinstance(action, Action):
            raise IllegalAction(f"the bot '{bot}' chose {action!r}, which is no action")
        try:
            return state.act(seat, action)
        except IllegalAction as error:
            raise IllegalAction(f"the bot '{bot}' chose what is not legal: {error}") from None

    def _new_bots(self) -> list[Bot]:
        return [make_bot(self.match.game, name) for name in self.match.bots]


class _Table:
    """The bots around one game, and its dice."""

    def __init__(self, bots: Sequence[Bot], seed: str) -> None:
        self._bots = bots
        self._chance = Random(f"{seed}/chance")
        self._thoughts = [Random(f"{seed}/seat {seat}") for seat in range(len(bots))]

    def next_action(self, state: State) -> tuple[int, Action]:
        waiting = state.waiting_for()
        if waiting[0] == CHANCE:
            return CHANCE, sample_chance(state, self._chance)
        for seat in state.may_act():
            rng = self._thoughts[seat]
            unasked = self._bots[seat].interrupt(state.resample(seat, rng), seat, rng)
            if unasked is not None:
                return seat, unasked
        seat = waiting[0]
        rng = self._thoughts[seat]
        return seat, self._bots[seat].choose(state.resample(seat, rng), seat, rng)
