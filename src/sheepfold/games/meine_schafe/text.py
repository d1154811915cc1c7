"""Meine Schafe, Deine Schafe in plain text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from sheepfold.core.event import Event
from sheepfold.core.text import Face, chance_of, counted
from sheepfold.core.view import Fact, View
from sheepfold.games.meine_schafe import events
from sheepfold.games.meine_schafe.cells import START, cell_name
from sheepfold.games.meine_schafe.view import MeineSchafeView, Player, Tile

LETTERS = {"black": "K", "yellow": "Y", "red": "R", "blue": "B"}
ENDINGS = {
    "all out": "Everybody is out",
    "stuck": "Nobody left can lay a tile",
    "one left": "Only one player is left",
}
HAND_IN_ROW = 5
NOTHING = [" " * 5] * 3
CORNERS = "╲╱╲╱"
"""The corners of a tile, clockwise from the top left. A fence from a corner to the middle separates two edges."""


class MeineSchafeFace(Face):
    styles: ClassVar[dict[str, str]] = {
        r"[╲╱]": "dim",
        r"\bK\b": "bold white on black",
        r"\bY\b": "bold bright_yellow",
        r"\bR\b": "bold bright_red",
        r"\bB\b": "bold bright_blue",
        r"\bF\b": "green",
        r"\bV\b": "magenta",
        r"\b[WH]\b": "bold reverse",
    }

    def seat_names(self, players: int) -> list[str]:
        return ["Anton", "Berta", "Cäsar", "Dora"][:players]

    def draw(self, view: MeineSchafeView, names: Sequence[str]) -> str:
        lines = [f"{view.bag} tiles in the bag", "", *_meadow(view), ""]
        lines += [_player(view, seat, player, names) for seat, player in enumerate(view.table)]
        return "\n".join([*lines, *_hand(view.hand)])

    def describe(self, event: Event, names: Sequence[str]) -> str:
        return _describe(event, names)

    def describe_fact(self, fact: Fact, names: Sequence[str], seat: int) -> str:
        return _describe_fact(fact)

    def ask(self, view: View, names: Sequence[str]) -> str:
        assert isinstance(view, MeineSchafeView)
        return _ask(view, names)


def draw_tile(edges: str, middle: str) -> list[str]:
    """Three lines of five characters: the edges, and a fence at each corner where two edges differ."""
    north, east, south, west = list(edges)
    apart = [west != north, north != east, east != south, south != west]
    fences = [corner if fence else " " for corner, fence in zip(CORNERS, apart, strict=True)]
    return [
        f"{fences[0]} {north} {fences[1]}",
        f"{west} {middle} {east}",
        f"{fences[3]} {south} {fences[2]}",
    ]


def _meadow(view: MeineSchafeView) -> list[str]:
    """The part of the table with tiles, and one cell around it."""
    middles = {"wolf": "W", "hunter": "H"}
    lying = {
        tile.cell: draw_tile(tile.edges, "?" if tile.tile == "?" else middles.get(tile.beast or "", " "))
        for tile in view.laid
    }
    places = [_place(cell) for cell in lying]
    rows = _span([row for row, _ in places], view.reach)
    columns = _span([column for _, column in places], view.reach)
    lines = ["    " + "".join(f"{cell_name(0, column).replace(START, '|'):^5}" for column in columns).rstrip()]
    for row in rows:
        drawn = [lying.get(cell_name(row, column), NOTHING) for column in columns]
        label = cell_name(row, 0).replace(START, "-")
        lines += [
            f"{label if line == 1 else '':<4}{''.join(tile[line] for tile in drawn)}".rstrip() for line in range(3)
        ]
    return lines


def _span(numbers: list[int], reach: int) -> range:
    return range(max(-reach, min(numbers) - 1), min(reach, max(numbers) + 1) + 1)


def _place(cell: str) -> tuple[int, int]:
    """The row and column of a cell, from its name."""
    steps = {direction: int(count) for direction, count in re.findall(r"([nsew])(\d+)", cell)}
    return steps.get("s", 0) - steps.get("n", 0), steps.get("e", 0) - steps.get("w", 0)


def _hand(hand: Sequence[Tile]) -> list[str]:
    """Both sides of each tile, with the beast on side a."""
    lines: list[str] = []
    for first in range(0, len(hand), HAND_IN_ROW):
        row = hand[first : first + HAND_IN_ROW]
        lines += ["", "  ".join(f"{tile.tile + 'a':<6}{tile.tile + 'b':<6}" for tile in row).rstrip()]
        sides = [
            (draw_tile(tile.a, {"wolf": "W", "hunter": "H"}.get(tile.beast or "", " ")), draw_tile(tile.b, " "))
            for tile in row
        ]
        lines += ["  ".join(f"{a[line]} {b[line]} " for a, b in sides).rstrip() for line in range(3)]
    return lines


def _player(view: MeineSchafeView, seat: int, player: Player, names: Sequence[str]) -> str:
    mark = ">" if seat == view.active else "!" if seat == view.special else " "
    name = names[seat].ljust(max(len(name) for name in names))
    if player.colours is None:
        colours = f"{' '.join(LETTERS[colour] for colour in player.shown)} ?".strip()
    else:
        colours = " ".join(LETTERS[colour] for colour in player.colours)
        colours += "" if len(player.shown) == len(player.colours) else " (not shown)"
    tiles = f"{player.hand} tile{'' if player.hand == 1 else 's'}"
    state = ", out" if player.out else ", skipped" if player.skipped else ""
    points = f"{view.scores[seat]} points" if player.colours is not None else f"? + {player.bonus} points"
    return f"{mark} {name}  {colours}, {tiles}, {points}{state}"


def _ask(view: MeineSchafeView, names: Sequence[str]) -> str:
    if view.phase == "beasts":
        return f"Send another wolf or hunter, or say 'done' (you will draw {view.drawing})."
    if view.phase == "extra":
        return "You may lay one more tile, like 'lay T17a n1e2 0', or say 'done'."
    specials = "Special: 'send WK n1', 'show red n1', 'out'"
    if view.active == view.seat:
        return (
            "Lay a tile: 'lay T17a n1e2 3' is tile T17, side a, one up and two right of the start, turned 3 × 90° "
            f"clockwise. {specials}. 'skip' only if no tile fits."
        )
    assert view.active is not None, "it is a player's turn"
    return f"It is the turn of {names[view.active]}; you may interrupt. {specials}."


def _cells(cells: Sequence[str]) -> str:
    return ", ".join(cells)


def _describe(event: Event, names: Sequence[str]) -> str:  # noqa: C901, PLR0911, PLR0912 one line per event
    match event:
        case events.ColourDealt(seat=seat, colour=colour):
            return f"{names[seat]} gets a '?' tile{f': {colour}' if colour else ''}."
        case events.TileDrawn(seat=seat, tile=tile):
            return f"{names[seat]} draws {tile or 'a tile'}."
        case events.StartChosen(seat=seat):
            return f"{names[seat]} starts."
        case events.SpecialBegun(seat=seat, turn_of=turn_of):
            return f"{names[seat]} interrupts{f' {names[turn_of]}' if turn_of != seat else ''}!"
        case events.SpecialEnded(seat=seat):
            return f"{names[seat]} is done."
        case events.TileLaid(seat=seat, tile=tile, side=side, cell=cell, beast=beast, touching=touching):
            what = f", a {beast}," if beast else ""
            return f"{names[seat]} lays {tile}{side}{what} at {cell}, touching {touching}."
        case events.WolfDrivenOut(seat=seat, tile=tile, cell=cell):
            return f"{names[seat]} lays the hunter {tile} on the wolf at {cell}."
        case events.ColourShown(seat=seat, colour=colour, cell=cell, touching=touching):
            return f"{names[seat]} shows {colour} at {cell}, touching {touching}."
        case events.PenClosed(colour=colour, sheep=sheep, cells=cells):
            return f"A pen with {sheep} {colour} sheep is closed ({_cells(cells)})."
        case events.TurnSkipped(seat=seat):
            return f"{names[seat]} cannot lay a tile and is skipped."
        case events.WentOut(seat=seat, dropped=dropped, bonus=bonus):
            how = "drops out" if dropped else "has no tile left and is out"
            return f"{names[seat]} {how}{f', bonus {bonus}' if bonus else ''}."
        case events.HandsReturned():
            return "Nobody can begin: all hands go back into the bag."
        case events.ColoursTold(colours=colours):
            by_name = [f"{name} {' and '.join(own)}" for name, own in zip(names, colours, strict=False)]
            return f"The colours: {', '.join(by_name)}."
        case events.PenPassedOver(seat=seat, sheep=sheep, colour=colour, cells=cells, wolves=wolves):
            by = f"the wolf at {_cells(wolves)}"
            return f"{names[seat]}: the pen with {sheep} {colour} sheep ({_cells(cells)}) is passed over, for {by}."
        case events.PenCounted(seat=seat, sheep=sheep, colour=colour, cells=cells):
            return f"{names[seat]}: the pen with {sheep} {colour} sheep counts ({_cells(cells)})."
        case events.Scored(seat=seat, largest=largest, pens=pens, bonus=bonus, points=points):
            calculation = f"{largest} × {pens} pens" if event.clause == "MS-9.2" else f"{largest} + {bonus}"
            return f"{names[seat]} has {points} points ({calculation})."
        case events.TieCompared(seats=seats, pens=sizes):
            by_name = [f"{names[seat]} {own}" for seat, own in zip(seats, sizes, strict=True)]
            return f"Equal points; the smaller pens are compared: {', '.join(by_name)}."
        case events.GameEnded(ending=ending, ranks=ranks):
            first = [names[seat] for seat, rank in enumerate(ranks) if rank == 1]
            return f"{ENDINGS[ending]}. {' and '.join(first)} {'wins' if len(first) == 1 else 'win together'}."
    raise TypeError(f"{event} is not an event of Meine Schafe, Deine Schafe")


def _describe_fact(fact: Fact) -> str:  # noqa: PLR0911 one sentence per fact
    values = fact.values
    pen = f"your {values.get('colour')} pen with {values.get('sheep')} sheep"
    match fact.id:
        case "unseen":
            tiles = counted(values["unseen"], "tile")
            return f"You have not seen {tiles}: {values['bag']} in the bag, {values['hands']} in hands that still play."
        case "beast":
            beasts = "wolves" if values["beast"] == "wolf" else "hunters"
            count = f"{values['count']} of {values['unseen']} unseen tiles are {beasts}."
            return f"{count}{_likely('Somebody holds one', fact)}"
        case "pen-one":
            closing = f"{values['tiles']} of {values['unseen']} unseen tiles close {pen}"
            return (
                f"{closing}, {values['hand'] or 'none'} in your hand.{_likely('The next tile drawn closes it', fact)}"
            )
        case "pen-many":
            return f"{pen.capitalize()} needs at least {values['gaps']} tiles."
        case "pen-stuck":
            return f"{pen.capitalize()} can never be closed: no tile can fill one of its gaps any more."
        case "pen-safe":
            return f"No wolf can get at {pen}, as the land lies."
        case "pen-wolf":
            return f"A wolf could still be laid beside {pen}.{_likely('Somebody holds one', fact)}"
        case "bonus":
            points = counted(values["points"], "point")
            parts = f"{values['pen']} for your pen, {values['bonus']} on top"
            return f"If you went out next, you would have {points}: {parts}."
    raise TypeError(f"{fact} is not a fact of Meine Schafe")


def _likely(what: str, fact: Fact) -> str:
    """A second sentence, if its chance is known."""
    return "" if fact.chance is None else f" {what}{chance_of(fact)}."
