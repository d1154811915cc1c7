"""What differs between two positions, views or lists of events, and assertions that nothing does."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from sheepfold.core.event import Event
from sheepfold.core.game import Game
from sheepfold.core.state import State, snapshot
from sheepfold.core.view import View
from sheepfold.testing.cases import observer_name

SHOWN: Final = 3
NOTHING: Final = object()


def fields_of(content: View | State) -> dict[str, Any]:
    """The values in a view or a state by their place, such as `table.0.bid`."""
    found: dict[str, Any] = {}
    _collect(snapshot(content) if isinstance(content, State) else msgspec.to_builtins(content), "", found)
    return found


def _collect(value: Any, place: str, found: dict[str, Any]) -> None:
    if isinstance(value, dict | list | tuple) and value:
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            _collect(part, f"{place}.{key}" if place else str(key), found)
    else:
        found[place] = value


def different_places(one: View | State, other: View | State) -> list[str]:
    """The places of values that differ, or that only one of the two has."""
    values, others = fields_of(one), fields_of(other)
    places = dict.fromkeys([*values, *others])
    return [place for place in places if values.get(place, NOTHING) != others.get(place, NOTHING)]


def describe_differences(one: View | State, other: View | State) -> str:
    """The first differences, such as `own is 2 and 3`."""
    values, others = fields_of(one), fields_of(other)
    places = different_places(one, other)
    shown = [f"{place} is {values.get(place, '…')!r} and {others.get(place, '…')!r}" for place in places[:SHOWN]]
    return "; ".join(shown) + (f" … ({len(places)} differences)" if len(places) > SHOWN else "")


def assert_same_position(one: State, other: State, cause: str) -> None:
    assert snapshot(one) == snapshot(other), f"{cause}, but {describe_differences(one, other)}"


def assert_looks_same(state: State, twin: State, observer: int | None, cause: str) -> None:
    """Assert that an observer cannot tell two positions apart; `cause` says why it must not."""
    view, other = state.view(observer), twin.view(observer)
    assert view == other, (
        f"{cause}, but in the view of {observer_name(observer)} {describe_differences(view, other)} "
        f"(in the positions {describe_differences(state, twin)})"
    )
    _assert_same_choices(state, twin, observer, cause)


def assert_resample_keeps(state: State, twin: State, observer: int | None) -> None:
    """Assert that a resampled position looks the same to the observer."""
    view, other = state.view(observer), twin.view(observer)
    name = observer_name(observer)
    assert view == other, (
        f"after resample({observer}), in the position {describe_differences(state, twin)}, and so in the view of "
        f"{name} {describe_differences(view, other)}: either `resample` changes what {name} knows, or the view shows "
        "what is hidden from it"
    )
    _assert_same_choices(state, twin, observer, f"resample({observer}) leaves the choices of {name} as they are")


def _assert_same_choices(state: State, twin: State, observer: int | None, cause: str) -> None:
    if observer is not None:
        legal, others = state.legal_actions(observer), twin.legal_actions(observer)
        assert legal == others, f"{cause}, but legal_actions({observer}) is {legal} and {others}"
    seats = state.waiting_for(), state.may_act()
    other_seats = twin.waiting_for(), twin.may_act()
    assert seats == other_seats, f"{cause}, but (waiting_for(), may_act()) is {seats} and {other_seats}"


def seen(events: list[Event], observer: int | None) -> list[Event]:
    return [event.seen_by(observer) for event in events]


def assert_sees_same(game: Game, events: list[Event], others: list[Event], observer: int | None, cause: str) -> None:
    """Assert that an observer sees the same events, up to the first one that may reveal something."""
    mine, theirs = seen(events, observer), seen(others, observer)
    for number in range(max(len(mine), len(theirs))):
        pair = [one[number] for one in (mine, theirs) if number < len(one)]
        if len(pair) == 1 or pair[0] != pair[1]:
            assert any(type(event) in game.revealing for event in pair), (
                f"{cause}, but {observer_name(observer)} sees {' and '.join(map(repr, pair))}: seen_by must hide the "
                f"difference, unless {type(pair[0]).__name__} belongs to `revealing`"
            )
            return
