"""Haste Bock? in plain text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from sheepfold.core.event import Event
from sheepfold.core.text import Face, chance_of, counted
from sheepfold.core.view import Fact, View
from sheepfold.games.haste_bock import events
from sheepfold.games.haste_bock.meadow import NAMES, SIZE
from sheepfold.games.haste_bock.view import HasteBockView, Player

LETTERS = {"blue": "B", "yellow": "Y", "green": "G", "red": "R", "black": "T"}
"""The sheep in a drawing; T is Thea."""
EDGES = {"n": "top", "e": "right", "s": "bottom", "w": "left"}
SCORES = [
    "before the first phase",
    "phase 1: your two sheep together",
    "phase 2: rows near Roger",
    "phase 3: beside Thea",
    "phase 4: rows far from Jacques",
]


class HasteBockFace(Face):
    styles: ClassVar[dict[str, str]] = {
        r"·": "green",
        r"\bB\b": "bold bright_blue",
        r"\bY\b": "bold bright_yellow",
        r"\bG\b": "bold bright_green",
        r"\bR\b": "bold bright_red",
        r"\bT\b": "bold white on black",
    }

    def seat_names(self, players: int) -> list[str]:
        return ["Albert", "Helga", "Peter", "Doris"][:players]

    def draw(self, view: HasteBockView, names: Sequence[str]) -> str:
        who = {0: "", 2: ", Roger", 4: ", Jacques"}.get(view.track_phase, "")
        lines = [
            f"Time {view.stone} of 74, {SCORES[view.track_phase]}",
            f"The flock looks to the {EDGES[view.facing]} edge{f' ({who[2:]} is there)' if who else ''}",
            "",
            *_meadow(view),
            "",
        ]
        return "\n".join([*lines, *(_player(view, seat, player, names) for seat, player in enumerate(view.table))])

    def describe(self, event: Event, names: Sequence[str]) -> str:
        return _describe(event, names)

    def describe_fact(self, fact: Fact, names: Sequence[str], seat: int) -> str:
        return _describe_fact(fact, names, seat)

    def ask(self, view: View, names: Sequence[str]) -> str:
        assert isinstance(view, HasteBockView)
        return _ask(view)


def _meadow(view: HasteBockView) -> list[str]:
    standing = {sheep.cell: LETTERS[sheep.colour] for sheep in view.flock}
    lines = []
    for row in range(SIZE):
        cells = NAMES[row * SIZE : (row + 1) * SIZE]
        lines.append(f"  {SIZE - row}  {'  '.join(standing.get(cell, '·') for cell in cells)}")
    return [*lines, "     a  b  c  d  e  f  g  h  i"]


def _player(view: HasteBockView, seat: int, player: Player, names: Sequence[str]) -> str:
    """Cards as `step12 trough33`: each action with the numbers that are left."""
    numbers: dict[str, str] = {}
    for card, count in player.cards.items():
        numbers[card[:-1]] = numbers.get(card[:-1], "") + card[-1] * count
    cards = " ".join(f"{action}{digits}" for action, digits in numbers.items()) or "no cards"
    walks = "".join(steps * count for steps, count in player.movement.items())
    mark = ">" if view.active == seat else " "
    who = f"{LETTERS[player.colour]} {names[seat].ljust(max(len(name) for name in names))}"
    return f"{mark} {who} {view.scores[seat]:>3}  {cards}{f'  walk {walks}' if walks else ''}"


def _ask(view: HasteBockView) -> str:
    if view.phase == "ramming":
        why = "Panic" if view.throw == "panic" else "The scramble"
        return f"{why}: the die shows {view.die}. Ram with such a sheep; one sheep from d5 is written 'ram d5 ne 1'."
    if view.phase == "walking":
        return f"Your card moves the stone by {view.steps}. Which movement card do you add?"
    bans = [f"no trough to {view.banned_trough}"] if view.banned_trough else []
    bans += [f"no turn to the {view.banned_side}"] if view.banned_side else []
    banned = f" ({', '.join(bans)} this time)" if bans else ""
    return f"Play a card{banned}, written like 'step1 d5 ne' or 'turn1 left'; 'try …' shows what it would do."


def _moves(moves: Sequence[events.Move]) -> str:
    return ", ".join(f"{LETTERS[move.colour]} {move.start}-{move.end}" for move in moves)


def _describe(event: Event, names: Sequence[str]) -> str:  # noqa: C901, PLR0911, PLR0912 one line per event
    match event:
        case events.FlockPlaced(rows=rows):
            return f"The flock stands: {rows}."
        case events.StartChosen(seat=seat):
            return f"{names[seat]} starts."
        case events.DieRolled(seat=seat, colour=colour):
            return f"{names[seat]} rolls {colour}."
        case events.RamLapsed(seat=seat, colour=colour):
            return f"No {colour} sheep can ram: nothing happens for {names[seat]}."
        case events.SheepMoved(seat=seat, what=what, card=card, moves=moves):
            return f"{names[seat]}: {what}{'' if card is None else card}: {_moves(moves)}."
        case events.FlockTurned(seat=seat, side=side, facing=facing):
            return f"{names[seat]} turns the flock {side}; it looks to the {EDGES[facing]} edge."
        case events.CardDiscarded(seat=seat, card=card_name):
            return f"{names[seat]} can play nothing and discards {card_name}."
        case events.MovementPlayed(seat=seat, steps=steps):
            return f"{names[seat]} adds a movement card of {steps}."
        case events.StoneMoved(end=end, lost=lost):
            return f"The time stone comes to {end}{f', {lost} steps are lost at the pen' if lost else ''}."
        case events.PhaseBegun(number=number):
            return f"Now {SCORES[number]}."
        case events.Scored(seat=seat, points=points, sheep=sheep, total=total):
            parts = ", ".join(f"{LETTERS[one.colour]} {one.cell} {one.points}" for one in sheep)
            return f"{names[seat]} scores {points} ({parts}), {total} in all."
        case events.PanicBegun(seat=seat):
            return f"Panic: {names[seat]} rolls the die."
        case events.PenaltyPaid(seat=seat, cards=cards, points=points):
            return f"{names[seat]} has {cards} movement cards left: {points}."
        case events.GameEnded(ranks=ranks):
            first = [names[seat] for seat, rank in enumerate(ranks) if rank == 1]
            return f"The game is over. {' and '.join(first)} {'wins' if len(first) == 1 else 'win together'}."
    raise TypeError(f"{event} is not an event of Haste Bock?")


def _describe_fact(fact: Fact, names: Sequence[str], seat: int) -> str:  # noqa: PLR0911 one sentence per fact
    values = fact.values
    me = fact.seat == seat
    name = "" if fact.seat is None else names[fact.seat]
    match fact.id:
        case "best":
            points = counted(values["points"], "point")
            return f"Your best turn now brings {points}: {values['plays']} of your {values['all']} moves do."
        case "scoring":
            return (
                f"Everyone scores after {counted(values['steps'], 'more step')}. {_earliest(values['turns'], me, name)}"
            )
        case "panic":
            steps = counted(values["steps"], "step")
            return f"{'You' if me else name} would set off a panic with {steps}, on field {values['field']}."
        case "gain":
            sides = f"{values['sides']} of the {values['all']} colours"
            more = f"let you make more of your sheep, which would score {values['now']} now"
            return f"{sides} {more}{chance_of(fact)}."
        case "harm":
            sides = f"{values['sides']} of the {values['all']} colours"
            return f"{sides} could cost you something{chance_of(fact)}. Your sheep would score {values['now']} now."
        case "die":
            return f"If the die shows {values['colour']}, {_after_ram(values)}."
        case "race-open" | "race-over":
            return _race(name, values, is_open=fact.id == "race-open")
    raise TypeError(f"{fact} is not a fact of Haste Bock?")


def _earliest(turns: int | str, me: bool, name: str) -> str:
    if turns == 1:
        return f"{'You' if me else name} can do that in one turn."
    return f"At the earliest, {'you get' if me else f'{name} gets'} there, in {turns} turns."


def _after_ram(values: Mapping[str, int | str]) -> str:
    if not values["ways"]:
        return "nobody can ram"
    worth = f"{values['least']} to {values['most']}" if values["open"] == "yes" else f"{values['most']}"
    return (
        f"there {'is' if values['ways'] == 1 else 'are'} {counted(values['ways'], 'way')} to ram, then {worth} for you"
    )


def _race(name: str, values: Mapping[str, int | str], is_open: bool) -> str:
    chance = "can still catch up" if is_open else "cannot catch up any more"
    if values["leader"] == "you":
        return f"{name} {chance}: {values['lead']} behind you, with {values['most']} more to get at most."
    return f"You {chance} with {name}: {values['lead']} ahead of you, with {values['most']} more to get at most."
