"""What a position was set up from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sheepfold.core.pickling import Pickled

if TYPE_CHECKING:
    from sheepfold.core.components import Components
    from sheepfold.core.game import Game, Options


class Origin(Pickled):
    """The game, players, options and components of a position: shared by all positions of a game, never modified."""

    __slots__ = ("components", "game", "options", "players")

    def __init__(self, game: Game, players: int, options: Options, components: Components | None) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.components = components
        """None if they are the game's own."""

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Origin)
            and (self.game.id, self.players) == (other.game.id, other.players)
            and (self.options, self.components) == (other.options, other.components)
        )

    def __hash__(self) -> int:
        return hash((self.game.id, self.players))
