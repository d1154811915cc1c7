"""What somebody chooses when making a table."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from sheepfold.bots.registry import bot_names
from sheepfold.core.errors import OptionError
from sheepfold.core.game import Game, Options
from sheepfold.core.registry import find_game

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
Seconds = Annotated[int, msgspec.Meta(ge=1, le=7 * 24 * 3600)]


class NoClock(msgspec.Struct, frozen=True, tag_field="kind", tag="none"):
    """Nobody is hurried."""


class MoveClock(msgspec.Struct, frozen=True, tag_field="kind", tag="move"):
    """So many seconds for each decision."""

    seconds: Seconds


class BankClock(msgspec.Struct, frozen=True, tag_field="kind", tag="bank"):
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
    public: bool = False
    """In the lobby, for everybody to join or watch; else by link only."""
    clock: Clock = NoClock()
    pace: Literal["natural", "instant"] = "natural"
    """How long bots take: like people, or no time at all."""
    chat: bool = True

    def checked(self) -> tuple[Game, Options]:
        """The game and its options; OptionError if something does not fit together."""
        game = find_game(self.game)
        options = game.read_options(self.options)
        game.start(len(self.seats), options)
        for plan in self.seats:
            if plan.bot is not None and plan.bot not in bot_names(game.id):
                raise OptionError(
                    f"there is no bot '{plan.bot}' for {game.title}; choose {', '.join(bot_names(game.id))}"
                )
        return game, options
