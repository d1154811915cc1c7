"""The checks. Each takes a case and raises AssertionError where a game breaks the contract."""

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
"""How far two worlds are walked side by side."""
SAMPLED: Final = 0.25
"""The share of positions at which slow checks look; with five walks a case, that is still hundreds of them."""


def _positions(case: Case) -> Iterator[tuple[State, Step | None]]:
    """Every position of every walk, with the step that follows (None: the game is over)."""
    for walk in case.walks():
        state = case.start()
        for step in walk:
            yield state, step
            state.apply(*step)
        yield state, None


def legal_actions_are_unique_ordered_and_there(case: Case) -> None:
    for state, _ in _positions(case):
        waiting = state.waiting_for()
        assert len(set(waiting)) == len(waiting)
        assert not set(waiting) & set(state.may_act()), "a seat that is waited for does not act unasked"
        assert CHANCE not in waiting or waiting == [CHANCE]
        for seat in [CHANCE, *range(case.players)]:
            actions = state.legal_actions(seat)
            assert len(set(actions)) == len(actions), f"{seat}: an action is offered twice"
            assert actions == sorted(actions, key=canonical_order), f"{seat}: not in canonical order"
            assert actions or seat not in waiting, f"{seat} is waited for and can do nothing"
            assert not actions or seat in [*waiting, *state.may_act()], f"{seat} is not to act but could"


def chance_has_positive_weights(case: Case) -> None:
    for state, _ in _positions(case):
        weights = state.chance_weights() if state.waiting_for() == [CHANCE] else None
        if weights is not None:
            assert len(weights) == len(state.legal_actions(CHANCE))
            assert all(type(weight) is int for weight in weights), "weights are whole numbers"
            assert min(weights) > 0


def illegal_actions_are_refused(case: Case) -> None:
    """Actions of other moments and of other seats are refused, and the position stays as it was.

    A refusal may name a clause of the game, which follows from what the seat can see.
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
                    _refuses(state, seat, action, case.game.clause_prefix)
                    twin = state.copy() if seat == CHANCE else state.resample(seat, rng)
                    clauses = {state.why_not(seat, action), twin.why_not(seat, action)}
                    assert len(clauses) == 1, f"the refusal tells {seat} something hidden"


def _refuses(state: State, seat: int, action: Action, prefix: str) -> None:
    before = snapshot(state)
    try:
        state.act(seat, action)
    except IllegalAction as refusal:
        assert action.text in str(refusal), "the refusal names the action"
        assert refusal.clause is None or refusal.clause.startswith(f"{prefix}-"), "the clause is not one of the game"
        assert snapshot(state) == before, "a refused action changes nothing"
    else:
        raise AssertionError(f"{seat} did '{action.text}', which is not legal")


def copies_are_independent(case: Case) -> None:
    """Earlier copies stay as they were, whatever happens to the original or to another copy."""
    for walk in case.walks():
        state = case.start()
        kept: list[tuple[State, dict[str, object]]] = []
        for step in walk:
            copy = state.copy()
            assert snapshot(copy) == snapshot(state), "a copy is equal"
            kept.append((copy, snapshot(copy)))
            state.apply(*step)
        for copy, before in kept:
            assert snapshot(copy) == before, "an earlier copy has changed"


def apply_is_deterministic_and_silent(case: Case) -> None:
    """The same action leads to the same position and events, whether somebody listens or not."""
    for state, step in _positions(case):
        if step is None:
            continue
        seat, action = step
        told, again, silent = state.copy(), state.copy(), state.copy()
        assert told.act(seat, action) == again.act(seat, action)
        silent.apply(seat, action)
        assert snapshot(told) == snapshot(again) == snapshot(silent)
        assert silent.emitted is None


def records_replay_identically(case: Case) -> None:
    for walk in case.walks():
        state = case.start()
        seats = [Seat(name=f"Player {seat}") for seat in range(case.players)]
        record = new_record(case.game, seats, case.game.variants[case.variant])
        told: list[list[Event]] = []
        for seat, action in walk:
            told.append(state.act(seat, action))
            record.actions.append(write_action(seat, action))
        record.result = result_of(state)
        read = decode_record(encode_record(record))
        assert read == record
        replayed = Replay(read)
        assert [events for _, _, events in replayed.steps()] == told
        assert snapshot(replayed.state) == snapshot(state)


def notation_round_trips(case: Case) -> None:
    for state, _ in _positions(case):
        for seat in [*state.waiting_for(), *state.may_act()]:
            for action in state.legal_actions(seat):
                assert case.game.parse(action.text) == action
                assert action.text == " ".join(action.text.split()), "notation is one line of single-spaced words"


def parsed_actions_apply(case: Case) -> None:
    """`apply` takes actions that were read from their notation, and they lead to the same position."""
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


def games_end_and_say_how(case: Case) -> None:
    """Within the declared bound (the walks see to that), with ranks for everybody; and not before the end."""
    for state, step in _positions(case):
        outcome = state.outcome()
        assert (outcome is None) == (step is not None)
        assert (state.waiting_for() == []) == (step is None)
        assert len(state.scores()) == case.players
        if outcome is not None:
            assert len(outcome.ranks) == case.players
            assert all(rank == 1 + sum(other < rank for other in outcome.ranks) for rank in outcome.ranks)


def nothing_is_pending_after_the_end(case: Case) -> None:
    """Nobody can act, and no view waits for anybody or calls a seat active; a game's laws know what else there is."""
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
    """They survive the wire, and every event names a clause of the game."""
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


def what_is_hidden_does_not_show(case: Case) -> None:
    """Two worlds that differ only in what a seat cannot see look the same to it until something is revealed."""
    rng = Random(f"{case}/hidden")
    for walk in case.walks():
        state = case.start()
        for number, step in enumerate(walk):
            secretly = len(state.waiting_for()) > 1
            for seat in case.observers() if secretly or rng.random() < SAMPLED else []:
                twin = state.resample(seat, rng)
                _look_alike(state, twin, seat)
                if rng.random() < (0.2 if secretly else 0.05):
                    _walk_side_by_side(case, state.copy(), twin, seat, walk[number : number + TWIN_STEPS], rng)
            state.apply(*step)


def odds_are_of_legal_actions_and_tell_nothing_hidden(case: Case) -> None:
    """A chance is from 0 to 1, of something that can be chosen, and the same in a world that looks alike."""
    if type(case.game).chances is Game.chances:
        return
    rng = Random(f"{case}/odds")
    looked = 0  # exact odds may take a while: the more were compared, the fewer are
    for state, _ in _positions(case):
        for seat in state.waiting_for():
            if seat == CHANCE or rng.random() >= 2 * SAMPLED / (1 + looked):
                continue
            looked += 1
            chances = case.game.chances(state, seat)
            assert chances == case.game.chances(state.resample(seat, rng), seat), f"odds tell {seat} something hidden"
            assert chances.keys() <= {action.text for action in state.legal_actions(seat)}
            assert all(0.0 <= chance <= 1.0 for chance in chances.values())


def _look_alike(state: State, twin: State, seat: int | None) -> None:
    assert state.view(seat) == twin.view(seat), f"the view of {seat} tells something hidden"
    if seat is not None:
        assert state.legal_actions(seat) == twin.legal_actions(seat), f"legal actions tell {seat} something hidden"
    assert state.waiting_for() == twin.waiting_for()
    assert state.may_act() == twin.may_act(), "who may act tells something hidden"


def _walk_side_by_side(
    case: Case, state: State, twin: State, observer: int | None, steps: Sequence[Step], rng: Random
) -> None:
    for seat, action in steps:
        possible = twin.legal_actions(seat)
        if action in possible:
            twin_action = action
        else:
            assert seat != observer, "an observer's own action is as legal in a world that it cannot tell apart"
            if not possible:
                return
            twin_action = possible[int(rng.random() * len(possible))]
        told = [event.seen_by(observer) for event in state.act(seat, action)]
        twin_told = [event.seen_by(observer) for event in twin.act(seat, twin_action)]
        if told != twin_told:
            _first_difference_reveals(case, told, twin_told)
            return
        _look_alike(state, twin, observer)


def _first_difference_reveals(case: Case, told: list[Event], twin_told: list[Event]) -> None:
    for number in range(max(len(told), len(twin_told))):
        pair = [events[number] for events in (told, twin_told) if number < len(events)]
        if len(pair) == 1 or pair[0] != pair[1]:
            assert any(type(event) in case.game.revealing for event in pair), f"{pair} tells something hidden"
            return


def simultaneous_choices_are_secret(case: Case) -> None:
    """While several seats choose, nobody can tell from anything what one of them has chosen."""
    rng = Random(f"{case}/simultaneous")
    for state, _ in _positions(case):
        waiting = state.waiting_for()
        if len(waiting) < 2 or rng.random() >= 2 * SAMPLED:
            continue
        chooser = waiting[int(rng.random() * len(waiting))]
        actions = state.legal_actions(chooser)
        one, other = state.copy(), state.copy()
        told = one.act(chooser, actions[int(rng.random() * len(actions))])
        told_other = other.act(chooser, actions[int(rng.random() * len(actions))])
        for seat in case.observers():
            if seat != chooser:
                assert [event.seen_by(seat) for event in told] == [event.seen_by(seat) for event in told_other]
                _look_alike(one, other, seat)


def resampled_worlds_vary(case: Case) -> None:
    """A game with secrets imagines other worlds; one without has nothing to imagine."""
    rng = Random(f"{case}/resample")
    varies = any(
        snapshot(state.resample(seat, rng)) != snapshot(state)
        for state, step in _positions(case)
        for seat in case.observers()
        if step is not None
    )
    assert varies == bool(case.game.revealing)


def laws_hold(case: Case) -> None:
    assert case.game.laws, "a game declares what holds in every position"
    for state, _ in _positions(case):
        _obeys(case, state)


def _obeys(case: Case, state: State) -> None:
    for name, holds in case.game.laws.items():
        assert holds(state), f"broken: {name}"


def hypothesis_finds_nothing(case: Case) -> None:
    """Hypothesis walks where it likes, and shrinks what it finds."""

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
            _obeys(case, state)
            for observer in case.observers():
                _look_alike(state, state.resample(observer, rng), observer)

    walk()


CHECKS: Final[list[Check]] = [
    legal_actions_are_unique_ordered_and_there,
    chance_has_positive_weights,
    illegal_actions_are_refused,
    copies_are_independent,
    apply_is_deterministic_and_silent,
    records_replay_identically,
    notation_round_trips,
    parsed_actions_apply,
    games_end_and_say_how,
    nothing_is_pending_after_the_end,
    views_and_events_are_plain_data,
    what_is_hidden_does_not_show,
    odds_are_of_legal_actions_and_tell_nothing_hidden,
    simultaneous_choices_are_secret,
    resampled_worlds_vary,
    laws_hold,
    hypothesis_finds_nothing,
]
