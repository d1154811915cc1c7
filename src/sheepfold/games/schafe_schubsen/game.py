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
from sheepfold.games.schafe_schubsen.board import SIDES
from sheepfold.games.schafe_schubsen.data import PLAYERS, SchafeSchubsenComponents
from sheepfold.games.schafe_schubsen.events import Revealed
from sheepfold.games.schafe_schubsen.laws import LAWS
from sheepfold.games.schafe_schubsen.notation import parse
from sheepfold.games.schafe_schubsen.outlook import outlook
from sheepfold.games.schafe_schubsen.position import FORMAT
from sheepfold.games.schafe_schubsen.setup import Setup
from sheepfold.games.schafe_schubsen.state import SchafeSchubsen, begin
from sheepfold.games.schafe_schubsen.text import SchafeSchubsenFace

LayoutChoice = Literal["random", "1A 2A", "1A 2B", "1B 2A", "1B 2B", "2A 1A", "2A 1B", "2B 1A", "2B 1B"]


class SchafeSchubsenOptions(Options, frozen=True):
    layout: LayoutChoice = "random"
    """SS-1.3 The sides of the first and the second board."""
    start: int | None = None
    """SS-1.7 The start player; None leaves it to chance."""


class SchafeSchubsenGame(Game):
    id = "schafe-schubsen"
    title = "Schafe schubsen"
    pitch = "Push your way along a soft dyke, keep your wool dry, and win by being second."
    players = PLAYERS
    minutes = 45
    rules_version = 2
    clause_prefix = "SS"
    options = SchafeSchubsenOptions
    components = SchafeSchubsenComponents
    face: ClassVar[Face] = SchafeSchubsenFace()
    variants: ClassVar[Mapping[str, Options]] = {
        "random": SchafeSchubsenOptions(),
        "wet": SchafeSchubsenOptions(layout="2B 1B", start=2),
    }
    position_format: ClassVar[PositionFormat | None] = FORMAT
    revealing: ClassVar[frozenset[type[Event]]] = frozenset({Revealed})
    laws: ClassVar[Mapping[str, Callable[[Any], bool]]] = LAWS

    def set_up(
        self, players: int, options: SchafeSchubsenOptions, components: SchafeSchubsenComponents
    ) -> SchafeSchubsen:
        if options.start is not None and options.start not in range(players):
            raise OptionError(
                f"start is a seat from 0 to {players - 1}, not {options.start}", reason="options.start", players=players
            )
        water = {entry.side: entry.fields for entry in components.water.sides}
        setup = Setup(
            digits=components.cards.digits,
            rings=next(entry.rings for entry in components.rings.each if entry.players == players),
            walk_back=components.clovers.walk_back,
            change_distance=components.clovers.change_distance,
            water=[water[side] for side in SIDES],
            layout=None if options.layout == "random" else parse(f"layout {options.layout}"),
            start=None if options.start is None else parse(f"start {options.start}"),
        )
        return begin(players, setup)

    def parse(self, text: str) -> Action:
        return parse(text)

    def outlook(self, state: State, seat: int) -> list[Fact]:
        assert isinstance(state, SchafeSchubsen)
        return outlook(state, seat)

    def longest(self, players: int) -> int:
        """Every round costs a ring or a sheep (SS-6.1), and each clover is taken and used at most once."""
        components = self.standard_components()
        assert isinstance(components, SchafeSchubsenComponents)
        rings = next(entry.rings for entry in components.rings.each if entry.players == players)
        clovers = len(components.clovers.walk_back) + len(components.clovers.change_distance)
        rounds = players * rings + players
        lays_walks_and_turns = 3 * players
        return 2 + rounds * lays_walks_and_turns + 2 * clovers


GAME = SchafeSchubsenGame()
