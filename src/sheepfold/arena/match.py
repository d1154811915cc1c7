"""Games between bots."""

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
"""Called after every action with the new position, the seat, the action and its events."""


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """The set-up of a series of games. It is plain data, so it can be sent to another process."""

    game: str
    bots: list[str]
    """The name of a bot for each seat; this also determines the number of players."""
    options: dict[str, object] = {}
    components: Components | None = None


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game and its statistics."""

    record: Record
    decisions: int
    """The number of actions, without those of chance."""
    choices: int
    """The number of legal actions, summed over all decisions."""
    events: dict[str, int]
    """The number of events by type."""
    measured: dict[str, list[int | str]]
    """All values of each of the game's measures."""


class Runner:
    """Plays a match. Chance and every bot have separate random generators, so bots never affect the dice."""

    def __init__(self, match: Match) -> None:
        self.game: Game = find_game(match.game)
        self.match = match
        self.options: Options = self.game.read_options(match.options)
        if len(match.bots) not in self.game.players:
            raise OptionError(f"{self.game.title} needs {self.game.players[0]} to {self.game.players[-1]} bots")
        self._new_bots()  # raises now if a name is unknown

    def play(self, seed: str, listener: Listener | None = None) -> Played:
        """Play one game. The same seed gives the same game."""
        match = self.match
        bots = self._new_bots()
        players = _Players(bots, seed)
        state = self.game.start(len(bots), self.options, match.components)
        seats = [
            Seat(name=name, bot=bot) for name, bot in zip(self.game.face.seat_names(len(bots)), match.bots, strict=True)
        ]
        record = new_record(self.game, seats, self.options, match.components)
        decisions = choices = 0
        counts: Counter[str] = Counter()
        measured: dict[str, list[int | str]] = {name: [] for name in self.game.measures}
        while state.waiting_for():
            seat, action = players.next_action(state)
            if seat != CHANCE:
                decisions += 1
                choices += len(state.legal_actions(seat))
            events = self._act(state, seat, action)
            counts.update(type(event).__name__ for event in events)
            for name, measure in self.game.measures.items():
                measured[name] += [value for value in map(measure, events) if value is not None]
            record.actions.append(write_action(seat, action))
            if listener is not None:
                listener(state, seat, action, events)
        record.result = result_of(state)
        return Played(record=record, decisions=decisions, choices=choices, events=dict(counts), measured=measured)

    def _act(self, state: State, seat: int, action: Action) -> list[Event]:
        if seat == CHANCE:
            return state.act(seat, action)
        bot = self.match.bots[seat]
        if not isinstance(action, Action):
            raise IllegalAction(f"the bot '{bot}' chose {action!r}, which is not an action")
        try:
            return state.act(seat, action)
        except IllegalAction as error:
            raise IllegalAction(f"the bot '{bot}' chose an illegal action: {error}") from None

    def _new_bots(self) -> list[Bot]:
        return [make_bot(self.match.game, name) for name in self.match.bots]


class _Players:
    """The bots of one game, and chance."""

    def __init__(self, bots: Sequence[Bot], seed: str) -> None:
        self._bots = bots
        self._chance = Random(f"{seed}/chance")
        self._generators = [Random(f"{seed}/seat {seat}") for seat in range(len(bots))]

    def next_action(self, state: State) -> tuple[int, Action]:
        waiting = state.waiting_for()
        if waiting[0] == CHANCE:
            return CHANCE, sample_chance(state, self._chance)
        for seat in state.may_act():
            rng = self._generators[seat]
            interruption = self._bots[seat].interrupt(state.resample(seat, rng), seat, rng)
            if interruption is not None:
                return seat, interruption
        seat = waiting[0]
        rng = self._generators[seat]
        return seat, self._bots[seat].choose(state.resample(seat, rng), seat, rng)
