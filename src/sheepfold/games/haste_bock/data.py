"""HB-1 The structure of the component file."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from sheepfold.core.components import Components, Path, Table
from sheepfold.games.haste_bock.flock import COLOURS
from sheepfold.games.haste_bock.setup import LETTERS, all_layouts

PLAYERS = range(2, 5)
DIE = [*COLOURS, "white"]

Number = Annotated[int, msgspec.Meta(ge=1, le=9)]
Steps = Annotated[int, msgspec.Meta(ge=1, le=3)]
Field = Annotated[int, msgspec.Meta(ge=1, le=222)]
"""At most three times as long as the printed track."""
Numbers = Annotated[list[Number], msgspec.Meta(max_length=4)]
Deck = Annotated[list[Steps], msgspec.Meta(max_length=24)]


class Layout(Table, frozen=True):
    rows: Annotated[list[str], msgspec.Meta(max_length=3)]


class Cards(Table, frozen=True):
    step: Numbers
    ram: Numbers
    leap: Numbers
    diagonal: Numbers
    straight: Numbers
    trough: Numbers
    turn: Numbers


class Movement(Table, frozen=True):
    two_players: Deck
    three_players: Deck


class Track(Table, frozen=True):
    length: Field
    phases: Annotated[list[Field], msgspec.Meta(max_length=4)]
    """The first field of each phase."""
    walls: Annotated[list[Field], msgspec.Meta(max_length=2)]
    """The fields in front of each wall."""
    pens: Annotated[list[Field], msgspec.Meta(max_length=2)]


class Panic(Table, frozen=True):
    fields: Annotated[list[Field], msgspec.Meta(max_length=36)]


class Die(Table, frozen=True):
    sides: Annotated[list[str], msgspec.Meta(max_length=6)]


class HasteBockComponents(Components, frozen=True):
    package: ClassVar[str] = "sheepfold.games.haste_bock"

    layout: Layout
    cards: Cards
    movement: Movement
    track: Track
    panic: Panic
    die: Die

    def problems(self) -> list[tuple[Path, str]]:
        found: list[tuple[Path, str]] = []
        if layout_text(self.layout.rows) not in all_layouts():
            found.append((("layout", "rows"), "Thea is in the middle and sheep of one colour a knight's move apart"))
        if not any(self.numbers()):
            found.append((("cards",), "there are no action cards"))
        if self.die.sides != DIE:
            found.append((("die", "sides"), f"the die shows {', '.join(DIE)}"))
        if any(field > self.track.length for field in self.panic.fields):
            found.append((("panic", "fields"), f"the track ends at {self.track.length}"))
        return found + self._problems_of_track()

    def _problems_of_track(self) -> list[tuple[Path, str]]:
        track = self.track
        second, third, fourth = (*track.phases, 0, 0, 0, 0)[1:4]
        borders = [*track.phases[:1], second, *track.walls[:1], *track.pens[:1], third, fourth, *track.walls[1:]]
        sound = len(track.phases) == 4 and len(track.walls) == 2 and len(track.pens) == 2 and track.phases[0] == 1
        if not sound or borders != sorted(borders) or track.pens[0] + 1 != third or track.pens[1] != track.length:
            return [(("track",), "four phases from field 1 on, a wall and a pen in the second and in the fourth")]
        return []

    def numbers(self) -> list[list[int]]:
        """By action, in the order of actions.KINDS."""
        cards = self.cards
        return [cards.step, cards.ram, cards.leap, cards.diagonal, cards.straight, cards.trough, cards.turn]


def layout_text(rows: list[str]) -> str:
    """The notation of a layout given by colour names."""
    letters = dict(zip(COLOURS, LETTERS, strict=True))
    return " ".join("".join(letters.get(colour, "?") for colour in row.split()) for row in rows)
