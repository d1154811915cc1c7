"""Play a game in the terminal against bots."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import cycle, islice
from random import Random

from rich.console import Console
from rich.text import Text

from sheepfold.bots.registry import RANDOM, bot_names, make_bot
from sheepfold.commands.shared import Table, add_seed, add_table, console, seed_of
from sheepfold.core.action import Action
from sheepfold.core.errors import OptionError
from sheepfold.core.playout import sample_chance
from sheepfold.core.state import CHANCE
from sheepfold.rulebook import clauses
from sheepfold.terminal import Screen, find_action

HELP = """\
Type an action as it is written, or just its end: '87' for 'lay 87'.
  actions    what you can do now
  board      draw the board again
  rules      all rules; 'rules SS-4.3' one of them: every line of the log names its rule
  quit       leave the game"""

LISTED = 40


class Leave(Exception):
    """The person has had enough."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_table(parser)
    add_seed(parser)
    parser.add_argument("--seat", type=int, default=0, metavar="S", help="where you sit (default: 0)")
    parser.add_argument("--bots", metavar="A,B,…", help="the others, in turn (default: the game's best)")


def run(given: argparse.Namespace) -> None:
    table = Table(given)
    if given.seat not in range(table.players):
        raise OptionError(f"--seat is a number from 0 to {table.players - 1}")
    strength = given.bots or bot_names(table.game.id)[-1]
    try:
        Evening(table, given.seat, strength.split(","), seed_of(given), console()).play()
    except Leave:
        console().print("Goodbye.")


class Evening:
    """One person, some bots, one game."""

    def __init__(self, table: Table, seat: int, bots: list[str], seed: int, out: Console) -> None:
        self.game = table.game
        self.state = table.first
        self.seat = seat
        self.out = out
        names = table.game.face.seat_names(table.players)
        names[seat] = f"{names[seat]} (you)"
        self.screen = Screen(out, table.game, names, seat)
        others = islice(cycle(bots), table.players)
        self._bots = [make_bot(table.game.id, RANDOM if place == seat else bot) for place, bot in enumerate(others)]
        self._dice = Random(f"{seed}/chance")
        self._thoughts = Random(f"{seed}/bots")

    def play(self) -> None:
        self.out.print(Text.assemble((self.game.title, "bold"), f": {self.game.pitch}"))
        self.out.print("Type 'help' for help, 'quit' to leave.")
        while self.state.waiting_for():
            seat, action = self._next()
            self.screen.tell(self.state.act(seat, action))
        self.screen.draw(self.state)

    def _next(self) -> tuple[int, Action]:
        """Chance first, then the person, then the bots."""
        waiting = self.state.waiting_for()
        if waiting[0] == CHANCE:
            return CHANCE, sample_chance(self.state, self._dice)
        if self.seat in waiting:
            self.screen.draw(self.state)
            return self.seat, self._ask()
        seat = waiting[0]
        return seat, self._bots[seat].choose(self.state.resample(seat, self._thoughts), seat, self._thoughts)

    def _ask(self) -> Action:
        """Ask until the answer is an action."""
        actions = self.state.legal_actions(self.seat)
        words: dict[str, Callable[[], None]] = {
            "actions": lambda: self._list(actions),
            "board": lambda: self.screen.draw(self.state),
            "help": lambda: self.out.print(HELP),
            "quit": _leave,
        }
        while True:
            self.screen.ask(self.state)
            typed = self._read()
            word, _, rest = typed.strip().partition(" ")
            if word.lower() in words and not rest:
                words[word.lower()]()
            elif word.lower() == "rules":
                self._rules(rest)
            else:
                action = find_action(typed, actions)
                if action is not None:
                    return action
                self.out.print(Text(f"'{typed.strip()}' is nothing you can do now. Type 'actions' or 'help'."))

    def _read(self) -> str:
        try:
            return self.out.input("> ", markup=False)
        except EOFError:
            self.out.print()
            raise Leave from None
        except UnicodeDecodeError:
            return "�"

    def _list(self, actions: list[Action]) -> None:
        shown = ", ".join(action.text for action in actions[:LISTED])
        more = f" … and {len(actions) - LISTED} more" if len(actions) > LISTED else ""
        self.out.print(Text(f"{shown}{more}"))

    def _rules(self, wanted: str) -> None:
        rules = clauses(self.game.id)
        found = [rule for rule in rules.values() if wanted.strip().upper() in ("", rule.id)]
        if not found:
            self.out.print(Text(f"No rule is called '{wanted.strip()}'."))
        chapter = ""
        for rule in found:
            if rule.chapter != chapter:
                chapter = rule.chapter
                self.out.print(Text(chapter, style="bold"))
            self.out.print(Text.assemble((f"{rule.id} ", "dim"), rule.text))


def _leave() -> None:
    raise Leave
