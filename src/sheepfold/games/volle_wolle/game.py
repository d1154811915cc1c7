"""The registered game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from sheepfold.core.action import Action
from sheepfold.core.event import Event
from sheepfold.core.game import Game, Options
from sheepfold.core.position.format import PositionFormat
from sheepfold.core.state import State
from sheepfold.core.text import Face
from sheepfold.core.view import Fact
from sheepfold.games.volle_wolle.cards import KINDS, Card
from sheepfold.games.volle_wolle.chances import chances
from sheepfold.games.volle_wolle.data import PLAYERS, SheepCard, VolleWolleComponents
from sheepfold.games.volle_wolle.events import BidsRevealed
from sheepfold.games.volle_wolle.laws import LAWS
from sheepfold.games.volle_wolle.notation import parse
from sheepfold.games.volle_wolle.outlook import outlook
from sheepfold.games.volle_wolle.position import FORMAT
from sheepfold.games.volle_wolle.setup import Setup
from sheepfold.games.volle_wolle.state import VolleWolle, begin
from sheepfold.games.volle_wolle.text import VolleWolleFace


class VolleWolleOptions(Options, frozen=True):
    open_herds: bool = False
    """VW-4.2 Herds are shown in full."""


class VolleWolleGame(Game):
    id = "volle-wolle"
    title = "Volle Wolle"
    pitch = "Bid in secret, roll three odd dice, and mind which sheep you shear."
    players = PLAYERS
    minutes = 45
    rules_version = 1
    clause_prefix = "VW"
    options = VolleWolleOptions
    components = VolleWolleComponents
    face: ClassVar[Face] = VolleWolleFace()
    variants: ClassVar[Mapping[str, Options]] = {
        "closed": VolleWolleOptions(),
        "open": VolleWolleOptions(open_herds=True),
    }
    revealing: ClassVar[frozenset[type[Event]]] = frozenset({BidsRevealed})
    position_format: ClassVar[PositionFormat | None] = FORMAT
    laws: ClassVar[Mapping[str, Callable[[Any], bool]]] = LAWS

    def set_up(self, players: int, options: VolleWolleOptions, components: VolleWolleComponents) -> VolleWolle:
        setup = Setup(
            sheep=[_card(card) for card in components.sheep.cards],
            dogs=components.extras.dogs,
            bones=components.extras.bones,
            chips=components.chips.all,
            chips_each=components.chips.each,
            boards=components.boards.numbers,
            open_herds=options.open_herds,
        )
        return begin(players, setup)

    def parse(self, text: str) -> Action:
        return parse(text)

    def chances(self, state: State, seat: int) -> dict[str, float]:
        assert isinstance(state, VolleWolle)
        return chances(state, seat)

    def outlook(self, state: State, seat: int) -> list[Fact]:
        assert isinstance(state, VolleWolle)
        return outlook(state, seat)

    def longest(self, players: int) -> int:
        """Each player has a board and a bid; a turn has three throws, six decisions about them, three about cards."""
        components = self.standard_components()
        assert isinstance(components, VolleWolleComponents)
        cards = len(components.sheep.cards) + components.extras.dogs + components.extras.bones
        rounds = -(-cards // (players + 1))
        return players + cards + rounds * players * (1 + 3 + 6 + 3)


def _card(card: SheepCard) -> Card:
    return Card(card.id, KINDS.index(card.kind), card.number, card.points or 0, card.modifier, card.bone)


GAME = VolleWolleGame()
