"""Play a game in the terminal against bots."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from random import Random

from rich.console import Console
from rich.text import Text

from sheepfold.bots.registry import RANDOM, best_bot, make_bot
from sheepfold.commands.shared import Table, add_position, add_seed, add_table, console, seat_bots, seed_of
from sheepfold.core.action import Action
from sheepfold.core.errors import OptionError
from sheepfold.core.playout import sample_chance
from sheepfold.core.record import Seat, encode_record, new_record, result_of, write_action
from sheepfold.core.state import CHANCE
from sheepfold.rulebook import Clause, clauses, introduction
from sheepfold.terminal import Screen, find_action

LISTED = 150
FEW = 12
"""Up to this many actions are listed in the prompt."""


class Quit(Exception):
    """The player leaves the game."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_table(parser)
    add_position(parser)
    add_seed(parser)
    parser.add_argument("--seat", type=int, default=0, metavar="S", help="your seat (default: 0)")
    parser.add_argument("--bots", metavar="A,B,…", help="the other players, in turn (default: our strongest)")
    parser.add_argument("--record", type=Path, metavar="FILE", help="save the game to this file, finished or not")


def run(given: argparse.Namespace) -> None:
    table = Table(given)
    if given.seat not in range(table.players):
        raise OptionError(f"--seat must be a number from 0 to {table.players - 1}")
    bots = seat_bots(given.bots or best_bot(table.game.id), table.players - 1)
    bots.insert(given.seat, RANDOM)  # a placeholder for the person's seat, never asked
    game = TerminalGame(table, given.seat, bots, seed_of(given), console())
    try:
        game.play()
    except (Quit, KeyboardInterrupt):
        game.out.print("Goodbye.")
    finally:
        if given.record:
            given.record.write_bytes(encode_record(game.record))
            game.out.print(Text(f"The game is saved in {given.record}."))


class TerminalGame:
    """One game of a person against bots."""

    def __init__(self, table: Table, seat: int, bots: list[str], seed: int, out: Console) -> None:
        self.game = table.game
        self.state = table.first
        self.seat = seat
        self.out = out
        self._seed = seed
        names = table.game.face.seat_names(table.players)
        seats = [Seat(name=name, bot=bot) for name, bot in zip(names, bots, strict=True)]
        seats[seat] = Seat(name=names[seat])
        self.record = new_record(table.game, seats, table.options, table.components)
        self.record.position = table.first.position() if table.starts_at_a_position else None
        names[seat] = f"{names[seat]} (you)"
        self.screen = Screen(out, table.game, names, seat)
        self._bots = [make_bot(table.game.id, bot) for bot in bots]
        self._chance_rng = Random(f"{seed}/chance")
        self._bot_rng = Random(f"{seed}/bots")

    def play(self) -> None:
        about = introduction(self.game.id) or self.game.pitch
        self.out.print(Text.assemble((self.game.title, "bold"), f"  (seed {self._seed})\n{about}"))
        self.out.print("Type 'help' for help, 'quit' to leave.")
        while self.state.waiting_for():
            seat, action = self._next()
            self.screen.print_events(self.state.act(seat, action))
            self.record.actions.append(write_action(seat, action))
        self.record.result = result_of(self.state)
        self.screen.draw(self.state)
        self.screen.print_ranking(self.state)

    def _next(self) -> tuple[int, Action]:
        """The next action: of chance, of a seat that interrupts, or of a seat that the game waits for."""
        waiting = self.state.waiting_for()
        if waiting[0] == CHANCE:
            return CHANCE, sample_chance(self.state, self._chance_rng)
        for seat in self.state.may_act():
            interruption = self._ask(optional=True) if seat == self.seat else self._interruption(seat)
            if interruption is not None:
                return seat, interruption
        if self.seat in waiting:
            self.screen.draw(self.state)
            action = self._ask()
            assert action is not None, "only an interruption is optional"
            return self.seat, action
        seat = waiting[0]
        return seat, self._bots[seat].choose(self.state.resample(seat, self._bot_rng), seat, self._bot_rng)

    def _interruption(self, seat: int) -> Action | None:
        return self._bots[seat].interrupt(self.state.resample(seat, self._bot_rng), seat, self._bot_rng)

    def _ask(self, *, optional: bool = False) -> Action | None:
        """Ask until the answer is an action. If it is optional, an empty line means none."""
        actions = self.state.legal_actions(self.seat)
        words: dict[str, Callable[[], None]] = {
            "": lambda: None,
            "actions": lambda: self._list(actions),
            "board": lambda: self.screen.draw(self.state),
            "help": lambda: self._help(actions),
            "quit": _quit,
        }
        while True:
            self.screen.ask(self.state)
            if len(actions) <= FEW:
                self._list(actions)
            if optional:
                self.out.print("Press Enter to let the others continue.")
            typed = self._read().strip()
            if optional and not typed:
                return None
            word, _, rest = typed.partition(" ")
            if typed.lower() in words:
                words[typed.lower()]()
            elif word.lower() == "rules":
                self._rules(rest.strip())
            elif word.upper() in clauses(self.game.id):
                self._rules(word)
            elif word.lower() == "try" and not self.game.revealing:
                self._try(rest, actions)
            else:
                action = find_action(typed, actions)
                if action is not None:
                    return action
                self._refuse(typed)

    def _read(self) -> str:
        try:
            return self.out.input("> ", markup=False)
        except EOFError:
            self.out.print()
            raise Quit from None
        except UnicodeDecodeError:
            return "�"

    def _help(self, actions: list[Action]) -> None:
        example = actions[-1].text
        rule = next(iter(clauses(self.game.id)), f"{self.game.clause_prefix}-1.1")
        self.out.print(
            Text(
                f"Type an action, or just its end: '{example.split(' ', 1)[-1]}' for '{example}'.\n"
                "  actions    list what you can do now\n"
                "  board      draw the board again\n"
                f"{self._help_on_trying(example)}"
                f"  rules      show all rules; 'rules 1' shows a chapter, '{rule}' one rule\n"
                "  quit       leave the game\n"
                "Every line of the log ends with the rule that applied."
            )
        )

    def _help_on_trying(self, example: str) -> str:
        """A preview of hidden information is a guess, which would pass for the truth here."""
        return "" if self.game.revealing else f"  try …      preview an action without taking it: 'try {example}'\n"

    def _try(self, typed: str, actions: list[Action]) -> None:
        action = find_action(typed, actions)
        if action is None:
            self._refuse(typed)
        else:
            _position, events = self.state.preview(self.seat, action, self._bot_rng)
            self.screen.print_events(events)

    def _refuse(self, typed: str) -> None:
        self.out.print(Text(f"You cannot do '{typed}' now. Type 'actions' or 'help'."))
        rule = clauses(self.game.id).get(self.state.why_not(self.seat, Action(typed)) or "")
        if rule is not None:
            self._print_rule(rule)

    def _list(self, actions: list[Action]) -> None:
        shown = ", ".join(action.text for action in actions[:LISTED])
        more = f" … and {len(actions) - LISTED} more" if len(actions) > LISTED else ""
        self.out.print(Text(f"You can: {shown}{more}"))

    def _rules(self, wanted: str) -> None:
        rules = clauses(self.game.id).values()
        found = [rule for rule in rules if wanted.upper() in ("", rule.id) or rule.chapter.startswith(f"{wanted} ")]
        if not found:
            self.out.print(Text(f"There is no rule '{wanted}'." if wanted else "This game has no written rules."))
        chapter = ""
        for rule in found:
            if rule.chapter != chapter:
                chapter = rule.chapter
                self.out.print(Text(f"\n{chapter}", style="bold"))
            self._print_rule(rule)

    def _print_rule(self, rule: Clause) -> None:
        self.out.print(Text.assemble((f"{rule.id} {rule.status} ", "dim"), rule.text.replace("*", "")))


def _quit() -> None:
    raise Quit
