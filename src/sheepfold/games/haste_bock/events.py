"""The events of Haste Bock?. Fields of the meadow are named a1 to i9."""

from __future__ import annotations

import msgspec

from sheepfold.core.event import Event


class FlockPlaced(Event, frozen=True):
    """The flock is placed: rows from the top, colours by letter, k for Thea."""

    rows: str
    clause: str = "HB-1.3"


class StartChosen(Event, frozen=True):
    seat: int
    clause: str = "HB-1.8"


class DieRolled(Event, frozen=True):
    """The die is rolled in the scramble (HB-3.1) or a panic (HB-4.4)."""

    seat: int
    colour: str
    clause: str


class RamLapsed(Event, frozen=True):
    """No sheep of that colour can ram."""

    seat: int
    colour: str
    clause: str = "HB-3.3"


class Move(msgspec.Struct, frozen=True):
    """The move of one sheep."""

    colour: str
    start: str
    end: str


class SheepMoved(Event, frozen=True):
    """The moves of a card, or of a ram without a card: step, ram, leap, diagonal, straight or trough."""

    seat: int
    what: str
    card: int | None
    moves: list[Move]
    clause: str


class FlockTurned(Event, frozen=True):
    seat: int
    card: int
    side: str
    facing: str
    clause: str = "HB-5.9"


class CardDiscarded(Event, frozen=True):
    seat: int
    card: str
    clause: str = "HB-4.6"


class MovementPlayed(Event, frozen=True):
    """A movement card is played. The clause is HB-10.3 with two players."""

    seat: int
    steps: int
    clause: str


class StoneMoved(Event, frozen=True):
    """The time stone moves. Steps beyond a pen are lost (HB-6.2)."""

    start: int
    end: int
    lost: int
    clause: str


class PhaseBegun(Event, frozen=True):
    number: int
    clause: str = "HB-6.1"


class Counted(msgspec.Struct, frozen=True):
    """The points of one sheep, with its row (1 is the best) or the neighbour that counts."""

    colour: str
    cell: str
    row: int | None
    neighbour: str | None
    points: int


class Scored(Event, frozen=True):
    """A seat scores in phase 1 (HB-7.1), 2 (HB-7.2), 3 (HB-7.3) or 4 (HB-7.4)."""

    seat: int
    points: int
    sheep: list[Counted]
    total: int
    clause: str


class PanicBegun(Event, frozen=True):
    seat: int
    field: int
    clause: str = "HB-4.4"


class PenaltyPaid(Event, frozen=True):
    """The penalty for unused movement cards."""

    seat: int
    cards: int
    points: int
    total: int
    clause: str = "HB-9.4"


class GameEnded(Event, frozen=True):
    ranks: list[int]
    clause: str = "HB-8.1"
