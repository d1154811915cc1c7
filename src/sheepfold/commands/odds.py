"""Compute exact odds: of a position of any game, or of a turn of Volle Wolle with the best die to leave."""

from __future__ import annotations

import argparse
import re
from fractions import Fraction
from random import Random

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sheepfold.commands.shared import add_game, console
from sheepfold.core.errors import OptionError
from sheepfold.core.game import Game
from sheepfold.core.registry import find_game
from sheepfold.core.state import CHANCE
from sheepfold.core.text import percent
from sheepfold.games.volle_wolle.dice_odds import (
    DECLINE,
    FACES,
    NEVER,
    NO_DIE,
    REACH_14,
    REACH_BID,
    Odds,
    Turn,
    Worth,
)

GAME = "volle-wolle"
DICE = ("d12", "d10", "d8")
BIDS = range(14, 27)
ALL_CHIPS = 25
GREATEST_MODIFIER = 30
GREATEST_WORTH = 1_000_000
WIDEST = 200
CHANCES = ("1st throw", "2nd throw", "3rd throw", "miss", "below 14")
WORTHS = (
    ("three", 9, "three cards, won on the first throw"),
    ("two", 7, "two cards, won on the second throw"),
    ("one", 4, "one card, won on the third throw"),
    ("chip", 1, "a chip"),
    ("black", 0, "all black sheep in the middle, usually negative"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "position", nargs="?", metavar="POSITION", help="a position of the game: what a seat could count in it"
    )
    parser.add_argument("--seat", type=int, metavar="S", help="the seat that counts (default: the one to act)")
    parser.add_argument("--bid", type=_bid, metavar="B", help="14 to 26, or 26+ (default: list all bids)")
    parser.add_argument(
        "--modifier",
        type=_modifier,
        default=0,
        metavar="M",
        help="of your top card, such as +2 or -3 (default: none)",
    )
    parser.add_argument(
        "--chips", type=_chips, default=0, metavar="C", help="your chips, after paying for 26+ (default: 0)"
    )
    parser.add_argument("--stock-empty", action="store_true", help="the stock has no chip left to give for a miss")
    parser.add_argument(
        "--dice", type=_dice, metavar="A,B,C", help="d12, d10 and d8 after the last throw (default: not thrown yet)"
    )
    parser.add_argument(
        "--left",
        type=_left,
        default=[],
        metavar="DIE[,DIE]",
        help="dice left in the last throw, such as d12 in the second or d12,d8 in the third (default: none)",
    )
    for name, value, what in WORTHS:
        parser.add_argument(
            f"--{name}", type=_worth, default=value, metavar="V", help=f"the value of {what} (default: {value})"
        )
    parser.add_argument("--exact", action="store_true", help="also show fractions in the list of all bids")


def run(given: argparse.Namespace) -> None:
    if given.position is not None:
        _print_outlook(console(), find_game(given.game), given.position, given.seat)
        return
    if given.game != GAME:
        name = find_game(given.game).id
        raise OptionError(f"{name} has odds only in a position: add one (`sheepfold show`); bids and dice are {GAME}'s")
    if given.left and given.dice is None:
        raise OptionError("--left needs --dice")
    if given.dice is not None and given.bid is None:
        raise OptionError("--dice needs --bid")
    out = console()
    out.width = max(out.width, WIDEST)  # a narrow terminal may wrap lines, but no digit is cut off
    if given.bid is None:
        out.print(_table("bid", [(str(bid), _turn(given, bid).odds_before_first()) for bid in BIDS], given.exact))
    elif given.dice is None:
        out.print(f"Bid {given.bid}, before the first throw")
        out.print(_list(_turn(given, given.bid).odds_before_first()))
    else:
        _print_position(out, _turn(given, given.bid), given.dice, given.left)


def _turn(given: argparse.Namespace, bid: int) -> Turn:
    worth = Worth(given.three, given.two, given.one, given.chip, given.black)
    return Turn(bid, given.modifier, given.chips, 0 if given.stock_empty else 1, worth)


def _print_position(out: Console, turn: Turn, dice: list[int], left_dice: list[int]) -> None:
    throw = len(left_dice) + 1
    left = left_dice[0] if throw == 2 else NO_DIE
    lying = ", ".join(_die(die, dice) for die in range(3))
    out.print(f"Bid {turn.bid}, after throw {throw} of 3 with {lying}")
    out.print(_list(turn.odds(throw, dice, left)))
    if turn.must_take(dice):
        out.print("The dice reach the bid: the player must take the cards.")
        return
    helps = _helps(turn, throw, dice, left)
    if len(helps) > 1:
        best = _help_name(turn, turn.best_help(throw, dice, left), sum(dice))
        out.print(f"\nBest help: {best}")
        out.print(_table("help", helps, exact=True))
    if throw < 3:
        out.print(f"\nBest die to leave: {_die(turn.best_die_to_leave(throw, dice, left), dice)}")
        out.print(_table("die", _leavings(turn, throw, dice, left), exact=True))


def _helps(turn: Turn, throw: int, dice: list[int], left: int) -> list[tuple[str, Odds]]:
    values = turn.values_of_help(throw, dice, left)
    return [
        (_help_name(turn, goal, sum(dice)), turn.odds_of_help(throw, dice, left, goal))
        for goal in (REACH_BID, REACH_14, DECLINE)
        if values[goal] != NEVER
    ]


def _help_name(turn: Turn, goal: int, total: int) -> str:
    if goal == DECLINE:
        return "decline"
    price = turn.chips_for(goal, total)
    return f"reach {'14' if goal == REACH_14 else 'the bid'}, {price} {'chip' if price == 1 else 'chips'}"


def _leavings(turn: Turn, throw: int, dice: list[int], left: int) -> list[tuple[str, Odds]]:
    values = turn.values_of_leaving(throw, dice, left)
    return [
        (f"leave {_die(die, dice)}", turn.odds_of_leaving(throw, dice, left, die))
        for die in range(3)
        if values[die] != NEVER
    ]


def _die(die: int, dice: list[int]) -> str:
    return f"{DICE[die]} ({dice[die]})"


def _list(odds: Odds) -> Table:
    """One position, with a row for each probability."""
    grid = Table(box=None, pad_edge=False, show_header=False)
    grid.add_column()
    for _ in ("fraction", "number"):
        grid.add_column(justify="right", no_wrap=True)
    for name, chance in zip(CHANCES, odds[1:], strict=True):
        grid.add_row(name, str(chance), percent(float(chance)))
    grid.add_row("success", str(odds.success), percent(float(odds.success)), style="bold")
    grid.add_row("expected value", str(odds.value), _number(odds.value), style="bold")
    return grid


def _table(head: str, rows: list[tuple[str, Odds]], exact: bool) -> Table:
    """Several choices, with a row for each and, if `exact`, its fractions below."""
    grid = Table(box=None, pad_edge=False)
    grid.add_column(head)
    for column in (*CHANCES, "value"):
        grid.add_column(column, justify="right", no_wrap=True)
    for name, odds in rows:
        numbers = [*(percent(float(chance)) for chance in odds[1:]), _number(odds.value)]
        grid.add_row(name, *numbers)
        if exact:
            grid.add_row("", *(str(exactly) for exactly in (*odds[1:], odds.value)), style="dim")
    return grid


def _number(value: Fraction) -> str:
    return f"{float(value):.3f}"


# Positions of any game


def _print_outlook(out: Console, game: Game, text: str, given_seat: int | None) -> None:
    """The chances of legal actions, and the facts, in words."""
    state = game.position(text, Random(0))
    assert state.origin is not None, "the position was read"
    players = state.origin.players
    waiting = [seat for seat in state.waiting_for() if seat != CHANCE]
    seat = given_seat if given_seat is not None else waiting[0] if waiting else 0
    if seat not in range(players):
        raise OptionError(f"--seat must be a number from 0 to {players - 1}")
    names = game.face.seat_names(players)
    chances, facts = game.chances(state, seat), game.outlook(state, seat)
    out.print(f"What {names[seat]} (seat {seat}) can count")
    if not chances and not facts:
        out.print("Nothing at the moment.")
    for action, chance in chances.items():
        out.print(Text(f"  With '{action}' you succeed (chance: {percent(chance)})."))
    for fact in facts:
        sentence = game.face.describe_fact(fact, names, seat)
        out.print(Text.assemble("  ", sentence, "  ", (fact.clause, "dim")), soft_wrap=True)


# Arguments


def _whole(text: str, low: int, high: int) -> int:
    if not re.fullmatch("[+-]?[0-9]{1,9}", text) or not low <= int(text) <= high:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from {low} to {high}")
    return int(text)


def _bid(text: str) -> int:
    return _whole(text.replace("26+", "26"), BIDS[0], BIDS[-1])


def _modifier(text: str) -> int:
    return _whole(text, -GREATEST_MODIFIER, GREATEST_MODIFIER)


def _chips(text: str) -> int:
    return _whole(text, 0, ALL_CHIPS)


def _worth(text: str) -> int:
    return _whole(text, -GREATEST_WORTH, GREATEST_WORTH)


def _dice(text: str) -> list[int]:
    faces = text.split(",")
    if len(faces) != len(FACES):
        raise argparse.ArgumentTypeError(f"'{text}' is not three numbers for d12, d10 and d8, like 12,10,3")
    return [_whole(face, 1, highest) for face, highest in zip(faces, FACES, strict=True)]


def _left(text: str) -> list[int]:
    names = text.split(",")
    if not set(names) <= set(DICE) or len(set(names)) != len(names) or len(names) > 2:
        raise argparse.ArgumentTypeError(f"'{text}' is not one or two of d12, d10 and d8, like d12,d8")
    return [DICE.index(name) for name in names]
