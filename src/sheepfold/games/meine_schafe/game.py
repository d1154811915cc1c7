"""The registered game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal

from sheepfold.core.action import Action
from sheepfold.core.errors import OptionError
from sheepfold.core.event import Event
from sheepfold.core.game import Game, Options
from sheepfold.core.position.format import PositionFormat
from sheepfold.core.state import State
from sheepfold.core.text import Face
from sheepfold.core.view import Fact
from sheepfold.games.meine_schafe.actions import STARTS
from sheepfold.games.meine_schafe.data import PLAYERS, MeineSchafeComponents, Reach
from sheepfold.games.meine_schafe.events import (
    ColourShown,
    ColoursTold,
    GameEnded,
    PenClosed,
    Scored,
    TileLaid,
    TurnSkipped,
    WentOut,
    WolfDrivenOut,
)
from sheepfold.games.meine_schafe.laws import LAWS
from sheepfold.games.meine_schafe.notation import parse
from sheepfold.games.meine_schafe.outlook import outlook
from sheepfold.games.meine_schafe.position import FORMAT
from sheepfold.games.meine_schafe.setup import Setup
from sheepfold.games.meine_schafe.state import MeineSchafe, begin
from sheepfold.games.meine_schafe.text import MeineSchafeFace

REDRAWS = 20
"""MS-7.4 New hands are drawn more often than this with a chance below 1 in 10^20."""


def largest_pen(event: Event) -> int | None:
    return event.largest if isinstance(event, Scored) else None


def closed_pen(event: Event) -> int | None:
    return event.sheep if isinstance(event, PenClosed) else None


def way_out(event: Event) -> str | None:
    if not isinstance(event, WentOut):
        return None
    return "dropped out" if event.dropped else "laid the last tile"


def ending(event: Event) -> str | None:
    return event.ending if isinstance(event, GameEnded) else None


class MeineSchafeOptions(Options, frozen=True):
    variant: Literal["standard", "two-herds", "maehr"] = "standard"
    """MS-9.1, MS-9.2"""
    start: int | None = None
    """MS-1.9 The start player; None leaves it to chance."""
    reach: Reach | None = None
    """MS-1.10 How far the table reaches from the start tile; None uses the value of the components."""


class MeineSchafeGame(Game):
    id = "meine-schafe"
    title = "Meine Schafe, Deine Schafe"
    pitch = "Fence in a big flock of your secret colour before somebody sends the wolf."
    players = PLAYERS
    minutes = 30
    rules_version = 2
    clause_prefix = "MS"
    options = MeineSchafeOptions
    components = MeineSchafeComponents
    setup_bytes = 14_000_000
    face: ClassVar[Face] = MeineSchafeFace()
    variants: ClassVar[Mapping[str, Options]] = {
        "standard": MeineSchafeOptions(),
        "two-herds": MeineSchafeOptions(variant="two-herds", start=1),
        "maehr": MeineSchafeOptions(variant="maehr"),
        "small-table": MeineSchafeOptions(reach=2, start=0),
    }
    revealing: ClassVar[frozenset[type[Event]]] = frozenset(
        {ColourShown, ColoursTold, TileLaid, TurnSkipped, WolfDrivenOut}
    )
    position_format: ClassVar[PositionFormat | None] = FORMAT
    laws: ClassVar[Mapping[str, Callable[[Any], bool]]] = LAWS

    measures: ClassVar[Mapping[str, Callable[[Event], int | str | None]]] = {
        "largest pen of a player": largest_pen,
        "sheep in a closed pen": closed_pen,
        "players who": way_out,
        "ending": ending,
    }

    def variants_for(self, players: int) -> Mapping[str, Options]:
        """MS-9.1 Two herds are for two players."""
        return {name: options for name, options in self.variants.items() if players == 2 or name != "two-herds"}

    def set_up(self, players: int, options: MeineSchafeOptions, components: MeineSchafeComponents) -> MeineSchafe:
        if options.start is not None and options.start not in range(players):
            raise OptionError(
                f"start is a seat from 0 to {players - 1}, not {options.start}", reason="options.start", players=players
            )
        if options.variant == "two-herds" and players != 2:
            raise OptionError(
                f"'two-herds' is for 2 players, not {players}; choose another variant",
                reason="options.variant_players",
                needed=2,
                players=players,
            )
        setup = Setup(
            players=players,
            tiles=[[tile.id, tile.a, tile.b, tile.beast or ""] for tile in components.tiles.faces],
            hand=components.hand.tiles,
            bonus=components.bonus.points,
            reach=options.reach or components.table.reach,
            variant=options.variant,
            start=None if options.start is None else STARTS[options.start],
        )
        return begin(setup)

    def parse(self, text: str) -> Action:
        return parse(text)

    def outlook(self, state: State, seat: int) -> list[Fact]:
        assert isinstance(state, MeineSchafe)
        return outlook(state, seat)

    def longest(self, players: int) -> int:
        """Colours, hands and start; every tile is drawn and laid, with an end of a special action and skips.

        Every player may drop out, and another skip may follow each time (MS-7.4).
        """
        components = self.standard_components()
        assert isinstance(components, MeineSchafeComponents)
        tiles = len(components.tiles.faces) + len(components.questions.edges)
        begun = len(components.questions.edges) + players * components.hand.tiles + 1
        return begun + tiles * (3 + players) + 2 * players + REDRAWS * players * (components.hand.tiles + 1)


GAME = MeineSchafeGame()
