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
    START_ACTIONS,
    STEP,
    STRAIGHT,
    TROUGH,
    TURN,
    WALKS,
    Discard,
    Layout,
    Play,
    Roll,
    with_sheep,
)
from sheepfold.games.haste_bock.flock import COLOURS, FLOCK, THEA, TROUGHS
from sheepfold.games.haste_bock.meadow import DIAGONALS, DIRECTIONS, SIZE, STRAIGHTS
from sheepfold.games.haste_bock.rays import BITS, COUNT_OF, DIRECTION_OF, WAYS

LETTERS: Final = "bygrk"
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
        "is_panic",
        "kinds",
        "layout",
        "layouts",
        "length",
        "movement",
        "pens",
        "phase_of",
        "players",
        "plays",
        "rolls",
        "rounds",
        "start",
        "starts",
        "turns",
        "walks",
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
        self.kinds = [card.kind for card in self.cards]
        self.counts = [numbers[card.kind].count(card.number) for card in self.cards]
        self.movement = [movement.count(steps) for steps in range(4)]
        """HB-9.2, HB-10.2 The number of movement cards that each player has, by steps."""
        self.length = track[0][0]
        self.phase_of = [sum([first <= field for first in track[1]]) for field in range(self.length + 1)]
        """HB-6.1 The phase of each field; 0 before the first field. HB-6.3 Roger is there in phase 2, Jacques in 4."""
        self.walls = track[2]
        self.pens = track[3]
        self.is_panic = [field in panic for field in range(self.length + 1)]
        """HB-1.9 By field: whether it is a sheep-panic field."""
        self.colours = colours
        """HB-1.10 The colour of each seat; HB-9.1, HB-10.1 other sheep are neutral."""
        self.players = len(colours)
        self.turns = [[seat] for seat in range(self.players)]
        """By seat: the shared result of `waiting_for` while the game waits for that seat alone."""
        self.walks = [_walks(held, self.players) for held in range(1 << 3)]
        """The choices of a movement card, by the set of steps that the player has cards for."""
        self.layouts: list[Action] = [_layout(rows) for rows in all_layouts()]
        self.layout = None if layout is None else _layout(layout)
        """HB-1.3 The layout that the table chose; None leaves it to chance."""
        self.start = start
        self.starts = START_ACTIONS[: self.players]
        self.rolls: list[Action] = [Roll(colour, die[colour]) for colour in range(len(die))]
        self.rolls.sort(key=canonical_order)
        self.plays = [_plays(index, card) for index, card in enumerate(self.cards)]
        self.plays.append([None] * WAYS)
        """By card and way; the last list, which has the index NO_CARD, is for rams without a card.

        A way is that of a sheep (rays.py), or the index of a line, a trough or a side. Plays with a sheep are created
        on first use.
        """
        self.discards: list[Action] = [Discard(index, card.name) for index, card in enumerate(self.cards)]
        self.rounds = 2 if self.players == 2 else 1
        """HB-3.2 The number of rams of each player in the scramble."""

    def play(self, card: int, way: int) -> Play:
        """The play of a card, or a ram without a card."""
        play = self.plays[card][way]
        if play is None:
            name = KINDS[RAM] if card == NO_CARD else self.cards[card].name
            kind = RAM if card == NO_CARD else self.kinds[card]
            count = 0 if kind == STEP else COUNT_OF[way]
            play = with_sheep(name, card, kind, way // BITS, DIRECTION_OF[way], count)
            self.plays[card][way] = play
        return play


def _by_name(card: Card) -> tuple[list[str | int], str]:
    return canonical_order(Action(card.name))


def _plays(index: int, card: Card) -> list[Play | None]:
    if card.kind == DIAGONAL:
        return [Play(f"{card.name} {line.name}", index, DIAGONAL, 0, 0, 0, at) for at, line in enumerate(DIAGONALS)]
    if card.kind == STRAIGHT:
        return [Play(f"{card.name} {line.name}", index, STRAIGHT, 0, 0, 0, at) for at, line in enumerate(STRAIGHTS)]
    if card.kind == TROUGH:
        return [Play(f"{card.name} {DIRECTIONS[way]}", index, TROUGH, 0, way, 0, 0) for way in TROUGHS]
    if card.kind == TURN:
        return [Play(f"{card.name} {side}", index, TURN, 0, way, 0, 0) for way, side in enumerate(SIDES)]
    return [None] * WAYS


def _walks(held: int, players: int) -> list[Action]:
    """HB-10.3 Two players play exactly one movement card; HB-9.3 three play at most one."""
    if not held:
        return []
    optional = [0] if players > 2 else []
    return [WALKS[steps] for steps in [*optional, *[steps for steps in (1, 2, 3) if held >> steps - 1 & 1]]]


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
