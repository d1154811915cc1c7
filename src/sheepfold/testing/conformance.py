"""The conformance checks. Each takes a case and raises AssertionError if the game breaks the contract."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

import msgspec
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from sheepfold.core.action import Action, canonical_order
from sheepfold.core.errors import NotationError, RecordError
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
from sheepfold.core.state import CHANCE, State, seat_name, snapshot
from sheepfold.core.view import Fact, View
from sheepfold.testing.cases import SAMPLED, Case, Step, observer_name
from sheepfold.testing.checks.drawing import random_actions_are_legal_and_fair
from sheepfold.testing.checks.keys import keys_tell_positions_apart
from sheepfold.testing.checks.positions import positions_round_trip
from sheepfold.testing.checks.refusals import illegal_actions_are_refused
from sheepfold.testing.checks.secrets import hidden_actions_stay_hidden, resampling_guesses_secrets
from sheepfold.testing.checks.texts import faces_describe_everything, nonsense_is_not_parsed
from sheepfold.testing.differences import (
    assert_looks_same,
    assert_resample_keeps,
    assert_same_position,
    assert_sees_same,
    seen,
)

Check = Callable[[Case], None]

TWIN_STEPS: Final = 12
"""How many steps to play two positions side by side."""


def legal_actions_are_unique_and_ordered(case: Case) -> None:
    for state, _ in case.positions():
        waiting, may_act = state.waiting_for(), state.may_act()
        assert len(set(waiting)) == len(waiting), f"waiting_for() is {waiting}: a seat appears twice"
        assert not set(waiting) & set(may_act), (
            f"waiting_for() is {waiting} and may_act() is {may_act}: a seat that the game waits for does not interrupt"
        )
        assert CHANCE not in waiting or waiting == [CHANCE], f"waiting_for() is {waiting}: chance acts alone"
        for seat in [CHANCE, *range(case.players)]:
            actions = state.legal_actions(seat)
            name = seat_name(seat)
            assert len(set(actions)) == len(actions), f"{name} is offered an action twice: {actions}"
            ordered = sorted(actions, key=canonical_order)
            assert actions == ordered, f"the actions of {name} are not in canonical order: {actions}, not {ordered}"
            assert actions or seat not in waiting, f"the game waits for {name}, which has no legal action"
            assert not actions or seat in [*waiting, *may_act], (
                f"{name} has the legal actions {actions}, but waiting_for() is {waiting} and may_act() is {may_act}"
            )


def chance_has_positive_weights(case: Case) -> None:
    for state, _ in case.positions():
        weights = state.chance_weights() if state.waiting_for() == [CHANCE] else None
        if weights is not None:
            actions = state.legal_actions(CHANCE)
            assert len(weights) == len(actions), f"chance_weights() is {weights} for the actions {actions}"
            assert all(type(weight) is int for weight in weights), f"chance_weights() is {weights}: not all integers"
            assert min(weights) > 0, f"chance_weights() is {weights}: not all positive"


def copies_are_independent(case: Case) -> None:
    """A copy never changes, whatever happens to the original or to other copies."""
    for walk in case.walks():
        state = case.start()
        kept: list[tuple[State, dict[str, object]]] = []
        for step in walk:
            copy = state.copy()
            assert_same_position(state, copy, "a copy is equal to the original")
            kept.append((copy, snapshot(copy)))
            state.apply(*step)
        for copy, before in kept:
            after = snapshot(copy)
            changed = [name for name in before if before[name] != after[name]]
            assert not changed, f"{changed} of a copy changes with the original: `copy` shares what must be copied"


def apply_is_deterministic_and_silent(case: Case) -> None:
    """The same action leads to the same position and events. `apply` emits no events, but has the same effect."""
    for state, step in case.positions():
        if step is None:
            continue
        seat, action = step
        first, again, silent = state.copy(), state.copy(), state.copy()
        events, others = first.act(seat, action), again.act(seat, action)
        assert events == others, f"'{action.text}' emits {events}, and the next time {others}"
        silent.apply(seat, action)
        assert_same_position(first, again, f"'{action.text}' always leads to the same position")
        assert_same_position(first, silent, f"'{action.text}' has the same effect with and without events")
        assert silent.emitted is None, f"'{action.text}' leaves {silent.emitted} in `emitted`, though nobody collects"


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
        assert read == record, f"a record is read as {read} instead of {record}"
        try:
            replayed = Replay(read)
            events = [events for _, _, events in replayed.steps()]
        except RecordError as error:
            raise AssertionError(f"the record of a game does not replay: {error}") from error
        for line, first, again in zip(record.actions, emitted, events, strict=True):
            assert first == again, f"'{line}' emits {first}, and {again} in the replay"
        assert_same_position(state, replayed.state, "a record leads to the same position again")


def notation_round_trips(case: Case) -> None:
    for state, _ in case.positions():
        for seat in [*state.waiting_for(), *state.may_act()]:
            for action in state.legal_actions(seat):
                text = action.text
                assert text == " ".join(text.split()), f"the words of {text!r} must be separated by single spaces"
                try:
                    parsed = case.game.parse(text)
                except NotationError as error:
                    raise AssertionError(f"the legal action '{text}' cannot be parsed: {error}") from error
                assert parsed == action, f"parse('{text}') is {parsed}"


def parsed_actions_apply(case: Case) -> None:
    """Actions parsed from their notation lead to the same position as the game's own."""
    rng = Random(f"{case}/parsed")
    for state, _ in case.sample(rng):
        for seat in [*state.waiting_for(), *state.may_act()]:
            actions = state.legal_actions(seat)
            kinds = {action.text.split()[0]: action for action in rng.sample(actions, len(actions))}
            for action in kinds.values():
                own, parsed = state.copy(), state.copy()
                own.apply(seat, action)
                _play(parsed.apply, seat, case.game.parse(action.text), "once it is parsed")
                assert_same_position(own, parsed, f"'{action.text}' has the same effect when it is parsed")


def _play(play: Callable[[int, Action], object], seat: int, action: Action, when: str) -> None:
    """Play a legal action with `act` or `apply`, which must not raise an error."""
    try:
        play(seat, action)
    except Exception as error:
        raise AssertionError(f"{when}, '{action.text}' of {seat_name(seat)} raises {error!r}") from error


def games_end_with_an_outcome(case: Case) -> None:
    """A finished game ranks every seat, and an unfinished one has no outcome. Walks check the bound on its length."""
    for state, step in case.positions():
        outcome, waiting, scores = state.outcome(), state.waiting_for(), state.scores()
        when = "after the end" if step is None else "before the end"
        assert (outcome is None) == (step is not None), f"{when}, outcome() is {outcome}"
        assert (waiting == []) == (step is None), f"{when}, waiting_for() is {waiting}"
        assert len(scores) == case.players, f"scores() is {scores} for {case.players} players"
        if outcome is not None:
            ranks = outcome.ranks
            assert len(ranks) == case.players, f"the ranks are {ranks} for {case.players} players"
            assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks), (
                f"the ranks are {ranks}: a rank is one more than the number of better seats"
            )


def nothing_is_pending_after_the_end(case: Case) -> None:
    """After the end nobody can act, and no view waits for a seat or calls one active. Laws can check the rest."""
    for state, step in case.positions():
        if step is not None:
            continue
        for seat in [CHANCE, *range(case.players)]:
            actions = state.legal_actions(seat)
            assert not actions, f"after the end, {seat_name(seat)} can {actions}"
        for observer in case.observers():
            view = state.view(observer)
            for field in ("waiting_for", "may_act", "active"):
                pending = getattr(view, field, None)
                assert pending in (None, []), f"after the end, {observer_name(observer)} sees {field}: {pending}"


def views_and_events_are_plain_data(case: Case) -> None:
    """Views and events can be encoded and decoded, and every event names a clause of the game."""
    rng = Random(f"{case}/data")
    for state, step in case.positions():
        if rng.random() < SAMPLED:
            _assert_views_are_plain_data(case, state)
        for event in state.copy().act(*step) if step else []:
            _assert_round_trips(event)
            clause = getattr(event, "clause", None)
            prefix = f"{case.game.clause_prefix}-"
            assert isinstance(clause, str), f"{event!r} has no clause"
            assert clause.startswith(prefix), f"{event!r} has the clause {clause!r}, but clauses begin with {prefix}"


def _assert_views_are_plain_data(case: Case, state: State) -> None:
    before = state.copy()
    for seat in case.observers():
        view = state.view(seat)
        _assert_round_trips(view)
        shown = view.seat, view.waiting_for, view.may_act
        facts = seat, state.waiting_for(), state.may_act()
        assert shown == facts, f"(seat, waiting_for, may_act) is {facts}, but {shown} in the view"
    assert_same_position(before, state, "views leave the position as it is")


def _assert_round_trips(value: View | Event | Fact) -> None:
    kind = type(value)
    try:
        decoded = msgspec.json.decode(msgspec.json.encode(value), type=kind)
    except (TypeError, msgspec.MsgspecError) as error:
        raise AssertionError(f"{kind.__name__} cannot be encoded and decoded ({error}): {value}") from error
    assert decoded == value, f"{kind.__name__} changes when it is encoded and decoded: {value} becomes {decoded}"


def hidden_information_stays_hidden(case: Case) -> None:
    """Two positions that differ only in hidden information look the same to a seat until something is revealed."""
    rng = Random(f"{case}/hidden")
    for walk in case.walks():
        state = case.start()
        for number, step in enumerate(walk):
            secretly = len(state.waiting_for()) > 1
            for seat in case.observers() if secretly or rng.random() < SAMPLED else []:
                twin = state.resample(seat, rng)
                assert_resample_keeps(state, twin, seat)
                if rng.random() < (0.2 if secretly else 0.05):
                    _play_side_by_side(case, state.copy(), twin, seat, walk[number : number + TWIN_STEPS], rng)
            state.apply(*step)


def _play_side_by_side(
    case: Case, state: State, twin: State, observer: int | None, steps: Sequence[Step], rng: Random
) -> None:
    for seat, action in steps:
        possible = twin.legal_actions(seat)
        twin_action = action
        if action not in possible:
            assert seat != observer, (
                f"'{action.text}' is legal for {seat_name(seat)}, but after resample({observer}) only {possible} are"
            )
            if not possible:
                return
            twin_action = possible[int(rng.random() * len(possible))]
        events, twin_events = state.act(seat, action), twin.act(seat, twin_action)
        cause = f"{seat_name(seat)} does '{action.text}', and '{twin_action.text}' after resample({observer})"
        if seen(events, observer) != seen(twin_events, observer):
            drawn = seat == CHANCE and twin_action != action
            if not (drawn and state.view(observer) != twin.view(observer)):  # the observer may see its own draw
                assert_sees_same(case.game, events, twin_events, observer, cause)
            return
        assert_looks_same(state, twin, observer, f"{cause}, and the events are the same")


def odds_reveal_nothing_hidden(case: Case) -> None:
    """Odds are from 0 to 1, belong to legal actions, and are the same in a position that looks the same."""
    if type(case.game).chances is Game.chances:
        return
    rng = Random(f"{case}/odds")
    compared = 0  # exact odds may be slow: compare ever fewer of them
    for state, _ in case.positions():
        for seat in state.waiting_for():
            if seat == CHANCE or rng.random() >= 2 * SAMPLED / (1 + compared):
                continue
            compared += 1
            chances = case.game.chances(state, seat)
            others = case.game.chances(state.resample(seat, rng), seat)
            assert chances == others, (
                f"the odds of {seat_name(seat)} are {chances}, but {others} after resample({seat})"
            )
            illegal = chances.keys() - {action.text for action in state.legal_actions(seat)}
            assert not illegal, f"seat {seat} has odds for {sorted(illegal)}, which are not legal"
            assert all(0.0 <= chance <= 1.0 for chance in chances.values()), f"odds are from 0 to 1, not {chances}"


def outlooks_reveal_nothing_hidden(case: Case) -> None:
    """Facts are the same in every position that looks the same, are plain data, and those of one id stand together."""
    if type(case.game).outlook is Game.outlook:
        return
    rng = Random(f"{case}/outlook")
    for state, _ in case.positions():
        if rng.random() >= SAMPLED:
            continue
        before = state.copy()
        for seat in range(case.players):
            facts = case.game.outlook(state, seat)
            others = case.game.outlook(state.resample(seat, rng), seat)
            assert facts == others, f"the outlook of {seat_name(seat)} is {facts}, but {others} after resample({seat})"
            _assert_facts_are_sound(case, facts)
        assert_same_position(before, state, "outlooks leave the position as it is")


def _assert_facts_are_sound(case: Case, facts: list[Fact]) -> None:
    for fact in facts:
        _assert_round_trips(fact)
        assert fact.clause.startswith(f"{case.game.clause_prefix}-"), f"{fact} has no clause of the game"
        assert fact.chance is None or 0.0 <= fact.chance <= 1.0, f"a chance is from 0 to 1, not as in {fact}"
        assert fact.seat is None or fact.seat in range(case.players), f"{fact} is about a seat that does not exist"
    ids = [fact.id for fact in facts]
    groups = [name for place, name in enumerate(ids) if place == 0 or ids[place - 1] != name]
    assert len(set(groups)) == len(groups), f"facts with the same id must follow one another: {ids}"


def simultaneous_choices_are_secret(case: Case) -> None:
    """While several seats choose at once, nothing reveals what one of them has chosen."""
    rng = Random(f"{case}/simultaneous")
    for state, _ in case.positions():
        waiting = state.waiting_for()
        if len(waiting) < 2 or rng.random() >= 2 * SAMPLED:
            continue
        chooser = waiting[int(rng.random() * len(waiting))]
        actions = state.legal_actions(chooser)
        action, other_action = [actions[int(rng.random() * len(actions))] for _ in range(2)]
        one, other = state.copy(), state.copy()
        events, others = one.act(chooser, action), other.act(chooser, other_action)
        cause = f"while {waiting} choose in secret, {seat_name(chooser)} does '{action.text}' or '{other_action.text}'"
        for observer in case.observers():
            if observer != chooser:
                mine, theirs = seen(events, observer), seen(others, observer)
                assert mine == theirs, f"{cause}, but {observer_name(observer)} sees {mine} and {theirs}"
                assert_looks_same(one, other, observer, cause)


def resampled_positions_vary(case: Case) -> None:
    """Resampling changes positions of a game with hidden information, and only of such a game; never the original."""
    rng = Random(f"{case}/resample")
    varies = False
    for state, _ in case.sample(rng):
        observer = rng.choice(case.observers())
        before = state.copy()
        twin = state.resample(observer, rng)
        assert_same_position(before, state, f"resample({observer}) leaves the original as it is")
        varies = varies or snapshot(twin) != snapshot(state)
    revealing = sorted(kind.__name__ for kind in case.game.revealing)
    assert not varies or revealing, "`resample` changes positions, but no events are `revealing`"
    assert varies or not revealing, f"{revealing} are `revealing`, but `resample` never changes a position"


def laws_hold(case: Case) -> None:
    assert case.game.laws, "a game must declare laws"
    for state, _ in case.positions():
        _assert_laws(case, state)


def _assert_laws(case: Case, state: State) -> None:
    for name, holds in case.game.laws.items():
        assert holds(state), f"the law '{name}' is broken: {snapshot(state)}"


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
            _play(state.act, seat, action, "in a random game")
            _assert_laws(case, state)
            for observer in case.observers():
                assert_resample_keeps(state, state.resample(observer, rng), observer)

    walk()


CHECKS: Final[list[Check]] = [
    legal_actions_are_unique_and_ordered,
    chance_has_positive_weights,
    random_actions_are_legal_and_fair,
    illegal_actions_are_refused,
    copies_are_independent,
    apply_is_deterministic_and_silent,
    records_replay_identically,
    notation_round_trips,
    parsed_actions_apply,
    nonsense_is_not_parsed,
    games_end_with_an_outcome,
    nothing_is_pending_after_the_end,
    views_and_events_are_plain_data,
    faces_describe_everything,
    keys_tell_positions_apart,
    hidden_information_stays_hidden,
    hidden_actions_stay_hidden,
    resampling_guesses_secrets,
    odds_reveal_nothing_hidden,
    outlooks_reveal_nothing_hidden,
    simultaneous_choices_are_secret,
    resampled_positions_vary,
    positions_round_trip,
    laws_hold,
    hypothesis_finds_nothing,
]
