"""Counts positions by depth: the quickest way to notice that a rule has changed."""

from __future__ import annotations

from sheepfold.core.action import Action
from sheepfold.core.state import State


def actors(state: State) -> list[int]:
    """The seats whose actions are counted: of those waited for only the first, since secret choices commute."""
    return state.waiting_for()[:1] + state.may_act()


def perft(state: State, depth: int) -> int:
    """Count the ways to play `depth` actions from here, each chance outcome once.

    A game that ends earlier counts once.
    """
    if depth == 0:
        return 1
    seats = actors(state)
    if not seats:
        return 1
    total = 0
    for seat in seats:
        actions = state.legal_actions(seat)
        if depth == 1:
            total += len(actions)
            continue
        for action in actions:
            child = state.copy()
            child.apply(seat, action)
            total += perft(child, depth - 1)
    return total


def divide(state: State, depth: int) -> list[tuple[int, Action, int]]:
    """Count separately for every first action, to locate a difference."""
    counts: list[tuple[int, Action, int]] = []
    for seat in actors(state):
        for action in state.legal_actions(seat):
            child = state.copy()
            child.apply(seat, action)
            counts.append((seat, action, perft(child, depth - 1)))
    return counts
