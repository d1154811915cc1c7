"""Reading typed actions, and printing safely."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from sheepfold import Action
from sheepfold.terminal import Screen, find_action
from tests.toys.fingers import FINGERS

ACTIONS = [Action(text) for text in ("lay 8", "lay 87", "lay 087", "use back5", "take S7 dog", "take S8 dog", "grab")]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("lay 87", "lay 87"),
        ("87", "lay 87"),
        ("  LAY   87 ", "lay 87"),
        ("8 7", "lay 87"),
        ("0 8 7", "lay 087"),
        ("BACK5", "use back5"),
        ("s7 dog", "take S7 dog"),
        ("grab", "grab"),
    ],
)
def test_an_action_is_found_by_its_notation_or_its_end(typed: str, meant: str) -> None:
    found = find_action(typed, ACTIONS)
    assert found is not None
    assert found.text == meant


@pytest.mark.parametrize("typed", ["", " ", "dog", "lay", "use", "7", "lay 877", "ab", "."])
def test_an_ambiguous_input_matches_nothing(typed: str) -> None:
    assert find_action(typed, ACTIONS) is None


def test_names_cannot_control_the_terminal() -> None:
    out = io.StringIO()
    state = FINGERS.start(2)
    for _ in range(3):
        for seat in (0, 1, -1):
            state.apply(seat, state.legal_actions(seat)[0])
    Screen(Console(file=out), FINGERS, ["\x1b[31mEve\x07", "[bold]Bob"], None).print_ranking(state)
    assert "\x1b" not in out.getvalue()
    assert "?[31mEve?" in out.getvalue()
    assert "[bold]Bob" in out.getvalue()
