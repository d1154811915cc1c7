"""The registered game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal

from sheepfold.core.action import Action
from sheepfold.core.errors import OptionError
from sheepfold.core.game import Game, Options
from sheepfold.core.position.format import PositionFormat
from sheepfold.core.state import State
from sheepfold.core.text import Face
from sheepfold.core.view import Fact
from sheepfold.games.haste_bock.actions import START_ACTIONS
from sheepfold.games.haste_bock.data import PLAYERS, HasteBockComponents, layout_text
from sheepfold.games.haste_bock.flock import COLOURS
from sheepfold.games.haste_bock.laws import LAWS
from sheepfold.games.haste_bock.notation import parse
from sheepfold.games.haste_bock.outlook import outlook
from sheepfold.games.haste_bock.position import FORMAT
from sheepfold.games.haste_bock.setup import Setup
from sheepfold.games.haste_bock.state import HasteBock, begin
from sheepfold.games.haste_bock.text import HasteBockFace


class HasteBockOptions(Options, frozen=True):
    layout: Literal["random", "default"] = "random"
    """HB-1.3"""
    start: int | None = None
    """HB-1.8 The start player; None leaves it to chance."""
    colours: str = "blue yellow green red"
    """HB-1.10 The colours in the order of seats; unused colours are neutral."""


class HasteBockGame(Game):
    id = "haste-bock"
    title = "Haste Bock?"
    pitch = "Push the flock about a meadow so that your two sheep stand right when the clock strikes."
    players = PLAYERS
    minutes = 60
    rules_version = 1
    clause_prefix = "HB"
    options = HasteBockOptions
    components = HasteBockComponents
    face: ClassVar[Face] = HasteBockFace()
    variants: ClassVar[Mapping[str, Options]] = {
        "random": HasteBockOptions(),
        "default": HasteBockOptions(layout="default", start=1, colours="red green yellow blue"),
    }
    position_format: ClassVar[PositionFormat | None] = FORMAT
    laws: ClassVar[Mapping[str, Callable[[Any], bool]]] = LAWS

    def set_up(self, players: int, options: HasteBockOptions, components: HasteBockComponents) -> HasteBock:
        if options.start is not None and options.start not in range(players):
            raise OptionError(
                f"start is a seat from 0 to {players - 1}, not {options.start}", reason="options.start", players=players
            )
        track = components.track
        movement = {2: components.movement.two_players, 3: components.movement.three_players}
        setup = Setup(
            numbers=components.numbers(),
            movement=movement.get(players, []),
            track=[[track.length], track.phases, track.walls, track.pens],
            panic=components.panic.fields,
            die=components.die.sides,
            colours=_colours(options.colours)[:players],
            layout=layout_text(components.layout.rows) if options.layout == "default" else None,
            start=None if options.start is None else START_ACTIONS[options.start],
        )
        return begin(setup)

    def parse(self, text: str) -> Action:
        return parse(text)

    def outlook(self, state: State, seat: int) -> list[Fact]:
        assert isinstance(state, HasteBock)
        return outlook(state, seat)

    def longest(self, players: int) -> int:
        """Layout, start and two actions for each scramble ram; a turn is a card, a movement card and a panic."""
        components = self.standard_components()
        assert isinstance(components, HasteBockComponents)
        cards = sum(len(numbers) for numbers in components.numbers())
        return 2 + 2 * 4 + players * cards * 4


def _colours(text: str) -> list[int]:
    names = text.split()
    known = COLOURS[:4]
    if sorted(names) != sorted(known):
        raise OptionError(f"colours are {', '.join(known)} in the order of seats, not '{text}'")
    return [known.index(name) for name in names]


GAME = HasteBockGame()
