"""What somebody chooses when making a table."""

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
"""Bytes; everybody in the lobby is told them."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Seconds = Annotated[int, msgspec.Meta(ge=1, le=7 * 24 * 3600)]


class NoClock(msgspec.Struct, frozen=True, tag_field="kind", tag="none", forbid_unknown_fields=True):
    """Nobody is hurried."""


class MoveClock(msgspec.Struct, frozen=True, tag_field="kind", tag="move", forbid_unknown_fields=True):
    """So many seconds for each decision."""

    seconds: Seconds


class BankClock(msgspec.Struct, frozen=True, tag_field="kind", tag="bank", forbid_unknown_fields=True):
    """So many seconds for the whole game, and some more after each decision."""

    seconds: Seconds
    increment: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0


Clock = NoClock | MoveClock | BankClock


class SeatPlan(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who is to sit there: 'me' (who makes the table, also several times at one screen), 'friend', or a bot."""

    who: Literal["me", "friend", "bot"] = "friend"
    name: Name | None = None
    """What the player at this seat is called, where several share a screen."""
    bot: str | None = None
    """Its strength; None is the best of the game."""


class Settings(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A table before anybody has sat down."""

    game: str
    seats: Annotated[list[SeatPlan], msgspec.Meta(max_length=12)]
    options: dict[str, Any] = {}
    components: dict[str, Any] | None = None
    """Own component tables instead of ours, as a record carries them."""
    public: bool = False
    """In the lobby, for everybody to join or watch; else by link only."""
    clock: Clock = NoClock()
    pace: Literal["natural", "instant"] = "natural"
    """How long bots take: like people, or no time at all."""
    chat: bool = True

    def load_rules(self) -> Rules:
        """What is played and how; a SheepfoldError if something does not fit together."""
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
    """Tables of the same kind share them: the first position takes a while to set up, and much memory."""
    encoded = msgspec.json.encode(options)
    if len(encoded) > LARGEST_OPTIONS:
        raise OptionError(f"options take at most {LARGEST_OPTIONS} bytes; leave some out", reason="limit.size")
    if components is None:
        return _standard_rules(game, players, encoded)
    own = parse_components(game.components, msgspec.json.encode(components), "your components")
    return Rules(game, players, game.read_options(options), own)


@lru_cache(maxsize=32)
def _standard_rules(game: Game, players: int, options: bytes) -> Rules:
    return Rules(game, players, game.read_options(msgspec.json.decode(options)), None)


class Rules:
    """A game with the number of players, the options and the components of one table."""

    def __init__(self, game: Game, players: int, options: Options, components: Components | None) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.components = components
        self._first = game.start(players, options, components)

    def start(self) -> State:
        """The first position, for whoever asks."""
        return self._first.copy()
