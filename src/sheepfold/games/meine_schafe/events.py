"""The events of Meine Schafe, Deine Schafe."""

from __future__ import annotations

import msgspec

from sheepfold.core.event import Event


class ColourDealt(Event, frozen=True):
    """A '?' tile is dealt. Only its owner sees the colour."""

    seat: int
    colour: str | None
    clause: str = "MS-1.7"

    def seen_by(self, seat: int | None) -> ColourDealt:
        return self if seat == self.seat else msgspec.structs.replace(self, colour=None)


class TileDrawn(Event, frozen=True):
    """A tile is drawn from the bag. Only its owner sees which."""

    seat: int
    tile: str | None
    clause: str

    def seen_by(self, seat: int | None) -> TileDrawn:
        return self if seat == self.seat else msgspec.structs.replace(self, tile=None)


class StartChosen(Event, frozen=True):
    seat: int
    clause: str = "MS-1.9"


class SpecialBegun(Event, frozen=True):
    """A special action begins, in the player's own turn (MS-3.5) or another's (MS-3.1)."""

    seat: int
    turn_of: int
    clause: str


class SpecialEnded(Event, frozen=True):
    seat: int
    clause: str = "MS-3.7"


class TileLaid(Event, frozen=True):
    """A tile is laid. Edges are letters, clockwise from the top."""

    seat: int
    tile: str
    side: str
    cell: str
    turn: int
    edges: str
    beast: str | None
    touching: int
    clause: str


class WolfDrivenOut(Event, frozen=True):
    """A hunter is laid on top of a wolf."""

    seat: int
    tile: str
    cell: str
    clause: str = "MS-4.4"


class ColourShown(Event, frozen=True):
    """A '?' tile is turned over and laid. From now on the colour is public (MS-5.3)."""

    seat: int
    colour: str
    cell: str
    touching: int
    clause: str = "MS-5.1"


class PenClosed(Event, frozen=True):
    colour: str
    sheep: int
    cells: list[str]
    clause: str = "MS-7.1"


class TurnSkipped(Event, frozen=True):
    seat: int
    clause: str = "MS-2.4"


class WentOut(Event, frozen=True):
    """A player is out, by dropping out (MS-6.1) or with the last tile of the hand (MS-7.2)."""

    seat: int
    dropped: bool
    bonus: int
    clause: str


class HandsReturned(Event, frozen=True):
    """Nobody could lay a tile: hands go back into the bag."""

    seats: list[int]
    clause: str = "MS-7.4"


class ColoursTold(Event, frozen=True):
    """All colours are made known at the end, by seat."""

    colours: list[list[str]]
    clause: str = "MS-1.7"


class PenPassedOver(Event, frozen=True):
    """A closed pen is passed over because it borders on a forest with a wolf."""

    seat: int
    colour: str
    sheep: int
    cells: list[str]
    forest: list[str]
    """The cells of the forest."""
    wolves: list[str]
    clause: str = "MS-8.2"


class PenCounted(Event, frozen=True):
    seat: int
    colour: str
    sheep: int
    cells: list[str]
    clause: str


class Scored(Event, frozen=True):
    """The final score of a seat: its largest pen (or the sum of two), the number of pens that count, and the bonus."""

    seat: int
    largest: int
    pens: int
    times: int
    """The factor of the largest pen: 1, or the number of pens in Määhr, määhr! (MS-9.2)."""
    bonus: int
    points: int
    clause: str


class TieCompared(Event, frozen=True):
    """A tie is broken: seats with equal points, and their pens from the second on."""

    seats: list[int]
    pens: list[list[int]]
    clause: str = "MS-8.3"


class GameEnded(Event, frozen=True):
    """`ending` is 'all out', 'stuck' or 'one left'."""

    ending: str
    ranks: list[int]
    clause: str
