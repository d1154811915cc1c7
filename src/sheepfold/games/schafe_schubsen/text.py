"""Schafe schubsen in plain text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sheepfold.core.event import Event
from sheepfold.core.text import Face, chance_of, counted
from sheepfold.core.view import Fact, View
from sheepfold.games.schafe_schubsen import events
from sheepfold.games.schafe_schubsen.board import BOARD, COLUMN, END
from sheepfold.games.schafe_schubsen.view import SchafeSchubsenView, Sheep

LETTERS = "YRBGKWOP"
"""Yellow, Red, Blue, Green, blacK, White, Orange, Purple: the sheep in a drawing."""


class SchafeSchubsenFace(Face):
    styles: ClassVar[dict[str, str]] = {
        r"~+": "bright_blue",
        r"·": "green",
        r"\bY\b": "bold bright_yellow",
        r"\bR\b": "bold bright_red",
        r"\bB\b": "bold blue",
        r"\bG\b": "bold bright_green",
        r"\bK\b": "bold white on black",
        r"\bW\b": "bold black on white",
        r"\bO\b": "bold dark_orange",
        r"\bP\b": "bold bright_magenta",
    }

    def seat_names(self, players: int) -> list[str]:
        return ["Yellow", "Red", "Blue", "Green", "Black", "White", "Orange", "Purple"][:players]

    def draw(self, view: SchafeSchubsenView, names: Sequence[str]) -> str:
        if not view.boards:
            return "The dyke is not laid yet."
        return "\n".join([*_dyke(view), "", *_players(view, names), f"Clovers: {_clovers(view.supply)}"])

    def describe(self, event: Event, names: Sequence[str]) -> str:
        return _describe(event, names)

    def describe_fact(self, fact: Fact, names: Sequence[str], seat: int) -> str:
        return _describe_fact(fact, names)

    def ask(self, view: View, names: Sequence[str]) -> str:
        assert isinstance(view, SchafeSchubsenView)
        return _ask(view)


def _dyke(view: SchafeSchubsenView) -> list[str]:
    """Columns run upwards, so the top row comes first. A field is the sum of its column and row number."""
    first, second = view.boards
    lines = [f"     board {first:<25}  board {second}"]
    lines += [f"  {row} {_row(view, row, 0)} │{_row(view, row, BOARD)}" for row in reversed(range(COLUMN))]
    lines.append(f"    {_heads(0, 3)}  {_heads(BOARD, 6)}")
    lines.append("    Columns are tens, rows are ones; · free, ~ water, Y a sheep, Y~ a sheep in the water")
    if view.shared_start:
        together = [LETTERS[seat] for seat, sheep in enumerate(view.sheep) if sheep.field == 0]
        if len(together) > 1:
            lines.append(f"    On field 0 together (*): {' '.join(together)}")
    return lines


def _heads(board: int, width: int) -> str:
    """The number below each column; with three digits, only below every other column."""
    columns = range(board, board + BOARD, COLUMN * width // 3)
    return "".join(f"{column:^3}{' ' * (width - 3)}" for column in columns)


def _row(view: SchafeSchubsenView, row: int, board: int) -> str:
    return "".join(_field(view, board + column * COLUMN + row) for column in range(BOARD // COLUMN))


def _field(view: SchafeSchubsenView, field: int) -> str:
    here = [LETTERS[seat] for seat, sheep in enumerate(view.sheep) if sheep.field == field]
    mark = "*" if len(here) > 1 else "".join(here)
    if field in view.water:
        return f" {mark or '~'}~"
    return f" {mark or '·'} "


def _players(view: SchafeSchubsenView, names: Sequence[str]) -> list[str]:
    width = max(len(name) for name in names)
    return [_player(view, seat, sheep, names[seat].ljust(width)) for seat, sheep in enumerate(view.sheep)]


def _player(view: SchafeSchubsenView, seat: int, sheep: Sheep, name: str) -> str:
    if sheep.field is None:
        return f"  {LETTERS[seat]} {name}  out"
    cards = " ?" if sheep.cards is None else f"{sheep.cards:>2}"
    parts = [f"  {LETTERS[seat]} {name}  field {sheep.field:>3}  rings {sheep.rings}  cards {cards}"]
    if sheep.clovers:
        parts.append(f"clovers {_clovers(sheep.clovers)}")
    if view.start == seat:
        parts.append("starts")
    if view.angel == seat:
        parts.append("angel")
    if view.devil == seat:
        parts.append("devil")
    if sheep.revealed is not None:
        parts.append(f"laid {sheep.revealed}")
    elif sheep.has_laid:
        parts.append("has laid")
    return "  ".join(parts)


def _clovers(counts: dict[str, int]) -> str:
    return " ".join(kind if count == 1 else f"{kind}×{count}" for kind, count in counts.items()) or "none"


def _ask(view: SchafeSchubsenView) -> str:
    assert view.seat is not None
    own = view.sheep[view.seat]
    if view.phase == "laying":
        hand = view.hand or []
        example = "".join(str(digit) for digit in hand[:-3:-1])
        return (
            f"Lay one to three of your cards ({' '.join(map(str, hand))}) as the digits of your distance, "
            f"for example '{example}'. You stand on {own.field}; the dyke ends at {END - 1}."
        )
    if view.phase == "clovers":
        used = f" Used: {view.back} back, {view.change} up or down." if view.back or view.change else ""
        return (
            f"You laid {own.revealed} and stand on {own.field}. Walk with 'go', "
            f"or use a clover first (you have {_clovers(own.clovers)}).{used}"
        )
    if view.phase == "turning":
        return "The first board is free: choose the side that is laid behind the other."
    return (
        "You have the angel: take a clover. 'back' walks back after the move, 'change' alters the distance by up to it."
    )


def _describe(event: Event, names: Sequence[str]) -> str:  # noqa: C901, PLR0911, PLR0912 one line per event
    match event:
        case events.DykeLaid(boards=boards):
            return f"The dyke is laid: board {boards[0]}, then board {boards[1]}."
        case events.StartChosen(seat=seat):
            return f"{names[seat]} starts, with angel and devil."
        case events.Laid(seat=seat, digits=digits):
            return f"{names[seat]} lays {'cards' if digits is None else digits}."
        case events.Revealed(seat=seat, digits=digits):
            return f"{names[seat]} reveals {digits}."
        case events.CloverUsed(seat=seat, clover=clover):
            return f"{names[seat]} uses {clover}."
        case events.DistanceChanged(seat=seat, laid=laid, distance=distance):
            return f"{names[seat]} changes the distance from {laid} to {distance}."
        case events.Walked(seat=seat, start=start, end=end):
            way = "walks" if end >= start else "walks back"
            return f"{names[seat]} {way} from {start} to {end if end < END else 'beyond the end of the dyke'}."
        case events.Stayed(seat=seat):
            return f"{names[seat]} stays."
        case events.Pushed(seat=seat, by=by, end=end):
            where = f"to {end}" if end < END else "off the dyke"
            return f"{names[by]} pushes {names[seat]} {where}."
        case events.RingLost(seat=seat, left=left, clause=clause):
            where = "into the water" if clause == "SS-4.3" else "to the devil"
            return f"{names[seat]} loses a ring {where}, {left} left."
        case events.WentOut(seat=seat, why=why):
            how = {"drowned": "drowns", "fell": "falls off the dyke", "devil": "goes with the devil"}[why]
            return f"{names[seat]} {how} and is out."
        case events.BoardLaid(seat=seat, side=side):
            return f"{names[seat]} lays board {side} behind the other; all fields count 100 less."
        case events.Compared(seat=seat, distance=distance):
            return f"{names[seat]} compares {distance}."
        case events.DevilMoved(seat=seat):
            return "The devil lies aside." if seat is None else f"{names[seat]} gets the devil."
        case events.AngelMoved(seat=seat):
            return "The angel lies aside." if seat is None else f"{names[seat]} gets the angel."
        case events.CloverTaken(seat=seat, clover=clover):
            return f"{names[seat]} takes the clover {clover}."
        case events.CardsTakenBack(seat=seat):
            return f"{names[seat]} takes all cards back."
        case events.RoundBegun(number=number, seat=seat):
            return f"Round {number}: {names[seat]} starts, with angel and devil."
        case events.GameEnded(ranks=ranks, clause=clause):
            first = [names[seat] for seat, rank in enumerate(ranks) if rank == 1]
            reason = "the last two, and further back" if clause == "SS-8.1" else "nobody stayed longer"
            return f"The game is over. {' and '.join(first)} {'wins' if len(first) == 1 else 'win together'}: {reason}."
    raise TypeError(f"{event} is not an event of Schafe schubsen")


RANDOM = "if the others lay at random and use no clovers"
ENDINGS = {
    "dry": "dry, on a free field",
    "push": "on a sheep, which you push",
    "water": "in the water",
    "stay": "where you are",
}
GROUNDS = {"water": "into the water", "off": "off the dyke", "dry": "onto dry ground"}


def _describe_fact(fact: Fact, names: Sequence[str]) -> str:
    values = fact.values
    match fact.id:
        case "ending":
            ending = ENDINGS[str(values["ending"])]
            return f"{values['distances']} of the {values['all']} distances in your hand would now end {ending}."
        case "off":
            return "Every distance in your hand leads off the dyke."
        case "push-here" | "push-there":
            where = f"your field {values['field']}" if fact.id == "push-here" else f"{values['field']} after you"
            ground = GROUNDS[str(values["ground"])]
            return f"Somebody lands on {where} and pushes you to {values['next']}, {ground}, {RANDOM}{chance_of(fact)}."
        case "devil" | "angel":
            return f"With distance {values['distance']} the {fact.id} is yours, {RANDOM}{chance_of(fact)}."
        case "hand":
            assert fact.seat is not None
            cards = f"the cards {values['digits']}" if values["cards"] else "no cards"
            return f"{names[fact.seat]} has {cards}."
        case "rounds":
            rounds = counted(values["most"], "more round")
            return f"At most {rounds}: each costs a ring or a sheep."
    raise TypeError(f"{fact} is not a fact of Schafe schubsen")
