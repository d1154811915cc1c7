"""A game in the terminal: the board, the log and the prompt."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from sheepfold.core.action import Action
from sheepfold.core.event import Event
from sheepfold.core.game import Game
from sheepfold.core.state import State


class Screen:
    """Shows a game as one seat, or a spectator (None), may see it."""

    def __init__(self, console: Console, game: Game, names: Sequence[str], seat: int | None) -> None:
        self.console = console
        self._face = game.face
        self._names = ["".join(character if character.isprintable() else "?" for character in name) for name in names]
        self._seat = seat

    def draw(self, state: State) -> None:
        board = Text(self._face.draw(state.view(self._seat), self._names))
        for pattern, style in self._face.styles.items():
            board.highlight_regex(pattern, style)
        self.console.print()
        self.console.print(board, no_wrap=True, crop=False, overflow="ignore")
        self.console.print()

    def print_events(self, events: Sequence[Event]) -> None:
        for event in events:
            seen = event.seen_by(self._seat)
            clause = getattr(seen, "clause", "")
            self.console.print(Text.assemble("  ", self._face.describe(seen, self._names), "  ", (clause, "dim")))

    def print_ranking(self, state: State) -> None:
        """Print the final ranking, once the game is over."""
        outcome = state.outcome()
        if outcome is None:
            return
        for rank, name in sorted(zip(outcome.ranks, self._names, strict=True)):
            self.console.print(Text(f"  {rank}. {name}"))

    def ask(self, state: State) -> None:
        self.console.print(Text(self._face.ask(state.view(self._seat), self._names), style="bold"))


def find_action(typed: str, actions: Sequence[Action]) -> Action | None:
    """Find an action by its notation, or by an ending that only one action has: 'lay 87', '87' or '8 7'."""
    words = " ".join(typed.lower().split())
    for wanted in (words, words.replace(" ", "")):
        exact = [action for action in actions if action.text.lower() == wanted]
        ends = [action for action in actions if action.text.lower().endswith(f" {wanted}")]
        if wanted and (exact or len(ends) == 1):
            return (exact or ends)[0]
    return None
