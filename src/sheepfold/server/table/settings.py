"""The settings of a table, and the rules they lead to."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Final, Literal

import msgspec

from sheepfold.bots.registry import bot_names
from sheepfold.core.components import Components, parse_components
from sheepfold.core.errors import OptionError
from sheepfold.core.game import Game, Options
from sheepfold.core.registry import find_game
from sheepfold.core.state import State

LONGEST_NAME: Final = 30
LARGEST_OPTIONS: Final = 1000
"""In bytes. Options are limited because they are sent to everyone in the lobby."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Seconds = Annotated[int, msgspec.Meta(ge=1, le=7 * 24 * 3600)]


class NoClock(msgspec.Struct, frozen=True, tag_field="kind", tag="none", forbid_unknown_fields=True):
    """No time limit."""


class MoveClock(msgspec.Struct, frozen=True, tag_field="kind", tag="move", forbid_unknown_fields=True):
    """A number of seconds for each decision."""

    seconds: Seconds


class BankClock(msgspec.Struct, frozen=True, tag_field="kind", tag="bank", forbid_unknown_fields=True):
    """A number of seconds for the whole game, plus an increment after each decision."""

    seconds: Seconds
    increment: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0


Clock = NoClock | MoveClock | BankClock


class SeatPlan(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who a seat is for: 'me' (the host, who may play several seats at one screen), 'friend', or a bot."""

    who: Literal["me", "friend", "bot"] = "friend"
    name: Name | None = None
    """The player's name, if several players share a screen; also a bot's."""
    bot: str | None = None
    """The name of the bot; None is the game's best."""


class Settings(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """How a table is set up."""

    game: str
    seats: Annotated[list[SeatPlan], msgspec.Meta(max_length=12)]
    options: dict[str, Any] = {}
    components: dict[str, Any] | None = None
    """Custom components instead of the standard ones, as in a record."""
    public: bool = False
    """Whether it is in the lobby, for anyone to join or watch; otherwise it is by invitation."""
    clock: Clock = NoClock()
    pace: Literal["natural", "instant"] = "natural"
    """How fast bots play: at a human pace, or without delay."""
    chat: bool = True

    def load_rules(self) -> Rules:
        """Return the rules of the table. Raise a SheepfoldError if the settings do not fit together."""
        game = find_game(self.game)
        rules = rules_of(game, len(self.seats), self.options, self.components)
        for plan in self.seats:
            if plan.bot is not None:
                check_bot(game, plan.bot)
        return rules


def check_bot(game: Game, bot: str) -> None:
    if bot not in bot_names(game.id):
        choices = ", ".join(bot_names(game.id))
        raise OptionError(f"there is no bot '{bot}' for {game.title}; choose {choices}", reason="bot.unknown")


def rules_of(game: Game, players: int, options: dict[str, Any], components: dict[str, Any] | None) -> Rules:
    """Return the rules. Tables of the same kind share them: the first position takes time and memory to set up."""
    encoded = msgspec.json.encode(options)
    if len(encoded) > LARGEST_OPTIONS:
        raise OptionError(f"options take at most {LARGEST_OPTIONS} bytes; leave some out", reason="limit.size")
    if components is None:
        return _standard_rules(game, players, encoded)
    custom = parse_components(game.components, msgspec.json.encode(components), "your components")
    return Rules(game, players, game.read_options(options), custom)


@lru_cache(maxsize=32)
def _standard_rules(game: Game, players: int, options: bytes) -> Rules:
    return Rules(game, players, game.read_options(msgspec.json.decode(options)), None)


class Rules:
    """A game with a number of players, options and components."""

    def __init__(self, game: Game, players: int, options: Options, components: Components | None) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.components = components
        self._first = game.start(players, options, components)

    def start(self) -> State:
        """Return a copy of the first position."""
        return self._first.copy()
