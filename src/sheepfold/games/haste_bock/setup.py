"""HB-1 The components and options of a table, in a form that the rules read quickly."""

from __future__ import annotations

from itertools import permutations
from typing import Final

from sheepfold.core.action import Action, canonical_order
from sheepfold.core.pickling import Pickled
from sheepfold.games.haste_bock.actions import (
    DIAGONAL,
    KINDS,
    NO_CARD,
    RAM,
    SIDES,
    STRAIGHT,
    TROUGH,
    TURN,
    Discard,
    Layout,
    Play,
    Roll,
    with_sheep,
)
from sheepfold.games.haste_bock.flock import COLOURS, FLOCK, THEA
from sheepfold.games.haste_bock.meadow import CELLS, DIAGONALS, DIRECTIONS, EIGHT, SIZE, STRAIGHTS

LETTERS: Final = "bygrk"
TROUGHS: Final = [2, 0, 4, 6]
"""The four directions in the order of notation: e, n, s, w."""
WAYS: Final = CELLS * EIGHT * SIZE
BLOCK: Final = [(row, column) for row in (3, 4, 5) for column in (3, 4, 5)]
"""HB-1.2 The nine fields in the centre."""


class Card(Pickled):
    """An action card: what it does and how far it moves the time stone."""

    __slots__ = ("kind", "name", "number")

    def __init__(self, kind: int, number: int) -> None:
        self.kind = kind
        self.number = number
        self.name = f"{KINDS[kind]}{number}"


class Setup(Pickled):
    """Shared by all positions of a game and never modified."""

    __slots__ = (
        "cards",
        "colours",
        "counts",
        "discards",
        "fixed",
        "layout",
        "layouts",
        "length",
        "movement",
        "panic",
        "pens",
        "phases",
        "players",
        "plays",
        "rolls",
        "rounds",
        "start",
        "walls",
    )

    def __init__(
        self,
        numbers: list[list[int]],
        movement: list[int],
        track: list[list[int]],
        panic: list[int],
        die: list[str],
        colours: list[int],
        layout: str | None,
        start: Action | None,
    ) -> None:
        self.cards = [Card(kind, number) for kind in range(len(KINDS)) for number in sorted(set(numbers[kind]))]
        self.cards.sort(key=_by_name)
        """HB-1.5 The different cards, in the order of notation. Those with the same action and number are alike."""
        self.counts = [numbers[card.kind].count(card.number) for card in self.cards]
        self.movement = [movement.count(steps) for steps in range(4)]
        """HB-9.2, HB-10.2 The number of movement cards that each player has, by steps."""
        self.length = track[0][0]
        self.phases = track[1]
        """HB-6.1 The first fields of the four phases."""
        self.walls = track[2]
        self.pens = track[3]
        self.panic = panic
        """HB-1.9 The sheep-panic fields."""
        self.colours = colours
        """HB-1.10 The colour of each seat; HB-9.1, HB-10.1 other sheep are neutral."""
        self.players = len(colours)
        self.layouts = [_layout(rows) for rows in all_layouts()]
        self.layout = None if layout is None else _layout(layout)
        """HB-1.3 The layout that the table chose; None leaves it to chance."""
        self.start = start
        self.rolls: list[Action] = [Roll(colour, die[colour]) for colour in range(len(die))]
        self.rolls.sort(key=canonical_order)
        self.plays: list[Play | None] = [None] * ((len(self.cards) + 1) * WAYS)
        """Plays with sheep, created on first use."""
        self.discards: list[Action] = [Discard(index, card.name) for index, card in enumerate(self.cards)]
        self.fixed = [_fixed(index, card) for index, card in enumerate(self.cards)]
        """By card without a sheep: its plays, by line, trough direction or side."""
        self.rounds = 2 if self.players == 2 else 1
        """HB-3.2 The number of rams of each player in the scramble."""

    def with_sheep(self, card: int, way: int) -> Play:
        """The play of a sheep, created on first use. Its way is `(cell * EIGHT + direction) * SIZE + count`.

        Without a card it is a ram in the scramble or a panic.
        """
        key = (card + 1) * WAYS + way
        play = self.plays[key]
        if play is None:
            name = "ram" if card == NO_CARD else self.cards[card].name
            kind = RAM if card == NO_CARD else self.cards[card].kind
            play = with_sheep(name, card, kind, way // SIZE // EIGHT, way // SIZE % EIGHT, way % SIZE)
            self.plays[key] = play
        return play


def _by_name(card: Card) -> tuple[list[str | int], str]:
    return canonical_order(Action(card.name))


def _fixed(index: int, card: Card) -> list[Play]:
    if card.kind == DIAGONAL:
        return [Play(f"{card.name} {line.name}", index, DIAGONAL, 0, 0, 0, at) for at, line in enumerate(DIAGONALS)]
    if card.kind == STRAIGHT:
        return [Play(f"{card.name} {line.name}", index, STRAIGHT, 0, 0, 0, at) for at, line in enumerate(STRAIGHTS)]
    if card.kind == TROUGH:
        return [Play(f"{card.name} {DIRECTIONS[way]}", index, TROUGH, 0, way, 0, 0) for way in TROUGHS]
    if card.kind == TURN:
        return [Play(f"{card.name} {side}", index, TURN, 0, way, 0, 0) for way, side in enumerate(SIDES)]
    return []


def all_layouts() -> list[str]:
    """HB-1.2 The 48 layouts in the order of notation: Thea in the middle, pairs a knight's move apart."""
    around = [spot for spot in BLOCK if spot != (4, 4)]
    corners = [spot for spot in around if (spot[0] + spot[1]) % 2 == 0]
    found: set[str] = set()
    for order in permutations(range(4)):
        for mirrored in (False, True):
            letters = {(4, 4): "k"}
            for colour, corner in zip(order, corners, strict=True):
                letters[corner] = LETTERS[colour]
                letters[_knight(corner, mirrored)] = LETTERS[colour]
            rows = ["".join([letters[spot] for spot in BLOCK if spot[0] == row]) for row in (3, 4, 5)]
            found.add(" ".join(rows))
    return sorted(found)


def _knight(corner: tuple[int, int], mirrored: bool) -> tuple[int, int]:
    """The field a knight's move from a corner of the block, clockwise or not."""
    row, column = corner
    clockwise = (row == 3) == (column == 3)
    if clockwise != mirrored:
        return 4, 8 - column
    return 8 - row, 4


def _layout(rows: str) -> Layout:
    where = [0] * FLOCK
    seen = [0] * len(COLOURS)
    for (row, column), letter in zip(BLOCK, rows.replace(" ", ""), strict=True):
        colour = LETTERS.index(letter)
        sheep = THEA if letter == "k" else 2 * colour + seen[colour]
        seen[colour] += 1
        where[sheep] = row * SIZE + column
    return Layout(rows, where)
