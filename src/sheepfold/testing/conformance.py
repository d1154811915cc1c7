"""The conformance checks. Each takes a case and raises AssertionError if the game breaks the contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

import msgspec
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from sheepfold.core.action import Action, canonical_order
from sheepfold.core.errors import IllegalAction
from sheepfold.core.event import Event
from sheepfold.core.game import Game
from sheepfold.core.record import (
    Replay,
    Seat,
    decode_record,
    encode_record,
    new_record,
    result_of,
    write_action,
)
from sheepfold.core.state import CHANCE, State
from sheepfold.testing.cases import Case, Step
from sheepfold.testing.snapshot import snapshot

Check = Callable[[Case], None]

TWIN_STEPS: Final = 12
"""How many steps to play two positions side by side."""
SAMPLED: Final = 0.25
"""The share of positions that slow checks look at; with five walks per case, these are still hundreds."""


def _positions(case: Case) -> Iterator[tuple[State, Step | None]]:
    """Every position of every walk, with the step that follows it, or None if the game is over."""
    for walk in case.walks():
        state = case.start()
        for step in walk:
            yield state, step
            state.apply(*step)
        yield state, None


def legal_actions_are_unique_and_ordered(case: Case) -> None:
    for state, _ in _positions(case):
        waiting = state.waiting_for()
        assert len(set(waiting)) == len(waiting)
        assert not set(waiting) & set(state.may_act()), "a seat that the game waits for does not interrupt"
        assert CHANCE not in waiting or waiting == [CHANCE]
        for seat in [CHANCE, *range(case.players)]:
            actions = state.legal_actions(seat)
            assert len(set(actions)) == len(actions), f"{seat}: an action is offered twice"
            assert actions == sorted(actions, key=canonical_order), f"{seat}: not in canonical order"
            assert actions or seat not in waiting, f"the game waits for {seat}, which has no legal action"
            assert not actions or seat in [*waiting, *state.may_act()], f"{seat} has legal actions but may not act"


def chance_has_positive_weights(case: Case) -> None:
    for state, _ in _positions(case):
        weights = state.chance_weights() if state.waiting_for() == [CHANCE] else None
        if weights is not None:
            assert len(weights) == len(state.legal_actions(CHANCE))
            assert all(type(weight) is int for weight in weights), "weights must be integers"
            assert min(weights) > 0


def illegal_actions_are_refused(case: Case) -> None:
    """Actions from other positions and of other seats are refused, and the position does not change.

    A refusal may name a clause of the game, but only one that depends on nothing hidden from the seat.
    """
    rng = Random(f"{case}/illegal")
    others = sorted({action for walk in case.walks() for _, action in walk}, key=canonical_order)
    for state, step in _positions(case):
        if rng.random() >= SAMPLED:
            continue
        sample = rng.sample(others, min(2, len(others)))
        for seat in [CHANCE, *range(case.players)]:
            legal = state.legal_actions(seat)
            for action in [*sample, *([step[1]] if step else [])]:
                if action not in legal:
                    _assert_refuses(state, seat, action, case.game.clause_prefix)
                    twin = state.copy() if seat == CHANCE else state.resample(seat, rng)
                    clauses = {state.why_not(seat, action), twin.why_not(seat, action)}
                    assert len(clauses) == 1, f"the refusal reveals something hidden to {seat}"


def _assert_refuses(state: State, seat: int, action: Action, prefix: str) -> None:
    before = snapshot(state)
    try:
        state.act(seat, action)
    except IllegalAction as refusal:
        assert action.text in str(refusal), "the error must name the action"
        assert refusal.clause is None or refusal.clause.startswith(f"{prefix}-"), "the clause must be one of the game's"
        assert snapshot(state) == before, "a refused action must change nothing"
    else:
        raise AssertionError(f"{seat} could do '{action.text}', which is illegal")


def copies_are_independent(case: Case) -> None:
    """A copy never changes, whatever happens to the original or to other copies."""
    for walk in case.walks():
        state = case.start()
        kept: list[tuple[State, dict[str, object]]] = []
        for step in walk:
            copy = state.copy()
            assert snapshot(copy) == snapshot(state), "a copy must be equal"
            kept.append((copy, snapshot(copy)))
            state.apply(*step)
        for copy, before in kept:
            assert snapshot(copy) == before, "an earlier copy has changed"


def apply_is_deterministic_and_silent(case: Case) -> None:
    """The same action leads to the same position and events. `apply` emits no events, but has the same effect."""
    for state, step in _positions(case):
        if step is None:
            continue
        seat, action = step
        first, again, silent = state.copy(), state.copy(), state.copy()
        assert first.act(seat, action) == again.act(seat, action)
        silent.apply(seat, action)
        assert snapshot(first) == snapshot(again) == snapshot(silent)
        assert silent.emitted is None


def records_replay_identically(case: Case) -> None:
    for walk in case.walks():
        state = case.start()
        seats = [Seat(name=f"Player {seat}") for seat in range(case.players)]
        record = new_record(case.game, seats, case.game.variants[case.variant])
        emitted: list[list[Event]] = []
        for seat, action in walk:
            emitted.append(state.act(seat, action))
            record.actions.append(write_action(seat, action))
        record.result = result_of(state)
        read = decode_record(encode_record(record))
        assert read == record
        replayed = Replay(read)
        assert [events for _, _, events in replayed.steps()] == emitted
        assert snapshot(replayed.state) == snapshot(state)


def notation_round_trips(case: Case) -> None:
    for state, _ in _positions(case):
        for seat in [*state.waiting_for(), *state.may_act()]:
            for action in state.legal_actions(seat):
                assert case.game.parse(action.text) == action
                assert action.text == " ".join(action.text.split()), "words must be separated by single spaces"


def parsed_actions_apply(case: Case) -> None:
    """Actions parsed from their notation lead to the same position as the game's own."""
    rng = Random(f"{case}/parsed")
    for state, step in _positions(case):
        if step is None or rng.random() >= SAMPLED:
            continue
        for seat in [*state.waiting_for(), *state.may_act()]:
            actions = state.legal_actions(seat)
            kinds = {action.text.split()[0]: action for action in rng.sample(actions, len(actions))}
            for action in kinds.values():
                own, parsed = state.copy(), state.copy()
                own.apply(seat, action)
                parsed.apply(seat, case.game.parse(action.text))
                assert snapshot(parsed) == snapshot(own), f"'{action.text}' does something else once parsed"


def games_end_with_an_outcome(case: Case) -> None:
    """A finished game ranks every seat, and an unfinished one has no outcome. Walks check the bound on its length."""
    for state, step in _positions(case):
        outcome = state.outcome()
        assert (outcome is None) == (step is not None)
        assert (state.waiting_for() == []) == (step is None)
        assert len(state.scores()) == case.players
        if outcome is not None:
            assert len(outcome.ranks) == case.players
            assert all(rank == 1 + sum(other < rank for other in outcome.ranks) for rank in outcome.ranks)


def nothing_is_pending_after_the_end(case: Case) -> None:
    """After the end nobody can act, and no view waits for a seat or calls one active. Laws can check the rest."""
    for state, step in _positions(case):
        if step is not None:
            continue
        assert not any(state.legal_actions(seat) for seat in [CHANCE, *range(case.players)])
        for observer in case.observers():
            view = state.view(observer)
            assert not view.waiting_for
            assert not view.may_act
            assert getattr(view, "active", None) is None, f"{observer} sees a seat as active after the end"


def views_and_events_are_plain_data(case: Case) -> None:
    """Views and events can be encoded and decoded, and every event names a clause of the game."""
    rng = Random(f"{case}/data")
    for state, step in _positions(case):
        for seat in case.observers() if rng.random() < SAMPLED else []:
            view = state.view(seat)
            assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view
            assert (view.seat, view.waiting_for, view.may_act) == (seat, state.waiting_for(), state.may_act())
            case.game.face.draw(view, case.game.face.seat_names(case.players))
        if step is None:
            continue
        for event in state.copy().act(*step):
            assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event
            assert msgspec.to_builtins(event)["clause"].startswith(f"{case.game.clause_prefix}-")
            case.game.face.describe(event, case.game.face.seat_names(case.players))


def hidden_information_stays_hidden(case: Case) -> None:
    """Two positions that differ only in hidden information look the same to a seat until something is revealed."""
    rng = Random(f"{case}/hidden")
    for walk in case.walks():
        state = case.start()
        for number, step in enumerate(walk):
            secretly = len(state.waiting_for()) > 1
            for seat in case.observers() if secretly or rng.random() < SAMPLED else []:
                twin = state.resample(seat, rng)
                _assert_looks_same(state, twin, seat)
                if rng.random() < (0.2 if secretly else 0.05):
                    _play_side_by_side(case, state.copy(), twin, seat, walk[number : number + TWIN_STEPS], rng)
            state.apply(*step)


def odds_reveal_nothing_hidden(case: Case) -> None:
    """Odds are from 0 to 1, belong to legal actions, and are the same in a position that looks the same."""
    if type(case.game).chances is Game.chances:
        return
    rng = Random(f"{case}/odds")
    compared = 0  # exact odds may be slow: compare ever fewer of them
    for state, _ in _positions(case):
        for seat in state.waiting_for():
            if seat == CHANCE or rng.random() >= 2 * SAMPLED / (1 + compared):
                continue
            compared += 1
            chances = case.game.chances(state, seat)
            assert chances == case.game.chances(state.resample(seat, rng), seat), f"odds reveal secrets to {seat}"
            assert chances.keys() <= {action.text for action in state.legal_actions(seat)}
            assert all(0.0 <= chance <= 1.0 for chance in chances.values())


def _assert_looks_same(state: State, twin: State, seat: int | None) -> None:
    assert state.view(seat) == twin.view(seat), f"the view of {seat} reveals something hidden"
    if seat is not None:
        assert state.legal_actions(seat) == twin.legal_actions(seat), f"legal actions reveal something hidden to {seat}"
    assert state.waiting_for() == twin.waiting_for()
    assert state.may_act() == twin.may_act(), "may_act reveals something hidden"


def _play_side_by_side(
    case: Case, state: State, twin: State, observer: int | None, steps: Sequence[Step], rng: Random
) -> None:
    for seat, action in steps:
        possible = twin.legal_actions(seat)
        if action in possible:
            twin_action = action
        else:
            assert seat != observer, "an observer's own action must be legal in a position that looks the same"
            if not possible:
                return
            twin_action = possible[int(rng.random() * len(possible))]
        seen = [event.seen_by(observer) for event in state.act(seat, action)]
        twin_seen = [event.seen_by(observer) for event in twin.act(seat, twin_action)]
        if seen != twin_seen:
            _assert_difference_is_revealing(case, seen, twin_seen)
            return
        _assert_looks_same(state, twin, observer)


def _assert_difference_is_revealing(case: Case, seen: list[Event], twin_seen: list[Event]) -> None:
    for number in range(max(len(seen), len(twin_seen))):
        pair = [events[number] for events in (seen, twin_seen) if number < len(events)]
        if len(pair) == 1 or pair[0] != pair[1]:
            assert any(type(event) in case.game.revealing for event in pair), f"{pair} reveals something hidden"
            return


def simultaneous_choices_are_secret(case: Case) -> None:
    """While several seats choose at once, nothing reveals what one of them has chosen."""
    rng = Random(f"{case}/simultaneous")
    for state, _ in _positions(case):
        waiting = state.waiting_for()
        if len(waiting) < 2 or rng.random() >= 2 * SAMPLED:
            continue
        chooser = waiting[int(rng.random() * len(waiting))]
        actions = state.legal_actions(chooser)
        one, other = state.copy(), state.copy()
        events = one.act(chooser, actions[int(rng.random() * len(actions))])
        other_events = other.act(chooser, actions[int(rng.random() * len(actions))])
        for seat in case.observers():
            if seat != chooser:
                assert [event.seen_by(seat) for event in events] == [event.seen_by(seat) for event in other_events]
                _assert_looks_same(one, other, seat)


def resampled_positions_vary(case: Case) -> None:
    """Resampling changes positions of a game with hidden information, and only of such a game."""
    rng = Random(f"{case}/resample")
    varies = any(
        snapshot(state.resample(seat, rng)) != snapshot(state)
        for state, step in _positions(case)
        for seat in case.observers()
        if step is not None
    )
    assert varies == bool(case.game.revealing)


def laws_hold(case: Case) -> None:
    assert case.game.laws, "a game must declare laws"
    for state, _ in _positions(case):
        _assert_laws(case, state)


def _assert_laws(case: Case, state: State) -> None:
    for name, holds in case.game.laws.items():
        assert holds(state), f"broken: {name}"


def hypothesis_finds_nothing(case: Case) -> None:
    """Let hypothesis play, and shrink what it finds."""

    @settings(
        max_examples=25,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )
    @given(st.data())
    def walk(data: st.DataObject) -> None:
        state = case.start()
        rng = Random(1)
        for _ in range(40):
            seats = [seat for seat in [*state.waiting_for(), *state.may_act()] if state.legal_actions(seat)]
            if not seats:
                return
            seat = data.draw(st.sampled_from(seats))
            action = data.draw(st.sampled_from(state.legal_actions(seat)))
            state.act(seat, action)
            _assert_laws(case, state)
            for observer in case.observers():
                _assert_looks_same(state, state.resample(observer, rng), observer)

    walk()


CHECKS: Final[list[Check]] = [
    legal_actions_are_unique_and_ordered,
    chance_has_positive_weights,
    illegal_actions_are_refused,
    copies_are_independent,
    apply_is_deterministic_and_silent,
    records_replay_identically,
    notation_round_trips,
    parsed_actions_apply,
    games_end_with_an_outcome,
    nothing_is_pending_after_the_end,
    views_and_events_are_plain_data,
    hidden_information_stays_hidden,
    odds_reveal_nothing_hidden,
    simultaneous_choices_are_secret,
    resampled_positions_vary,
    laws_hold,
    hypothesis_finds_nothing,
]
