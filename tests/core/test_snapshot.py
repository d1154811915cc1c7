"""Snapshots contain all that makes up a position, and nothing else."""

from __future__ import annotations

from random import Random

from sheepfold import Action, State, find_game
from sheepfold.core.pickling import Pickled
from sheepfold.core.playout import random_step
from sheepfold.core.state import snapshot
from tests.toys.fingers import FINGERS, SHOW


class Board:
    """A part of a position."""

    __slots__ = ("fields", "owner")

    def __init__(self, fields: dict[str, int], owner: set[str]) -> None:
        self.fields = fields
        self.owner = owner


class Rulebook(Pickled):
    """Lives as long as the table, and never changes."""

    def __init__(self, pages: int) -> None:
        self.pages = pages


class Tabletop(State):
    __slots__ = ("board", "last", "rulebook")

    def __init__(self, board: Board, rulebook: Rulebook) -> None:
        super().__init__()
        self.board = board
        self.last: Action | None = Action("roll 6")
        self.rulebook = rulebook


def tabletop(pages: int = 1, **fields: int) -> Tabletop:
    return Tabletop(Board(fields, set(fields)), Rulebook(pages))


def test_a_snapshot_takes_parts_apart_but_not_what_never_changes() -> None:
    assert snapshot(tabletop(a=1)) == {
        "board": ("Board", ("fields", (("a", 1),)), ("owner", ("a",))),
        "emitted": None,
        "last": "roll 6",
        "origin": None,
        "rulebook": "Rulebook",
    }


def test_the_order_of_dictionaries_and_sets_does_not_matter() -> None:
    assert tabletop(a=1, b=2).position_key() == tabletop(b=2, a=1).position_key()
    assert tabletop(a=1, b=2).position_key() != tabletop(a=2, b=1).position_key()


def test_parts_count_for_the_key_of_a_position_and_constants_do_not() -> None:
    assert tabletop(a=1).position_key() != tabletop(a=2).position_key()
    assert tabletop(a=1, pages=1).position_key() == tabletop(a=1, pages=2).position_key()


def test_collected_events_are_no_part_of_a_position() -> None:
    state = FINGERS.start(2)
    key = state.position_key()
    state.emitted = []
    assert state.position_key() == key


def test_a_key_depends_on_what_the_seat_knows() -> None:
    one, other = FINGERS.start(2), FINGERS.start(2)
    one.act(0, SHOW[0])
    other.act(0, SHOW[1])
    assert one.key(0) != other.key(0)
    assert one.key(1) == other.key(1)
    assert one.key(None) == other.key(None)
    assert one.position_key() != other.position_key()


def test_laid_tiles_are_part_of_a_position_and_views_change_nothing() -> None:
    state, rng = find_game("meine-schafe").start(2), Random(1)
    meadows = set()
    while (step := random_step(state, rng)) is not None:
        state.apply(*step)
        meadow = snapshot(state)["meadow"]
        state.view(None)
        assert snapshot(state)["meadow"] == meadow
        meadows.add(meadow)
    assert len(meadows) > 1
