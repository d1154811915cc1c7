"""What every game inherits from the contract: checked actions, previews and helpful refusals."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold import Action, IllegalAction, State
from sheepfold.testing import snapshot
from tests.toys.fingers import COIN, DOUBLE, FINGERS, SHOW, Doubled, Fingers


def test_acting_returns_the_events_and_stops_collecting() -> None:
    state = FINGERS.start(2)
    state.act(1, SHOW[0])
    assert state.act(1, DOUBLE) == [Doubled(1)]
    assert state.emitted is None


def test_events_are_not_collected_after_an_error() -> None:
    class Broken(Fingers):
        def apply(self, seat: int, action: Action) -> None:
            raise ValueError("broken rules")

    state = Broken([1, 2])
    with pytest.raises(ValueError, match="broken rules"):
        state.act(0, SHOW[0])
    assert state.emitted is None


def test_a_preview_changes_nothing() -> None:
    state = FINGERS.start(2)
    state.act(1, SHOW[0])
    before = snapshot(state)
    position, events = state.preview(1, DOUBLE, Random(1))
    assert events == [Doubled(1)]
    assert isinstance(position, Fingers)
    assert position.doubled
    assert snapshot(state) == before
    with pytest.raises(IllegalAction):
        state.preview(0, DOUBLE, Random(1))


def test_a_preview_reveals_nothing_hidden() -> None:
    state = FINGERS.start(2)
    state.act(1, SHOW[0])
    revealed = {repr(state.preview(0, SHOW[0], Random(seed))[1]) for seed in range(20)}
    assert len(revealed) == len(SHOW), "the other seat's fingers are guessed"


def test_an_equal_action_is_replaced_with_the_game_s_own() -> None:
    assert FINGERS.start(2).own_action(0, Action("show 2")) is SHOW[1]


@pytest.mark.parametrize(
    ("seat", "action", "refusal", "reason"),
    [
        (0, Action("show 4"), "seat 0 cannot 'show 4' now; it can: 'show 1', 'show 2', 'show 3'", "action.illegal"),
        (
            0,
            DOUBLE,
            "seat 0 cannot 'double' now (FI-1.4); it can: 'show 1', 'show 2', 'show 3'",
            "action.breaks_clause",
        ),
        (-1, COIN[0], "chance cannot 'coin heads' now; the game waits for seat 0, seat 1", "action.not_your_turn"),
    ],
)
def test_a_refusal_lists_legal_actions(seat: int, action: Action, refusal: str, reason: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        FINGERS.start(2).act(seat, action)
    assert (str(caught.value), caught.value.reason) == (refusal, reason)


def test_a_refusal_names_the_broken_clause_if_known() -> None:
    with pytest.raises(IllegalAction) as caught:
        FINGERS.start(2).act(0, DOUBLE)
    assert caught.value.clause == "FI-1.4"
    assert caught.value.values == {"clause": "FI-1.4"}
    with pytest.raises(IllegalAction) as caught:
        FINGERS.start(2).act(0, COIN[0])
    assert caught.value.clause is None


def test_a_refusal_truncates_a_long_list() -> None:
    class Many(Fingers):
        def legal_actions(self, seat: int) -> list[Action]:
            return [Action(f"show {fingers}") for fingers in range(50)]

    with pytest.raises(IllegalAction, match=r"'show 11' … \(50 in all\)$"):
        Many([1, 2]).act(0, DOUBLE)


def test_after_the_end_a_refusal_says_so() -> None:
    state = Fingers([1, 2])
    state.round = 3
    with pytest.raises(IllegalAction, match="seat 0 cannot 'double': the game is over") as caught:
        state.act(0, DOUBLE)
    assert caught.value.reason == "action.over"


@pytest.mark.parametrize("method", ["waiting_for", "copy", "scores", "outcome"])
def test_a_game_must_implement_the_contract(method: str) -> None:
    with pytest.raises(NotImplementedError):
        getattr(State(), method)()
